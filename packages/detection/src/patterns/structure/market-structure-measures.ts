/**
 * What half a minute of a market is described by, in units of its own scatter: swing, flow, volume, activity, depth.
 */
import { HOUR_MS, NO_PRICE, SECOND_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { DecayedMean } from '#statistics/decayed-mean.ts';
import { TimeOfDayBaseline } from '#statistics/time-of-day.ts';
import type { MarketView } from '#view/market-view.ts';

export const OBSERVATION_MS = 30_000;
export const MEASURES = ['swing', 'flow', 'volume', 'activity', 'depth'] as const;
export type Measure = (typeof MEASURES)[number];

const FLOW_MS = 10_000;
const HALF_LIFE_MS = 2 * HOUR_MS;
/** Ticks squared that half a minute without a move still counts. */
const MIN_VARIANCE = 0.25;
const MAX_LOG = 15.5;
/** Scatter of each measure from one half minute to the next that is assumed at first, and what it weighs. */
const FIRST_SCATTER: readonly number[] = [0.6, 0.8, 0.5, 0.35, 0.2];
const FIRST_WEIGHT = 8;
/** What scatters less than this share of the first guess is a feed that does not measure it. */
const MIN_SCATTER = 0.2;
/** One wild half minute is no new state. */
const MAX_DEVIATIONS = 5;

/**
 * A measure in units of its scatter about its mean of the last hours. Steps between states hardly widen the scatter.
 */
class Standardised {
  readonly #mean = new DecayedMean(HALF_LIFE_MS);
  readonly #squares = new DecayedMean(HALF_LIFE_MS);
  readonly #first: number;
  #last = Number.NaN;

  constructor(first: number) {
    this.#first = first;
  }

  take(timeMs: number, value: number): number {
    this.#mean.add(timeMs, value);
    if (Number.isNaN(this.#last)) {
      for (let n = 0; n < FIRST_WEIGHT; n += 1) this.#squares.add(timeMs, this.#first * this.#first);
    } else {
      const step = value - this.#last;
      this.#squares.add(timeMs, (step * step) / 2);
    }
    this.#last = value;
    const scatter = Math.max(this.#first * MIN_SCATTER, Math.sqrt(this.#squares.value));
    const deviations = (value - this.#mean.value) / scatter;
    return Math.min(MAX_DEVIATIONS, Math.max(-MAX_DEVIATIONS, deviations));
  }
}

export class StructureMeasures {
  /** Of the last half minute, in the order of `MEASURES`. */
  readonly values = new Float64Array(MEASURES.length);
  /** Move of the mid in the last half minute, ticks, and the sum of its squared moves of a second. */
  move = 0;
  variance = 0;
  readonly #standardised = FIRST_SCATTER.map((first) => new Standardised(first));
  readonly #usualVolume = new TimeOfDayBaseline(0, MAX_LOG);
  readonly #usualEvents = new TimeOfDayBaseline(0, MAX_LOG);
  #sinceOpenMs = Number.NEGATIVE_INFINITY;
  #endMs = Number.NaN;
  #secondMs = Number.NaN;
  #flowMs = Number.NaN;
  #midTicks = Number.NaN;
  #startTicks = Number.NaN;
  #squares = 0;
  #flow = 0;
  #volume = 0;
  #events = 0;
  #depth = 0;
  #samples = 0;

  /** A match event or a group of book changes came. */
  countEvent(): void {
    this.#events += 1;
  }

  /** Called each 100 ms. True when a half minute is complete and `values` describe it. */
  onClock(timeMs: number, view: MarketView): boolean {
    if (Number.isNaN(this.#endMs)) this.#begin(timeMs);
    if (!(timeMs < this.#secondMs + SECOND_MS)) this.#sample(timeMs, view);
    if (timeMs >= this.#flowMs + FLOW_MS) {
      this.#flowMs = timeMs;
      const ofi = view.flow.ofi(FLOW_MS);
      this.#flow += Number.isFinite(ofi) ? ofi : 0;
      this.#volume += view.flow.volume(FLOW_MS);
    }
    if (timeMs < this.#endMs) return false;
    const isWhole = this.#samples * SECOND_MS * 2 >= OBSERVATION_MS;
    if (isWhole) this.#complete(timeMs, view.sinceOpenMs);
    this.#begin(timeMs);
    return isWhole;
  }

  /** After a hole in the feed the half minute starts again. */
  interrupt(): void {
    this.#endMs = Number.NaN;
    this.#midTicks = Number.NaN;
  }

  #begin(timeMs: number): void {
    this.#endMs = timeMs + OBSERVATION_MS;
    if (Number.isNaN(this.#flowMs) || timeMs - this.#flowMs > FLOW_MS) this.#flowMs = timeMs;
    this.#startTicks = this.#midTicks;
    this.#squares = 0;
    this.#flow = 0;
    this.#volume = 0;
    this.#events = 0;
    this.#depth = 0;
    this.#samples = 0;
  }

  #sample(timeMs: number, view: MarketView): void {
    this.#secondMs = timeMs;
    if (view.bestBidTicks === NO_PRICE || view.bestAskTicks === NO_PRICE) return;
    const mid = (view.bestBidTicks + view.bestAskTicks) / 2;
    if (!Number.isNaN(this.#midTicks)) this.#squares += (mid - this.#midTicks) ** 2;
    if (Number.isNaN(this.#startTicks)) this.#startTicks = mid;
    this.#midTicks = mid;
    this.#depth += view.depth(SIDE_BID, 10) + view.depth(SIDE_ASK, 10);
    this.#samples += 1;
  }

  #complete(timeMs: number, sinceOpenMs: number): void {
    if (sinceOpenMs < this.#sinceOpenMs) {
      this.#usualVolume.endSession();
      this.#usualEvents.endSession();
    }
    this.#sinceOpenMs = sinceOpenMs;
    this.move = this.#midTicks - this.#startTicks;
    this.variance = this.#squares;
    const raw = [
      Math.log(MIN_VARIANCE + this.#squares),
      Math.asinh(this.#flow),
      residual(this.#usualVolume, sinceOpenMs, Math.log1p(this.#volume)),
      residual(this.#usualEvents, sinceOpenMs, Math.log1p(this.#events)),
      Math.log1p(this.#depth / this.#samples),
    ];
    for (const [at, value] of raw.entries()) {
      this.values[at] = this.#standardised[at]!.take(timeMs, value);
    }
  }
}

/** What exceeds the usual of this time of the day, once three sessions are known. */
function residual(usual: TimeOfDayBaseline, sinceOpenMs: number, value: number): number {
  const center = usual.warm ? usual.median(sinceOpenMs) : Number.NaN;
  usual.add(sinceOpenMs, value);
  return Number.isNaN(center) ? value : value - center;
}
