/** Rows of the order book. */
import type { OrderBookRow } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { bookView, changedPrices } from './order-book-rows.ts';

const AT = '2026-11-20T16:51:55.000Z';

function row(side: 'bid' | 'ask', price: string, size: number): OrderBookRow {
  return { side, price, size, orders: null, timestamp: AT };
}

const BOOK = [
  row('bid', '4567.00', 49),
  row('bid', '4566.75', 131),
  row('ask', '4567.25', 57),
  row('ask', '4567.50', 89),
];

test('asks are above with the best one last, bids below with the best one first', () => {
  const view = bookView(BOOK, '0.25', 2);
  expect(view.asks.map((one) => [one.price, one.total])).toEqual([
    ['4567.50', 146],
    ['4567.25', 57],
  ]);
  expect(view.bids.map((one) => [one.price, one.total])).toEqual([
    ['4567.00', 49],
    ['4566.75', 180],
  ]);
});

test('the spread is the best ask less the best bid', () => {
  const view = bookView(BOOK, '0.25', 2);
  expect(view.spread).toBe('0.25');
  expect(view.spreadTicks).toBe(1);
  expect(bookView([row('bid', '4567.00', 1)], '0.25', 2).spread).toBeNull();
});

test('bars share one scale and the bid share counts what is shown', () => {
  const view = bookView(BOOK, '0.25', 2);
  expect(view.bids[1]?.share).toBe(1);
  expect(view.asks[1]?.share).toBeCloseTo(57 / 131);
  expect(view.bidShare).toBeCloseTo(180 / 326);
  expect(bookView([], '0.25', 2).bidShare).toBeNull();
});

test('at most ten levels a side are shown', () => {
  const deep = Array.from({ length: 14 }, (_, i) => row('bid', (4567 - i * 0.25).toFixed(2), 5));
  expect(bookView(deep, '0.25', 2).bids).toHaveLength(10);
});

test('changed sizes are reported by side and price, and a first book has no changes', () => {
  expect(changedPrices(null, BOOK).size).toBe(0);
  expect([...changedPrices(BOOK, [row('bid', '4567.00', 50), row('ask', '4567.25', 57)])]).toEqual([
    'bid4567.00',
  ]);
});
