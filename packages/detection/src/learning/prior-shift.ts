/**
 * How common the truth is among an instrument's own candidates, by expectation and maximisation (Saerens et al. 2002).
 */

/** Odds are never moved further than this. */
const MAX_FACTOR = 10;
/** The last candidates that count, and how many must support a rise. */
const MEMORY = 512;
const MIN_FOR_RISE = 100;
/**
 * The prevalence of the calibration counts like this many candidates, and at least like those among which this many are
 * true. A share that rests on k true ones is off by one part in the root of k by chance alone: where one candidate in
 * two hundred is true, an hour of three hundred is hardly any evidence, and must not move the calibration.
 */
const PRIOR_CANDIDATES = 200;
const PRIOR_TRUTHS = 25;
const EVERY = 16;
const MAX_ROUNDS = 50;
const NEEDED_CHANGE = 1e-6;

/** Odds of a probability multiplied by a factor, as a probability. */
export function shiftedOdds(probability: number, factor: number): number {
  if (factor === 1) return probability;
  const up = probability * factor;
  return up / (up + 1 - probability);
}

/**
 * Holds the calibrated probabilities of the last candidates and gives the factor by which the odds of a probability
 * must be multiplied where candidates are true more or less often than where it was calibrated. Few candidates lower,
 * and never raise. Nothing is allocated after construction.
 */
export class PriorShift {
  /** Multiplies the odds: 0.1 to 10. */
  factor = 1;
  readonly #prevalence: number;
  readonly #priorWeight: number;
  readonly #known = new Float64Array(MEMORY);
  #seen = 0;

  /** `prevalence`: share of true candidates where the probabilities were calibrated. */
  constructor(prevalence: number) {
    this.#prevalence = Math.min(0.999, Math.max(0.001, prevalence));
    this.#priorWeight = Math.max(PRIOR_CANDIDATES, PRIOR_TRUTHS / this.#prevalence);
  }

  /** Takes in the calibrated, uncorrected probability of a candidate that is over. */
  add(probability: number): void {
    this.#known[this.#seen % MEMORY] = probability;
    this.#seen += 1;
    if (this.#seen % EVERY === 0) this.#estimate();
  }

  #estimate(): void {
    const prevalence = this.#prevalence;
    const priorWeight = this.#priorWeight;
    const known = this.#known;
    const count = Math.min(this.#seen, MEMORY);
    const oddsBefore = prevalence / (1 - prevalence);
    let share = prevalence;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const factor = share / (1 - share) / oddsBefore;
      let sum = priorWeight * prevalence;
      for (let at = 0; at < count; at += 1) sum += shiftedOdds(known[at]!, factor);
      const next = sum / (priorWeight + count);
      const change = Math.abs(next - share);
      share = next;
      if (change < NEEDED_CHANGE) break;
    }
    const factor = share / (1 - share) / oddsBefore;
    const most = count < MIN_FOR_RISE ? 1 : MAX_FACTOR;
    this.factor = Math.min(most, Math.max(1 / MAX_FACTOR, factor));
  }
}
