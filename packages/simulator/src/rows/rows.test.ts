/** Rows of feeds that carry less than orders: a window of levels is the book's, a snapshot is the book again, events end once. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
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
import { EventReader } from './event-reader.ts';
import { LevelWindow, type RowStamp } from './level-window.ts';
import { appendOrderSnapshot } from './order-snapshot.ts';
import { RowBuffer } from './row-buffer.ts';
import { appendClear, appendWithoutIds, endEvent } from './trade-rows.ts';

const STAMP: RowStamp = { instrumentId: 4, timeHi: 5, timeLo: 6, sequence: 7, flags: 0 };

interface Row {
  readonly action: number;
  readonly side?: number;
  readonly priceTicks?: number;
  readonly size?: number;
  readonly id?: number;
  readonly flags?: number;
  readonly timeLo?: number;
}

function rowOf({
  action,
  side = SIDE_BID,
  priceTicks = 100,
  size = 1,
  id = 1,
  flags = 0,
  timeLo = 1,
}: Row): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = action;
  row[COL_SIDE] = side;
  row[COL_PRICE_TICKS] = priceTicks;
  row[COL_SIZE] = size;
  row[COL_ORDER_LO] = id;
  row[COL_FLAGS] = flags;
  row[COL_TIME_LO] = timeLo;
  row[COL_INSTRUMENT] = 4;
  return row;
}
function bufferOf(rows: readonly Row[]): RowBuffer {
  const buffer = new RowBuffer(1);
  for (const row of rows) buffer.appendRows(rowOf(row), 1);
  return buffer;
}

/** Prices, sizes and numbers of orders of the best levels, best first. */
function topOf(book: OrderBook | LevelBook, side: number, depth: number): number[][] {
  const [prices, sizes, orders] = [new Int32Array(depth), new Int32Array(depth), new Int32Array(depth)];
  const count = book.copyTop(side, depth, prices, sizes, orders);
  return Array.from({ length: count }, (_, at) => [prices[at]!, sizes[at]!, orders[at]!]);
}

test('a buffer grows without losing a row, and is empty after it was cleared', () => {
  const buffer = bufferOf(Array.from({ length: 100 }, (_, at) => ({ action: ACTION_ADD, size: at + 1 })));
  expect(buffer.count).toBe(100);
  for (let at = 0; at < 100; at += 1) expect(buffer.rows[at * ROW_LENGTH + COL_SIZE]).toBe(at + 1);
  buffer.clear();
  expect([buffer.count, buffer.append()]).toEqual([0, 0]);
});

/** Orders 1 to 12, bids below 100 and asks above: each step adds one, changes its size or takes it out. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(9)), { maxLength: 40 });

function applyStep(book: OrderBook, id: number, size: number): void {
  const side = id % 2 === 0 ? SIDE_BID : SIDE_ASK;
  const priceTicks = side === SIDE_BID ? 100 - (id % 5) : 101 + (id % 5);
  const slot = book.findOrder(0, id);
  if (slot < 0 && size > 0) book.applyRow(rowOf({ action: ACTION_ADD, side, priceTicks, size, id }), 0);
  else if (slot >= 0 && size > 0)
    book.applyRow(rowOf({ action: ACTION_MODIFY, side, priceTicks, size, id }), 0);
  else if (slot >= 0)
    book.applyRow(rowOf({ action: ACTION_CANCEL, side, priceTicks, size: book.orderSize(slot), id }), 0);
}

function applyAll({ rows, count }: RowBuffer, book: LevelBook): void {
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows, at);
}

test('changes of a window, applied one after the other, are the best levels of the book', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), (all, depth) => {
      const [book, copy] = [new OrderBook(), new LevelBook()];
      const window = new LevelWindow(depth);
      for (const [id, size] of all) {
        applyStep(book, id, size);
        const sink = new RowBuffer(1);
        window.write(book, STAMP, sink);
        applyAll(sink, copy);
        for (const side of [SIDE_BID, SIDE_ASK])
          expect(topOf(copy, side, 20)).toEqual(topOf(book, side, depth));
      }
    }),
  );
});

test('an unchanged book writes nothing, a forgotten window everything', () => {
  const book = new OrderBook();
  book.applyRow(rowOf({ action: ACTION_ADD, size: 5 }), 0);
  const window = new LevelWindow(10);
  const counts = [0, 1, 2].map((round) => {
    if (round === 2) window.forget();
    const sink = new RowBuffer(1);
    window.write(book, STAMP, sink);
    return sink.count;
  });
  expect(counts).toEqual([1, 0, 1]);
});

test('a level row has the stamp, and the flag of levels', () => {
  const book = new OrderBook();
  book.applyRow(rowOf({ action: ACTION_ADD, side: SIDE_ASK, priceTicks: 101, size: 5 }), 0);
  const { rows } = (() => {
    const sink = new RowBuffer(1);
    new LevelWindow(10).write(book, { ...STAMP, flags: FLAG_MAYBE_BAD_BOOK }, sink);
    return sink;
  })();
  const columns = [
    COL_ACTION,
    COL_SIDE,
    COL_PRICE_TICKS,
    COL_SIZE,
    COL_INSTRUMENT,
    COL_TIME_HI,
    COL_TIME_LO,
    COL_SEQUENCE,
  ];
  expect(columns.map((column) => rows[column])).toEqual([ACTION_LEVEL, SIDE_ASK, 101, 5, 4, 5, 6, 7]);
  expect(rows[COL_FLAGS]).toBe(FLAG_MBP | FLAG_MAYBE_BAD_BOOK);
});

test('a snapshot of orders is the book again, in priority, and one event', () => {
  const book = new OrderBook();
  for (const [at, size] of [5, 6, 7].entries())
    book.applyRow(rowOf({ action: ACTION_ADD, size, id: at + 1 }), 0);
  book.applyRow(rowOf({ action: ACTION_ADD, side: SIDE_ASK, priceTicks: 101, size: 9, id: 9 }), 0);
  const sink = new RowBuffer(1);
  appendOrderSnapshot(book, STAMP, sink);
  const flags = Array.from({ length: sink.count }, (_, at) => sink.rows[at * ROW_LENGTH + COL_FLAGS]);
  expect(flags).toEqual([...new Array(4).fill(FLAG_SNAPSHOT), FLAG_SNAPSHOT | FLAG_LAST]);
  const again = new OrderBook();
  for (let at = 0; at < sink.count * ROW_LENGTH; at += ROW_LENGTH) again.applyRow(sink.rows, at);
  for (const side of [SIDE_BID, SIDE_ASK]) expect(topOf(again, side, 9)).toEqual(topOf(book, side, 9));
  expect([5, 6, 7]).toEqual([1, 2, 3].map((id) => again.orderSize(again.findOrder(0, id))));
  expect(again.queueAhead(again.findOrder(0, 3))).toBe(11);
});

test('a trade without ids keeps everything else', () => {
  const row = rowOf({
    action: ACTION_TRADE,
    side: SIDE_ASK,
    priceTicks: 101,
    size: 3,
    id: 77,
    flags: FLAG_LAST,
  });
  row[COL_ORDER_HI] = 1;
  row[COL_RPT_SEQ] = 5;
  const sink = new RowBuffer(1);
  const at = appendWithoutIds(sink, row, 0, FLAG_MBP);
  expect([COL_ORDER_HI, COL_ORDER_LO, COL_RPT_SEQ].map((column) => sink.rows[at + column])).toEqual([
    0, 0, 0,
  ]);
  expect([COL_SIDE, COL_PRICE_TICKS, COL_SIZE].map((column) => sink.rows[at + column])).toEqual([
    SIDE_ASK,
    101,
    3,
  ]);
  expect([sink.rows[at + COL_FLAGS], row[COL_ORDER_LO]]).toEqual([FLAG_MBP, 77]);
});

test('an event ends with its newest row, and one without rows does not end the one before', () => {
  const sink = new RowBuffer(1);
  appendClear(sink, STAMP);
  endEvent(sink, sink.count);
  expect([sink.rows[COL_ACTION], sink.rows[COL_FLAGS]]).toEqual([ACTION_CLEAR, FLAG_MBP]);
  endEvent(sink, 0);
  expect(sink.rows[COL_FLAGS]).toBe(FLAG_MBP | FLAG_LAST);
});

/** What a reader reports of rows, one line each. */
function reportOf(rows: readonly Row[]): string[] {
  const report: string[] = [];
  const reader = new EventReader({
    onTrade: (all, at) => report.push(`trade of ${all[at + COL_SIZE]}`),
    onOther: (all, at) => report.push(`other ${all[at + COL_ACTION]}`),
    onEnd: ({ timeLo, flags }, isSnapshot) =>
      report.push(
        `end at ${timeLo}, flags ${flags}${isSnapshot ? ', snapshot' : ''}, ${reader.book.liveOrders} orders`,
      ),
  });
  reader.read(bufferOf(rows));
  return report;
}

test('an event is reported once its last row is in the book', () => {
  expect(
    reportOf([
      { action: ACTION_TRADE, size: 2, timeLo: 9 },
      { action: ACTION_ADD, id: 1, size: 5, timeLo: 9 },
      { action: ACTION_ADD, id: 2, size: 5, timeLo: 9, flags: FLAG_LAST },
    ]),
  ).toEqual(['trade of 2', 'end at 9, flags 0, 2 orders']);
});

test('a snapshot has the time of its clear, since its orders have those of their entry', () => {
  expect(
    reportOf([
      { action: ACTION_CLEAR, timeLo: 50, flags: FLAG_SNAPSHOT },
      { action: ACTION_ADD, timeLo: 3, flags: FLAG_SNAPSHOT | FLAG_LAST },
    ]),
  ).toEqual([`end at 50, flags ${FLAG_SNAPSHOT}, snapshot, 1 orders`]);
});

test('a warning in any row of an event is the event’s, and not the next one’s', () => {
  expect(
    reportOf([
      { action: ACTION_ADD, id: 1, flags: FLAG_MAYBE_BAD_BOOK },
      { action: ACTION_ADD, id: 2, flags: FLAG_LAST },
      { action: ACTION_ADD, id: 3, flags: FLAG_LAST },
    ]),
  ).toEqual([`end at 1, flags ${FLAG_MAYBE_BAD_BOOK}, 2 orders`, 'end at 1, flags 0, 3 orders']);
});

test('a status changes no book and ends no event', () => {
  expect(reportOf([{ action: ACTION_STATUS, flags: FLAG_LAST }])).toEqual([`other ${ACTION_STATUS}`]);
});
