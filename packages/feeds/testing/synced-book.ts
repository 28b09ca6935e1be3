/** Hand-made rows, and a book driven by its synchronisation as a session drives it. */
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
  type LevelBook,
  MS_NS,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import { BookSync } from '#sync/book-sync.ts';
import type { StateChange } from '#sync/book-sync-options.ts';
import type { FeedHours } from '#sync/feed-overlay.ts';

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
    const timeNs = BigInt(Math.round((field.timeMs ?? 0) * MS_NS));
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

interface SyncedBookOptions {
  readonly hours?: FeedHours;
  /** Called with each accepted row once the book holds it. */
  onRow?(rows: Int32Array, at: number): void;
  onState?(change: StateChange): void;
  requestSnapshot?(): void;
}

export class SyncedBook<Book extends OrderBook | LevelBook = OrderBook> {
  readonly book: Book;
  readonly sync: BookSync;
  readonly #options: SyncedBookOptions;

  constructor(book: Book, options: SyncedBookOptions = {}) {
    this.book = book;
    this.#options = options;
    const { hours } = options;
    this.sync = new BookSync({ book, ...(hours === undefined ? {} : { hours }) });
  }

  take(batch: EventBatch, nowMs: number): void {
    const { rows, count, changes } = this.sync.accept(batch, nowMs);
    let at = 0;
    for (const change of changes) {
      at = this.#apply(rows, at, change.afterRows * ROW_LENGTH);
      this.#options.onState?.(change);
    }
    this.#apply(rows, at, count * ROW_LENGTH);
    this.settle(nowMs);
  }

  settle(nowMs: number): void {
    const { changes, needsSnapshot } = this.sync.settle(nowMs);
    for (const change of changes) this.#options.onState?.(change);
    if (needsSnapshot) this.#options.requestSnapshot?.();
  }

  reconnect(nowMs: number): void {
    this.sync.reconnect(nowMs);
    this.settle(nowMs);
  }

  #apply(rows: Int32Array, from: number, to: number): number {
    for (let at = from; at < to; at += ROW_LENGTH) {
      this.book.applyRow(rows, at);
      this.#options.onRow?.(rows, at);
    }
    return to;
  }
}

export function harness(hours?: FeedHours) {
  const states: [FeedState, number][] = [];
  const accepted: number[] = [];
  let requested = 0;
  const synced = new SyncedBook(new OrderBook(), {
    ...(hours === undefined ? {} : { hours }),
    onRow: (rows, at) => accepted.push(rows[at + COL_RPT_SEQ]!),
    onState: ({ state, atMs }) => states.push([state, atMs]),
    requestSnapshot: () => {
      requested += 1;
    },
  });
  return { synced, sync: synced.sync, book: synced.book, states, accepted, requested: () => requested };
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
