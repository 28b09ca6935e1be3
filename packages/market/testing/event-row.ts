/** Canonical rows for tests, written by field name. */

import {
  ACTION_ADD,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_BID,
} from '#events/market-event.ts';
import { MS_NS } from '#time/durations.ts';

export interface RowFields {
  readonly action?: number;
  readonly side?: number;
  readonly priceTicks?: number;
  readonly size?: number;
  readonly id?: number;
  readonly timeMs?: number;
  readonly flags?: number;
  readonly sequence?: number;
  readonly aux?: number;
}

/** One row; by default a bid of one contract at 0, the last row of its event. */
export function eventRow(fields: RowFields): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  const id = BigInt(fields.id ?? 0);
  const timeNs = BigInt(Math.round((fields.timeMs ?? 0) * MS_NS));
  row[COL_ACTION] = fields.action ?? ACTION_ADD;
  row[COL_SIDE] = fields.side ?? SIDE_BID;
  row[COL_PRICE_TICKS] = fields.priceTicks ?? 0;
  row[COL_SIZE] = fields.size ?? 1;
  row[COL_ORDER_HI] = nsHi(id);
  row[COL_ORDER_LO] = nsLo(id);
  row[COL_TIME_HI] = nsHi(timeNs);
  row[COL_TIME_LO] = nsLo(timeNs);
  row[COL_FLAGS] = fields.flags ?? FLAG_LAST;
  row[COL_SEQUENCE] = fields.sequence ?? 0;
  row[COL_AUX] = fields.aux ?? 0;
  return row;
}
