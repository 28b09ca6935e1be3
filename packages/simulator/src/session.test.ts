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
      'a0d1ff6cb38580788b35baee13ec2ce3d4f203eda9266a8e847d68870fb52c12',
      'f865c8b80ede689d931a33452ccbab106cb922ad7ebc3132da1898150505c6e3',
      '930208588d192e296619804ecedfdb47f6aa51b66d3b928086140938d7b3f66b',
    ],
  ],
  [
    'NQ',
    [
      '96fa9b34f7124041d3e1816d3cd6de813e5d7e0472d4dd750554179b8976745d',
      'ffd3cbf8936da1eba4354596cc088d37b5163edee61119a9afe894e71a7b78a0',
      'a158e79e3b03ba559ff325d9268d44e3bba4d41377670a46689a2037ea50df4b',
    ],
  ],
  [
    'YM',
    [
      'a09973956e611e28af86425e878dcb28d2c2e0b909b29962bc08e6523ab2f295',
      'e1989e2d9760c44d2f8ba9ea19f19c627b5153eed6718e8a27a66f7e39b4e4de',
      'f64a4f32168c9b55600c47789d1c564e47f0ff10b4c8e3ab299aaf0c9be4bb52',
    ],
  ],
  [
    'CL',
    [
      '93839c24e94a626af8513e075e0fc878d21a032379d6249d3eb57674fda1668f',
      '8474d254d93c7a6c36288db7ff7e4a09389df26659b4478b4b8a88caf85f7a83',
      '5c66c92a0ff003f5a9422e5394ee57bb93397b188ea6cbcf34dc4210fcd01b26',
    ],
  ],
  [
    'GC',
    [
      'ae68b0dd1bf28de0de8a736cf46936dba039c938b808194ce59d58bc0112f941',
      '688841e9bab224a330ce9066bdc116fb338f7e3a0767c000a8d7b7686fac3593',
      'd9b0e67e2f81fd3a25cbf7158059184a33c9bd8c98f074131c5cf6f69076b6af',
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
  const evident = icebergs.filter(({ sub, observability }) => sub === 'native' && observability !== 'none');
  expect(evident.length).toBeGreaterThan(10);
  expect([...refilled.keys()].sort()).toEqual(evident.flatMap((label) => label.orderIds).sort());
  for (const label of evident) {
    expect(label.tEvidentNs).not.toBeNull();
    expect(label.qty).toBeLessThanOrEqual(Number(label.params['total']));
    expect(label.qty).toBeGreaterThanOrEqual(Number(label.params['display']));
  }
});

test('a session without agents has no labels but those of what its own volume did', () => {
  const session = testSession('ES', 2, { agents: CLEAN });
  rowsOf(session, 1800);
  expect(session.finish().filter(({ sub }) => sub !== 'organic')).toEqual([]);
});

test('pinned icebergs leave the draws of the icebergs by chance as they were', () => {
  const displays = (pinned: boolean): unknown[] => {
    const pinnedIcebergs = { fromMs: TEST_START_MS + 10_000, everyMs: 60_000 };
    const session = testSession('ES', 8, pinned ? { pinnedIcebergs } : {});
    rowsOf(session, 3600);
    return session
      .finish()
      .filter(({ agentIds: [id = ''] }) => id.startsWith('native-iceberg/') && Number(id.split('/')[1]) < 1e6)
      .sort((a, b) => Number(a.t0Ns - b.t0Ns))
      .map((label) => [label.t0Ns, label.side, label.params['display'], label.params['total']]);
  };
  const chance = displays(false);
  expect(chance.length).toBeGreaterThan(5);
  expect(displays(true)).toEqual(chance);
});

test('pinned icebergs are refilled within seconds of their arrival', () => {
  const fromMs = TEST_START_MS + 60_000;
  const session = testSession('ES', 9, { pinnedIcebergs: { fromMs, everyMs: 7_000 } });
  rowsOf(session, 120);
  const pinned = session.finish().filter((label) => Number(label.agentIds[0]?.split('/')[1]) > 1_000_000);
  const soon = pinned.filter(
    ({ t0Ns, tEvidentNs }) => tEvidentNs !== null && tEvidentNs - t0Ns < 5_000_000_000n,
  );
  expect(pinned.length).toBeGreaterThan(5);
  expect(soon.length).toBeGreaterThan(pinned.length / 2);
});
