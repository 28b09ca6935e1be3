/** The market's hidden state: since when it lasts, what it is like, and the evidence of a current change. */
import type { ModelSpec } from '#calibration/judge.ts';
import { RunLengthPosterior } from '#statistics/run-length-posterior.ts';
import type { RestingOrders } from './market-structure-liquidity.ts';
import {
  MEASURES,
  type Measure,
  OBSERVATION_MS,
  type StructureMeasures,
} from './market-structure-measures.ts';

export const REGIME: ModelSpec = {
  name: 'market_structure',
  version: 3,
  features: [
    'widest step of resting orders',
    'step of one minute',
    'step of three minutes',
    'logarithm of the step',
    'kept in the last half minute',
    'step of depth',
    'burst of activity',
  ],
  truth: { from: 'labels', type: 'regime', sub: null },
};

export const REGIME_NAMES = ['trend up', 'trend down', 'volatile', 'quiet', 'thin', 'range'] as const;
export type RegimeName = (typeof REGIME_NAMES)[number];

const HISTORY = 240;
const WIDTH = MEASURES.length;
const ACTIVITY = MEASURES.indexOf('activity');
const DEPTH = MEASURES.indexOf('depth');
/** The state before is averaged over this many half minutes at most, the new one over this many. */
const MAX_BEFORE = 20;
const MAX_NEW = 6;
const MAX_STEP = 20;
/** A drift of more than this many deviations of a walk without drift is a trend. */
const TREND_DEVIATIONS = 1.8;
/** A mean this many scatters away from that of the last hours names the state. */
const NAMED_STEP = 1;

export class RegimeState {
  readonly posterior = new RunLengthPosterior(WIDTH);
  readonly #values = new Float64Array(HISTORY * WIDTH);
  readonly #moves = new Float64Array(HISTORY);
  readonly #variances = new Float64Array(HISTORY);
  #count = 0;

  /** Takes the half minute that the measures describe. */
  observe(measures: StructureMeasures): void {
    const row = this.#count % HISTORY;
    this.#values.set(measures.values, row * WIDTH);
    this.#moves[row] = measures.move;
    this.#variances[row] = measures.variance;
    this.#count += 1;
    this.posterior.observe(measures.values);
  }

  reset(): void {
    this.posterior.reset();
    this.#count = 0;
  }

  /** Observations of the state that is thought to have begun last. */
  get newLength(): number {
    return Math.max(1, Math.min(this.posterior.length, this.#count));
  }

  /** Evidence of a change, beside the step of resting orders itself. */
  features({ widest, deviations, step, kept }: RestingOrders): number[] {
    const sign = widest < 0 ? -1 : 1;
    const fresh = Math.min(this.#count, MAX_NEW);
    const older = Math.min(this.#count - fresh, MAX_BEFORE, HISTORY - MAX_NEW);
    return [
      Math.abs(widest),
      sign * deviations[0]!,
      sign * deviations[2]!,
      Math.abs(step),
      kept,
      sign * this.#step(DEPTH, fresh, older),
      this.#burst(fresh, older),
    ];
  }

  /** What the present state is like. */
  name(): RegimeName {
    const drift = this.drift(Math.min(this.newLength, HISTORY));
    if (Math.abs(drift) >= TREND_DEVIATIONS) return drift > 0 ? 'trend up' : 'trend down';
    const swing = this.mean('swing');
    const activity = this.mean('activity');
    if (swing >= NAMED_STEP || (swing > 0 && activity >= 2 * NAMED_STEP)) return 'volatile';
    if (swing <= -NAMED_STEP || (swing < 0 && activity <= -2 * NAMED_STEP)) return 'quiet';
    return this.mean('depth') <= -2 * NAMED_STEP ? 'thin' : 'range';
  }

  /** Mean of a measure in the present state in scatters from that of the last hours. */
  mean(measure: Measure): number {
    return this.#average(MEASURES.indexOf(measure), 0, Math.min(this.newLength, HISTORY));
  }

  /** Move over the last observations in deviations of a walk without drift. */
  drift(length: number): number {
    let move = 0;
    let variance = 0;
    for (let back = 0; back < length; back += 1) {
      move += this.#moves[this.#row(back)]!;
      variance += this.#variances[this.#row(back)]!;
    }
    return variance > 0 ? move / Math.sqrt(variance) : 0;
  }

  /** When the present state began. */
  startMs(timeMs: number): number {
    return timeMs - this.newLength * OBSERVATION_MS;
  }

  /** Mean of the newest observations less that of the earlier ones in deviations of their difference. */
  #step(measure: number, fresh: number, older: number): number {
    if (older === 0) return 0;
    const distance = this.#average(measure, 0, fresh) - this.#average(measure, fresh, older);
    const deviations = distance / Math.sqrt(1 / fresh + 1 / older);
    return Math.min(MAX_STEP, Math.max(-MAX_STEP, deviations));
  }

  /** The busiest of the newest half minutes above the earlier mean: news passes, a state lasts. */
  #burst(fresh: number, older: number): number {
    if (older === 0) return 0;
    let busiest = Number.NEGATIVE_INFINITY;
    for (let back = 0; back < fresh; back += 1)
      busiest = Math.max(busiest, this.#values[this.#row(back) * WIDTH + ACTIVITY]!);
    return busiest - this.#average(ACTIVITY, fresh, older);
  }

  #average(measure: number, from: number, length: number): number {
    let sum = 0;
    for (let back = from; back < from + length; back += 1) {
      sum += this.#values[this.#row(back) * WIDTH + measure]!;
    }
    return length === 0 ? 0 : sum / length;
  }

  /** Row of the observation `back` before the newest. */
  #row(back: number): number {
    return (this.#count - 1 - back + HISTORY) % HISTORY;
  }
}
