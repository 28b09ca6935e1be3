/** Canonical rows for tests, written by field name. */
import {
  ACTION_ADD,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_BID,
} from '@undertow/market';

export interface RowFields {
  readonly action?: number;
  readonly side?: number;
  readonly priceTicks?: number;
  readonly size?: number;
  readonly id?: number;
  readonly timeMs?: number;
  readonly flags?: number;
  readonly sequence?: number;
}

/** One row; by default a bid of one contract at 100 that is not the last row of its event. */
export function eventRow(fields: RowFields): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  const timeNs = BigInt(fields.timeMs ?? 0) * NS_PER_MS;
  row[COL_ACTION] = fields.action ?? ACTION_ADD;
  row[COL_SIDE] = fields.side ?? SIDE_BID;
  row[COL_PRICE_TICKS] = fields.priceTicks ?? 100;
  row[COL_SIZE] = fields.size ?? 1;
  row[COL_ORDER_LO] = fields.id ?? 0;
  row[COL_TIME_HI] = nsHi(timeNs);
  row[COL_TIME_LO] = nsLo(timeNs);
  row[COL_FLAGS] = fields.flags ?? 0;
  row[COL_SEQUENCE] = fields.sequence ?? 0;
  return row;
}
