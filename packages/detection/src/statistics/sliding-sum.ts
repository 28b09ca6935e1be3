/** Sum over the last seconds of exchange time, in a ring of 100 ms buckets: exact to one bucket. */
const BUCKET_MS = 100;

export class SlidingSum {
  readonly #buckets: Float64Array;
  /** Number of the newest bucket since 1970, or NaN. */
  #newest = Number.NaN;
  #total = 0;

  /** Window in milliseconds, a multiple of 100. */
  constructor(windowMs: number) {
    this.#buckets = new Float64Array(Math.round(windowMs / BUCKET_MS));
  }

  add(timeMs: number, value: number): void {
    this.#moveTo(timeMs);
    const slot = this.#newest % this.#buckets.length;
    this.#buckets[slot]! += value;
    this.#total += value;
  }

  /** Sum of what was added within the window before the instant. */
  sum(timeMs: number): number {
    this.#moveTo(timeMs);
    return this.#total;
  }

  clear(): void {
    this.#buckets.fill(0);
    this.#total = 0;
    this.#newest = Number.NaN;
  }

  #moveTo(timeMs: number): void {
    const bucket = Math.floor(timeMs / BUCKET_MS);
    if (bucket <= this.#newest) return;
    const steps = bucket - this.#newest;
    if (!(steps < this.#buckets.length)) {
      this.#buckets.fill(0);
      this.#total = 0;
    } else {
      for (let step = 1; step <= steps; step += 1) {
        const slot = (this.#newest + step) % this.#buckets.length;
        this.#total -= this.#buckets[slot]!;
        this.#buckets[slot] = 0;
      }
    }
    this.#newest = bucket;
  }
}
