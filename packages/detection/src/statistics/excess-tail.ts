/** How improbable a large value is: peaks over a high quantile follow a generalised Pareto law (Siffer et al. 2017). */

const MIN_BIN_VALUE = -8;
const MAX_BIN_VALUE = 24;
const BINS = 512;
const WIDTH = (MAX_BIN_VALUE - MIN_BIN_VALUE) / BINS;
const THRESHOLD_SHARE = 0.02;
/** The histogram halves when it holds this many values, so that it follows the market over some days. */
const MAX_VALUES = 40_000;
const EXCESSES = 500;
/** Until enough was seen the tail is taken as that of a robust z of volume: exponential, this wide. */
const PRIOR_EXCESSES = 40;
const PRIOR_SCALE = 0.6;
const PRIOR_THRESHOLD = 2.2;
const MIN_VALUES = 250;
const MIN_SHAPE = -0.3;
const MAX_SHAPE = 0.45;
const REFIT_EVERY = 10;
const MIN_SHARE = 1e-12;

export class ExcessTail {
  readonly #counts = new Float64Array(BINS);
  #values = 0;
  readonly #excesses = new Float64Array(EXCESSES);
  #known = PRIOR_EXCESSES;
  #added = 0;
  #thresholdNow = PRIOR_THRESHOLD;
  #shape = 0;
  #scale = PRIOR_SCALE;

  constructor() {
    for (let n = 0; n < PRIOR_EXCESSES; n += 1) {
      this.#excesses[n] = -PRIOR_SCALE * Math.log(1 - (n + 0.5) / PRIOR_EXCESSES);
    }
  }

  /** The 98 % quantile of what was added. */
  get threshold(): number {
    return this.#thresholdNow;
  }

  add(value: number): void {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((value - MIN_BIN_VALUE) / WIDTH)));
    this.#counts[bin]! += 1;
    this.#values += 1;
    if (this.#values >= MAX_VALUES) this.#halve();
    if (value > this.#thresholdNow) {
      this.#excesses[(PRIOR_EXCESSES + this.#added) % EXCESSES] = value - this.#thresholdNow;
      this.#added += 1;
      this.#known = Math.min(EXCESSES, PRIOR_EXCESSES + this.#added);
      if (this.#added % REFIT_EVERY === 0) this.#fit();
    }
    if (this.#values >= MIN_VALUES && this.#values % MIN_VALUES === 0) this.#moveThreshold();
  }

  /** Chance that a value is at least this large: 1 where it is below the 98 % quantile, which needs no tail. */
  tailProbability(value: number): number {
    const excess = value - this.#thresholdNow;
    if (excess <= 0) return this.#shareAbove(value);
    const shape = this.#shape;
    const scale = this.#scale;
    if (Math.abs(shape) < 1e-6) return Math.max(MIN_SHARE, THRESHOLD_SHARE * Math.exp(-excess / scale));
    const base = 1 + (shape * excess) / scale;
    return base <= 0 ? MIN_SHARE : Math.max(MIN_SHARE, THRESHOLD_SHARE * base ** (-1 / shape));
  }

  #shareAbove(value: number): number {
    if (this.#values < MIN_VALUES) return value > 0 ? 0.5 * Math.exp(-value) : 1;
    const first = Math.max(0, Math.floor((value - MIN_BIN_VALUE) / WIDTH));
    let above = 0;
    for (let bin = first; bin < BINS; bin += 1) above += this.#counts[bin]!;
    return Math.max(THRESHOLD_SHARE, above / this.#values);
  }

  #halve(): void {
    this.#values = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      this.#counts[bin]! /= 2;
      this.#values += this.#counts[bin]!;
    }
    this.#values = Math.floor(this.#values);
  }

  /** Kept excesses are moved with it, and those that fall below it are dropped at the next turn of the ring. */
  #moveThreshold(): void {
    let above = this.#values * THRESHOLD_SHARE;
    let bin = BINS - 1;
    for (; bin > 0 && above > this.#counts[bin]!; bin -= 1) above -= this.#counts[bin]!;
    const threshold = MIN_BIN_VALUE + (bin + 1) * WIDTH;
    const moved = threshold - this.#thresholdNow;
    if (Math.abs(moved) < WIDTH) return;
    this.#thresholdNow = threshold;
    // What was assumed at the start is an excess whatever the threshold is.
    const first = this.#added >= EXCESSES - PRIOR_EXCESSES ? 0 : PRIOR_EXCESSES;
    for (let n = first; n < this.#known; n += 1) this.#excesses[n] = Math.max(0, this.#excesses[n]! - moved);
    this.#fit();
  }

  /** Probability-weighted moments (Hosking and Wallis 1987). */
  #fit(): void {
    const sorted = this.#excesses.slice(0, this.#known).sort();
    const n = sorted.length;
    let first = 0;
    let second = 0;
    for (let at = 0; at < n; at += 1) {
      const excess = sorted[at]!;
      first += excess;
      second += (1 - (at + 0.65) / n) * excess;
    }
    first /= n;
    second /= n;
    const difference = first - 2 * second;
    if (!(difference > 1e-9)) return;
    this.#shape = Math.min(MAX_SHAPE, Math.max(MIN_SHAPE, 2 - first / difference));
    this.#scale = Math.max(WIDTH, first * (1 - this.#shape));
  }
}
