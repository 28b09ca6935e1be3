/** Reading events in pieces, and books that are sent again: what comes out is the same however the rows come in. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineBench } from '#testing/engine-bench.ts';
import { EventReader } from './event-reader.ts';
import { LevelWindow, type RowStamp } from './level-window.ts';
import { appendOrderSnapshot } from './order-snapshot.ts';
import { RowBuffer } from './row-buffer.ts';

const STAMP: RowStamp = { instrumentId: 4, timeHi: 5, timeLo: 6, sequence: 7, flags: 0 };

const ORDER = fc.record({
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  price: fc.integer({ min: 95, max: 105 }),
  size: fc.integer({ min: 1, max: 9 }),
});
const ORDERS = fc.array(ORDER, { minLength: 1, maxLength: 60, size: 'max' });

/** The rows of an exchange that these orders came to, one event each. */
function rowsOf(orders: readonly { side: number; price: number; size: number }[]): RowBuffer {
  const { engine, rows } = engineBench();
  orders.forEach(({ side, price, size }, at) => {
    engine.addLimit(at, side, price, size);
  });
  return rows;
}

/** Every order of a book by price and priority. */
function queuesOf(book: OrderBook): string[] {
  const queues: string[] = [];
  for (const side of [SIDE_BID, SIDE_ASK])
    for (let price = 90; price <= 110; price++)
      for (let slot = book.firstOrder(side, price); slot > 0; slot = book.nextOrder(slot))
        queues.push(`${side} ${price} #${book.orderHi(slot)}/${book.orderLo(slot)} x${book.orderSize(slot)}`);
  return queues;
}

function bookOf(...buffers: readonly RowBuffer[]): OrderBook {
  const book = new OrderBook();
  for (const { rows, count } of buffers)
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows, at);
  return book;
}

/** What a reader reports of the rows, given so many at a time. */
function reported({ rows, count }: RowBuffer, piece: number): string[] {
  const lines: string[] = [];
  const reader = new EventReader({
    onTrade: (from, at) => lines.push(`trade ${from[at + COL_PRICE_TICKS]}x${from[at + COL_SIZE]}`),
    onOther: (from, at) => lines.push(`other ${from[at + COL_ACTION]}`),
    onEnd: ({ sequence, timeLo }) => lines.push(`end ${sequence} ${timeLo} ${queuesOf(reader.book).join()}`),
  });
  for (let row = 0; row < count; row += piece) {
    const some = Math.min(piece, count - row);
    reader.read({ rows: rows.slice(row * ROW_LENGTH, (row + some) * ROW_LENGTH), count: some });
  }
  return lines;
}

test('events are the same however their rows are cut', () => {
  fc.assert(
    fc.property(ORDERS, fc.integer({ min: 1, max: 7 }), (orders, piece) => {
      const rows = rowsOf(orders);
      const whole = reported(rows, rows.count);
      expect(reported(rows, piece)).toEqual(whole);
      const events = Array.from({ length: rows.count }, (_, row) => rows.rows[row * ROW_LENGTH + COL_FLAGS]!);
      const ends = events.filter((flags) => (flags & FLAG_LAST) !== 0).length;
      expect(whole.filter((line) => line.startsWith('end')).length).toBe(ends);
    }),
    { numRuns: 15 },
  );
});

test('a book that is sent again is that book, order by order, whatever was known before', () => {
  fc.assert(
    fc.property(ORDERS, ORDERS, (orders, others) => {
      const book = bookOf(rowsOf(orders));
      const sink = new RowBuffer(1);
      appendOrderSnapshot(book, STAMP, sink);
      expect(sink.count).toBe(1 + book.liveOrders);
      expect(queuesOf(bookOf(sink))).toEqual(queuesOf(book));
      expect(queuesOf(bookOf(rowsOf(others), sink))).toEqual(queuesOf(book));
    }),
    { numRuns: 20 },
  );
});

test('a snapshot is appended to what the sink has, and leaves that as it is', () => {
  const sink = rowsOf([{ side: SIDE_BID, price: 100, size: 3 }]);
  const before = sink.rows.slice(0, ROW_LENGTH);
  appendOrderSnapshot(bookOf(sink), STAMP, sink);
  expect(sink.rows.slice(0, ROW_LENGTH)).toEqual(before);
  const flags = [1, 2].map((row) => sink.rows[row * ROW_LENGTH + COL_FLAGS]);
  expect(flags).toEqual([FLAG_SNAPSHOT, FLAG_SNAPSHOT | FLAG_LAST]);
});

test('a snapshot of nothing is a clear that ends itself', () => {
  const sink = new RowBuffer(1);
  appendOrderSnapshot(new OrderBook(), STAMP, sink);
  expect([sink.count, sink.rows[COL_ACTION], sink.rows[COL_FLAGS]]).toEqual([
    1,
    ACTION_CLEAR,
    FLAG_SNAPSHOT | FLAG_LAST,
  ]);
});

test('ids of more than 32 bits are kept by a snapshot', () => {
  const row = new Int32Array(ROW_LENGTH);
  row.set([ACTION_ADD], COL_ACTION);
  row[COL_SIDE] = SIDE_ASK;
  row[COL_PRICE_TICKS] = 100;
  row[COL_SIZE] = 2;
  row[COL_ORDER_HI] = 1667;
  row[COL_ORDER_LO] = -5;
  const source = new RowBuffer(1);
  source.appendRows(row, 1);
  const sink = new RowBuffer(1);
  appendOrderSnapshot(bookOf(source), STAMP, sink);
  expect(queuesOf(bookOf(sink))).toEqual([`${SIDE_ASK} 100 #1667/-5 x2`]);
});

test('a window of levels that leaves and comes back sends a level each time', () => {
  const { engine, rows } = engineBench();
  const book = new OrderBook();
  const window = new LevelWindow(2);
  const written = (): string[] => {
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows.rows, at);
    rows.clear();
    const sink = new RowBuffer(1);
    window.write(book, STAMP, sink);
    return Array.from({ length: sink.count }, (_, row) => {
      const at = row * ROW_LENGTH;
      return `${sink.rows[at + COL_PRICE_TICKS]}x${sink.rows[at + COL_SIZE]}`;
    });
  };
  for (const price of [97, 98]) engine.addLimit(0, SIDE_BID, price, price);
  expect(written()).toEqual(['98x98', '97x97']);
  const best = engine.addLimit(0, SIDE_BID, 99, 5);
  expect(written()).toEqual(['97x0', '99x5']);
  engine.modify(1, best, 99, 2);
  expect(written()).toEqual(['99x2']);
  engine.cancel(2, best);
  expect(written()).toEqual(['99x0', '97x97']);
  expect(written()).toEqual([]);
});

test('rows of another buffer are copied, not shared', () => {
  const source = rowsOf([{ side: SIDE_BID, price: 100, size: 3 }]);
  const before = source.rows.slice(0, ROW_LENGTH);
  const sink = new RowBuffer(1);
  sink.appendRows(source.rows, source.count);
  source.rows.fill(0);
  expect(sink.rows.slice(0, ROW_LENGTH)).toEqual(before);
  expect([COL_ACTION, COL_PRICE_TICKS, COL_SIZE].map((column) => sink.rows[column])).toEqual([
    ACTION_ADD,
    100,
    3,
  ]);
  sink.appendRows(source.rows, 0);
  expect(sink.count).toBe(1);
});

test('the rows of an exchange are trades, adds, changes and withdrawals only', () => {
  const orders = [95, 105, 96, 104, 100].flatMap((price, at) => [
    { side: SIDE_BID, price, size: at + 1 },
    { side: SIDE_ASK, price, size: 2 },
  ]);
  const { rows, count } = rowsOf(orders);
  const actions = new Set(Array.from({ length: count }, (_, row) => rows[row * ROW_LENGTH + COL_ACTION]));
  for (const action of [ACTION_ADD, ACTION_TRADE, ACTION_CANCEL, ACTION_MODIFY])
    expect(actions).toContain(action);
});
