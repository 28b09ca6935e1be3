/** Depth over time equals the book at each second: random books, damaged bytes, bounds, and the recorded session. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DepthChange, NO_DEPTH_CHANGE } from '#book/depth-change.ts';
import { DepthReader } from '#book/depth-reader.ts';
import { OrderBook } from '#book/order-book.ts';
import type { PriceLevels } from '#book/price-levels.ts';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_MODIFY,
  COL_FLAGS,
  FLAG_SNAPSHOT,
  NO_PRICE,
  ROW_LENGTH,
  rowWholeMs,
  SIDE_ASK,
  SIDE_BID,
} from '#events/market-event.ts';
import { eventRow } from '#testing/event-row.ts';
import { ALOUD, RECORDED, recordedRows } from '#testing/recorded-rows.ts';
import { MINUTE_MS, SECOND_MS } from '#time/durations.ts';
import { decodeDepth, encodeDepth } from './depth-codec.ts';
import type { DepthColumns } from './depth-columns.ts';
import { DEPTH_PART_MS, DepthHistory } from './depth-history.ts';

const T = Date.UTC(2026, 10, 20, 16, 3);
const [LOW, ROWS] = [980, 40];

const windowOf = (fromMs: number, columns: number, everyMs = SECOND_MS) => ({
  fromMs,
  everyMs,
  columns,
  lowTicks: LOW,
  rowTicks: 1,
  rows: ROWS,
});

/** What a column must be: sizes and orders by row, and the best prices. */
function bookColumn(book: PriceLevels, lowTicks: number, rows: number): number[] {
  const prices = Array.from({ length: rows }, (_, n) => lowTicks + n);
  const both = (read: (side: number, price: number) => number): number[] =>
    prices.map((price) => read(SIDE_BID, price) + read(SIDE_ASK, price));
  return [
    ...both((side, price) => book.levelSize(side, price)),
    ...both((side, price) => book.levelOrders(side, price)),
    book.bestBidTicks,
    book.bestAskTicks,
  ];
}

const columnOf = ({ rows, sizes, orders, bestBidTicks, bestAskTicks }: DepthColumns, n: number): number[] => [
  ...sizes.slice(n * rows, (n + 1) * rows),
  ...orders.slice(n * rows, (n + 1) * rows),
  bestBidTicks[n]!,
  bestAskTicks[n]!,
];

const step = fc.record({
  afterMs: fc.constantFrom(0, 0, 400, 1000, 2500, DEPTH_PART_MS - 7000),
  action: fc.constantFrom(ACTION_ADD, ACTION_ADD, ACTION_MODIFY, ACTION_CANCEL),
  id: fc.integer({ min: 1, max: 12 }),
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  distance: fc.integer({ min: 0, max: 25 }),
  size: fc.integer({ min: 1, max: 300 }),
  isKnown: fc.integer({ min: 0, max: 12 }).map((n) => n > 0),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const UNKNOWN = [...new Array<number>(2 * ROWS).fill(0), NO_PRICE, NO_PRICE];

/** Applies the steps to a book, adds each second to the history, and returns what the columns must be. */
function sampleBook(steps: readonly Step[], history: DepthHistory): number[][] {
  const book = new OrderBook();
  const reader = new DepthReader();
  const expected: number[][] = [];
  let [nowMs, wasKnown] = [T, false];
  const sample = (isKnown: boolean): void => {
    if (isKnown && !wasKnown) reader.restart();
    wasKnown = isKnown;
    const change = isKnown ? (reader.read(book) ?? NO_DEPTH_CHANGE) : null;
    history.add(T + expected.length * SECOND_MS, change);
    expected.push(isKnown ? bookColumn(book, LOW, ROWS) : UNKNOWN);
  };
  const sampleUntil = (untilMs: number, isKnown: boolean): void => {
    const seconds = Math.min(700, Math.floor((untilMs - T) / SECOND_MS));
    while (expected.length < seconds) sample(isKnown);
  };
  for (const { afterMs, isKnown, distance, side, ...row } of steps) {
    nowMs += afterMs;
    sampleUntil(nowMs, isKnown);
    const priceTicks = side === SIDE_BID ? 999 - distance : 1000 + distance;
    book.applyRow(eventRow({ ...row, side, priceTicks }), 0);
  }
  sampleUntil(nowMs + 3 * SECOND_MS, true);
  return expected;
}

test('every column is the order book at the end of its second, through bytes, gaps and parts', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const parts: Uint8Array[] = [];
      const history = new DepthHistory(undefined, ({ bytes }) => parts.push(bytes));
      const expected = sampleBook(steps, history);
      const open = history.columns(windowOf(T, expected.length));
      history.closePart();
      const restored = new DepthHistory();
      restored.restore(parts);
      const stored = restored.columns(windowOf(T, expected.length));
      for (const grid of [open, stored]) expect(expected.map((_, n) => columnOf(grid, n))).toEqual(expected);
      // A window in the middle whose columns are seldom
      const from = Math.floor(expected.length / 2);
      const seldom = restored.columns(windowOf(T + from * SECOND_MS, 4, 7 * SECOND_MS));
      for (let n = 0; n < 4; n += 1) expect(columnOf(seldom, n)).toEqual(expected[from + n * 7] ?? UNKNOWN);
    }),
    { numRuns: 15 },
  );
});

const whole = (...levels: number[]): DepthChange => ({ isWhole: true, levels: Int32Array.from(levels) });
const changed = (...levels: number[]): DepthChange => ({ isWhole: false, levels: Int32Array.from(levels) });

test('nothing is known before the first sample, after the newest one, and in a gap', () => {
  const history = new DepthHistory();
  history.add(T + 1000, whole(SIDE_BID, 999, 5, 2));
  history.add(T + 2000, null);
  history.add(T + 3000, whole(SIDE_BID, 998, 4, 1, SIDE_ASK, 1001, 7, 3));
  history.add(T + 4000, NO_DEPTH_CHANGE);
  const grid = history.columns(windowOf(T, 6));
  expect([...grid.known]).toEqual([0, 1, 0, 1, 1, 0]);
  expect([...grid.bestAskTicks]).toEqual([NO_PRICE, NO_PRICE, NO_PRICE, 1001, 1001, NO_PRICE]);
});

test('rows of several ticks add up what rests in them', () => {
  const history = new DepthHistory();
  history.add(T, whole(SIDE_BID, 980, 5, 2, SIDE_BID, 983, 6, 1, SIDE_ASK, 984, 7, 1, SIDE_ASK, 988, 9, 1));
  const grid = history.columns({ ...windowOf(T, 1), rowTicks: 4, rows: 2 });
  expect([[...grid.sizes], [...grid.orders]]).toEqual([
    [11, 7],
    [3, 1],
  ]);
});

test('what was stored is read again, and what follows it is unknown until a whole depth', () => {
  const stored: Uint8Array[] = [];
  const first = new DepthHistory(undefined, ({ bytes }) => stored.push(bytes));
  first.add(T, whole(SIDE_BID, 999, 5, 2));
  first.add(T + DEPTH_PART_MS, changed(SIDE_BID, 998, 3, 1));
  first.closePart();
  expect(stored.map((bytes) => decodeDepth(bytes)[0]?.change?.isWhole)).toEqual([true, true]);
  const second = new DepthHistory();
  second.restore(stored);
  second.add(T + 2 * DEPTH_PART_MS, changed(SIDE_BID, 997, 1, 1));
  second.add(T + 2 * DEPTH_PART_MS + 1000, whole(SIDE_BID, 990, 1, 1));
  const at = (afterMs: number) => second.columns(windowOf(T + afterMs, 1));
  expect(at(0).sizes[999 - LOW]).toBe(5);
  expect([at(DEPTH_PART_MS).sizes[999 - LOW], at(DEPTH_PART_MS).sizes[998 - LOW]]).toEqual([5, 3]);
  expect([at(DEPTH_PART_MS + 1000).known[0], at(2 * DEPTH_PART_MS).known[0]]).toEqual([0, 0]);
  expect(at(2 * DEPTH_PART_MS + 1000).sizes[990 - LOW]).toBe(1);
  expect(() => second.restore(stored)).toThrow('expected depth from');
});

test('where a stored part is missing the depth is unknown', () => {
  const stored: Uint8Array[] = [];
  const history = new DepthHistory(undefined, ({ bytes }) => stored.push(bytes));
  history.add(T, whole(SIDE_BID, 999, 5, 2));
  for (const part of [1, 2, 3]) history.add(T + part * DEPTH_PART_MS, changed(SIDE_BID, 998, part, 1));
  history.closePart();
  const restored = new DepthHistory();
  restored.restore([stored[0]!, stored[3]!]);
  const known = [0, 1, 2, 3].map((part) => restored.columns(windowOf(T + part * DEPTH_PART_MS, 1)).known[0]);
  expect(known).toEqual([1, 0, 0, 1]);
});

test('beyond its bound the oldest parts are left out', () => {
  const history = new DepthHistory(200);
  for (let minute = 0; minute < 120; minute += 1)
    history.add(
      T + minute * MINUTE_MS,
      minute === 0 ? whole(SIDE_BID, 999, 5, 2) : changed(SIDE_BID, 990, minute, 1),
    );
  expect(history.storedBytes).toBeLessThanOrEqual(200);
  expect(history.fromMs).toBeGreaterThan(T);
  expect(history.columns(windowOf(T, 1)).known[0]).toBe(0);
  expect(history.columns(windowOf(T + 119 * MINUTE_MS, 1)).sizes[990 - LOW]).toBe(119);
});

test('bytes that are cut, too long or of another version are refused', () => {
  const bytes = encodeDepth([{ atMs: T, change: whole(SIDE_BID, -5, 500, 1, SIDE_ASK, 1001, 7, 3) }]);
  expect(decodeDepth(bytes)).toEqual([
    { atMs: T, change: whole(SIDE_BID, -5, 500, 1, SIDE_ASK, 1001, 7, 3) },
  ]);
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => decodeDepth(bytes.subarray(0, length)), `${length}`).toThrow(RangeError);
  expect(() => decodeDepth(Uint8Array.of(...bytes, 0))).toThrow('expected the end of the depth');
  expect(() => decodeDepth(bytes.with(0, 9))).toThrow('expected depth of version 1, got 9');
});

test('random bytes are read or refused, never more', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (tail) => {
      try {
        decodeDepth(Uint8Array.of(1, ...tail));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});

test('a window that is no grid, or too large, is refused', () => {
  const history = new DepthHistory();
  for (const columns of [0, -1, 1.5, Number.NaN, 1_000_000])
    expect(() => history.columns(windowOf(T, columns)), `${columns}`).toThrow('expected columns by rows');
  expect(() => history.columns({ ...windowOf(T, 1), rowTicks: 0 })).toThrow(RangeError);
});

test.skipIf(!RECORDED)(`columns of the recorded ES session equal its book at each second${ALOUD}`, () => {
  const rows = recordedRows();
  const book = new OrderBook();
  const reader = new DepthReader();
  const history = new DepthHistory();
  const expected: number[][] = [];
  const [lowTicks, count] = [19_180, 80];
  let [secondMs, firstMs] = [Number.NaN, Number.NaN];
  for (let at = 0; at < rows.length; at += ROW_LENGTH) {
    const timeMs = rowWholeMs(rows, at);
    const isLive = (rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0;
    if (isLive && Number.isNaN(secondMs)) secondMs = firstMs = Math.floor(timeMs / SECOND_MS) * SECOND_MS;
    for (; isLive && timeMs >= secondMs + SECOND_MS; secondMs += SECOND_MS) {
      history.add(secondMs, reader.read(book) ?? NO_DEPTH_CHANGE);
      expected.push(bookColumn(book, lowTicks, count));
    }
    book.applyRow(rows, at);
  }
  expect(expected.length).toBeGreaterThan(5000);
  const grid = history.columns({
    fromMs: firstMs,
    everyMs: SECOND_MS,
    columns: expected.length,
    lowTicks,
    rowTicks: 1,
    rows: count,
  });
  expected.forEach((column, n) => {
    const found = columnOf(grid, n);
    if (found.some((value, at) => value !== column[at])) expect(found, `second ${n}`).toEqual(column);
  });
});
