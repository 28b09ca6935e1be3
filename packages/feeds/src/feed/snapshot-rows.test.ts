/** A book written as a snapshot is the same book again: every queue, both sides, the last row flagged. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_LEVEL,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_MBP,
  FLAG_SNAPSHOT,
  LevelBook,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotRows } from './snapshot-rows.ts';

const STAMP = { instrumentId: 9, timeHi: 3, timeLo: 4, sequence: 5, rptSeq: 6 };

interface Order {
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
}

function bookOf(orders: readonly Order[]): OrderBook {
  const book = new OrderBook();
  for (const [at, { side, priceTicks, size }] of orders.entries()) {
    const row = new Int32Array(ROW_LENGTH);
    row[COL_ACTION] = ACTION_ADD;
    row[COL_SIDE] = side;
    row[COL_PRICE_TICKS] = priceTicks;
    row[COL_SIZE] = size;
    row[COL_ORDER_LO] = at + 1;
    book.applyRow(row, 0);
  }
  return book;
}

/** Every order of a book, level by level in queue order. */
function ordersOf(book: OrderBook): number[][] {
  const found: number[][] = [];
  const [prices, sizes, orders] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)];
  for (const side of [SIDE_BID, SIDE_ASK]) {
    const levels = book.copyTop(side, 64, prices, sizes, orders);
    for (const price of prices.subarray(0, levels))
      for (let slot = book.firstOrder(side, price); slot >= 0; slot = book.nextOrder(slot))
        found.push([side, price, book.orderSize(slot), book.orderHi(slot), book.orderLo(slot)]);
  }
  return found;
}

const bid = fc.record({
  side: fc.constant(SIDE_BID),
  priceTicks: fc.integer({ min: -20, max: -1 }),
  size: fc.integer({ min: 1, max: 99 }),
});
const ask = fc.record({
  side: fc.constant(SIDE_ASK),
  priceTicks: fc.integer({ min: 1, max: 20 }),
  size: fc.integer({ min: 1, max: 99 }),
});

test('the rows rebuild every queue in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(bid, ask), { maxLength: 60 }), (orders) => {
      const book = bookOf(orders);
      const { rows, count } = snapshotRows(book, STAMP);
      const again = new OrderBook();
      for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) again.applyRow(rows, at);
      expect(ordersOf(again)).toEqual(ordersOf(book));
      expect(count).toBe(orders.length + 1);
    }),
  );
});

test('it begins with a clear, every row is a snapshot of the stamp, and only the last ends it', () => {
  const { rows, count } = snapshotRows(
    bookOf([
      { side: SIDE_BID, priceTicks: 1, size: 2 },
      { side: SIDE_ASK, priceTicks: 3, size: 4 },
    ]),
    STAMP,
  );
  expect([count, rows[COL_ACTION]]).toEqual([3, ACTION_CLEAR]);
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    const stamp = [COL_INSTRUMENT, COL_TIME_HI, COL_TIME_LO, COL_SEQUENCE, COL_RPT_SEQ].map(
      (column) => rows[at + column],
    );
    expect(stamp).toEqual([9, 3, 4, 5, 6]);
    const isLast = at === (count - 1) * ROW_LENGTH;
    expect(rows[at + COL_FLAGS]).toBe(isLast ? FLAG_SNAPSHOT | FLAG_LAST : FLAG_SNAPSHOT);
  }
});

test('an empty book is a clear that ends the snapshot', () => {
  const { rows, count } = snapshotRows(new OrderBook(), STAMP);
  expect([count, rows[COL_ACTION], rows[COL_FLAGS]]).toEqual([1, ACTION_CLEAR, FLAG_SNAPSHOT | FLAG_LAST]);
});

test('more than a thousand levels are all written', () => {
  const orders = Array.from({ length: 1500 }, (_, at) => ({ side: SIDE_BID, priceTicks: -at, size: 1 }));
  expect(snapshotRows(bookOf(orders), STAMP).count).toBe(1501);
});

test('a book of levels is written as levels with their number of orders', () => {
  const book = new LevelBook();
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = ACTION_LEVEL;
  row[COL_SIDE] = SIDE_ASK;
  row[COL_PRICE_TICKS] = 101;
  row[COL_SIZE] = 7;
  row[COL_AUX] = 3;
  book.applyRow(row, 0);
  const { rows, count } = snapshotRows(book, STAMP);
  expect(count).toBe(2);
  const level = [COL_ACTION, COL_SIDE, COL_PRICE_TICKS, COL_SIZE, COL_AUX, COL_FLAGS].map(
    (column) => rows[ROW_LENGTH + column],
  );
  expect(level).toEqual([ACTION_LEVEL, SIDE_ASK, 101, 7, 3, FLAG_SNAPSHOT | FLAG_MBP | FLAG_LAST]);
});

test('the rows rebuild every level of both sides, with its number of orders', () => {
  const level = fc.record({
    side: fc.constantFrom(SIDE_BID, SIDE_ASK),
    priceTicks: fc.integer({ min: -30, max: 30 }),
    size: fc.nat(50),
    orders: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(level, { maxLength: 60 }), (levels) => {
      const [book, again] = [new LevelBook(), new LevelBook()];
      const row = new Int32Array(ROW_LENGTH);
      row[COL_ACTION] = ACTION_LEVEL;
      for (const { side, priceTicks, size, orders } of levels) {
        row[COL_SIDE] = side;
        row[COL_PRICE_TICKS] = priceTicks;
        row[COL_SIZE] = size;
        row[COL_AUX] = orders;
        book.applyRow(row, 0);
      }
      const { rows, count } = snapshotRows(book, STAMP);
      for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) again.applyRow(rows, at);
      const last = new Map(levels.map((one) => [`${one.side} ${one.priceTicks}`, one]));
      expect(count).toBe([...last.values()].filter(({ size }) => size > 0).length + 1);
      for (const { side, priceTicks, size, orders } of last.values())
        expect([again.levelSize(side, priceTicks), again.levelOrders(side, priceTicks)]).toEqual([
          size,
          size === 0 ? 0 : orders,
        ]);
    }),
  );
});

test('levels come best first, bids before asks', () => {
  const orders = [
    { side: SIDE_ASK, priceTicks: 13, size: 1 },
    { side: SIDE_BID, priceTicks: 9, size: 1 },
    { side: SIDE_ASK, priceTicks: 12, size: 1 },
    { side: SIDE_BID, priceTicks: 10, size: 1 },
  ];
  const { rows, count } = snapshotRows(bookOf(orders), STAMP);
  const prices = Array.from({ length: count - 1 }, (_, at) => rows[(at + 1) * ROW_LENGTH + COL_PRICE_TICKS]);
  expect(prices).toEqual([10, 9, 12, 13]);
});
