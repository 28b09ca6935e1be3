/** The mid of the last minute, once a second: where it came from and how far it ranged. */

export const MINUTE_SECONDS = 60;

export class LastMinute {
  readonly #mids = new Float64Array(MINUTE_SECONDS).fill(Number.NaN);
  #at = 0;

  /** Mid of a minute ago; NaN while it is not known. */
  get earliest(): number {
    return this.#mids[this.#at]!;
  }

  /** Highest less lowest mid, ticks; 0 while none is known. */
  get range(): number {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const mid of this.#mids) {
      if (mid < low) low = mid;
      if (mid > high) high = mid;
    }
    return Math.max(0, high - low);
  }

  sample(midTicks: number): void {
    this.#mids[this.#at] = midTicks;
    this.#at = (this.#at + 1) % MINUTE_SECONDS;
  }

  clear(): void {
    this.#mids.fill(Number.NaN);
  }
}
