/** When the newest orders of a book were placed and how large: a bounded memory by order id, one place an id. */
import type { MatchEvent } from '@undertow/market';

const SLOTS = 8192;
const SHIFT = 32 - Math.log2(SLOTS);
/** Four int32 a row: id, size, and one that is not used. */
const ROW_SHIFT = 2;
const SIZE = 2;

/** A newer order may take the place of an older one: what is gone is reported as unknown. */
export class RecentOrders {
  /** Rows of id and size, so that an order is one line of the processor's cache. */
  readonly #rows = new Int32Array(SLOTS << ROW_SHIFT);
  readonly #times = new Float64Array(SLOTS);

  /** Remembers the order that a change of the event added. */
  note(event: MatchEvent, change: number): void {
    const { changes } = event;
    const hi = changes.orderHi[change]!;
    const lo = changes.orderLo[change]!;
    const slot = slotOf(hi, lo);
    const at = slot << ROW_SHIFT;
    this.#rows[at] = hi;
    this.#rows[at + 1] = lo;
    this.#rows[at + SIZE] = changes.sizeAfter[change]!;
    this.#times[slot] = event.timeMs;
  }

  /** Contracts the order was placed with; 0 when unknown. */
  sizeOf(hi: number, lo: number): number {
    const slot = slotOf(hi, lo);
    return this.#holds(slot, hi, lo) ? this.#rows[(slot << ROW_SHIFT) + SIZE]! : 0;
  }

  /** Exchange time in milliseconds at which it was placed; -Infinity when unknown. */
  placedMs(hi: number, lo: number): number {
    const slot = slotOf(hi, lo);
    return this.#holds(slot, hi, lo) ? this.#times[slot]! : Number.NEGATIVE_INFINITY;
  }

  clear(): void {
    this.#rows.fill(0);
  }

  #holds(slot: number, hi: number, lo: number): boolean {
    const rows = this.#rows;
    const at = slot << ROW_SHIFT;
    return rows[at] === hi && rows[at + 1] === lo && rows[at + SIZE] !== 0;
  }
}

function slotOf(hi: number, lo: number): number {
  return Math.imul(lo ^ Math.imul(hi, 0x85eb_ca6b), 0x9e37_79b1) >>> SHIFT;
}
