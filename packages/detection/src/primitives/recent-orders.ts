/** When the newest orders of a book were placed and how large: a bounded memory by order id, one place an id. */
import type { ChangeColumns, MatchEvent } from '@undertow/market';

const SLOTS = 8192;
const SHIFT = 32 - Math.log2(SLOTS);

/** A newer order may take the place of an older one: what is gone is told as unknown. */
export class RecentOrders {
  private readonly keys = new Int32Array(SLOTS * 2);
  private readonly sizes = new Int32Array(SLOTS);
  private readonly times = new Float64Array(SLOTS);

  /** Remembers the order that a change of the event added. */
  note(event: MatchEvent, change: number): void {
    const { changes } = event;
    const hi = changes.orderHi[change] as number;
    const lo = changes.orderLo[change] as number;
    const slot = slotOf(hi, lo);
    this.keys[slot * 2] = hi;
    this.keys[slot * 2 + 1] = lo;
    this.sizes[slot] = sizeOf(changes, change);
    this.times[slot] = event.timeMs;
  }

  /** Contracts the order was placed with; 0 when unknown. */
  sizeOf(hi: number, lo: number): number {
    const slot = slotOf(hi, lo);
    return this.holds(slot, hi, lo) ? (this.sizes[slot] as number) : 0;
  }

  /** Exchange time in milliseconds at which it was placed; -Infinity when unknown. */
  placedMs(hi: number, lo: number): number {
    const slot = slotOf(hi, lo);
    return this.holds(slot, hi, lo) ? (this.times[slot] as number) : Number.NEGATIVE_INFINITY;
  }

  clear(): void {
    this.keys.fill(0);
    this.sizes.fill(0);
  }

  private holds(slot: number, hi: number, lo: number): boolean {
    return this.keys[slot * 2] === hi && this.keys[slot * 2 + 1] === lo && this.sizes[slot] !== 0;
  }
}

function sizeOf(changes: ChangeColumns, change: number): number {
  return changes.sizeAfter[change] as number;
}

function slotOf(hi: number, lo: number): number {
  return Math.imul(lo ^ Math.imul(hi, 0x85eb_ca6b), 0x9e37_79b1) >>> SHIFT;
}
