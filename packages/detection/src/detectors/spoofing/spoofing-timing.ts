/**
 * How soon after an opposite fill large size is usually withdrawn in this market, and the evidence of a withdrawal
 * against that.
 *
 * Everybody cancels more after trades, so a clock alone proves nothing: the usual delays are learned from all
 * withdrawals.
 */

/** Upper ends of the delays that are distinguished, milliseconds; the last bin is for withdrawals without a fill. */
const EDGES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 3000] as const;
const BINS = EDGES.length + 1;
/** At the touch people react to trades more than behind it. */
const PLACES = 2;
const PRIOR_WITHDRAWALS = 60;
/** A trader that waits for its fill reacts within log-normal delays around this, this often. */
const MEDIAN_MS = 40;
const SPREAD = 1.5;
const REACTS = 0.7;
/** Delays that are rarely seen are not treated as rarer than this. */
const MIN_DENSITY = 2e-3;
const MIN_ANSWERED = 0.05;

function binOf(lagMs: number): number {
  let bin = 0;
  while (bin < EDGES.length && lagMs > EDGES[bin]!) bin += 1;
  return bin;
}

/** Chance of each delay for a trader who reacts: the logistic curve approximates the normal law. */
const REACTION = (() => {
  const below = (ms: number): number =>
    1 / (1 + Math.exp((-1.702 * (Math.log(ms) - Math.log(MEDIAN_MS))) / SPREAD));
  const chances = EDGES.map((edge, bin) => below(edge) - (bin === 0 ? 0 : below(EDGES[bin - 1]!)));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return [...chances.map((chance) => chance / total), 0];
})();

export class WithdrawalTiming {
  readonly #counts = new Float64Array(PLACES * BINS).fill(PRIOR_WITHDRAWALS / BINS);
  readonly #totals = new Float64Array(PLACES).fill(PRIOR_WITHDRAWALS);

  /** Any large order was withdrawn so long after an opposite fill; Infinity: after none. */
  note(distance: number, lagMs: number): void {
    const place = distance < 1 ? 0 : 1;
    const at = place * BINS + binOf(lagMs);
    this.#counts[at]! += 1;
    this.#totals[place]! += 1;
  }

  /** The past fades: everything counted so far weighs this share from now on. */
  fade(share: number): void {
    for (let at = 0; at < this.#counts.length; at += 1) this.#counts[at]! *= share;
    for (let at = 0; at < PLACES; at += 1) this.#totals[at]! *= share;
  }

  /** Share of the answers that take about so long, for each factor e; only where there was a fill. */
  density(distance: number, lagMs: number): number {
    const bin = binOf(lagMs);
    const answered = 1 - this.#usual(distance, EDGES.length);
    const usual = bin < EDGES.length ? this.#usual(distance, bin) : 0;
    return Math.max(MIN_DENSITY, usual / Math.max(MIN_ANSWERED, answered) / Math.LN2);
  }

  /** Logarithm of the likelihood ratio of a trader that answers its fill against everybody else. */
  ratio(distance: number, lagMs: number): number {
    const bin = binOf(lagMs);
    return Math.log((REACTS * REACTION[bin]!) / this.#usual(distance, bin) + 1 - REACTS);
  }

  #usual(distance: number, bin: number): number {
    const place = distance < 1 ? 0 : 1;
    return (1 + this.#counts[place * BINS + bin]!) / (BINS + this.#totals[place]!);
  }
}
