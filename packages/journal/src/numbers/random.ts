/**
 * Seeded random numbers for the whole journal: the same seed gives the same intervals, tests and insights everywhere.
 */

const TWO_POW_32 = 4_294_967_296;
const WARM_UP_ROUNDS = 12;

/** 32-bit hash of a text (FNV-1a), for seeds from a user's id, a name or the facts of a trade. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * One sequence of random numbers: sfc32 (C. Doty-Humphrey, PractRand), four 32-bit words of state, period about 2^127
 * on average. Integers only, so every engine gives the same sequence.
 */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /**
   * @param seed any safe integer
   * @param stream name of what the numbers are for: sequences of different names are unrelated, so that one figure
   *   more or less never changes another
   */
  constructor(seed: number, stream = '') {
    if (!Number.isSafeInteger(seed)) throw new RangeError(`a seed is a safe integer, not ${seed}`);
    this.#a = seedOf(stream) | 0;
    this.#b = Math.floor(seed / TWO_POW_32) | 0;
    this.#c = seed | 0;
    for (let round = 0; round < WARM_UP_ROUNDS; round++) this.uint32();
  }

  /** Uniform integer in [0, 2^32). */
  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Uniform in [0, 1), 32 bits fine. */
  unit(): number {
    return this.uint32() / TWO_POW_32;
  }

  /** Uniform integer in [0, bound), for 0 < bound <= 2^32. The bias is below bound / 2^32. */
  below(bound: number): number {
    return Math.floor((this.uint32() / TWO_POW_32) * bound);
  }

  /** Shuffles the places [from, to) of an array in place (Fisher and Yates). */
  shuffle(values: { [at: number]: number; readonly length: number }, from = 0, to = values.length): void {
    for (let last = to - 1; last > from; last--) {
      const other = from + this.below(last - from + 1);
      const kept = values[last]!;
      values[last] = values[other]!;
      values[other] = kept;
    }
  }
}
