/** What signed volume usually comes to over a duration: the quantiles that a trap's one-sided buying is held against. */
import { MINUTE_MS } from '@undertow/market';
import { RollingQuantile } from '#statistics/rolling-quantile.ts';

const HALF_LIFE_MS = 30 * MINUTE_MS;
/** Durations in seconds, each twice the one before, up to the ten minutes of a trap. */
const SECONDS = [5, 10, 20, 40, 80, 160, 320, 640] as const;
const RING = 1024;
/** A duration is sampled this many times while it passes once. */
const SAMPLES_EACH = 4;

export class DeltaBaseline {
  readonly #quantiles = SECONDS.map(() => new RollingQuantile(HALF_LIFE_MS));
  /** Signed volume since the beginning at each of the last seconds. */
  readonly #sums = new Float64Array(RING);
  #second = 0;
  #sum = 0;
  #dueMs = Number.NaN;

  add(signedSize: number): void {
    this.#sum += signedSize;
  }

  onClock(timeMs: number): void {
    if (timeMs < this.#dueMs) return;
    this.#dueMs = timeMs + 1000;
    this.#second += 1;
    this.#sums[this.#second % RING] = this.#sum;
    for (let index = 0; index < SECONDS.length; index += 1) {
      const quantile = this.#quantiles[index]!;
      quantile.advance(timeMs);
      const seconds = SECONDS[index]!;
      if (this.#second <= seconds || this.#second % Math.ceil(seconds / SAMPLES_EACH) !== 0) continue;
      quantile.add(Math.round(Math.abs(this.#sum - this.#sums[(this.#second - seconds) % RING]!)));
    }
  }

  /** Size of the signed volume of so many seconds that nine in ten stretches stay below; at least one contract. */
  q90(seconds: number): number {
    let index = 0;
    while (index < SECONDS.length - 1 && SECONDS[index]! < seconds) index += 1;
    const upper = this.#quantiles[index]!.quantile(0.9);
    if (index === 0) return upper;
    const lower = this.#quantiles[index - 1]!.quantile(0.9);
    // Durations lie at powers of two, signed volume grows with about their root: straight between in the logarithm.
    const share = Math.log2(Math.max(1, seconds) / SECONDS[index - 1]!);
    return lower + (upper - lower) * Math.min(1, Math.max(0, share));
  }

  clear(): void {
    this.#second = 0;
    this.#sum = 0;
    this.#dueMs = Number.NaN;
  }
}
