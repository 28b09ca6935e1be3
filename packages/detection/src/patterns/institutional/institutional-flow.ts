/** The signs of aggressors beyond what their own short memory predicts: what a programme of one side leaves behind. */

/** Orders over which past signs are averaged: herding and splitting of everybody fade within them. */
const MEMORIES = [2, 8, 24] as const;
const FIRST_WEIGHTS = [0.25, 0.15, 0.1] as const;
const LEARNING = 0.002;
/** Seconds after which residuals have faded to a third. */
const FAST_SECONDS = 150;
const SLOW_SECONDS = 600;

/** A sum of residuals over its deviation, fading with time. */
class FadingScore {
  readonly #keep: number;
  #sum = 0;
  #squares = 0;

  constructor(seconds: number) {
    this.#keep = Math.exp(-1 / seconds);
  }

  get z(): number {
    return this.#sum / Math.sqrt(this.#squares + 1);
  }

  add(value: number): void {
    this.#sum += value;
    this.#squares += value * value;
  }

  everySecond(): void {
    this.#sum *= this.#keep;
    this.#squares *= this.#keep;
  }
}

/** Positive is buying. Signs are predicted by a linear filter of past signs that learns slowly (Lillo and Farmer 2004). */
export class SignFlow {
  readonly #means = new Float64Array(MEMORIES.length);
  readonly #weights = Float64Array.from(FIRST_WEIGHTS);
  readonly #fastScore = new FadingScore(FAST_SECONDS);
  readonly #slowScore = new FadingScore(SLOW_SECONDS);

  /** Deviations of the residual signs over about two and a half minutes, and over about ten. */
  get fast(): number {
    return this.#fastScore.z;
  }

  get slow(): number {
    return this.#slowScore.z;
  }

  /** An aggressor: sign 1 for a buyer. */
  add(sign: number): void {
    let predicted = 0;
    for (let n = 0; n < MEMORIES.length; n += 1) {
      predicted += this.#weights[n]! * this.#means[n]!;
    }
    const rest = sign - Math.min(0.9, Math.max(-0.9, predicted));
    for (let n = 0; n < MEMORIES.length; n += 1) {
      const mean = this.#means[n]!;
      const weight = this.#weights[n]! + LEARNING * rest * mean;
      this.#weights[n] = Math.min(1, Math.max(0, weight));
      this.#means[n] = mean + (sign - mean) / MEMORIES[n]!;
    }
    this.#fastScore.add(rest);
    this.#slowScore.add(rest);
  }

  everySecond(): void {
    this.#fastScore.everySecond();
    this.#slowScore.everySecond();
  }
}
