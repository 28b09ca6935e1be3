/**
 * How many orders wait at the ten best levels now against the minutes before, in units of how far that usually is.
 * Counts, not contracts: sizes have heavy tails, while who withdraws from a market withdraws all their orders, the
 * large and the small.
 */
import { NO_PRICE, SECOND_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { MarketView } from '#view/market-view.ts';

const SAMPLE_MS = 10_000;
const LEVELS = 10;
/**
 * Samples that the state before is known from, at least and at most, and that the new one is: one, two and three
 * minutes.
 */
const MIN_OLD = 15;
const OLD = 30;
const WINDOWS = [6, 12, 18] as const;
const LATELY = 3;
const KEPT = OLD + 18;
/** Scatter of the steps of each window that is assumed at first, the least, and how long it is learnt over, samples. */
const FIRST_SCATTER = 0.07;
const MIN_SCATTER = 0.03;
const MEMORY = 720;
/**
 * A step counts as usual scatter with at most this many deviations: a change of state must not make the next one usual.
 */
const MAX_USUAL = 2;
const MAX_DEVIATIONS = 12;

export class RestingOrders {
  /** Deviations of the last one, two and three minutes from those before. */
  readonly deviations = new Float64Array(WINDOWS.length);
  /** The widest of them, with its sign, and its step of the logarithm. */
  widest = 0;
  step = 0;
  /** What the last half minute keeps of that step: 1 all, 0 nothing. */
  kept = 0;
  readonly #variances = WINDOWS.map(() => FIRST_SCATTER * FIRST_SCATTER);
  readonly #values = new Float64Array(KEPT);
  #count = 0;
  #secondMs = Number.NaN;
  #endMs = Number.NaN;
  #sum = 0;
  #samples = 0;
  readonly #prices = new Int32Array(LEVELS);
  readonly #sizes = new Int32Array(LEVELS);
  readonly #orders = new Int32Array(LEVELS);

  /** Called each 100 ms. True when ten seconds are complete. */
  onClock(timeMs: number, view: MarketView): boolean {
    if (Number.isNaN(this.#endMs)) this.#endMs = timeMs + SAMPLE_MS;
    if (!(timeMs < this.#secondMs + SECOND_MS)) this.#sample(timeMs, view);
    if (timeMs < this.#endMs) return false;
    this.#endMs = timeMs + SAMPLE_MS;
    if (this.#samples === 0) return false;
    this.#values[this.#count % KEPT] = this.#sum / this.#samples;
    this.#count += 1;
    this.#sum = 0;
    this.#samples = 0;
    this.#compare();
    return true;
  }

  /** What came before a hole in the feed is no state to compare with. */
  reset(): void {
    this.#count = 0;
    this.#sum = 0;
    this.#samples = 0;
    this.#endMs = Number.NaN;
    this.deviations.fill(0);
    this.widest = 0;
    this.step = 0;
    this.kept = 0;
  }

  #sample(timeMs: number, view: MarketView): void {
    this.#secondMs = timeMs;
    if (view.bestBidTicks === NO_PRICE || view.bestAskTicks === NO_PRICE) return;
    const prices = this.#prices;
    const sizes = this.#sizes;
    const orders = this.#orders;
    let sum = 0;
    let levels = 0;
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const count = view.market.book.copyTop(side, LEVELS, prices, sizes, orders);
      // A feed that does not count orders gives contracts.
      for (let at = 0; at < count; at += 1) sum += Math.log(Math.max(1, orders[at]! || sizes[at]!));
      levels += count;
    }
    if (levels === 0) return;
    this.#sum += sum / levels;
    this.#samples += 1;
  }

  #compare(): void {
    this.widest = 0;
    for (const [at, window] of WINDOWS.entries()) {
      const old = Math.min(OLD, this.#count - window);
      if (old < MIN_OLD) break;
      const before = this.#mean(window, old);
      const step = this.#mean(0, window) - before;
      const variance = this.#variances[at]!;
      const scatter = Math.max(MIN_SCATTER, Math.sqrt(variance));
      const deviations = Math.min(MAX_DEVIATIONS, Math.max(-MAX_DEVIATIONS, step / scatter));
      this.deviations[at] = deviations;
      if (Math.abs(deviations) > Math.abs(this.widest)) {
        this.widest = deviations;
        this.step = step;
        this.kept = Math.min(2, Math.max(-1, (this.#mean(0, LATELY) - before) / step));
      }
      const usual = Math.min(Math.abs(step), MAX_USUAL * scatter);
      this.#variances[at] = variance + (usual * usual - variance) / MEMORY;
    }
  }

  #mean(from: number, length: number): number {
    let sum = 0;
    for (let back = from; back < from + length; back += 1)
      sum += this.#values[(this.#count - 1 - back) % KEPT]!;
    return sum / length;
  }
}
