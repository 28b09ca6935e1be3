/** Rows of one instrument that were read from its recording and wait for their time. */
import {
  COL_FLAGS,
  type EventBatch,
  type FeedTier,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';

/** Rows of one run, whose prices are those of its contract. */
export interface RecordedBatch extends EventBatch {
  readonly contract: string;
  readonly tier: FeedTier;
}

export class RecordedRows {
  #batches: RecordedBatch[] = [];
  /** Of the first batch, taken already. */
  #taken = 0;
  #waiting = 0;
  #isEventOpen = false;
  #isEnded = false;

  push(batch: RecordedBatch): void {
    if (batch.count === 0) return;
    this.#batches.push(batch);
    this.#waiting += batch.count;
  }

  /** Nothing follows what was pushed. */
  end(): void {
    this.#isEnded = true;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** True once the last row was taken. */
  get isOver(): boolean {
    return this.#isEnded && this.#waiting === 0;
  }

  /** The batch of the next row; undefined while none waits. */
  get head(): RecordedBatch | undefined {
    return this.#batches[0];
  }

  /**
   * When the next row is due, milliseconds since 1970 UTC; null while none waits. A snapshot, and what is left of a
   * message, are due at once.
   */
  nextMs(): number | null {
    const [batch] = this.#batches;
    if (batch === undefined) return null;
    return this.#dueMs(batch.rows, this.#taken * ROW_LENGTH);
  }

  #dueMs(rows: Int32Array, at: number): number {
    const isSnapshot = (rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0;
    return isSnapshot || this.#isEventOpen ? Number.NEGATIVE_INFINITY : rowTimeMs(rows, at);
  }

  /** The next rows that are due by the instant, of one batch, at most so many; null where none is. Valid until the next push. */
  takeUntil(toMs: number, maxRows: number): EventBatch | null {
    return this.#take((rows, at, taken) => taken < maxRows && this.#dueMs(rows, at) <= toMs);
  }

  /** The rows of the next message, or what of it is in one batch; null where none waits. */
  takeMessage(): EventBatch | null {
    return this.#take((_rows, _at, taken) => taken === 0 || this.#isEventOpen);
  }

  /** False while the last message that was taken goes on. */
  get isWhole(): boolean {
    return !this.#isEventOpen;
  }

  #take(isTaken: (rows: Int32Array, at: number, taken: number) => boolean): EventBatch | null {
    const [batch] = this.#batches;
    if (batch === undefined) return null;
    const from = this.#taken;
    let row = from;
    for (; row < batch.count && isTaken(batch.rows, row * ROW_LENGTH, row - from); row += 1)
      this.#isEventOpen = (batch.rows[row * ROW_LENGTH + COL_FLAGS]! & FLAG_LAST) === 0;
    if (row === from) return null;
    this.#taken = row;
    this.#waiting -= row - from;
    if (row === batch.count) {
      this.#batches.shift();
      this.#taken = 0;
    }
    return { rows: batch.rows.subarray(from * ROW_LENGTH, row * ROW_LENGTH), count: row - from };
  }
}
