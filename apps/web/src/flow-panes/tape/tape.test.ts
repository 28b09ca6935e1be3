/** The tape lists orders newest first, joins past and present without doubles, and says what its filter hides. */
import {
  PRINT_STRIDE,
  type PrintRows,
  ROUND_MARKETABLE,
  ROUND_STOP,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { TapeFeed } from './tape-feed.ts';
import { contractsBySecond, pacePerSecond } from './tape-pace.ts';
import { marksOf, rowsInView, tapeList } from './tape-rows.ts';

const T = Date.UTC(2026, 10, 20, 16, 50);

type Print = readonly [
  afterMs: number,
  order: number,
  side: number,
  ticks: number,
  size: number,
  kind?: number,
];

function prints(...list: Print[]): PrintRows {
  const rows = new Int32Array(list.length * PRINT_STRIDE);
  for (const [n, [, order, side, ticks, size, kind = ROUND_MARKETABLE]] of list.entries())
    rows.set([order, kind, side, ticks, size], n * PRINT_STRIDE);
  return { times: Float64Array.from(list, ([afterMs]) => T + afterMs), rows };
}

const ordersOf = (feed: TapeFeed): number[] => feed.orders.map(({ order }) => order);

function feedOf(...list: Print[]): TapeFeed {
  const feed = new TapeFeed(200);
  feed.add(prints(...list), true);
  return feed;
}

test('rows of one order number are one row with its prices and its size', () => {
  const feed = feedOf([0, 1, SIDE_BID, 100, 5], [0, 1, SIDE_BID, 101, 7], [20, 2, SIDE_ASK, 100, 3]);
  expect(feed.orders).toMatchObject([
    { order: 1, size: 12, firstTicks: 100, lastTicks: 101, prices: 2 },
    { order: 2, size: 3, prices: 1 },
  ]);
});

test('the past ends where the present begins, even within one millisecond', () => {
  const feed = feedOf([5, 3, SIDE_BID, 100, 1], [6, 4, SIDE_BID, 100, 1]);
  feed.addPast(prints([0, 1, SIDE_BID, 99, 1], [5, 2, SIDE_BID, 99, 1], [5, 3, SIDE_BID, 100, 1]));
  expect(ordersOf(feed)).toEqual([1, 2, 3, 4]);
});

test('a past without a common row ends before the first instant of the present', () => {
  const feed = feedOf([5, 30, SIDE_BID, 100, 1]);
  feed.addPast(prints([0, 1, SIDE_BID, 99, 1], [5, 2, SIDE_BID, 99, 1]));
  expect(ordersOf(feed)).toEqual([1, 30]);
});

test('a whole list that overlaps keeps what is older; one of another market replaces everything', () => {
  const feed = feedOf([0, 1, SIDE_BID, 99, 1], [1, 2, SIDE_BID, 99, 1]);
  feed.add(prints([1, 2, SIDE_BID, 99, 1], [2, 3, SIDE_BID, 99, 1]), true);
  expect([ordersOf(feed), feed.generation]).toEqual([[1, 2, 3], 1]);
  feed.add(prints([9000, 1, SIDE_BID, 500, 1]), true);
  expect([ordersOf(feed), feed.generation]).toEqual([[1], 2]);
  feed.add({ times: new Float64Array(), rows: new Int32Array() }, true);
  expect([ordersOf(feed), feed.isKnown]).toEqual([[], true]);
});

test('the filter says how many orders and which share of the volume it shows', () => {
  const feed = feedOf([0, 1, SIDE_BID, 100, 30], [10, 2, SIDE_ASK, 100, 50], [20, 3, SIDE_BID, 100, 20]);
  const list = tapeList(feed.orders, [], 25);
  expect(list).toMatchObject({ shown: 2, all: 3, volumePercent: 80, sinceMs: T });
  expect(list.rows.map((row) => (row.kind === 'order' ? row.order.order : 'gap'))).toEqual([2, 1]);
  expect(tapeList([], [], 25)).toMatchObject({ shown: 0, all: 0, volumePercent: 100, sinceMs: null });
});

test('a gap is a row between the orders around it', () => {
  const feed = feedOf([0, 1, SIDE_BID, 100, 30], [3000, 2, SIDE_ASK, 100, 50]);
  feed.addGap({ fromMs: T + 500, toMs: null });
  feed.addGap({ fromMs: T + 500, toMs: T + 900 });
  const { rows } = tapeList(feed.orders, feed.gaps, 1);
  expect(rows.map((row) => (row.kind === 'gap' ? row.gap.toMs : row.order.order))).toEqual([2, T + 900, 1]);
});

test('sweeps, blocks, elected stops and trades against an iceberg are marked', () => {
  const feed = feedOf(
    [0, 1, SIDE_BID, 100, 5],
    [0, 1, SIDE_BID, 101, 195],
    [5, 2, SIDE_ASK, 100, 3, ROUND_STOP],
  );
  const iceberg = { eventId: 'i', side: SIDE_BID, lowTicks: 100, highTicks: 100, fromMs: T, toMs: T + 10 };
  const marks = (n: number, toMs = iceberg.toMs) => marksOf(feed.orders[n]!, [{ ...iceberg, toMs }]);
  expect(marks(0)).toEqual([{ kind: 'sweep', prices: 2, fromTicks: 100 }, { kind: 'block' }]);
  expect(marks(1)).toEqual([{ kind: 'iceberg', eventId: 'i' }, { kind: 'stop' }]);
  expect(marks(1, T + 4)).toEqual([{ kind: 'stop' }]);
});

test('contracts are counted by whole second', () => {
  const feed = feedOf(
    [100, 1, SIDE_BID, 100, 5],
    [1900, 2, SIDE_BID, 100, 7],
    [2000, 3, SIDE_BID, 100, 2],
    [3100, 4, SIDE_BID, 100, 9],
  );
  const seconds = contractsBySecond(feed.orders, T + 3050, 3);
  expect(seconds).toEqual([5, 7, 2]);
  expect(pacePerSecond(seconds, 2)).toBe(4.5);
});

test('a window of a long list has the rows around its scroll position', () => {
  expect(rowsInView(0, 190, 19, 1000)).toEqual([0, 18]);
  expect(rowsInView(1900, 190, 19, 1000)).toEqual([96, 114]);
  expect(rowsInView(1900, 190, 19, 20)).toEqual([20, 20]);
});
