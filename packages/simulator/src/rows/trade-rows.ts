/** Writes the rows that feeds of levels share with feeds of orders: trades without ids, a clear before a snapshot. */
import {
  ACTION_CLEAR,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_MBP,
  NO_PRICE,
  ROW_LENGTH,
} from '@undertow/market';
import type { RowStamp } from './level-window.ts';
import type { RowBuffer } from './row-buffer.ts';

/** Appends a copy of a row without order ids and without the counter of the richer feed. Returns its index. */
export function appendWithoutIds(sink: RowBuffer, rows: Int32Array, at: number, flags: number): number {
  const to = sink.append();
  sink.rows.set(rows.subarray(at, at + ROW_LENGTH), to);
  sink.rows[to + COL_ORDER_HI] = 0;
  sink.rows[to + COL_ORDER_LO] = 0;
  sink.rows[to + COL_RPT_SEQ] = 0;
  sink.rows[to + COL_FLAGS] = flags;
  return to;
}

/** The book is sent again from here on. */
export function appendClear(sink: RowBuffer, stamp: Readonly<RowStamp>): void {
  const at = sink.append();
  const { rows } = sink;
  rows.fill(0, at, at + ROW_LENGTH);
  rows[at + COL_ACTION] = ACTION_CLEAR;
  rows[at + COL_PRICE_TICKS] = NO_PRICE;
  rows[at + COL_TIME_HI] = stamp.timeHi;
  rows[at + COL_TIME_LO] = stamp.timeLo;
  rows[at + COL_FLAGS] = stamp.flags | FLAG_MBP;
  rows[at + COL_INSTRUMENT] = stamp.instrumentId;
}

/** Marks the newest row as the last of its event, if rows were appended since `fromRow`. */
export function endEvent(sink: RowBuffer, fromRow: number): void {
  if (sink.count === fromRow) return;
  const flags = (sink.count - 1) * ROW_LENGTH + COL_FLAGS;
  sink.rows[flags]! |= FLAG_LAST;
}
