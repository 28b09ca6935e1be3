/** Closed one-minute bars of an instrument as columns in a ring: the oldest fall out. */
import type { Bar } from './bar.ts';

/** More than five trading days of minutes: a hundred 60-minute bars. */
const CAPACITY = 8192;
const MASK = CAPACITY - 1;

/** Prices in ticks, volumes in contracts, `startMs` since 1970 UTC. */
export class BarSeries {
  readonly #startMs = new Float64Array(CAPACITY);
  readonly #prices = new Int32Array(CAPACITY * 4);
  readonly #counts = new Int32Array(CAPACITY * 4);
  /** NaN represents null. */
  readonly #vwapTicks = new Float64Array(CAPACITY);
  #total = 0;

  /** Bars pushed since the start, those that fell out included. */
  get pushed(): number {
    return this.#total;
  }

  get length(): number {
    return Math.min(this.#total, CAPACITY);
  }

  push(bar: Bar): void {
    const slot = this.#total & MASK;
    const at = slot * 4;
    this.#startMs[slot] = bar.startMs;
    this.#prices[at] = bar.openTicks;
    this.#prices[at + 1] = bar.highTicks;
    this.#prices[at + 2] = bar.lowTicks;
    this.#prices[at + 3] = bar.closeTicks;
    this.#counts[at] = bar.volume;
    this.#counts[at + 1] = bar.buyVolume;
    this.#counts[at + 2] = bar.sellVolume;
    this.#counts[at + 3] = bar.trades;
    this.#vwapTicks[slot] = bar.vwapTicks ?? Number.NaN;
    this.#total += 1;
  }

  /** Bars pushed after the first `pushed` ones, oldest first; fewer when some fell out. */
  after(pushed: number): Bar[] {
    const bars: Bar[] = [];
    for (let n = Math.max(pushed, this.#total - this.length); n < this.#total; n += 1)
      bars.push(this.#read(n));
    return bars;
  }

  /** The last `count` bars, oldest first. */
  last(count: number): Bar[] {
    return this.after(this.#total - Math.min(count, this.length));
  }

  /** The bars that start at or after an instant, oldest first. */
  since(timeMs: number): Bar[] {
    let n = this.#total;
    const oldest = this.#total - this.length;
    while (n > oldest && this.#startMs[(n - 1) & MASK]! >= timeMs) n -= 1;
    return this.after(n);
  }

  #read(n: number): Bar {
    const slot = n & MASK;
    const at = slot * 4;
    const vwapTicks = this.#vwapTicks[slot]!;
    return {
      startMs: this.#startMs[slot]!,
      openTicks: this.#prices[at]!,
      highTicks: this.#prices[at + 1]!,
      lowTicks: this.#prices[at + 2]!,
      closeTicks: this.#prices[at + 3]!,
      volume: this.#counts[at]!,
      buyVolume: this.#counts[at + 1]!,
      sellVolume: this.#counts[at + 2]!,
      trades: this.#counts[at + 3]!,
      vwapTicks: Number.isNaN(vwapTicks) ? null : vwapTicks,
    };
  }
}
