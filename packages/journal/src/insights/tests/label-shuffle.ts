/** Permutation test of groups: labels are shuffled within strata, and each group is compared with all the rest. */
import type { SeededRandom } from '#numbers/random.ts';
import { type ShufflePlan, shuffledP } from './shuffle-plan.ts';

/**
 * Weight, in units, of the common variance in the variance of a group: few units give a poor estimate of their own
 * spread.
 */
const VARIANCE_PULL = 20;

/** What is shuffled: trades within their day, or parts of days with all their trades. */
export interface LabelledUnits {
  /** Sum of the unit's values, centred so that all trades average 0 within every stratum. */
  readonly sums: Float64Array;
  /** Trades of the unit; null where every unit is one trade. */
  readonly counts: Float64Array | null;
  /** Group of each unit, 0 to `groups`; the number `groups` itself is the rest that is not tested. */
  readonly labels: Uint8Array;
  readonly groups: number;
  /** First unit of each stratum, and at the end the number of units. */
  readonly strata: Int32Array;
}

export interface ShuffleResult {
  /** Of the most extreme group: the overall test. */
  readonly p: number;
  /** Of each group against the rest. */
  readonly groupP: Float64Array;
  /** Welch's t of each group against the rest; its sign is the direction. */
  readonly t: Float64Array;
}

/**
 * Statistic: Welch's t of each group against the rest, with the variance of sums of units (trades of one unit hang
 * together) shrunk to the common one (k = 20 units), so that groups of unlike spread do not look unlike on average.
 * The overall test takes the largest |t| of all groups (Westfall and Young 1993). Null when a group or the rest is
 * empty or nothing varies.
 */
export function shuffleLabels(
  units: LabelledUnits,
  plan: ShufflePlan,
  random: SeededRandom,
): ShuffleResult | null {
  const scale = new TScale(units);
  const observed = scale.observed();
  if (observed === null) return null;
  const tally = new Tally(observed);
  const labels = units.labels.slice();
  const single = units.groups === 1 && units.counts === null;
  const shuffle = single ? shuffleSlice : shuffleGroups;
  while (tally.drawn < plan.shuffles && tally.extreme < plan.enough) {
    shuffle(units, labels, scale, random);
    tally.add(scale);
  }
  return {
    p: shuffledP(plan, tally.extreme, tally.drawn),
    groupP: tally.group.map((extreme) => (1 + extreme) / (1 + tally.drawn)),
    t: observed,
  };
}

/** Counts the shuffles at least as extreme as the data. */
class Tally {
  drawn = 0;
  extreme = 0;
  readonly group: Float64Array;
  readonly #bounds: Float64Array;
  #top = 0;

  constructor(observed: Float64Array) {
    this.group = new Float64Array(observed.length);
    // Slightly below, so that shuffles equal to the data count as extreme whatever the order of additions.
    this.#bounds = observed.map((t) => Math.abs(t) * (1 - 1e-9));
    this.#top = Math.max(...this.#bounds);
  }

  add(scale: TScale): void {
    let largest = 0;
    for (let group = 0; group < this.group.length; group++) {
      const t = Math.abs(scale.t(group));
      if (t > largest) largest = t;
      if (t >= this.#bounds[group]!) this.group[group]! += 1;
    }
    this.drawn++;
    if (largest >= this.#top) this.extreme++;
  }
}

/** Columns of a group's sums: values, squared values, trades, values x trades, squared trades. */
const WIDTH = 5;

/** Sums of each group in the present labelling, and what turns them into t. */
class TScale {
  /** `WIDTH` numbers a group. */
  readonly sums: Float64Array;
  readonly #units: LabelledUnits;
  readonly #all: Float64Array;
  /** Units of each group; shuffling does not change them. */
  readonly #sizes: Float64Array;

  constructor(units: LabelledUnits) {
    this.#units = units;
    this.sums = new Float64Array((units.groups + 1) * WIDTH);
    this.#all = new Float64Array(WIDTH);
    for (let at = 0; at < units.sums.length; at++) addUnit(this.#all, 0, units, at);
    this.#sizes = new Float64Array(units.groups + 1);
    for (const label of units.labels) this.#sizes[label]! += 1;
  }

  observed(): Float64Array | null {
    const { labels, groups } = this.#units;
    if (!(this.#all[1]! > 0)) return null;
    for (let at = 0; at < labels.length; at++) this.add(labels[at]!, at);
    for (let group = 0; group < groups; group++) {
      const count = this.sums[group * WIDTH + 2]!;
      if (count === 0 || count === this.#all[2]) return null;
    }
    return Float64Array.from({ length: groups }, (_, group) => this.t(group));
  }

  add(label: number, at: number): void {
    addUnit(this.sums, label * WIDTH, this.#units, at);
  }

  t(group: number): number {
    const from = group * WIDTH;
    const sum = this.sums[from]!;
    const square = this.sums[from + 1]!;
    const count = this.sums[from + 2]!;
    const cross = this.sums[from + 3]!;
    const countSquare = this.sums[from + 4]!;
    const rest = this.#all;
    const restSum = rest[0]! - sum;
    const restCount = rest[2]! - count;
    const size = this.#sizes[group]!;
    const restSize = this.#units.sums.length - size;
    const spread = spreadOf(sum / count, square, cross, countSquare);
    const restSpread = spreadOf(
      restSum / restCount,
      rest[1]! - square,
      rest[3]! - cross,
      rest[4]! - countSquare,
    );
    // What both have in common after each has its own mean: the effect itself must not count as spread.
    const common = (spread + restSpread) / rest[2]!;
    const variance = meanVariance(common, spread, size, count);
    const restVariance = meanVariance(common, restSpread, restSize, restCount);
    return (sum / count - restSum / restCount) / Math.sqrt(variance + restVariance);
  }
}

/** Adds a unit to the five columns that begin at `from`. */
function addUnit(columns: Float64Array, from: number, units: LabelledUnits, at: number): void {
  const sum = units.sums[at]!;
  const count = units.counts === null ? 1 : units.counts[at]!;
  columns[from]! += sum;
  columns[from + 1]! += sum * sum;
  columns[from + 2]! += count;
  columns[from + 3]! += sum * count;
  columns[from + 4]! += count * count;
}

/** Sum of the squares of (sum of a unit - its trades x the mean). */
function spreadOf(mean: number, square: number, cross: number, countSquare: number): number {
  return square - 2 * mean * cross + mean * mean * countSquare;
}

/** Variance of the mean of a group of `size` units with `count` trades, shrunk to the common variance of a trade. */
function meanVariance(common: number, spread: number, size: number, count: number): number {
  return (size * (spread / count) + VARIANCE_PULL * common) / ((size + VARIANCE_PULL) * count);
}

/** One slice against the rest, of single trades: only the slice needs summing (label 0; 1 is the rest). */
function shuffleSlice(units: LabelledUnits, labels: Uint8Array, scale: TScale, random: SeededRandom): void {
  const { sums, strata } = units;
  let sum = 0;
  let square = 0;
  let count = 0;
  for (let stratum = 0; stratum + 1 < strata.length; stratum++) {
    const from = strata[stratum]!;
    for (let last = strata[stratum + 1]! - 1; last >= from; last--) {
      const other = from + random.below(last - from + 1);
      const label = labels[other]!;
      labels[other] = labels[last]!;
      labels[last] = label;
      if (label === 0) {
        const value = sums[last]!;
        sum += value;
        square += value * value;
        count++;
      }
    }
  }
  scale.sums[0] = sum;
  scale.sums[1] = square;
  scale.sums[2] = count;
  scale.sums[3] = sum;
  scale.sums[4] = count;
}

function shuffleGroups(units: LabelledUnits, labels: Uint8Array, scale: TScale, random: SeededRandom): void {
  const { strata } = units;
  scale.sums.fill(0);
  for (let stratum = 0; stratum + 1 < strata.length; stratum++) {
    const from = strata[stratum]!;
    for (let last = strata[stratum + 1]! - 1; last >= from; last--) {
      const other = from + random.below(last - from + 1);
      const label = labels[other]!;
      labels[other] = labels[last]!;
      labels[last] = label;
      scale.add(label, last);
    }
  }
}
