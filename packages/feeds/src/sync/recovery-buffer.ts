/** Rows received while there is no book to apply them to, until a snapshot shows which of them it includes. */
import {
  ACTION_BLOCK,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_RPT_SEQ,
  type EventBatch,
  ROW_LENGTH,
} from '@undertow/market';
import { RowQueue } from './row-queue.ts';

/** Beyond this the rows are dropped and a newer snapshot is needed. */
const MAX_ROWS = 65_536;

export class RecoveryBuffer {
  #queue = new RowQueue();

  /** False when it was full: it is empty now except for this row. */
  push(rows: Int32Array, at: number): boolean {
    const isFull = this.#queue.count >= MAX_ROWS;
    if (isFull) this.#queue.clear();
    this.#queue.push(rows, at);
    return !isFull;
  }

  /**
   * Visits trades and announcements after `after` up to `upTo`, which bars and tape keep though the snapshot holds
   * their effect on the book. Returns the sequence of the last one, or `after`.
   */
  prints(after: number, upTo: number, visit: (rows: Int32Array, at: number) => void): number {
    const { rows, count } = this.#queue;
    let last = after;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      const action = rows[at + COL_ACTION];
      const sequence = rows[at + COL_RPT_SEQ]!;
      const isPrint = action === ACTION_TRADE || action === ACTION_BLOCK || action === ACTION_STATUS;
      if (!isPrint || (sequence !== 0 && (sequence <= last || sequence > upTo))) continue;
      last = Math.max(last, sequence);
      visit(rows, at);
    }
    return last;
  }

  /** All rows; the buffer is empty afterwards and the rows are the caller's. */
  takeAll(): EventBatch {
    const batch = this.#queue.batch();
    this.#queue = new RowQueue();
    return batch;
  }
}
