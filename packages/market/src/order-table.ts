/** The orders of a book as rows of integers, found by id, with stable slots and a free list. */
import { IdIndex, MAX_RECORDS } from './id-index.ts';

/** Int32 values per order, as a power of two. */
export const ORDER_SHIFT = 3;
/** The id stands first, low half before high: `IdIndex` reads it there. */
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
// use: hot loops of this room read these.
const SHIFT = 3;
const LO = 0;
const HI = 1;
const NEXT = 5;

/** Slot 0 is never used, so that 0 can stand for none. A slot stays with its order until the order leaves the book. */
export class OrderTable {
  /** Replaced when the table grows. */
  rows: Int32Array;
  private readonly index: IdIndex;
  private free = 0;
  private next = 1;

  constructor(capacity: number) {
    this.rows = new Int32Array(capacity << SHIFT);
    this.index = new IdIndex(SHIFT, capacity);
  }

  get count(): number {
    return this.index.count;
  }

  /** Position of the id, to be passed on before the table changes. */
  locate(hi: number, lo: number): number {
    return this.index.locate(this.rows, hi, lo);
  }

  /** Slot of the order at a position, or 0. */
  slotAt(position: number): number {
    return this.index.recordAt(position);
  }

  /** Slot of an id, or 0. */
  find(hi: number, lo: number): number {
    return this.index.recordAt(this.index.locate(this.rows, hi, lo));
  }

  /** Takes a slot for a new id, located before. Only the id of its row is written. */
  insert(position: number, hi: number, lo: number): number {
    let slot = this.free;
    if (slot === 0) {
      slot = this.next;
      this.next += 1;
      if (this.next << SHIFT > this.rows.length) {
        this.grow();
      }
    } else {
      this.free = this.rows[(slot << SHIFT) + NEXT] as number;
    }
    this.rows[(slot << SHIFT) + LO] = lo;
    this.rows[(slot << SHIFT) + HI] = hi;
    this.index.putAt(position, this.rows, slot);
    return slot;
  }

  remove(position: number, slot: number): void {
    this.index.deleteAt(position);
    this.rows[(slot << SHIFT) + NEXT] = this.free;
    this.free = slot;
  }

  clear(): void {
    this.index.clear();
    this.free = 0;
    this.next = 1;
  }

  /** Runs once per doubling. Throws RangeError beyond a million live orders: no instrument has them, a fault may. */
  private grow(): void {
    if (this.rows.length >> SHIFT > MAX_RECORDS) {
      throw new RangeError(`more than ${MAX_RECORDS} live orders in one book`);
    }
    const grown = new Int32Array(this.rows.length * 2);
    grown.set(this.rows);
    this.rows = grown;
  }
}
