/** Depth over time equals the book at each second: random books, damaged bytes, bounds, and the recorded session. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DepthChange } from '#book/depth-change.ts';
import { OrderBook } from '#book/order-book.ts';
import type { PriceLevels } from '#book/price-levels.ts';
import { type DepthColumns, DepthCursor, type DepthWindow } from '#depth/depth-columns.ts';
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
import { SECOND_MS } from '#time/durations.ts';
import { FLOW_SPAN_MS, FlowRecorder } from './flow-recorder.ts';
import { decodeFlowSpan, encodeFlowSpan, type FlowSpan } from './flow-span.ts';

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
  afterMs: fc.constantFrom(0, 0, 400, 1000, 2500, FLOW_SPAN_MS - 7000),
  action: fc.constantFrom(ACTION_ADD, ACTION_ADD, ACTION_MODIFY, ACTION_CANCEL),
  id: fc.integer({ min: 1, max: 12 }),
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  distance: fc.integer({ min: 0, max: 25 }),
  size: fc.integer({ min: 1, max: 300 }),
  isKnown: fc.integer({ min: 0, max: 12 }).map((n) => n > 0),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const UNKNOWN = [...new Array<number>(2 * ROWS).fill(0), NO_PRICE, NO_PRICE];

/** The columns that the samples of spans make. */
function columnsOf(spans: readonly FlowSpan[], window: DepthWindow): DepthColumns {
  const cursor = new DepthCursor(window);
  for (const { atMs, change } of spans.flatMap(({ depth }) => depth)) {
    cursor.fillUntil(atMs);
    if (change === null) cursor.clear();
    else cursor.apply(change);
  }
  cursor.fillUntil(Number.POSITIVE_INFINITY);
  return cursor.grid;
}

/** Applies the steps to a book whose depth is recorded, and returns what the columns from `T + SECOND_MS` on must be. */
function recordBook(steps: readonly Step[]) {
  const book = new OrderBook();
  const spans: FlowSpan[] = [];
  const recorder = new FlowRecorder(book, (span) => spans.push(decodeFlowSpan(encodeFlowSpan(span))));
  const expected: number[][] = [];
  // No step falls on a whole second, where a gap and a sample would meet
  let [nowMs, isKnown] = [T + 37, false];
  const advance = (timeMs: number): void => {
    const column = isKnown ? bookColumn(book, LOW, ROWS) : UNKNOWN;
    while (T + (expected.length + 1) * SECOND_MS <= timeMs) expected.push(column);
    recorder.advance(timeMs);
  };
  for (const { afterMs, isKnown: isNextKnown, distance, side, ...row } of steps) {
    nowMs += afterMs;
    advance(nowMs);
    recorder.setKnown(isNextKnown, nowMs);
    isKnown = isNextKnown;
    const priceTicks = side === SIDE_BID ? 999 - distance : 1000 + distance;
    book.applyRow(eventRow({ ...row, side, priceTicks }), 0);
    recorder.settle(null);
  }
  advance(nowMs + 3 * SECOND_MS);
  recorder.close();
  return { spans, expected };
}

test('every column is the order book at the end of the second before it, through bytes, gaps and spans', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const { spans, expected } = recordBook(steps);
      const firstMs = T + SECOND_MS;
      const grid = columnsOf(spans, windowOf(firstMs, Math.max(1, expected.length)));
      expect(expected.map((_, n) => columnOf(grid, n))).toEqual(expected);
      // A window in the middle whose columns are seldom
      const from = Math.floor(expected.length / 2);
      const seldom = columnsOf(spans, windowOf(firstMs + from * SECOND_MS, 4, 7 * SECOND_MS));
      for (let n = 0; n < 4; n += 1)
        if (from + n * 7 < expected.length) expect(columnOf(seldom, n)).toEqual(expected[from + n * 7]);
    }),
    { numRuns: 15 },
  );
});

const spanOf = (depth: FlowSpan['depth']): FlowSpan => ({
  ...{ fromMs: T, toMs: T + FLOW_SPAN_MS, depth },
  prints: { times: new Float64Array(), rows: new Int32Array() },
});

const whole = (...levels: number[]): DepthChange => ({ isWhole: true, levels: Int32Array.from(levels) });

test('nothing is known before the first sample and in a gap', () => {
  const span = spanOf([
    { atMs: T + 1000, change: whole(SIDE_BID, 999, 5, 2) },
    { atMs: T + 2000, change: null },
    { atMs: T + 3000, change: whole(SIDE_BID, 998, 4, 1, SIDE_ASK, 1001, 7, 3) },
  ]);
  const grid = columnsOf([span], windowOf(T, 5));
  expect([...grid.known]).toEqual([0, 1, 0, 1, 1]);
  expect([...grid.bestAskTicks]).toEqual([NO_PRICE, NO_PRICE, NO_PRICE, 1001, 1001]);
});

test('rows of several ticks add up what rests in them', () => {
  const levels = whole(SIDE_BID, 980, 5, 2, SIDE_BID, 983, 6, 1, SIDE_ASK, 984, 7, 1, SIDE_ASK, 988, 9, 1);
  const grid = columnsOf([spanOf([{ atMs: T, change: levels }])], {
    ...windowOf(T, 1),
    rowTicks: 4,
    rows: 2,
  });
  expect([[...grid.sizes], [...grid.orders]]).toEqual([
    [11, 7],
    [3, 1],
  ]);
});

test('samples of any side, size and price are what was written', () => {
  const span = spanOf([
    { atMs: T, change: whole(SIDE_BID, -5, 500, 1, SIDE_ASK, 1001, 7, 3) },
    {
      atMs: T + 1,
      change: { isWhole: false, levels: Int32Array.of(SIDE_ASK, 1001, 0, 0, SIDE_BID, 2 ** 29, 1, 0) },
    },
    { atMs: T + 1, change: null },
  ]);
  expect(decodeFlowSpan(encodeFlowSpan(span))).toEqual(span);
});

test('random bytes are read or refused, never more', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (tail) => {
      try {
        decodeFlowSpan(Uint8Array.of(1, ...tail));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});

test('a window that is no grid, or too large, is refused', () => {
  for (const columns of [0, -1, 1.5, Number.NaN, 1_000_000])
    expect(() => columnsOf([], windowOf(T, columns)), `${columns}`).toThrow('expected columns by rows');
  expect(() => columnsOf([], { ...windowOf(T, 1), rowTicks: 0 })).toThrow(RangeError);
});

test.skipIf(!RECORDED)(`columns of the recorded ES session equal its book at each second${ALOUD}`, () => {
  const rows = recordedRows();
  const book = new OrderBook();
  const spans: FlowSpan[] = [];
  const recorder = new FlowRecorder(book, (span) => spans.push(decodeFlowSpan(encodeFlowSpan(span))));
  const expected: number[][] = [];
  const [lowTicks, count] = [19_180, 80];
  let [secondMs, firstMs] = [Number.NaN, Number.NaN];
  for (let at = 0; at < rows.length; at += ROW_LENGTH) {
    const timeMs = rowWholeMs(rows, at);
    const isLive = (rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0;
    if (isLive && Number.isNaN(secondMs))
      secondMs = firstMs = Math.floor(timeMs / SECOND_MS) * SECOND_MS + SECOND_MS;
    for (; isLive && timeMs >= secondMs; secondMs += SECOND_MS)
      expected.push(bookColumn(book, lowTicks, count));
    if (isLive) {
      recorder.advance(timeMs);
      recorder.setKnown(true, timeMs);
      recorder.settle(null);
    }
    book.applyRow(rows, at);
  }
  recorder.close();
  expect(expected.length).toBeGreaterThan(5000);
  const grid = columnsOf(spans, {
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
