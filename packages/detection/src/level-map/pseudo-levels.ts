/**
 * The null of support and resistance: arbitrary prices that pass the same touch test. What zones do is compared with
 * what these do, else any threshold "finds" levels. Reference: detection, section 9.6; Osler 2000.
 */
import { seededDraws, type UnitDraw } from '@undertow/market';
import { hash64 } from '#evidence/event-id.ts';
import { normalCumulative } from '#statistics/normal-law.ts';
import type { LevelPrices } from './level-prices.ts';
import type { LevelTouches } from './level-touches.ts';

/** They lie from half to one and a half times as far from price as the zone, above or below. */
const MIN_DISTANCE = 0.5;
/** A level is compared once it was touched. */
export const TESTED_TOUCHES = 1;
/** Deviation of a normal law over its median absolute deviation. */
const SIGMA_OF_MAD = 1.4826;
/** Least spread of a measure among the pseudo-levels. */
const MIN_SPREAD = 0.1;
/** What waits at a level weighs so much against its touches. */
const PROMINENCE_WEIGHT = 2;
const EVIDENCE_NORM = Math.hypot(1, PROMINENCE_WEIGHT);
/** Fewer comparable pseudo-levels than this are no basis. */
const MIN_NULLS = 40;
/** Touches that the first guesses weigh: even odds. */
const PRIOR_TOUCHES = 4;
const PRIOR_RATE = 0.5;
/** Older touches of the null fade with each new one: about the last 2,000 count. */
const FADE = 1 - 1 / 2000;
/** Touches that the null weighs in the posterior of a zone. */
const POSTERIOR_TOUCHES = 10;

export class PseudoLevels {
  readonly #touches: LevelTouches;
  readonly #firstSlot: number;
  readonly #slots: number;
  readonly #prices: LevelPrices;
  /** Centre and spread among the pseudo-levels of what rests, and of the whole measure; NaN while too few are known. */
  readonly #depth: Spread = { center: 0, spread: 1, count: 0 };
  readonly #prominence: Spread = { center: 0, spread: 1, count: 0 };
  readonly #whole: Spread = { center: 0, spread: 1, count: 0 };
  readonly #sample: Float64Array;
  /** Of each pseudo-level, as of the last measurement. */
  readonly #prominences: Float64Array;
  #next = 0;
  /** Next number of the sequence, 0 to 1. */
  readonly #unit: UnitDraw;
  #settled = PRIOR_TOUCHES;
  #bounced = PRIOR_TOUCHES * PRIOR_RATE;
  readonly #renewal = new FadingMoments();
  readonly #answer = new FadingMoments();
  /** Seeded from what names the session, so that a replay draws the same prices. */
  constructor(touches: LevelTouches, prices: LevelPrices, firstSlot: number, slots: number, seed: string) {
    this.#touches = touches;
    this.#prices = prices;
    this.#sample = new Float64Array(slots);
    this.#prominences = new Float64Array(slots);
    this.#firstSlot = firstSlot;
    this.#slots = slots;
    this.#unit = seededDraws(Number.parseInt(hash64(seed).slice(0, 8), 16));
  }

  /** Share of touches of arbitrary prices that ended as a bounce. */
  get bounceRate(): number {
    return this.#bounced / this.#settled;
  }

  /** Touches of arbitrary prices that the rate rests on. */
  get settledTouches(): number {
    return Math.max(0, Math.round(this.#settled - PRIOR_TOUCHES));
  }

  /** Whether all places hold a pseudo-level: a further one takes that of the oldest. */
  get isFull(): boolean {
    return this.#touches.isLive[this.#firstSlot + this.#slots - 1] === 1;
  }

  /** Arbitrary prices like a zone: the same width, about as far from price. */
  spawnLike(lowTicks: number, highTicks: number, priceTicks: number, count: number): void {
    const width = highTicks - lowTicks;
    const distance = Math.max(width + 1, Math.abs((lowTicks + highTicks) / 2 - priceTicks));
    for (let n = 0; n < count; n += 1) {
      const away = Math.max(width / 2 + 1, distance * (MIN_DISTANCE + this.#unit()));
      const center = this.#unit() < 0.5 ? priceTicks - away : priceTicks + away;
      const slot = this.#firstSlot + this.#next;
      this.#next = (this.#next + 1) % this.#slots;
      const low = Math.round(center - width / 2);
      this.#touches.open(slot, low, low + width);
    }
  }

  /** Receives the outcome of a touch of a pseudo-level. */
  settle(slot: number, hasBounced: boolean): void {
    this.#renewal.add(renewalOf(this.#touches));
    this.#answer.add(answerOf(this.#touches));
    this.#settled = this.#settled * FADE + 1;
    this.#bounced = this.#bounced * FADE + (hasBounced ? 1 : 0);
    this.#touches.addScore(slot, hasBounced ? 1 : 0);
  }

  /** How often over what rested there was traded at the touch settled last, against arbitrary prices, 0 to 1. */
  renewalRank(): number {
    return this.#renewal.rank(renewalOf(this.#touches));
  }

  /** How much was traded for the level's side at that touch, against arbitrary prices, 0 to 1. */
  answerRank(): number {
    return this.#answer.rank(answerOf(this.#touches));
  }

  /** Deviations by which the touches of a level exceed those of arbitrary prices; 0 before it is comparable. */
  excess(slot: number): number {
    const weight = this.#touches.weight[slot]!;
    if (weight < TESTED_TOUCHES) return 0;
    const mean = this.bounceRate;
    const deviation = Math.sqrt(mean * (1 - mean));
    return (this.#touches.score[slot]! - weight * mean) / (deviation * Math.sqrt(weight));
  }

  /** Deviations by which more rests in a level than in arbitrary prices; 0 where it is not visible. */
  depthExcess(slot: number): number {
    const fullest = this.#fullest(slot);
    return Number.isNaN(fullest) ? 0 : (fullest - this.#depth.center) / this.#depth.spread;
  }

  /**
   * Joint evidence of the touches and resting orders of a level against arbitrary prices. A few touches are weak
   * evidence: what waits there weighs double. Whatever the weights, the pseudo-levels are measured with the same.
   */
  evidence(slot: number): number {
    return this.#evidenceOf(slot, this.#prominenceOf(slot));
  }

  #evidenceOf(slot: number, prominence: number): number {
    const excess = (prominence - this.#prominence.center) / this.#prominence.spread;
    return (this.excess(slot) + PROMINENCE_WEIGHT * excess) / EVIDENCE_NORM;
  }

  /** By how much it is fuller, and of more orders, than the prices beside it: the lesser, because one order is not many. */
  #prominenceOf(slot: number): number {
    const { lowTicks, highTicks } = this.#touches;
    const { size, count } = this.#prices.prominenceOf(lowTicks[slot]! - 1, highTicks[slot]! + 1);
    return Math.min(size, count);
  }

  /** Measures the pseudo-levels as they are now. */
  measure(): void {
    const touches = this.#touches;
    const firstSlot = this.#firstSlot;
    const slots = this.#slots;
    const sample = this.#sample;
    const { isLive, weight } = touches;
    let count = 0;
    for (let slot = firstSlot; slot < firstSlot + slots; slot += 1) {
      if (isLive[slot] === 0) continue;
      const fullest = this.#fullest(slot);
      if (!Number.isNaN(fullest)) sample[count++] = fullest;
    }
    spreadOf(sample, count, this.#depth);
    count = 0;
    for (let slot = firstSlot; slot < firstSlot + slots; slot += 1) {
      if (isLive[slot] === 0) continue;
      const prominence = this.#prominenceOf(slot);
      this.#prominences[slot - firstSlot] = prominence;
      sample[count++] = prominence;
    }
    spreadOf(sample, count, this.#prominence);
    count = 0;
    for (let slot = firstSlot; slot < firstSlot + slots; slot += 1) {
      if (isLive[slot] === 0 || weight[slot]! < TESTED_TOUCHES) continue;
      sample[count++] = this.#evidenceOf(slot, this.#prominences[slot - firstSlot]!);
    }
    spreadOf(sample, count, this.#whole);
  }

  /**
   * Chance that an arbitrary price shows as much: the normal tail with centre and spread of the pseudo-levels, both
   * robust, since some of these lie on real levels. 1 while too few are comparable.
   */
  pValue(slot: number): number {
    if (this.#touches.weight[slot]! < TESTED_TOUCHES || this.#whole.count < MIN_NULLS) return 1;
    return normalCumulative((this.#whole.center - this.evidence(slot)) / this.#whole.spread);
  }

  /** Parameters of the posterior of a level's bounce rate: Beta(a, b) with the null as prior. */
  posterior(slot: number): { readonly a: number; readonly b: number } {
    const touches = this.#touches.touches[slot]!;
    const bounces = this.#touches.bounces[slot]!;
    const a = this.bounceRate * POSTERIOR_TOUCHES + bounces;
    return { a, b: POSTERIOR_TOUCHES + touches - a };
  }

  /** Mean of that posterior. */
  posteriorMean(slot: number): number {
    const bounces = this.#touches.bounces[slot]!;
    const touches = this.#touches.touches[slot]!;
    return (this.bounceRate * POSTERIOR_TOUCHES + bounces) / (POSTERIOR_TOUCHES + touches);
  }

  /** Logarithm of what rests at the fullest price of a level; NaN where it is not visible. */
  #fullest(slot: number): number {
    const { lowTicks, highTicks } = this.#touches;
    return Math.log1p(this.#prices.fullest(lowTicks[slot]! - 1, highTicks[slot]! + 1));
  }
}

/** Mean and deviation of a series whose past fades with each value. */
class FadingMoments {
  #sum = 0;
  #squares = 0;
  #count = 0;

  add(value: number): void {
    this.#sum = this.#sum * FADE + value;
    this.#squares = this.#squares * FADE + value * value;
    this.#count = this.#count * FADE + 1;
  }

  /** Share of a normal law with these moments below the value (logistic approximation); 0.5 before the first. */
  rank(value: number): number {
    if (this.#count < 1) return 0.5;
    const mean = this.#sum / this.#count;
    const deviation = Math.sqrt(Math.max(0.01, this.#squares / this.#count - mean * mean));
    return 1 / (1 + Math.exp((-1.702 * (value - mean)) / deviation));
  }
}

function renewalOf({ absorbed, rested }: LevelTouches): number {
  return Math.log((absorbed + 1) / (rested + 1));
}

function answerOf({ absorbed, answered }: LevelTouches): number {
  return Math.log((answered + 1) / (absorbed + 1));
}

interface Spread {
  center: number;
  spread: number;
  count: number;
}

/** Median and robust deviation of the first `count` values, written to `out`; the values are put in order. */
function spreadOf(values: Float64Array, count: number, out: Spread): void {
  out.count = count;
  if (count === 0) return;
  const sorted = values.subarray(0, count).sort();
  out.center = sorted[count >> 1]!;
  for (let at = 0; at < count; at += 1) sorted[at] = Math.abs(sorted[at]! - out.center);
  sorted.sort();
  out.spread = Math.max(MIN_SPREAD, SIGMA_OF_MAD * sorted[count >> 1]!);
}
