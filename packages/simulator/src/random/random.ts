/** Seeded random numbers: xoshiro128++ in named streams that never disturb each other, with a state that can be kept. */
import { exp, log, pow } from './exact-math.ts';

const TWO_POW_32 = 4294967296;
const TWO_POW_53 = 9007199254740992;

/** Four 32-bit words: everything a stream needs to continue. */
export type RandomState = readonly [number, number, number, number];

function rotateLeft(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

/** One independent sequence of random numbers (xoshiro128++ 1.0, Blackman and Vigna 2019). */
export class RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(state: RandomState) {
    this.#a = state[0] | 0;
    this.#b = state[1] | 0;
    this.#c = state[2] | 0;
    this.#d = state[3] | 0;
    if ((this.#a | this.#b | this.#c | this.#d) === 0)
      throw new RangeError('a random state must not be all zero');
  }

  /** A copy of the state; a new stream made from it continues the sequence. */
  save(): RandomState {
    return [this.#a, this.#b, this.#c, this.#d];
  }

  /** Uniform integer in [0, 2^32). */
  uint32(): number {
    const sum = (this.#a + this.#d) | 0;
    const result = (rotateLeft(sum, 7) + this.#a) >>> 0;
    const t = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= t;
    this.#d = rotateLeft(this.#d, 11);
    return result;
  }

  /** Uniform in [0, 1), 32 bits fine. */
  unit(): number {
    return this.uint32() / TWO_POW_32;
  }

  /** Uniform in (0, 1], 53 bits fine: safe for a logarithm. */
  openUnit(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67108864 + low + 1) / TWO_POW_53;
  }

  /** Uniform integer in [0, bound), for 0 < bound <= 2^32. The bias is below bound / 2^32. */
  below(bound: number): number {
    return Math.floor((this.uint32() / TWO_POW_32) * bound);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.uint32() < probability * TWO_POW_32;
  }

  /** Exponential with mean 1. */
  exponential(): number {
    return -log(this.openUnit());
  }

  /** Standard normal (Marsaglia's polar method; the second value is dropped so that a state is four words). */
  normal(): number {
    for (;;) {
      const u = 2 * this.unit() - 1;
      const v = 2 * this.unit() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) return u * Math.sqrt((-2 * log(s)) / s);
    }
  }

  /** Uniform between two figures. */
  uniform(low: number, high: number): number {
    return low + this.unit() * (high - low);
  }

  /** Between two positive figures, each doubling as likely as any other. */
  logUniform(low: number, high: number): number {
    return low * pow(high / low, this.unit());
  }

  /** Log-normal with the given median and standard deviation of the logarithm. */
  logNormal(median: number, sigma: number): number {
    return median * exp(sigma * this.normal());
  }

  /** Geometric on 1, 2, 3, … with the given mean (>= 1). */
  geometric(mean: number): number {
    if (mean <= 1) return 1;
    return 1 + Math.floor(log(this.openUnit()) / log(1 - 1 / mean));
  }
}

/** SplitMix32 step on a word; spreads the bits of a hash over a state. */
function mix(word: number): number {
  let z = word | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return z ^ (z >>> 15);
}

/**
 * The stream of one agent: the same for the same (seed, name, instance), unrelated to all others.
 *
 * @param seed any safe integer
 * @param name the agent's name; @param instance its number among those of the same name
 */
export function randomStream(seed: number, name: string, instance: number): RandomStream {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`a seed is a safe integer, not ${seed}`);
  let hash = mix((seed | 0) ^ 0x9e3779b9) ^ mix(Math.floor(seed / TWO_POW_32) + 0x7f4a7c15);
  for (let at = 0; at < name.length; at++) hash = mix(Math.imul(hash, 0x01000193) ^ name.charCodeAt(at));
  hash = mix(hash ^ Math.imul(instance + 1, 0x85ebca6b));
  const words = [0, 0, 0, 0].map((_, index) => mix(hash + Math.imul(index + 1, 0x9e3779b9)));
  const [a = 0, b = 0, c = 0, d = 0] = words;
  return new RandomStream([a, b, c, d === 0 && (a | b | c) === 0 ? 1 : d]);
}
