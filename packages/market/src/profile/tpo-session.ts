/** Which prices a session traded in which quarter of an hour: what TPO profiles of any period are read from. */
import type { Bar } from '#bars/bar.ts';
import type { SessionBounds } from '#instruments/exchange-calendar.ts';
import { MINUTE_MS } from '#time/durations.ts';

/** The least period; longer ones are joined. */
export const TPO_SLOT_MINUTES = 15;
const SLOT_MS = TPO_SLOT_MINUTES * MINUTE_MS;

export interface TpoRange {
  readonly highTicks: number;
  readonly lowTicks: number;
}

/** Prices in ticks, times in milliseconds since 1970 UTC. Trades outside the window are left out. */
export class TpoSession {
  readonly bounds: SessionBounds;
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  readonly #traded: Uint8Array;
  #first = Number.NaN;
  #last = Number.NaN;
  /** The slot of the trade before. */
  #slot = -1;
  #slotMs = Number.NaN;

  constructor(bounds: SessionBounds) {
    const slots = Math.ceil((bounds.closeMs - bounds.openMs) / SLOT_MS);
    this.bounds = bounds;
    this.#high = new Int32Array(slots);
    this.#low = new Int32Array(slots);
    this.#traded = new Uint8Array(slots);
  }

  /** First and last price; null before a trade. */
  get openTicks(): number | null {
    return Number.isNaN(this.#first) ? null : this.#first;
  }

  get closeTicks(): number | null {
    return Number.isNaN(this.#last) ? null : this.#last;
  }

  get slots(): number {
    return this.#traded.length;
  }

  addTrade(timeMs: number, priceTicks: number): void {
    this.#add(timeMs, priceTicks, priceTicks, priceTicks, priceTicks);
  }

  /** A bar that does not reach over a slot counts like its trades. */
  addBar(bar: Bar): void {
    this.#add(bar.startMs, bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks);
  }

  /** What slots `[from, to)` traded together; null where they did not. */
  range(from: number, to: number): TpoRange | null {
    let [highTicks, lowTicks] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let slot = from; slot < Math.min(to, this.slots); slot += 1) {
      if (this.#traded[slot] === 0) continue;
      highTicks = Math.max(highTicks, this.#high[slot]!);
      lowTicks = Math.min(lowTicks, this.#low[slot]!);
    }
    return highTicks < lowTicks ? null : { highTicks, lowTicks };
  }

  #add(timeMs: number, first: number, high: number, low: number, last: number): void {
    if (!(timeMs >= this.#slotMs && timeMs < this.#slotMs + SLOT_MS) && !this.#find(timeMs)) return;
    const slot = this.#slot;
    if (Number.isNaN(this.#first)) this.#first = first;
    this.#last = last;
    if (this.#traded[slot] === 0) {
      this.#traded[slot] = 1;
      this.#high[slot] = high;
      this.#low[slot] = low;
      return;
    }
    if (high > this.#high[slot]!) this.#high[slot] = high;
    if (low < this.#low[slot]!) this.#low[slot] = low;
  }

  #find(timeMs: number): boolean {
    const { openMs, closeMs } = this.bounds;
    this.#slotMs = Number.NaN;
    if (timeMs < openMs || timeMs >= closeMs) return false;
    this.#slot = Math.floor((timeMs - openMs) / SLOT_MS);
    // The last slot of hours that are cut ends with them
    if (openMs + (this.#slot + 1) * SLOT_MS <= closeMs) this.#slotMs = openMs + this.#slot * SLOT_MS;
    return true;
  }
}
