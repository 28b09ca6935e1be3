/** Volatility of the mid price in ticks per square root of a second (sigma1 of the detection reference, section 2). */
import { MINUTE_MS } from '@undertow/market';
import { DecayedMean, type MeanState } from './decayed-mean.ts';

const HALF_LIFE_MS = 10 * MINUTE_MS;
/** Quiet markets still move by ticks: below this every threshold in units of sigma would be noise. */
const FLOOR_TICKS = 0.05;
/** A change over a longer silence is a jump between sessions, not a second of movement. */
const MAX_GAP_SECONDS = 10;

/** What was known of the volatility at an instant, as plain data. */
export interface VolatilityState {
  readonly variance: MeanState;
  readonly midTicks: number;
  readonly atMs: number;
}

export class Volatility {
  readonly #variance = new DecayedMean(HALF_LIFE_MS);
  #midTicks = Number.NaN;
  #atMs = Number.NaN;

  /** Ticks per square root of a second; the floor before the first two samples. */
  get sigma1Ticks(): number {
    const variance = this.#variance.value;
    return Number.isNaN(variance) ? FLOOR_TICKS : Math.max(FLOOR_TICKS, Math.sqrt(variance));
  }

  save(): VolatilityState {
    return { variance: this.#variance.save(), midTicks: this.#midTicks, atMs: this.#atMs };
  }

  restore(state: VolatilityState): void {
    this.#variance.restore(state.variance);
    this.#midTicks = state.midTicks;
    this.#atMs = state.atMs;
  }

  /** Mid price at about each full second of exchange time. */
  sample(timeMs: number, midTicks: number): void {
    const seconds = (timeMs - this.#atMs) / 1000;
    if (seconds > 0 && seconds <= MAX_GAP_SECONDS) {
      const change = midTicks - this.#midTicks;
      this.#variance.add(timeMs, (change * change) / seconds);
    }
    this.#midTicks = midTicks;
    this.#atMs = timeMs;
  }

  /** Forgets the last price, so that the next change is not measured across a hole. */
  interrupt(): void {
    this.#midTicks = Number.NaN;
    this.#atMs = Number.NaN;
  }
}
