/** The orders of a book as rows of integers, found by id, with stable slots and a free list. */
import { IdIndex, MAX_RECORDS } from './id-index.ts';

/** Int32 values per order, as a power of two. */
export const ORDER_SHIFT = 3;
/** The id comes first, low half before high: `IdIndex` reads it there. */
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

// The module's own constants are folded into machine code, exported and imported ones are loaded and checked at each
// use: hot loops of this folder read these.
const SHIFT = 3;
const LO = 0;
const HI = 1;
const NEXT = 5;

/** Slot 0 is never used, so that 0 can mean none. A slot stays with its order until the order leaves the book. */
export class OrderTable {
  /** Replaced when the table grows. */
  rows: Int32Array;
  readonly #index: IdIndex;
  #free = 1;

  constructor(capacity: number) {
    this.rows = new Int32Array(capacity << SHIFT);
    this.#index = new IdIndex(SHIFT, capacity);
    this.#chainFree(1);
  }

  get count(): number {
    return this.#index.count;
  }

  /** Slot of an id, or 0. Remembers the place for `insert` and `remove`. */
  find(hi: number, lo: number): number {
    return this.#index.find(this.rows, hi, lo);
  }

  /** Slot for the id that was just looked up without a match. Only the id of its row is written. */
  insert(hi: number, lo: number): number {
    const slot = this.#free;
    const at = slot << SHIFT;
    const rows = this.rows;
    this.#free = rows[at + NEXT]!;
    rows[at + LO] = lo;
    rows[at + HI] = hi;
    this.#index.put(rows, slot);
    if (this.#free === 0) {
      this.#grow();
    }
    return slot;
  }

  /** Takes out the order that was just found. */
  remove(slot: number): void {
    this.#index.remove();
    this.rows[(slot << SHIFT) + NEXT] = this.#free;
    this.#free = slot;
  }

  clear(): void {
    this.#index.clear();
    this.#chainFree(1);
  }

  /** Chains the slots from `first` to the end as free ones; the last is followed by none. */
  #chainFree(first: number): void {
    const slots = this.rows.length >> SHIFT;
    for (let slot = first; slot < slots; slot += 1) {
      this.rows[(slot << SHIFT) + NEXT] = slot + 1 < slots ? slot + 1 : 0;
    }
    this.#free = first;
  }

  /** Runs once per doubling. Throws RangeError beyond a million live orders: no instrument has them, a fault may. */
  #grow(): void {
    const slots = this.rows.length >> SHIFT;
    if (slots > MAX_RECORDS) {
      throw new RangeError(`more than ${MAX_RECORDS - 1} live orders in one book`);
    }
    const grown = new Int32Array(this.rows.length * 2);
    grown.set(this.rows);
    this.rows = grown;
    this.#chainFree(slots);
  }
}
