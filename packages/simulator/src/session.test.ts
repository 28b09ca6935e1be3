import { createHash } from 'node:crypto';
import {
  ACTION_CLEAR,
  COL_ACTION,
  COL_FLAGS,
  COL_RPT_SEQ,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  INSTRUMENTS,
  MatchEventAssembler,
  OrderBook,
  ROUND_MODIFIED_LIMIT,
  ROUND_STOP,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLEAN } from './prevalence.ts';
import { RowBuffer } from './row-buffer.ts';
import { rowsOf, TEST_START_MS, testSession } from './session-fixture.ts';

/** SHA-256 of the rows of 60 simulated seconds, little-endian int32. A change here changes every seeded market. */
const GOLDEN: readonly (readonly [symbol: string, hashes: readonly string[]])[] = [
  [
    'ES',
    [
      'f9e8d02fe5057dae4e19f8a0367c5a0623e6cda5d9a4c94fc1c88e3b5c224bd2',
      'dc636b3c2987f69b2e7af7309016184efacf5a93326c611fc16cc91d1f5289ab',
      'f196042974d785e82d45f76903b02e61034d2b5af4220c2e8cc4ff73c07e2384',
    ],
  ],
  [
    'NQ',
    [
      'd813a272ef21bf426e96ae14bbc2a3671f7cdba64a4e3e0110df2ba8eed3bc58',
      'c4c11da35d8e287074d877bcfc929f06fe0c9a167743cc34de71e85570c723d0',
      'b57e2e6f147b6dc7aac418820676e837c43a2801817ca395d36c6ac362cfce44',
    ],
  ],
  [
    'YM',
    [
      'd4f18f7844f5aed1d2aabd491dfe69a5af26f3aa50203bbae0a9944dfc66ff61',
      'd7c001e37db90dadf0431f4d5ff8a4a3eb9b21b0051689ba2c3b271d3bba3240',
      '6656b1e03ac443f2f9704a37126d76a92cf179c57b23457dca654e463a589a58',
    ],
  ],
  [
    'CL',
    [
      '7d1c969dac4dbbe46520fbc64df04455cc6c5c3292cd1e24eb4b45907f21280b',
      '48d5aae7c912368942c8049ba847d70c4b7c8342878ae916b0f305127f11a06c',
      '4e68c2c4f700098852d5b6ad2d091556bcff820c5f2e10f6cc2ecba496c807a0',
    ],
  ],
  [
    'GC',
    [
      '27a34238d4a700f95deb34c81d0e83f48720538d55a0c67d692e2aa6198feb54',
      'f6b9d4716fe659c1045064b5a25db8686afce38ad114ccfbf1a43422609baf72',
      '39c42f301f04ff21cd1da299920044a788231996299266340295900ce231ab62',
    ],
  ],
];

function hashOf(rows: RowBuffer): string {
  const bytes = new DataView(new ArrayBuffer(rows.count * ROW_LENGTH * 4));
  for (let at = 0; at < rows.count * ROW_LENGTH; at++) bytes.setInt32(at * 4, rows.rows[at] as number, true);
  return createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex');
}

test.each(GOLDEN)('%s gives the same bytes as ever for seeds 1, 2 and 3', (symbol, hashes) => {
  expect([1, 2, 3].map((seed) => hashOf(rowsOf(testSession(symbol, seed), 60)))).toEqual(hashes);
});

test('the rows are the same for any division of the time into calls', () => {
  const whole = rowsOf(testSession('ES', 4), 20);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 30 }), (instants) => {
      const session = testSession('ES', 4);
      const rows = new RowBuffer();
      for (const instant of [...instants.sort((a, b) => a - b), 20_000])
        session.advance(TEST_START_MS + instant, rows);
      expect(rows.count).toBe(whole.count);
      expect(rows.rows.subarray(0, rows.count * ROW_LENGTH)).toEqual(
        whole.rows.subarray(0, whole.count * ROW_LENGTH),
      );
    }),
    { numRuns: 12 },
  );
});

test('the market does not depend on when it is held', () => {
  const early = rowsOf(testSession('CL', 2), 5);
  const late = new RowBuffer();
  testSession('CL', 2, { startMs: TEST_START_MS + 86_400_000 }).advance(TEST_START_MS + 86_405_000, late);
  expect(late.count).toBe(early.count);
});

test('the first row clears, the snapshot ends with LAST, then rows are counted from 1 without a hole', () => {
  const rows = rowsOf(testSession('ES', 1), 10);
  const column = (row: number, offset: number): number => rows.rows[row * ROW_LENGTH + offset] as number;
  expect(column(0, COL_ACTION)).toBe(ACTION_CLEAR);
  let row = 0;
  while ((column(row, COL_FLAGS) & FLAG_SNAPSHOT) !== 0) expect(column(row++, COL_RPT_SEQ)).toBe(0);
  expect(column(row - 1, COL_FLAGS) & FLAG_LAST).toBe(FLAG_LAST);
  for (let expected = 1; row < rows.count; row++) expect(column(row, COL_RPT_SEQ)).toBe(expected++);
});

test('times rise, begin at the start and never pass the time asked for', () => {
  const rows = rowsOf(testSession('NQ', 3), 10);
  let last = TEST_START_MS;
  for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
    const timeMs = rowTimeMs(rows.rows, at);
    expect(timeMs).toBeGreaterThanOrEqual(last);
    last = timeMs;
  }
  expect(last).toBeLessThanOrEqual(TEST_START_MS + 10_000);
});

test('a snapshot later on is the book that the rows have built', () => {
  const session = testSession('GC', 5);
  const rows = rowsOf(session, 120);
  const built = new OrderBook();
  for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) built.applyRow(rows.rows, at);
  const snapshot = new RowBuffer();
  session.snapshot(snapshot);
  const shown = new OrderBook();
  for (let at = 0; at < snapshot.count * ROW_LENGTH; at += ROW_LENGTH) shown.applyRow(snapshot.rows, at);
  expect(shown.liveOrders).toBe(built.liveOrders);
  for (const side of [1, 2])
    for (let k = -60; k <= 60; k++)
      expect(shown.levelSize(side, built.bestBidTicks + k)).toBe(
        built.levelSize(side, built.bestBidTicks + k),
      );
});

test('every product of the catalogue trades in a book of both sides that is never crossed', () => {
  for (const { symbol } of INSTRUMENTS) {
    const rows = rowsOf(testSession(symbol, 1), 60);
    const book = new OrderBook();
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
      book.applyRow(rows.rows, at);
      if (((rows.rows[at + COL_FLAGS] as number) & FLAG_LAST) === 0) continue;
      if (book.bestBidTicks >= book.bestAskTicks) throw new Error(`${symbol} is crossed`);
    }
    expect(book.unknownOrderEvents, symbol).toBe(0);
    expect(book.bestAskTicks - book.bestBidTicks, symbol).toBeLessThan(40);
  }
});

test('the assembler finds every elected stop of the labels and no other, and re-priced aggressors', () => {
  const session = testSession('ES', 2);
  const rows = rowsOf(session, 2 * 3600);
  const found: string[] = [];
  let modified = 0;
  const assembler = new MatchEventAssembler({
    book: new OrderBook(),
    onMatchEvent: ({ rounds }) => {
      for (let at = 0; at < rounds.count; at++) {
        const id = (rounds.orderHi[at] as number) * 2 ** 32 + ((rounds.orderLo[at] as number) >>> 0);
        if (rounds.kind[at] === ROUND_STOP) found.push(String(id));
        if (rounds.kind[at] === ROUND_MODIFIED_LIMIT) modified++;
      }
    },
  });
  for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) assembler.applyRow(rows.rows, at);
  const elected = session
    .finish()
    .filter((label) => label.type === 'stop_election')
    .flatMap((label) => label.orderIds);
  expect(elected.length).toBeGreaterThan(20);
  expect(found).toEqual(elected);
  expect(modified).toBeGreaterThan(50);
});

test('the icebergs of the feed are those of the labels, with their executed contracts', () => {
  const session = testSession('ES', 6);
  const rows = rowsOf(session, 2 * 3600);
  const refilled = new Map<string, number>();
  const assembler = new MatchEventAssembler({
    book: new OrderBook(),
    onMatchEvent: ({ fills }) => {
      for (let at = 0; at < fills.count; at++) {
        const hidden =
          (fills.displayedAfter[at] as number) +
          (fills.size[at] as number) -
          (fills.displayedBefore[at] as number);
        const id = String((fills.orderHi[at] as number) * 2 ** 32 + ((fills.orderLo[at] as number) >>> 0));
        if (hidden > 0) refilled.set(id, (refilled.get(id) ?? 0) + hidden);
      }
    },
  });
  for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) assembler.applyRow(rows.rows, at);
  const icebergs = session.finish().filter((label) => label.type === 'iceberg');
  const evident = icebergs.filter((label) => label.observability === 'exact');
  expect(evident.length).toBeGreaterThan(10);
  expect([...refilled.keys()].sort()).toEqual(evident.flatMap((label) => label.orderIds).sort());
  for (const label of evident) {
    expect(label.tEvidentNs).not.toBeNull();
    expect(label.qty).toBeLessThanOrEqual(Number(label.params['total']));
    expect(label.qty).toBeGreaterThanOrEqual(Number(label.params['display']));
  }
});

test('a session without agents has no labels', () => {
  const session = testSession('ES', 2, { agents: CLEAN });
  rowsOf(session, 1800);
  expect(session.finish()).toEqual([]);
});

test('pinned icebergs leave the draws of the icebergs by chance as they were', () => {
  const displays = (pinned: boolean): unknown[] => {
    const pinnedIcebergs = { fromMs: TEST_START_MS + 10_000, everyMs: 60_000 };
    const session = testSession('ES', 8, pinned ? { pinnedIcebergs } : {});
    rowsOf(session, 3600);
    return session
      .finish()
      .filter((label) => label.type === 'iceberg' && Number(label.agentIds[0]?.split('/')[1]) < 1_000_000)
      .sort((a, b) => Number(a.t0Ns - b.t0Ns))
      .map((label) => [label.t0Ns, label.side, label.params['display'], label.params['total']]);
  };
  const chance = displays(false);
  expect(chance.length).toBeGreaterThan(5);
  expect(displays(true)).toEqual(chance);
});
