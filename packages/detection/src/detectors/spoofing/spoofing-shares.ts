/** Counts of one part of what withdrawals look like, as shares that fade and never are zero. */

/** No single part of one withdrawal may decide. */
const MAX_PART = 2.5;

export const bounded = (ratio: number): number => Math.max(-MAX_PART, Math.min(MAX_PART, ratio));

export class Shares {
  readonly #counts: Float64Array;
  readonly #prior: number;
  readonly #before: number;
  /** Observations, faded. */
  total = 0;

  /** `prior` observations of a share `before` each, an even one unless given. */
  constructor(bins: number, prior: number, before = 1 / bins) {
    this.#counts = new Float64Array(bins);
    this.#prior = prior;
    this.#before = before;
  }

  add(bin: number): void {
    this.addIf(bin, true);
  }

  /** One more observation, with or without that mark. */
  addIf(bin: number, has: boolean): void {
    this.total += 1;
    if (has) this.#counts[bin]! += 1;
  }

  /** One more observation, with a mark for each bit. */
  addBits(bits: number): void {
    this.total += 1;
    for (let bin = 0; bin < this.#counts.length; bin += 1) this.#counts[bin]! += (bits >> bin) & 1;
  }

  fade(share: number): void {
    for (let bin = 0; bin < this.#counts.length; bin += 1) this.#counts[bin]! *= share;
    this.total *= share;
  }

  /** Share of a bin; the outermost ones include what lies beyond. */
  of(bin: number): number {
    const at = Math.min(this.#counts.length - 1, Math.max(0, bin));
    return (this.#counts[at]! + this.#prior * this.#before) / (this.total + this.#prior);
  }
}
