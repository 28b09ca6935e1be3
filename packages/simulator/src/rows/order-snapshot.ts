/** A book of orders as the rows of a snapshot: a clear, then every order in priority. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_SNAPSHOT,
  NO_PRICE,
  type OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { RowStamp } from './level-window.ts';
import type { RowBuffer } from './row-buffer.ts';
import { endEvent } from './trade-rows.ts';

/** Levels of a side that a snapshot can hold. */
const MAX_LEVELS = 8192;

/** Appends the snapshot; every row carries the stamp's time. */
export function appendOrderSnapshot(book: OrderBook, stamp: Readonly<RowStamp>, sink: RowBuffer): void {
  const fromRow = sink.count;
  appendRow(sink, stamp, { action: ACTION_CLEAR, side: 0, priceTicks: NO_PRICE, size: 0, hi: 0, lo: 0 });
  const prices = new Int32Array(MAX_LEVELS);
  const unused = new Int32Array(MAX_LEVELS);
  for (const side of [SIDE_BID, SIDE_ASK]) {
    const levels = book.copyTop(side, MAX_LEVELS, prices, unused, unused);
    for (let level = 0; level < levels; level++) {
      const priceTicks = prices[level]!;
      for (let slot = book.firstOrder(side, priceTicks); slot > 0; slot = book.nextOrder(slot))
        appendRow(sink, stamp, {
          action: ACTION_ADD,
          side,
          priceTicks,
          size: book.orderSize(slot),
          hi: book.orderHi(slot),
          lo: book.orderLo(slot),
        });
    }
  }
  endEvent(sink, fromRow);
}

interface SnapshotRow {
  readonly action: number;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly hi: number;
  readonly lo: number;
}

function appendRow(sink: RowBuffer, stamp: Readonly<RowStamp>, row: SnapshotRow): void {
  const at = sink.append();
  const { rows } = sink;
  rows.fill(0, at, at + ROW_LENGTH);
  rows[at + COL_ACTION] = row.action;
  rows[at + COL_SIDE] = row.side;
  rows[at + COL_PRICE_TICKS] = row.priceTicks;
  rows[at + COL_SIZE] = row.size;
  rows[at + COL_ORDER_HI] = row.hi;
  rows[at + COL_ORDER_LO] = row.lo;
  rows[at + COL_TIME_HI] = stamp.timeHi;
  rows[at + COL_TIME_LO] = stamp.timeLo;
  rows[at + COL_FLAGS] = FLAG_SNAPSHOT;
  rows[at + COL_INSTRUMENT] = stamp.instrumentId;
}
