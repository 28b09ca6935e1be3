/** The orders of a book as rows of integers with stable slots and a free list. */

/** Int32 values per order. */
export const ORDER_SHIFT = 3;
export const ORDER_LO = 0;
export const ORDER_HI = 1;
/** Price as the side's key (see `BookSide`). */
export const ORDER_KEY = 2;
export const ORDER_SIZE = 3;
/** Neighbours in the queue; 0 is none. A free row is chained through `ORDER_NEXT`. */
export const ORDER_PREVIOUS = 4;
export const ORDER_NEXT = 5;
export const ORDER_SIDE = 6;
/** Contracts that fill rows of the open event name; the event's modify or cancel settles them. */
export const ORDER_FILLED = 7;

/** Slot 0 is never used, so that 0 can stand for none. A slot stays with its order until the order leaves the book. */
export class OrderTable {
  /** Replaced when the table grows. */
  rows: Int32Array;
  #free = 0;
  #next = 1;

  constructor(capacity: number) {
    this.rows = new Int32Array(capacity << ORDER_SHIFT);
  }

  take(): number {
    const slot = this.#free;
    if (slot !== 0) {
      this.#free = this.rows[(slot << ORDER_SHIFT) + ORDER_NEXT] as number;
      return slot;
    }
    if (this.#next << ORDER_SHIFT >= this.rows.length) {
      this.#grow();
    }
    this.#next += 1;
    return this.#next - 1;
  }

  release(slot: number): void {
    this.rows[(slot << ORDER_SHIFT) + ORDER_NEXT] = this.#free;
    this.#free = slot;
  }

  clear(): void {
    this.#free = 0;
    this.#next = 1;
  }

  #grow(): void {
    const grown = new Int32Array(this.rows.length * 2);
    grown.set(this.rows);
    this.rows = grown;
  }
}
