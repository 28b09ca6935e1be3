/** The row that states a gap in a recording: a clear with the flag for a bad book, as the event that ends before it. */
import {
  ACTION_CLEAR,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  NO_PRICE,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
} from '@undertow/market';
import type { SnapshotStamp } from './snapshot-rows.ts';

/** `stamp` is that of the last row before the gap, `noticedMs` when it was noticed, milliseconds since 1970 UTC. */
export function gapRow(stamp: Omit<SnapshotStamp, 'rptSeq'>, noticedMs: number): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  const noticedNs = BigInt(Math.floor(noticedMs)) * NS_PER_MS;
  row[COL_ACTION] = ACTION_CLEAR;
  row[COL_PRICE_TICKS] = NO_PRICE;
  row[COL_FLAGS] = FLAG_LAST | FLAG_MAYBE_BAD_BOOK;
  row[COL_INSTRUMENT] = stamp.instrumentId;
  row[COL_TIME_HI] = stamp.timeHi;
  row[COL_TIME_LO] = stamp.timeLo;
  row[COL_SEQUENCE] = stamp.sequence;
  row[COL_RECV_HI] = nsHi(noticedNs);
  row[COL_RECV_LO] = nsLo(noticedNs);
  return row;
}
