/** Rows of the canonical layout in one growing Int32Array: what a session writes into. */
import { type EventBatch, ROW_LENGTH } from '@undertow/market';

/** A sink of market-event rows. Read `rows` and `count` together; `rows` changes identity when it grows. */
export class RowBuffer implements EventBatch {
  rows: Int32Array<ArrayBuffer>;
  count = 0;

  constructor(capacityRows = 4096) {
    this.rows = new Int32Array(capacityRows * ROW_LENGTH);
  }

  /** Makes room for one row and returns its first index in `rows`. The row holds old values: write every column. */
  append(): number {
    const at = this.count * ROW_LENGTH;
    if (at + ROW_LENGTH > this.rows.length) {
      const grown = new Int32Array(this.rows.length * 2);
      grown.set(this.rows);
      this.rows = grown;
    }
    this.count++;
    return at;
  }

  /** Appends copies of the first `count` rows. */
  appendRows(rows: Int32Array, count: number): void {
    for (let row = 0; row < count; row++) {
      const at = this.append();
      this.rows.set(rows.subarray(row * ROW_LENGTH, (row + 1) * ROW_LENGTH), at);
    }
  }

  clear(): void {
    this.count = 0;
  }
}
