/** Row number n of a recording under kill -9: whoever reads it knows what it must be. */
import {
  ACTION_ADD,
  ACTION_MODIFY,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  NS_PER_MS,
  nsHi,
  nsLo,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

export const START_MS = Date.UTC(2026, 10, 20, 16);

/** Orders of the book; each changes in its turn. */
export const ORDERS = 400;

/** A millisecond after the row before. */
export function numberedRow(row: Int32Array, number: number): void {
  const timeNs = BigInt(START_MS + number) * NS_PER_MS;
  const order = number % ORDERS;
  const isBid = order % 2 === 0;
  row.fill(0);
  row[COL_ACTION] = number < ORDERS ? ACTION_ADD : ACTION_MODIFY;
  row[COL_SIDE] = isBid ? SIDE_BID : SIDE_ASK;
  row[COL_PRICE_TICKS] = isBid ? 20_000 - (order % 97) : 20_001 + (order % 89);
  row[COL_SIZE] = 1 + (number % 13);
  row[COL_ORDER_LO] = order + 1;
  row[COL_SEQUENCE] = number;
  row[COL_FLAGS] = FLAG_LAST;
  row[COL_TIME_HI] = nsHi(timeNs);
  row[COL_TIME_LO] = nsLo(timeNs);
}
