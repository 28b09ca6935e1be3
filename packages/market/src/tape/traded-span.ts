/** Lowest, highest and last price of the trades since the last read: no touch between two reads is missed. */

export interface TradedSpan {
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly lastTicks: number;
}

export class SpanKeeper {
  #low = 0;
  #high = 0;
  #last = 0;
  #any = false;

  add(priceTicks: number): void {
    if (!this.#any || priceTicks < this.#low) this.#low = priceTicks;
    if (!this.#any || priceTicks > this.#high) this.#high = priceTicks;
    this.#last = priceTicks;
    this.#any = true;
  }

  /** The span since the call before, or null without a trade. */
  take(): TradedSpan | null {
    if (!this.#any) return null;
    this.#any = false;
    return { lowTicks: this.#low, highTicks: this.#high, lastTicks: this.#last };
  }
}

/** Two spans that follow each other as one. */
export function joinSpans(earlier: TradedSpan | null, later: TradedSpan | null): TradedSpan | null {
  if (earlier === null || later === null) return later ?? earlier;
  return {
    lowTicks: Math.min(earlier.lowTicks, later.lowTicks),
    highTicks: Math.max(earlier.highTicks, later.highTicks),
    lastTicks: later.lastTicks,
  };
}
