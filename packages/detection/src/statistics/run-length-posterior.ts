/**
 * Bayesian online change-point detection (Adams and MacKay 2007): how long the present state of a vector of measures
 * has lasted, as a probability of each length. Each measure is normal within a state with unknown mean and variance.
 */

/** Mean length of a state in observations is the inverse. */
const HAZARD = 1 / 40;
const MAX_RUN = 240;
const MIN_MASS = 1e-5;
/** Normal-inverse-gamma prior of standardised measures: what a new state's mean may be, and its scatter. */
const PRIOR_WEIGHT = 0.15;
const PRIOR_SHAPE = 4;
const PRIOR_SCALE = 3.5;
const LOG_PI = Math.log(Math.PI);

/** log Gamma by Lanczos' series; exact to 1e-10 for arguments above 0.5. */
function logGamma(x: number): number {
  const series = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
    -0.5395239384953e-5,
  ];
  let sum = 1.000000000190015;
  for (const [at, coefficient] of series.entries()) sum += coefficient / (x + at + 1);
  return (x + 0.5) * Math.log(x + 5.5) - (x + 5.5) + Math.log((Math.sqrt(2 * Math.PI) * sum) / x);
}

/** log Gamma(shape + 1/2) - log Gamma(shape) of a state of each length. */
const LOG_GAMMA_RATIO = Float64Array.from({ length: MAX_RUN + 1 }, (_, length) => {
  const shape = PRIOR_SHAPE + length / 2;
  return logGamma(shape + 0.5) - logGamma(shape);
});

export class RunLengthPosterior {
  readonly #measures: number;
  /** Probability that the state has lasted for `n` observations, the last one included. */
  #mass = new Float64Array(MAX_RUN + 1);
  #nextMass = new Float64Array(MAX_RUN + 1);
  /** Means and sums of squares, a row of measures for each length. */
  readonly #means: Float64Array;
  readonly #betas: Float64Array;
  #longest = 0;
  #probable = 0;

  constructor(measures: number) {
    this.#measures = measures;
    this.#means = new Float64Array((MAX_RUN + 2) * measures);
    this.#betas = new Float64Array((MAX_RUN + 2) * measures);
    this.reset();
  }

  /** Takes the next vector of standardised measures; a NaN is neutral. */
  observe(values: ArrayLike<number>): void {
    const mass = this.#mass;
    const nextMass = this.#nextMass;
    const top = Math.min(this.#longest, MAX_RUN - 1);
    // What was longest merges with what becomes longest: both mean that nothing changed for hours.
    if (this.#longest === MAX_RUN) mass[top]! += mass[MAX_RUN]!;
    const fresh = Math.exp(this.#logDensity(0, values));
    let before = 0;
    let total = 0;
    for (let length = top; length >= 1; length -= 1) {
      const kept = mass[length]!;
      before += kept;
      const grown = kept * Math.exp(this.#logDensity(length, values)) * (1 - HAZARD);
      nextMass[length + 1] = grown;
      total += grown;
    }
    const changed = (this.#longest === 0 ? 1 : before * HAZARD) * fresh;
    nextMass[1] = changed;
    nextMass[0] = 0;
    total += changed;
    this.#longest = top + 1;
    for (let length = this.#longest; length >= 1; length -= 1) {
      nextMass[length]! /= total;
      this.#learn(length, values);
    }
    this.#mass = nextMass;
    this.#nextMass = mass;
    this.#prune();
  }

  /** Probability that the state has lasted for at most `length` observations. */
  atMost(length: number): number {
    let sum = 0;
    for (let at = 1; at <= Math.min(length, this.#longest); at += 1) sum += this.#mass[at]!;
    return sum;
  }

  /** Most probable length of the present state in observations; 0 before the first. */
  get length(): number {
    return this.#probable;
  }

  /** Mean of a measure in the most probable present state, in standardised units. */
  mean(measure: number): number {
    return this.#means[this.#probable * this.#measures + measure]!;
  }

  /** Nothing is known of the state any more: the next observation is the first of one. */
  reset(): void {
    this.#mass.fill(0);
    this.#longest = 0;
    this.#probable = 0;
    for (let measure = 0; measure < this.#measures; measure += 1) this.#setPrior(measure);
  }

  /** Row 0 is the state that has not begun. */
  #setPrior(measure: number): void {
    this.#means[measure] = 0;
    this.#betas[measure] = PRIOR_SCALE;
  }

  /** Log density of a vector in a state of a length: a product of Student's laws. */
  #logDensity(length: number, values: ArrayLike<number>): number {
    const weight = PRIOR_WEIGHT + length;
    const shape = PRIOR_SHAPE + length / 2;
    let sum = 0;
    for (let measure = 0; measure < this.#measures; measure += 1) {
      const value = values[measure]!;
      if (Number.isNaN(value)) continue;
      const at = length * this.#measures + measure;
      const spread = 2 * this.#betas[at]! * (1 + 1 / weight);
      const deviation = value - this.#means[at]!;
      sum +=
        LOG_GAMMA_RATIO[length]! -
        0.5 * (LOG_PI + Math.log(spread)) -
        (shape + 0.5) * Math.log1p((deviation * deviation) / spread);
    }
    return sum;
  }

  /** The state of `length` is the state of one less and the vector. Called from the longest down. */
  #learn(length: number, values: ArrayLike<number>): void {
    const weight = PRIOR_WEIGHT + length - 1;
    for (let measure = 0; measure < this.#measures; measure += 1) {
      const from = (length - 1) * this.#measures + measure;
      const at = length * this.#measures + measure;
      const mean = this.#means[from]!;
      const beta = this.#betas[from]!;
      const value = values[measure]!;
      const deviation = Number.isNaN(value) ? 0 : value - mean;
      this.#means[at] = mean + deviation / (weight + 1);
      this.#betas[at] = beta + (weight * deviation * deviation) / (2 * (weight + 1));
    }
  }

  /** Forgets lengths beyond the last that has a mass worth keeping. */
  #prune(): void {
    const mass = this.#mass;
    while (this.#longest > 1 && mass[this.#longest]! < MIN_MASS) {
      mass[this.#longest] = 0;
      this.#longest -= 1;
    }
    this.#probable = 1;
    for (let length = 2; length <= this.#longest; length += 1) {
      if (mass[length]! > mass[this.#probable]!) this.#probable = length;
    }
  }
}
