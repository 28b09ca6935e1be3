/** Reads a feed of orders event by event for feeds that carry less of it: the book after each event, and its trades. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  OrderBook,
  ROW_LENGTH,
} from '@undertow/market';
import type { RowStamp } from './level-window.ts';

/** What happened, as `EventReader` reports it; a row is valid during the call. */
export interface EventListener {
  onTrade(rows: Int32Array, at: number): void;
  /** Status, block, heartbeat: passed on as it is. */
  onOther(rows: Int32Array, at: number): void;
  /** An event ended: the book holds it. `isSnapshot` when the book was set again. */
  onEnd(stamp: Readonly<RowStamp>, isSnapshot: boolean): void;
}

const BOOK_ACTIONS: ReadonlySet<number> = new Set([
  ACTION_ADD,
  ACTION_MODIFY,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
]);
const CARRIED = FLAG_SNAPSHOT | FLAG_MAYBE_BAD_BOOK;

export class EventReader {
  readonly book = new OrderBook();
  readonly #stamp: RowStamp = { instrumentId: 0, timeHi: 0, timeLo: 0, sequence: 0, flags: 0 };
  readonly #listener: EventListener;
  #flags = 0;
  /** Time of the clear that a snapshot began with: its orders carry the times of their entry. */
  #clearHi = 0;
  #clearLo = 0;

  constructor(listener: EventListener) {
    this.#listener = listener;
  }

  read({ rows, count }: EventBatch): void {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) this.#readRow(rows, at);
  }

  #readRow(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    const flags = rows[at + COL_FLAGS]!;
    this.#flags |= flags & CARRIED;
    if (action === ACTION_TRADE) this.#listener.onTrade(rows, at);
    else if (!BOOK_ACTIONS.has(action)) {
      this.#listener.onOther(rows, at);
      return;
    }
    this.book.applyRow(rows, at);
    if (action === ACTION_CLEAR) {
      this.#clearHi = rows[at + COL_TIME_HI]!;
      this.#clearLo = rows[at + COL_TIME_LO]!;
    }
    if ((flags & FLAG_LAST) === 0) return;
    this.#end(rows, at);
  }

  #end(rows: Int32Array, at: number): void {
    const stamp = this.#stamp;
    const isSnapshot = (this.#flags & FLAG_SNAPSHOT) !== 0;
    stamp.instrumentId = rows[at + COL_INSTRUMENT]!;
    stamp.timeHi = isSnapshot ? this.#clearHi : rows[at + COL_TIME_HI]!;
    stamp.timeLo = isSnapshot ? this.#clearLo : rows[at + COL_TIME_LO]!;
    stamp.sequence = rows[at + COL_SEQUENCE]!;
    stamp.flags = this.#flags;
    this.#flags = 0;
    this.#listener.onEnd(stamp, isSnapshot);
  }
}
