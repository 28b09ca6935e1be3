/** The long memory of aggressor signs: large orders are split, so buys follow buys for hundreds of trades. */
import { pow } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

const MEMORY = 512;
const LAG_CELLS = 4096;

/**
 * Discrete autoregression DAR(p): with probability `persistence` the sign of a trade K trades ago is repeated, K drawn
 * from a power law; else the sign is free. Its autocorrelation decays as a power law (Lillo and Farmer 2004).
 */
export class SignMemory {
  readonly #signs = new Int8Array(MEMORY);
  readonly #lags = new Uint16Array(LAG_CELLS);
  readonly #persistence: number;
  readonly #random: RandomStream;
  #count = 0;

  constructor(random: RandomStream, persistence: number, exponent: number) {
    this.#random = random;
    this.#persistence = persistence;
    const weights = Array.from({ length: MEMORY - 1 }, (_, index) => pow(index + 1, -exponent));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let lag = 0;
    let reached = weights[0]! / total;
    for (let cell = 0; cell < LAG_CELLS; cell++) {
      while ((cell + 0.5) / LAG_CELLS > reached && lag < MEMORY - 2) reached += weights[++lag]! / total;
      this.#lags[cell] = lag + 1;
    }
    for (let index = 0; index < MEMORY; index++) this.#signs[index] = random.chance(0.5) ? 1 : -1;
  }

  /** Sign of the next aggressor, +1 buy: a remembered one, or buy with probability `freeBuy`. */
  next(freeBuy: number): number {
    if (!this.#random.chance(this.#persistence)) return this.#random.chance(freeBuy) ? 1 : -1;
    const lag = this.#lags[this.#random.uint32() >>> 20]!;
    return this.#signs[(this.#count - lag) & (MEMORY - 1)]!;
  }

  /** Remembers an aggressor that traded. */
  remember(sign: number): void {
    this.#signs[this.#count & (MEMORY - 1)] = sign;
    this.#count++;
  }
}
