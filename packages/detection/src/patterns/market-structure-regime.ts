/** The market's hidden state: since when it lasts, what it is like, and what speaks for a change just now. */
import type { ModelSpec } from '#learning/judge.ts';
import { RunLengthPosterior } from '#primitives/run-length-posterior.ts';
import {
  MEASURES,
  type Measure,
  OBSERVATION_MS,
  type StructureMeasures,
} from './market-structure-measures.ts';

export const REGIME: ModelSpec = {
  name: 'market_structure',
  version: 1,
  features: [
    'posterior of a change within 90 s',
    'posterior of a change within 180 s',
    'step of swing',
    'step of flow',
    'step of volume',
    'step of activity',
    'step of depth',
    'largest step',
    'drift',
    'length of the state before',
    'length of the new state',
  ],
  truth: { from: 'labels', type: 'regime', sub: null },
};

export const REGIME_NAMES = ['trend up', 'trend down', 'volatile', 'quiet', 'thin', 'range'] as const;
export type RegimeName = (typeof REGIME_NAMES)[number];

const HISTORY = 240;
const WIDTH = MEASURES.length;
/** The state before is averaged over this many half minutes at most, the new one over this many. */
const MOST_BEFORE = 40;
const MOST_NEW = 6;
const MOST_STEP = 20;
const MOST_LOGIT = 14;
/** A drift of more than this many deviations of a walk without drift is a trend. */
const TREND_DEVIATIONS = 1.8;
/** A mean this many scatters away from that of the last hours names the state. */
const NAMED_STEP = 1;

export class RegimeState {
  readonly posterior = new RunLengthPosterior(WIDTH);
  /** Length of the state before the newest change, observations. */
  lengthBefore = 0;
  private readonly values = new Float64Array(HISTORY * WIDTH);
  private readonly moves = new Float64Array(HISTORY);
  private readonly variances = new Float64Array(HISTORY);
  private count = 0;

  /** Takes the half minute that the measures tell. */
  observe(measures: StructureMeasures): void {
    const row = this.count % HISTORY;
    this.values.set(measures.values, row * WIDTH);
    this.moves[row] = measures.move;
    this.variances[row] = measures.variance;
    this.count += 1;
    const before = this.posterior.length;
    this.posterior.observe(measures.values);
    if (this.posterior.length < before) this.lengthBefore = before - this.posterior.length + 1;
  }

  reset(): void {
    this.posterior.reset();
    this.count = 0;
    this.lengthBefore = 0;
  }

  /** Observations of the state that is thought to have begun last. */
  get newLength(): number {
    return Math.max(1, Math.min(this.posterior.length, this.count));
  }

  features(): number[] {
    const fresh = Math.min(this.newLength, MOST_NEW);
    const older = Math.min(this.count - fresh, MOST_BEFORE, HISTORY - MOST_NEW);
    const steps = MEASURES.map((_, measure) => this.step(measure, fresh, older));
    return [
      logit(this.posterior.atMost(3)),
      logit(this.posterior.atMost(6)),
      ...steps,
      Math.max(...steps),
      Math.abs(this.drift(fresh)),
      Math.log1p(older),
      Math.log(this.newLength),
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
    return this.average(MEASURES.indexOf(measure), 0, Math.min(this.newLength, HISTORY));
  }

  /** Move over the last observations in deviations of a walk without drift. */
  drift(length: number): number {
    let move = 0;
    let variance = 0;
    for (let back = 0; back < length; back += 1) {
      move += this.moves[this.row(back)] as number;
      variance += this.variances[this.row(back)] as number;
    }
    return variance > 0 ? move / Math.sqrt(variance) : 0;
  }

  /** When the present state began. */
  startMs(timeMs: number): number {
    return timeMs - this.newLength * OBSERVATION_MS;
  }

  /** Distance of the means of the newest and the earlier observations in deviations of their difference. */
  private step(measure: number, fresh: number, older: number): number {
    if (older === 0) return 0;
    const distance = Math.abs(this.average(measure, 0, fresh) - this.average(measure, fresh, older));
    return Math.min(MOST_STEP, distance / Math.sqrt(1 / fresh + 1 / older));
  }

  private average(measure: number, from: number, length: number): number {
    let sum = 0;
    for (let back = from; back < from + length; back += 1) {
      sum += this.values[this.row(back) * WIDTH + measure] as number;
    }
    return length === 0 ? 0 : sum / length;
  }

  /** Row of the observation `back` before the newest. */
  private row(back: number): number {
    return (this.count - 1 - back + HISTORY) % HISTORY;
  }
}

function logit(probability: number): number {
  const bounded = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  return Math.min(MOST_LOGIT, Math.max(-MOST_LOGIT, Math.log(bounded / (1 - bounded))));
}
