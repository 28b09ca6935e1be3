/** Holds rows that came ahead of their turn, until the missing ones come or are given up. */
import { ROW_LENGTH } from '@undertow/market';

/** Rows ahead at most; a power of two. */
export const WINDOW_ROWS = 64;

export class SequenceWindow {
  readonly #rows = new Int32Array(WINDOW_ROWS * ROW_LENGTH);
  /** Sequence held at each place, 0 when free. */
  readonly #held = new Int32Array(WINDOW_ROWS);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Keeps the row unless it is held already. Its sequence is at most `WINDOW_ROWS` ahead of the one awaited. */
  hold(sequence: number, rows: Int32Array, at: number): boolean {
    const place = sequence & (WINDOW_ROWS - 1);
    if (this.#held[place] === sequence) return false;
    const to = place * ROW_LENGTH;
    for (let column = 0; column < ROW_LENGTH; column += 1) this.#rows[to + column] = rows[at + column]!;
    this.#held[place] = sequence;
    this.#count += 1;
    return true;
  }

  get rows(): Int32Array {
    return this.#rows;
  }

  /** Removes the row of this sequence and returns where it starts in `rows`; -1 when it is not held. */
  take(sequence: number): number {
    const place = sequence & (WINDOW_ROWS - 1);
    if (this.#count === 0 || this.#held[place] !== sequence) return -1;
    this.#held[place] = 0;
    this.#count -= 1;
    return place * ROW_LENGTH;
  }

  /** Calls with each held row in sequence order from `first` on, and removes them. */
  drain(first: number, visit: (rows: Int32Array, at: number) => void): void {
    for (let ahead = 0; ahead < WINDOW_ROWS && this.#count > 0; ahead += 1) {
      const at = this.take(first + ahead);
      if (at >= 0) visit(this.#rows, at);
    }
  }
}
