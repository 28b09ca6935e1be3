/** Memory of the aggressors' signs: the day's delta, the run of equal signs, their autocorrelation at lag one. */

/** An aggressor's weight falls to 1/e over so many later ones. */
const MEMORY = 200;
const KEEP = 1 - 1 / MEMORY;
const MIN_WEIGHT = 20;

export class TradeSigns {
  cumulativeDelta = 0;
  /** Aggressors in a row of one direction; negative for sells. */
  run = 0;
  #last = 0;
  #weight = 0;
  #sum = 0;
  #products = 0;

  /** `sign` is 1 for a buy and -1 for a sell. */
  add(sign: number, size: number): void {
    this.cumulativeDelta += sign * size;
    this.run = this.run * sign > 0 ? this.run + sign : sign;
    this.#weight = this.#weight * KEEP + 1;
    this.#sum = this.#sum * KEEP + sign;
    this.#products = this.#products * KEEP + sign * this.#last;
    this.#last = sign;
  }

  /** NaN before twenty aggressors, 0 where all had one sign. */
  get autocorrelation(): number {
    if (this.#weight < MIN_WEIGHT) return Number.NaN;
    const mean = this.#sum / this.#weight;
    const variance = 1 - mean * mean;
    return variance < 1e-9 ? 0 : (this.#products / this.#weight - mean * mean) / variance;
  }

  startDay(): void {
    this.cumulativeDelta = 0;
  }

  interrupt(): void {
    this.#last = 0;
    this.run = 0;
  }
}
