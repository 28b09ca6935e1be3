/** Hand-made rows and a listening book for tests of what guards a feed. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  type FeedState,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import { BookSync } from './book-sync.ts';
import type { FeedHours } from './feed-overlay.ts';

export interface RowFields {
  action: number;
  side?: number;
  price?: number;
  size?: number;
  id?: number;
  seq?: number;
  flags?: number;
  aux?: number;
  timeMs?: number;
}

export function batch(...fields: RowFields[]): EventBatch {
  const rows = new Int32Array(fields.length * ROW_LENGTH);
  fields.forEach((field, index) => {
    const at = index * ROW_LENGTH;
    const timeNs = BigInt(Math.round((field.timeMs ?? 0) * 1e6));
    rows[at + COL_ACTION] = field.action;
    rows[at + COL_SIDE] = field.side ?? SIDE_NONE;
    rows[at + COL_PRICE_TICKS] = field.price ?? 0;
    rows[at + COL_SIZE] = field.size ?? 0;
    rows[at + COL_ORDER_LO] = field.id ?? 0;
    rows[at + COL_RPT_SEQ] = field.seq ?? 0;
    rows[at + COL_FLAGS] = field.flags ?? FLAG_LAST;
    rows[at + COL_AUX] = field.aux ?? 0;
    rows[at + COL_TIME_HI] = nsHi(timeNs);
    rows[at + COL_TIME_LO] = nsLo(timeNs);
  });
  return { rows, count: fields.length };
}

export const bid = (id: number, price: number, seq = 0): RowFields => ({
  action: ACTION_ADD,
  side: SIDE_BID,
  price,
  size: 1,
  id,
  seq,
});
export const ask = (id: number, price: number, seq = 0): RowFields => ({
  ...bid(id, price, seq),
  side: SIDE_ASK,
});
export const trade = (price: number, seq = 0, timeMs = 0): RowFields => ({
  action: ACTION_TRADE,
  side: SIDE_BID,
  price,
  size: 1,
  seq,
  timeMs,
});
export const status = (aux: number, seq = 0): RowFields => ({ action: ACTION_STATUS, aux, seq });
export const OPEN = 1;
export const HALT = 2;

export function harness(hours?: FeedHours) {
  const book = new OrderBook();
  const states: [FeedState, number][] = [];
  const accepted: number[] = [];
  const breaks: number[] = [];
  let asked = 0;
  const sync = new BookSync({
    onRows: ({ rows, count }) => {
      for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
        book.applyRow(rows, at);
        accepted.push(rows[at + COL_RPT_SEQ] as number);
      }
    },
    onState: (state, atMs) => states.push([state, atMs]),
    onDiscontinuity: (atMs) => breaks.push(atMs),
    requestSnapshot: () => {
      asked += 1;
    },
    book,
    ...(hours === undefined ? {} : { hours }),
  });
  return { sync, book, states, accepted, breaks, asked: () => asked };
}

export const snapshot = (seq: number, ...orders: RowFields[]): EventBatch => {
  const rows = [{ action: ACTION_CLEAR, seq }, ...orders];
  return batch(
    ...rows.map((row, index) => ({
      ...row,
      seq,
      flags: FLAG_SNAPSHOT | (index === rows.length - 1 ? FLAG_LAST : 0),
    })),
  );
};
