/** A growing queue of rows: filled by one, read by another, emptied at once. */
import { type EventBatch, ROW_LENGTH } from '@undertow/market';

const INITIAL_ROWS = 256;

export class RowQueue {
  rows = new Int32Array(INITIAL_ROWS * ROW_LENGTH);
  count = 0;

  push(rows: Int32Array, at: number): void {
    const to = this.count * ROW_LENGTH;
    if (to === this.rows.length) {
      const grown = new Int32Array(this.rows.length * 2);
      grown.set(this.rows);
      this.rows = grown;
    }
    for (let column = 0; column < ROW_LENGTH; column += 1) this.rows[to + column] = rows[at + column]!;
    this.count += 1;
  }

  /** The rows so far; valid until the next `push`. */
  batch(): EventBatch {
    return { rows: this.rows, count: this.count };
  }

  clear(): void {
    this.count = 0;
  }
}
