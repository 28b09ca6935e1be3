/**
 * What withdrawals of large size usually look like in this market, and what it tells when two of them look the same.
 *
 * The parts of a fingerprint are counted apart, so that a rare combination of ordinary parts is known soon.
 */

/** Sizes in quarters of a power of two; alike within one bin to either side. */
const PER_OCTAVE = 4;
const SIZES = 64;
const LIKE_SIZE = 0.26;
/** Ticks behind the best price, contracts of the opposite fill (powers of two beyond 8), delays in powers of two. */
const DISTANCES = 24;
const FILLS = 20;
const DELAYS = 14;
const AT_DISTANCE = SIZES;
const AT_FILL = AT_DISTANCE + DISTANCES;
const AT_DELAY = AT_FILL + FILLS;
/** Others who withdrew at the same moment; times at rest in powers of two of milliseconds. */
const OTHERS = 8;
const AGES = 17;
const AT_OTHERS = AT_DELAY + DELAYS;
const AT_AGE = AT_OTHERS + OTHERS;
const WIDTH = AT_AGE + AGES;
/** No single part of one withdrawal may decide. */
const MOST_PART = 2;
/** Size that is shown to be seen rests log-normally around this. */
const SHOWN_MEDIAN_MS = 1500;
const SHOWN_SPREAD = 1.2;
/** Single orders and layers, of each side. */
const KINDS = 4;
/** What is usual halves in 30 minutes. */
const MEAN_LIFE_MS = (30 * 60_000) / Math.LN2;
const FADE_EVERY_MS = 10_000;
/** Before anything was seen: so many withdrawals in so long a time, spread evenly over each part. */
const PRIOR = 8;
const PRIOR_MS = 4 * 60_000;
/** A hand that repeats itself comes back within about this time, this often. */
const RETURN_MS = 25_000;
const RETURNS = 0.7;
/** It keeps each part of what it does this often. */
const KEEPS_SIZE = 0.75;
const KEEPS_DISTANCE = 0.6;
const KEEPS_FILL = 0.5;
const KEEPS_DELAY = 0.6;

export interface Fingerprint {
  side: number;
  layers: number;
  /** Powers of two of contracts. */
  logSize: number;
  /** Whole ticks behind the best price when it was placed. */
  distance: number;
  /** Contracts of the opposite fill before it; 0 without one. */
  genuine: number;
  /** From that fill to the withdrawal, milliseconds; Infinity without one. */
  lagMs: number;
}

/** What a single withdrawal is judged by, beside its fingerprint. */
export interface Manner {
  /** Milliseconds at rest. */
  readonly restedMs: number;
  /** Cancels of others at the same moment, and how many are usual in such a moment. */
  readonly others: number;
  readonly usualOthers: number;
}

export class UsualWithdrawals {
  private readonly counts = new Float64Array(KINDS * WIDTH);
  private readonly totals = new Float64Array(KINDS);
  private watchedMs = 0;
  private fadedMs = Number.NaN;

  note(seen: Fingerprint, manner: Manner): void {
    const kind = kindOf(seen);
    const from = kind * WIDTH;
    this.add(from + sizeBin(seen.logSize));
    this.add(from + AT_DISTANCE + distanceBin(seen.distance));
    this.add(from + AT_FILL + fillBin(seen.genuine));
    this.add(from + AT_DELAY + delayBin(seen.lagMs));
    this.add(from + AT_OTHERS + othersBin(manner.others));
    this.add(from + AT_AGE + ageBin(manner.restedMs));
    this.totals[kind] = (this.totals[kind] as number) + 1;
  }

  /** Time passed: the past weighs less. */
  advance(timeMs: number): void {
    if (Number.isNaN(this.fadedMs)) this.fadedMs = timeMs;
    const passed = timeMs - this.fadedMs;
    if (passed < FADE_EVERY_MS) return;
    const share = Math.exp(-passed / MEAN_LIFE_MS);
    for (let at = 0; at < this.counts.length; at += 1) this.counts[at] = (this.counts[at] as number) * share;
    for (let kind = 0; kind < KINDS; kind += 1) this.totals[kind] = (this.totals[kind] as number) * share;
    this.watchedMs = this.watchedMs * share + passed;
    this.fadedMs = timeMs;
  }

  /** Withdrawals of this kind a millisecond. */
  rate(seen: Fingerprint): number {
    return ((this.totals[kindOf(seen)] as number) + PRIOR) / (this.watchedMs + PRIOR_MS);
  }

  /** Share of withdrawals of its kind that have about its size and distance. */
  commonness(seen: Fingerprint): number {
    return this.shareOfSize(seen) * this.share(seen, AT_DISTANCE, distanceBin(seen.distance), DISTANCES);
  }

  /** Logarithm of the likelihood ratio that a posture is of the hand whose last one was withdrawn `gapMs` ago. */
  returnRatio(last: Fingerprint, seen: Fingerprint, gapMs: number): number {
    const rate = this.rate(seen);
    // As many others came in between: each might be taken for this hand.
    const hand = Math.exp(-gapMs / RETURN_MS) / RETURN_MS / (rate * (1 + rate * RETURN_MS));
    let ratio = Math.log(RETURNS * hand + 1 - RETURNS);
    const isLikeSize = Math.abs(seen.logSize - last.logSize) <= LIKE_SIZE;
    ratio += partRatio(KEEPS_SIZE, isLikeSize, this.shareOfSize(seen));
    const at = distanceBin(seen.distance);
    ratio += partRatio(
      KEEPS_DISTANCE,
      seen.distance === last.distance,
      this.share(seen, AT_DISTANCE, at, DISTANCES),
    );
    if (seen.genuine === 0 || last.genuine === 0) return ratio;
    const fill = this.share(seen, AT_FILL, fillBin(seen.genuine), FILLS);
    ratio += partRatio(KEEPS_FILL, seen.genuine === last.genuine, fill);
    const isLikeDelay = Math.abs(delayBin(seen.lagMs) - delayBin(last.lagMs)) <= 1;
    return ratio + partRatio(KEEPS_DELAY, isLikeDelay, this.shareOfDelay(seen));
  }

  /**
   * Logarithm of the likelihood ratio of a hand that acts by itself: it withdraws with no more others than chance brings,
   * after as long as size must be shown to be seen.
   */
  mannerRatio(seen: Fingerprint, manner: Manner): number {
    const others = othersBin(manner.others);
    const usual = this.share(seen, AT_OTHERS, others, OTHERS);
    const alone = bounded(Math.log(Math.max(0.02, chanceOfOthers(others, manner.usualOthers)) / usual));
    const age = ageBin(manner.restedMs);
    return alone + bounded(Math.log(SHOWN[age] as number) - Math.log(this.share(seen, AT_AGE, age, AGES)));
  }

  private shareOfSize(seen: Fingerprint): number {
    const middle = sizeBin(seen.logSize);
    let share = 0;
    for (let bin = Math.max(0, middle - 1); bin <= Math.min(SIZES - 1, middle + 1); bin += 1)
      share += this.share(seen, 0, bin, SIZES / 4);
    return share;
  }

  private shareOfDelay(seen: Fingerprint): number {
    const middle = delayBin(seen.lagMs);
    let share = 0;
    for (let bin = Math.max(0, middle - 1); bin <= Math.min(DELAYS - 1, middle + 1); bin += 1)
      share += this.share(seen, AT_DELAY, bin, DELAYS);
    return share;
  }

  private share(seen: Fingerprint, part: number, bin: number, bins: number): number {
    const kind = kindOf(seen);
    const count = this.counts[kind * WIDTH + part + bin] as number;
    return (count + PRIOR / bins) / ((this.totals[kind] as number) + PRIOR);
  }

  private add(at: number): void {
    this.counts[at] = (this.counts[at] as number) + 1;
  }
}

/** What an equal or another part tells, when equal ones come by chance this often. */
function partRatio(keeps: number, isEqual: boolean, byChance: number): number {
  const chance = Math.min(0.95, byChance);
  return isEqual ? Math.log(keeps / chance + 1 - keeps) : Math.log(1 - keeps);
}

function kindOf({ side, layers }: Fingerprint): number {
  return (side & 1) * 2 + (layers >= 3 ? 1 : 0);
}

function sizeBin(logSize: number): number {
  return Math.min(SIZES - 1, Math.max(0, Math.round(logSize * PER_OCTAVE)));
}

function distanceBin(ticks: number): number {
  return Math.min(DISTANCES - 1, ticks);
}

function fillBin(contracts: number): number {
  return contracts <= 8 ? contracts : Math.min(FILLS - 1, 6 + Math.floor(Math.log2(contracts)));
}

function delayBin(lagMs: number): number {
  if (lagMs === Number.POSITIVE_INFINITY) return DELAYS - 1;
  return Math.min(DELAYS - 2, Math.max(0, Math.floor(1 + Math.log2(Math.max(0.5, lagMs)))));
}

function othersBin(count: number): number {
  return count < 4 ? count : Math.min(OTHERS - 1, 2 + Math.floor(Math.log2(count)));
}

function ageBin(restedMs: number): number {
  return Math.min(AGES - 1, Math.max(0, Math.round(Math.log2(Math.max(1, restedMs)))));
}

const bounded = (ratio: number): number => Math.max(-MOST_PART, Math.min(MOST_PART, ratio));

/** Poisson chance of the bin: 0 to 3 by themselves, then doubling ranges. */
function chanceOfOthers(bin: number, mean: number): number {
  const from = bin < 4 ? bin : 2 ** (bin - 2);
  const to = bin < 4 ? bin : 2 ** (bin - 1) - 1;
  let chance = Math.exp(-mean);
  let sum = 0;
  for (let count = 0; count <= to; count += 1) {
    if (count >= from) sum += chance;
    chance *= mean / (count + 1);
  }
  return sum;
}

/** Chance of each time at rest for size that is shown to be seen. */
const SHOWN = (() => {
  const chances = Array.from({ length: AGES }, (_, bin) => {
    const away = (bin * Math.LN2 - Math.log(SHOWN_MEDIAN_MS)) / SHOWN_SPREAD;
    return Math.exp((-away * away) / 2) + 0.002;
  });
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => chance / total);
})();
