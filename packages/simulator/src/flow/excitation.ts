/** Self-exciting rates: trades call forth trades and book changes within milliseconds, seconds and minutes. */
import { exp } from '#random/exact-math.ts';

/** Time constants of the exponential kernels, seconds. */
const TAU_FAST = 0.005;
const TAU_MIDDLE = 0.3;
const TAU_SLOW = 8;

/** Mean number of followers of one event, by kernel. */
export interface Branching {
  readonly fast: number;
  readonly middle: number;
  readonly slow: number;
}

/** Book changes that follow one. */
export const BOOK_BY_BOOK: Branching = { fast: 0.48, middle: 0.12, slow: 0.06 };
/** Book changes that follow a match event. */
export const BOOK_BY_MATCH: Branching = { fast: 2.9, middle: 0.8, slow: 0.3 };
/** Aggressors that follow one. */
export const TRADES_BY_MATCH: Branching = { fast: 0.3, middle: 0.27, slow: 0.25 };
/** Aggressors that follow an agent's: agents continue by themselves, and the branching above would make five of each of theirs. */
export const TRADES_BY_AGENT: Branching = { fast: 0.18, middle: 0.16, slow: 0.15 };

/** Base shares that leave the means unchanged by the followers above. */
export const BOOK_BASE = (changes: number): number => Math.max(0.05, 1 - 0.66 - 4 / changes);
export const TRADE_BASE = 0.15;
/** Excited events a second and kernel that a gateway lets through. */
export const RATE_CAP = 4000;

/**
 * Sum of three exponential kernels (Bacry, Mastromatteo and Muzy 2015) for two streams, book changes and trades,
 * in events a second. Multivariate Hawkes processes are stable while the branching ratios stay below 1; `cap` holds
 * the single burst within what an exchange gateway lets through.
 */
export class Excitation {
  #bookFast = 0;
  #bookMiddle = 0;
  #bookSlow = 0;
  #tradeFast = 0;
  #tradeMiddle = 0;
  #tradeSlow = 0;
  readonly #cap: number;

  constructor(cap: number) {
    this.#cap = cap;
  }

  /** Excited book changes a second. */
  get bookRate(): number {
    return this.#bookFast + this.#bookMiddle + this.#bookSlow;
  }

  /** Excited aggressors a second. */
  get tradeRate(): number {
    return this.#tradeFast + this.#tradeMiddle + this.#tradeSlow;
  }

  decay(seconds: number): void {
    const fast = exp(-seconds / TAU_FAST);
    const middle = exp(-seconds / TAU_MIDDLE);
    const slow = exp(-seconds / TAU_SLOW);
    this.#bookFast *= fast;
    this.#bookMiddle *= middle;
    this.#bookSlow *= slow;
    this.#tradeFast *= fast;
    this.#tradeMiddle *= middle;
    this.#tradeSlow *= slow;
  }

  exciteBook(followers: Branching): void {
    this.#bookFast = Math.min(this.#cap, this.#bookFast + followers.fast / TAU_FAST);
    this.#bookMiddle = Math.min(this.#cap, this.#bookMiddle + followers.middle / TAU_MIDDLE);
    this.#bookSlow = Math.min(this.#cap, this.#bookSlow + followers.slow / TAU_SLOW);
  }

  exciteTrades(followers: Branching): void {
    this.#tradeFast = Math.min(this.#cap, this.#tradeFast + followers.fast / TAU_FAST);
    this.#tradeMiddle = Math.min(this.#cap, this.#tradeMiddle + followers.middle / TAU_MIDDLE);
    this.#tradeSlow = Math.min(this.#cap, this.#tradeSlow + followers.slow / TAU_SLOW);
  }
}
