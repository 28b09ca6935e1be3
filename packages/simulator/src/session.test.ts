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
      'aeb162619dc9f8e67fdf2abe21c60d6e8a3a1da540d864ef76448ee4d5d011d4',
      '2980d1b4d811779fa9c968789164c44bc793e649a3e834fdaafec01866fb536d',
      'f55efb2fce02b4c42781c88a7efeb0896e5e436c78c275341bbdc465f03f2a1f',
    ],
  ],
  [
    'NQ',
    [
      '40331788de793aca905047e3b0b6ec1d282b5c7dd195e6d1f1eede6583b469b9',
      '2016f726ed2d2b0fc3e7d8861a9b91735cc9bfa8739a7748169283d05f80f4fa',
      '40cb785d93c400a5456bfda0457c7ef36e27b2baca09a595e3775446bfa18f40',
    ],
  ],
  [
    'YM',
    [
      '9b42a8d0ad9640f27a000253e27549cf04797ff4199ec1da2e44f0657788a1d1',
      'bed0b4787c4811fc2d4d5bbea18aa202701b67b300f19072a54a27913e913e92',
      '48089a7afa65760004fa8b2c2fec6cbc03c5b4604d2d7ae6952161e0ab79d2ba',
    ],
  ],
  [
    'CL',
    [
      'f1c6359c65d570e5b1e2ff30ffe48acdbf269662a269d45431c672de8e144b1e',
      '0f0bfce92d63c3468d5ea398d64311ad31b11fc25d84d55f778490545480c37c',
      'b8ec95df5b109464efbba70d9d2a75ba598f08f77440d857a2d556801f998f99',
    ],
  ],
  [
    'GC',
    [
      '741b328681ea807a0d6797974d0d72667c94bbb7ab0be6ba39f7a68441f84a8c',
      'a178de1a996f604aad225424f98e4738d46c4dfe4587279a02fe2cf9eaddb68d',
      '44a3f7669362d00e7125f35232a70f90527095038757a1264fa536eb06d4fa3c',
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
