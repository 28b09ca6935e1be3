/** The row that states a gap: it empties the book, ends an event, and has the time of the last instant before the gap. */
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
  COL_RECV_HI,
  COL_RECV_LO,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  joinNs,
  LevelBook,
  NO_PRICE,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapRow } from './gap-row.ts';
import { snapshotRows } from './snapshot-rows.ts';

const TIME_NS = 1_780_000_000_123_456_789n;
const STAMP = { instrumentId: 9, timeHi: nsHi(TIME_NS), timeLo: nsLo(TIME_NS), sequence: 42 };
const NOTICED_MS = 1_780_000_004_000;

test('it is a clear of the instrument, flagged as the end of an event and as a doubtful book', () => {
  const row = gapRow(STAMP, NOTICED_MS);
  expect(row).toHaveLength(ROW_LENGTH);
  expect([row[COL_ACTION], row[COL_FLAGS], row[COL_INSTRUMENT], row[COL_SEQUENCE]]).toEqual([
    ACTION_CLEAR,
    FLAG_LAST | FLAG_MAYBE_BAD_BOOK,
    9,
    42,
  ]);
});

test('it has no price, size, side, order or number of its own', () => {
  const row = gapRow(STAMP, NOTICED_MS);
  const columns = [COL_PRICE_TICKS, COL_SIDE, COL_SIZE, COL_ORDER_LO, COL_AUX, COL_RPT_SEQ];
  expect(columns.map((column) => row[column])).toEqual([NO_PRICE, SIDE_NONE, 0, 0, 0, 0]);
});

test('it happened at the last instant before the gap and was received when the gap was noticed', () => {
  const row = gapRow(STAMP, NOTICED_MS + 0.9);
  expect(rowTimeNs(row, 0)).toBe(TIME_NS);
  // A whole millisecond, never one that had not come yet
  expect(joinNs(row[COL_RECV_HI]!, row[COL_RECV_LO]!)).toBe(BigInt(NOTICED_MS) * 1_000_000n);
});

test('both times are kept for every instant of sixty years', () => {
  const instant = fc.bigInt({ min: 1n, max: 2_000_000_000n * 1_000_000_000n });
  const noticed = fc.integer({ min: 0, max: 2_000_000_000_000 });
  fc.assert(
    fc.property(instant, noticed, (timeNs, noticedMs) => {
      const row = gapRow({ ...STAMP, timeHi: nsHi(timeNs), timeLo: nsLo(timeNs) }, noticedMs);
      expect(rowTimeNs(row, 0)).toBe(timeNs);
      expect(joinNs(row[COL_RECV_HI]!, row[COL_RECV_LO]!)).toBe(BigInt(noticedMs) * 1_000_000n);
    }),
  );
});

test('a book of orders is empty after it, and fills again from a snapshot', () => {
  const [book, source] = [new OrderBook(), new OrderBook()];
  const add = new Int32Array(ROW_LENGTH);
  add[COL_ACTION] = ACTION_ADD;
  add[COL_SIDE] = SIDE_BID;
  add[COL_PRICE_TICKS] = 100;
  add[COL_SIZE] = 5;
  add[COL_ORDER_LO] = 7;
  for (const filled of [book, source]) filled.applyRow(add, 0);
  book.applyRow(gapRow(STAMP, NOTICED_MS), 0);
  expect(book.liveOrders).toBe(0);
  const { rows, count } = snapshotRows(source, { ...STAMP, rptSeq: 1 });
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows, at);
  expect([book.liveOrders, book.bestBidTicks]).toEqual([1, 100]);
});

test('a book of levels is empty after it', () => {
  const book = new LevelBook();
  const level = new Int32Array(ROW_LENGTH);
  level[COL_ACTION] = ACTION_LEVEL;
  level[COL_SIDE] = SIDE_BID;
  level[COL_PRICE_TICKS] = 100;
  level[COL_SIZE] = 5;
  book.applyRow(level, 0);
  expect(book.bestBidTicks).toBe(100);
  book.applyRow(gapRow(STAMP, NOTICED_MS), 0);
  expect(book.levelSize(SIDE_BID, 100)).toBe(0);
});
