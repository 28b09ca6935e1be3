/**
 * How much more likely an order that comes after a fill is the next slice of the same trader than one of the crowd: the
 * likelihood ratio of a link. Reference: detection, section 5 (SPRT; Wald 1945).
 *
 * What the crowd does is learned from this market alone: orders of each size that appear within a quarter of a second
 * after a fill at the price, by their delay. The unconditional intensity would be ten to a hundred times too low.
 */

/** A fill waits this long for its next slice, and where it was of a size that few orders have. */
export const SLICE_TTL_MS = 250;
export const PATIENT_TTL_MS = 1600;
/** Delays whose intensity is counted separately, milliseconds. */
const DELAY_EDGES = [1, 3, 10, 30, 100, SLICE_TTL_MS, 600, PATIENT_TTL_MS] as const;
/** The last of the delays that every fill waits for. */
const LAST_SHORT = 5;
/** Sizes counted separately: each up to 12, then ranges that end here. */
const SINGLE_SIZES = 12;
const SIZE_EDGES = [16, 24, 32, 48, 64, 96, 128, 256, 1 << 20] as const;
const SIZE_BINS = SINGLE_SIZES + SIZE_EDGES.length;
/** At the price of the fill, or one tick beside it. */
const PLACES = 2;
/** What is assumed of the crowd before anything was counted, in fills. */
const PRIOR_FILLS = 40;
const PRIOR_ORDERS = 0.6;
/** Bursts raise what is expected of the crowd at most by this factor, silence lowers it as much. */
const MAX_HASTE = 8;
/** Order sizes fall about with this power. */
const PRIOR_POWER = 1.8;

/** Chance that a slice is followed by another one; the evidence when none came. */
const FOLLOWED = 0.9;
export const MISSED_RATIO = Math.log(1 - FOLLOWED);
/** Delay of an unknown trader: log-normal, by machine, or by one that pauses on purpose. */
const MACHINE = { logMedian: Math.log(2), spread: 1.8, often: 0.75 };
const PAUSING = { logMedian: Math.log(500), spread: 0.7, often: 0.25 };
/** Delays from here on are pauses. */
const PAUSE_LOG = Math.log(120);
/** Links that the prior weighs when a trader's own delay is learned, and the least spread of it. */
const PRIOR_LINKS = 1;
const MIN_SPREAD = 0.3;
/** Slices are of the size before, or within this share of the trader's mean. */
const VARIED_WITHIN = 0.5;
/** A slice follows the touch by a tick this often. */
const MOVED = 0.15;
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
/** Shorter delays are not distinguished, milliseconds. */
const MIN_DELAY_MS = 0.01;
/** No delay of an unknown trader, and none of a known one, has a higher density. */
const MAX_NEW_DENSITY = (MACHINE.often / MACHINE.spread + PAUSING.often / PAUSING.spread) / ROOT_TWO_PI;
const MAX_DENSITY = 1 / (MIN_SPREAD * ROOT_TWO_PI);

/** Bin of a size, for `noteOrder`. */
export function sizeBin(size: number): number {
  if (size <= SINGLE_SIZES) return size - 1;
  let bin = 0;
  while (size > SIZE_EDGES[bin]!) bin += 1;
  return SINGLE_SIZES + bin;
}

/** Whole sizes in a bin. */
function widthOf(bin: number): number {
  if (bin < SINGLE_SIZES) return 1;
  const edge = bin - SINGLE_SIZES;
  return SIZE_EDGES[edge]! - (edge === 0 ? SINGLE_SIZES : SIZE_EDGES[edge - 1]!);
}

function delayBin(delayMs: number): number {
  let bin = 0;
  while (bin < DELAY_EDGES.length - 1 && delayMs > DELAY_EDGES[bin]!) bin += 1;
  return bin;
}

function delayWidth(bin: number): number {
  return DELAY_EDGES[bin]! - (bin === 0 ? 0 : DELAY_EDGES[bin - 1]!);
}

/** Known habits of one trader; empty for a new one. */
export interface TraderHabits {
  readonly links: number;
  /** Links of exactly the size before. */
  readonly equalLinks: number;
  readonly meanSize: number;
  /** Sum and sum of squares of the logarithm of its delays. */
  readonly logDelaySum: number;
  readonly logDelaySquares: number;
}

export class SliceOdds {
  readonly #orders = new Float64Array(PLACES * DELAY_EDGES.length * SIZE_BINS);
  readonly #priors = new Float64Array(DELAY_EDGES.length * SIZE_BINS);
  #fills = 0;
  /** Of them those that wait for long. */
  #patientFills = 0;
  /** Orders of the last second when a fill began to wait: mean over the fills, and now. */
  #pace = 0;
  #paceNow = 0;

  constructor() {
    let total = 0;
    for (let bin = 0; bin < SIZE_BINS; bin += 1) total += priorOfSize(bin);
    for (let delay = 0; delay < DELAY_EDGES.length; delay += 1) {
      for (let bin = 0; bin < SIZE_BINS; bin += 1) {
        const share = priorOfSize(bin) / total / DELAY_EDGES.length;
        this.#priors[delay * SIZE_BINS + bin] = PRIOR_FILLS * PRIOR_ORDERS * share;
      }
    }
  }

  /** A fill began to wait, for long if `isPatient`; `orders` of at least its kind came in the second before. */
  noteFill(orders: number, isPatient: boolean): void {
    this.#fills += 1;
    if (isPatient) this.#patientFills += 1;
    this.#pace += orders;
    this.#paceNow = orders;
  }

  /** How busy the crowd is now against what it was after other fills. */
  get #haste(): number {
    const usual = (this.#pace + PRIOR_FILLS) / (this.#fills + PRIOR_FILLS);
    return Math.min(MAX_HASTE, Math.max(1 / MAX_HASTE, (1 + this.#paceNow) / (1 + usual)));
  }

  /** An order of the crowd came while a fill waited; `places` is its distance from the fill, 0 or 1 tick. */
  noteOrder(delayMs: number, bin: number, places: number, weight: number): void {
    const at = (places * DELAY_EDGES.length + delayBin(delayMs)) * SIZE_BINS + bin;
    this.#orders[at]! += weight;
  }

  /** The past fades: everything counted so far weighs this share from now on. */
  fade(share: number): void {
    for (let at = 0; at < this.#orders.length; at += 1) this.#orders[at]! *= share;
    this.#fills *= share;
    this.#patientFills *= share;
    this.#pace *= share;
  }

  /**
   * Logarithm of the likelihood ratio of a link by its delay alone, were its size certain: what `sizeRatio` adds is never
   * above 0. Minus infinity where it is below 0 whatever the delay's density: most orders of the crowd, without a logarithm.
   */
  paceRatio(trader: TraderHabits, delayMs: number, size: number, places: number): number {
    const delay = Math.max(delayMs, MIN_DELAY_MS);
    const crowd = this.#crowd(delayMs, size, places) * delay;
    const often = FOLLOWED * (places === 0 ? 1 - MOVED : MOVED);
    if (often * (trader.links === 0 ? MAX_NEW_DENSITY : MAX_DENSITY) <= crowd)
      return Number.NEGATIVE_INFINITY;
    return Math.log((often * delayDensity(trader, Math.log(delay))) / crowd);
  }

  /** Orders of this very size that the crowd adds in a millisecond at this delay after a fill. */
  #crowd(delayMs: number, size: number, places: number): number {
    const delay = delayBin(delayMs);
    const bin = sizeBin(size);
    const at = (places * DELAY_EDGES.length + delay) * SIZE_BINS + bin;
    const seen = this.#orders[at]! + this.#priors[delay * SIZE_BINS + bin]!;
    const fills = delay <= LAST_SHORT ? this.#fills : this.#patientFills;
    const usual = seen / ((fills + PRIOR_FILLS) * delayWidth(delay) * widthOf(bin));
    return usual * this.#haste;
  }
}

function priorOfSize(bin: number): number {
  const middle = bin < SINGLE_SIZES ? bin + 1 : SIZE_EDGES[bin - SINGLE_SIZES]! * 0.75;
  return widthOf(bin) * Math.min(middle, 1000) ** -PRIOR_POWER;
}

/** Density of the logarithm of a delay: the prior, and the trader's own delays as they become known. */
function delayDensity(trader: TraderHabits, logDelay: number): number {
  if (trader.links === 0)
    return (
      MACHINE.often * normal(logDelay, MACHINE.logMedian, MACHINE.spread) +
      PAUSING.often * normal(logDelay, PAUSING.logMedian, PAUSING.spread)
    );
  const prior = trader.logDelaySum / trader.links >= PAUSE_LOG ? PAUSING : MACHINE;
  const weight = PRIOR_LINKS + trader.links;
  const mean = (PRIOR_LINKS * prior.logMedian + trader.logDelaySum) / weight;
  const own = trader.logDelaySquares - 2 * mean * trader.logDelaySum + trader.links * mean * mean;
  const known = PRIOR_LINKS * (prior.spread * prior.spread) + Math.max(0, own);
  return normal(logDelay, mean, Math.max(MIN_SPREAD, Math.sqrt(known / weight)));
}

function normal(value: number, mean: number, spread: number): number {
  const away = (value - mean) / spread;
  return Math.exp((-away * away) / 2) / (spread * ROOT_TWO_PI);
}

/** Whether a size may be the next of a trader at all. */
export function isLikeSize(trader: TraderHabits, before: number, size: number): boolean {
  const centre = trader.links >= 2 ? trader.meanSize : before;
  return size === before || Math.abs(size - centre) <= VARIED_WITHIN * centre;
}

/** Logarithm of the chance of a like size: equal to the one before as often as this trader repeats it, else near its mean. */
export function sizeRatio(trader: TraderHabits, before: number, size: number): number {
  const equal = (1.5 + trader.equalLinks) / (2 + trader.links);
  const centre = trader.links >= 2 ? trader.meanSize : before;
  const reach = VARIED_WITHIN * centre;
  const varied = Math.abs(size - centre) <= reach ? 1 / (2 * Math.floor(reach) + 1) : 0;
  return Math.log((size === before ? equal : 0) + (1 - equal) * varied);
}
