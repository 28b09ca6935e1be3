/** Ages in whole milliseconds and their percentiles, exact up to a minute. */

const MOST_MS = 60_000;
export const PERCENTILES = [50, 90, 99, 99.9] as const;

export interface AgePercentiles {
  readonly count: number;
  /** In the order of `PERCENTILES`; null without an age. */
  readonly values: readonly (number | null)[];
  readonly maxMs: number | null;
}

export class AgeHistogram {
  readonly #counts = new Uint32Array(MOST_MS + 1);
  #count = 0;
  #maxMs = 0;

  /** An age below zero, by the difference of two clocks, counts as zero. */
  add(ageMs: number): void {
    const age = ageMs > 0 ? Math.round(ageMs) : 0;
    const place = age < MOST_MS ? age : MOST_MS;
    this.#counts[place] = this.#counts[place]! + 1;
    this.#count += 1;
    if (age > this.#maxMs) this.#maxMs = age;
  }

  /** The smallest age that `percent` of all are at most. */
  percentile(percent: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.ceil((this.#count * percent) / 100 - 1e-9);
    let seen = 0;
    for (let age = 0; age < MOST_MS; age += 1) {
      seen += this.#counts[age]!;
      if (seen >= rank) return age;
    }
    return this.#maxMs;
  }

  percentiles(): AgePercentiles {
    return {
      count: this.#count,
      values: PERCENTILES.map((percent) => this.percentile(percent)),
      maxMs: this.#count === 0 ? null : this.#maxMs,
    };
  }

  clear(): void {
    this.#counts.fill(0);
    this.#count = 0;
    this.#maxMs = 0;
  }
}
