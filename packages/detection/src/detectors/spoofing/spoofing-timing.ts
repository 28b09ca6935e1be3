/**
 * How long usually lies between the withdrawal of large size and a trade in this market, and the evidence of one delay
 * against that.
 *
 * Everybody cancels more after trades, so a clock alone proves nothing: the usual delays are learned from all
 * withdrawals.
 */

/** Upper ends of the delays that are distinguished, milliseconds; the last bin is for withdrawals without a trade. */
const EDGES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 3000] as const;
const BINS = EDGES.length + 1;
/** At the touch people react to trades more than behind it. */
const PLACES = 2;
const PRIOR_WITHDRAWALS = 60;
/** Delays that are rarely seen are not treated as rarer than this. */
const MIN_DENSITY = 2e-3;
const MIN_ANSWERED = 0.05;

function binOf(lagMs: number): number {
  let bin = 0;
  while (bin < EDGES.length && lagMs > EDGES[bin]!) bin += 1;
  return bin;
}

/** Delays of a trader: how often they occur at all, and log-normal parts of equal weight. */
export interface DelayLaw {
  readonly often: number;
  readonly parts: readonly { readonly medianMs: number; readonly spread: number }[];
}

/** Who waits for their fill withdraws by machine or by hand (public cases: 1 to 20 ms, 0.25 to 3 s). */
export const REACTION: DelayLaw = {
  often: 0.7,
  parts: [
    { medianMs: 8, spread: 1.3 },
    { medianMs: 800, spread: 0.9 },
  ],
};

/** Who trades against those that followed sends the order with the withdrawal or right after it. */
export const FLIP: DelayLaw = { often: 0.3, parts: [{ medianMs: 2.5, spread: 1 }] };

/** Chance of each delay: the logistic curve approximates the normal law. */
function chancesOf({ parts }: DelayLaw): readonly number[] {
  const below = (ms: number): number =>
    parts.reduce(
      (sum, { medianMs, spread }) =>
        sum + 1 / (1 + Math.exp((-1.702 * (Math.log(ms) - Math.log(medianMs))) / spread)),
      0,
    );
  const chances = EDGES.map((edge, bin) => below(edge) - (bin === 0 ? 0 : below(EDGES[bin - 1]!)));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return [...chances.map((chance) => chance / total), 0];
}

export class WithdrawalTiming {
  readonly #counts = new Float64Array(PLACES * BINS).fill(PRIOR_WITHDRAWALS / BINS);
  readonly #totals = new Float64Array(PLACES).fill(PRIOR_WITHDRAWALS);
  readonly #often: number;
  readonly #chances: readonly number[];

  constructor(law: DelayLaw) {
    this.#often = law.often;
    this.#chances = chancesOf(law);
  }

  /** Any large order was withdrawn so long from a trade; Infinity: from none. */
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

  /** Logarithm of the likelihood ratio of a trader with these delays against everybody else. */
  ratio(distance: number, lagMs: number): number {
    const bin = binOf(lagMs);
    return Math.log((this.#often * this.#chances[bin]!) / this.#usual(distance, bin) + 1 - this.#often);
  }

  #usual(distance: number, bin: number): number {
    const place = distance < 1 ? 0 : 1;
    return (1 + this.#counts[place * BINS + bin]!) / (BINS + this.#totals[place]!);
  }
}
