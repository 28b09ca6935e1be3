import { createHash } from 'node:crypto';
import {
  ACTION_CLEAR,
  COL_ACTION,
  COL_FLAGS,
  COL_RPT_SEQ,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  INSTRUMENTS,
  OrderBook,
  ROUND_MODIFIED_LIMIT,
  ROUND_STOP,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { RowBuffer } from '#rows/row-buffer.ts';
import { rowsOf, TEST_START_MS, testSession, visitMatchEvents } from '#testing/session.ts';

const HOURS = process.env['LONG_TESTS'] === '1' ? 2 : 1;

/** SHA-256 of the rows of 60 simulated seconds, little-endian int32. A change here changes every seeded market. */
const GOLDEN: readonly (readonly [symbol: string, hashes: readonly string[]])[] = [
  [
    'ES',
    [
      'b99f0f46fe805573258fab45f487af1b2b18c8cef73328cf3bde53cdbf375f6f',
      '3039b29d951621093515f696c47619e43ffdfcc1f75b3152fd179b576d529c90',
      '7ae4f34af86e79d4d4be45c8618e2222eeafce66b3beb7f46ccc96700b377460',
    ],
  ],
  [
    'NQ',
    [
      '4d8a7d15d679a9c9f7872a699252b41888d5a4b6968cf9c7d53d633ca87d206e',
      'fbffa6e129b6dbafac9ea59dab7d02eb7b7ab6d4bf6db40d318e7c93b3f19560',
      '591ebf7463869e01023b8c2499279a380b0dd54fb7268fa1373a57f75373678f',
    ],
  ],
  [
    'YM',
    [
      'dffa6c03ce51990e1b41e4b7804165c70e9c988584c62dff76a3183d94f92515',
      'bdbae06073d28c71574cc37b5be661ad5b991d7d4ce10454909be1923e039d0a',
      '5fecca05d74bb2fed5d62730d2c34292f82ff1bd71745f67f2c4232cf7d22e4f',
    ],
  ],
  [
    'CL',
    [
      'd0fa5003b752faeff6e72eac3fa72a41fa097121ef02cde23e68cfff720c0fc9',
      '647bf674e3ce247ef72db85726d6004bb2c8fd8389396d4297f6a16f2391e5a1',
      '44079a37c85a87b89da823dbde245f76be55eb515fba889df71d28d369ca5bde',
    ],
  ],
  [
    'GC',
    [
      '077c29cc08f70304aa02bd35b8b2bbb5f98b805aa8903aa821b76e872888826d',
      'b07f31b9497af8aaa707fb98f161fa42dcc18e770b0f0d0649938733b3ff8a90',
      'b83b79c36a0bc2d457e82ac881d3aaf68482a3fbbfefda746e498fb0f573d13b',
    ],
  ],
];

function hashOf(rows: RowBuffer): string {
  const bytes = new DataView(new ArrayBuffer(rows.count * ROW_LENGTH * 4));
  for (let at = 0; at < rows.count * ROW_LENGTH; at++) bytes.setInt32(at * 4, rows.rows[at]!, true);
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
  const column = (row: number, offset: number): number => rows.rows[row * ROW_LENGTH + offset]!;
  expect(column(0, COL_ACTION)).toBe(ACTION_CLEAR);
  let row = 0;
  while ((column(row, COL_FLAGS) & FLAG_SNAPSHOT) !== 0) expect(column(row++, COL_RPT_SEQ)).toBe(0);
  expect(column(row - 1, COL_FLAGS) & FLAG_LAST).toBe(FLAG_LAST);
  for (let expected = 1; row < rows.count; row++) expect(column(row, COL_RPT_SEQ)).toBe(expected++);
});

test('times rise, begin at the start and never pass the requested time', () => {
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
      if ((rows.rows[at + COL_FLAGS]! & FLAG_LAST) === 0) continue;
      if (book.bestBidTicks >= book.bestAskTicks) throw new Error(`${symbol} is crossed`);
    }
    expect(book.unknownOrderEvents, symbol).toBe(0);
    expect(book.bestAskTicks - book.bestBidTicks, symbol).toBeLessThan(40);
  }
});

/** A market with all its agents, for the tests that compare rows with labels. */
const whole = (() => {
  const session = testSession('ES', 6);
  return { rows: rowsOf(session, HOURS * 3600), labels: session.finish() };
})();

test('the assembler finds every elected stop of the labels and no other, and re-priced aggressors', () => {
  const { rows, labels } = whole;
  const found: string[] = [];
  let modified = 0;
  visitMatchEvents(rows, ({ rounds }) => {
    for (let at = 0; at < rounds.count; at++) {
      const id = rounds.orderHi[at]! * 2 ** 32 + (rounds.orderLo[at]! >>> 0);
      if (rounds.kind[at] === ROUND_STOP) found.push(String(id));
      if (rounds.kind[at] === ROUND_MODIFIED_LIMIT) modified++;
    }
  });
  const elected = labels.filter((label) => label.type === 'stop_election').flatMap((label) => label.orderIds);
  expect(elected.length).toBeGreaterThan(20);
  expect(found).toEqual(elected);
  expect(modified).toBeGreaterThan(50);
});

test('the icebergs of the feed are those of the labels, with their executed contracts', () => {
  const { rows, labels } = whole;
  const refilled = new Map<string, number>();
  visitMatchEvents(rows, ({ fills }) => {
    for (let at = 0; at < fills.count; at++) {
      const hidden = fills.displayedAfter[at]! + fills.size[at]! - fills.displayedBefore[at]!;
      const id = String(fills.orderHi[at]! * 2 ** 32 + (fills.orderLo[at]! >>> 0));
      if (hidden > 0) refilled.set(id, (refilled.get(id) ?? 0) + hidden);
    }
  });
  const icebergs = labels.filter((label) => label.type === 'iceberg');
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
    rowsOf(session, (HOURS * 3600) / 2);
    return session
      .finish()
      .filter(({ agentIds: [id = ''] }) => id.startsWith('native-iceberg/') && Number(id.split('/')[1]) < 1e6)
      .sort((a, b) => Number(a.t0Ns - b.t0Ns))
      .map((label) => [label.t0Ns, label.side, label.params['display'], label.params['total']]);
  };
  const chance = displays(false);
  expect(chance.length).toBeGreaterThan(2.5 * HOURS);
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
