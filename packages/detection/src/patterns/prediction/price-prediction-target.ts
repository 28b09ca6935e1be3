/**
 * One kind of prediction: its probability, its open predictions and their outcomes. Scored first, learnt from after.
 */
import { MINUTE_MS } from '@undertow/market';
import type { TargetScore } from '#view/target-score.ts';
import { PREDICTION_FEATURES } from './price-prediction-features.ts';
import { OutcomeForecaster } from './price-prediction-forecaster.ts';
import { PredictionScore } from './price-prediction-score.ts';

export interface TargetSpec {
  /** Sub of the pattern. */
  readonly name: 'next_move' | 'ten_seconds' | 'minute';
  /** In words a trader uses. */
  readonly timeframe: string;
  /** Milliseconds ahead; null for the next move of the mid, which is up or down. */
  readonly horizonMs: number | null;
  readonly everyMs: number;
  /** Most predictions without an outcome. */
  readonly capacity: number;
}

export const TARGETS = [
  { name: 'next_move', timeframe: 'next move', horizonMs: null, everyMs: 500, capacity: 4096 },
  { name: 'ten_seconds', timeframe: '10 s', horizonMs: 10_000, everyMs: 1000, capacity: 64 },
  { name: 'minute', timeframe: '60 s', horizonMs: MINUTE_MS, everyMs: 5000, capacity: 64 },
] as const satisfies readonly TargetSpec[];

/** A horizon that passed unobserved for longer than this has no honest outcome. */
const LATE_MS = 2000;

// Columns of an open prediction beside its features
const TIME = 0;
const MID = 1;
const THETA = 2;
const IMBALANCE = 3;
/** For up, then for down: logit, stated, base rate, by queue. */
const UP = 4;
const DOWN = 8;
const COLUMNS = 12;

export class PredictionTarget {
  readonly spec: TargetSpec;
  /** Stated last: probability of a move up and of one down. */
  up = Number.NaN;
  down = Number.NaN;
  thetaTicks = Number.NaN;
  readonly score = new PredictionScore();
  readonly #forecasters: readonly OutcomeForecaster[];
  readonly #columns: Float64Array;
  readonly #features: Float64Array;
  #first = 0;
  #count = 0;
  #dueMs = Number.NaN;
  /** What an outcome weighs when it is learnt. */
  #weight = 1;

  constructor(spec: TargetSpec) {
    this.spec = spec;
    this.#forecasters =
      spec.horizonMs === null
        ? [new OutcomeForecaster(0.5)]
        : [new OutcomeForecaster(0.25), new OutcomeForecaster(0.25)];
    this.#columns = new Float64Array(spec.capacity * COLUMNS);
    this.#features = new Float64Array(spec.capacity * PREDICTION_FEATURES);
  }

  isDue(timeMs: number): boolean {
    return !(timeMs < this.#dueMs);
  }

  /** States the probabilities of an instant and keeps them until their outcome is known. */
  predict(
    timeMs: number,
    midTicks: number,
    thetaTicks: number,
    features: Float64Array,
    imbalance: number,
  ): void {
    this.#dueMs = timeMs + this.spec.everyMs;
    if (this.#count === this.spec.capacity) this.#drop();
    const slot = (this.#first + this.#count) % this.spec.capacity;
    this.#count += 1;
    const at = slot * COLUMNS;
    this.#columns[at + TIME] = timeMs;
    this.#columns[at + MID] = midTicks;
    this.#columns[at + THETA] = thetaTicks;
    this.#columns[at + IMBALANCE] = imbalance;
    this.#features.set(features, slot * PREDICTION_FEATURES);
    for (let side = 0; side < this.#forecasters.length; side += 1) {
      const forecaster = this.#forecasters[side]!;
      const column = at + (side === 0 ? UP : DOWN);
      const logit = forecaster.logit(features);
      this.#columns[column] = logit;
      this.#columns[column + 1] = forecaster.calibrated(logit);
      this.#columns[column + 2] = forecaster.climatology;
      this.#columns[column + 3] = forecaster.byQueue(imbalance);
    }
    if (this.#forecasters.length > 1) this.#normalise(at);
    this.thetaTicks = thetaTicks;
    this.up = this.#columns[at + UP + 1]!;
    this.down = this.#forecasters.length > 1 ? this.#columns[at + DOWN + 1]! : 1 - this.up;
  }

  /** Settles what the mid of this instant decides. */
  resolve(timeMs: number, midTicks: number): void {
    const { horizonMs, capacity } = this.spec;
    // One move settles all that wait for it: they are not as many examples as they are predictions.
    this.#weight = horizonMs === null ? 1 / Math.sqrt(Math.max(1, this.#count)) : 1;
    while (this.#count > 0) {
      const at = this.#first * COLUMNS;
      const move = midTicks - this.#columns[at + MID]!;
      if (horizonMs === null) {
        if (move === 0) return;
        this.#settle(move > 0, move < 0);
      } else {
        const late = timeMs - this.#columns[at + TIME]! - horizonMs;
        if (late < 0) return;
        const theta = this.#columns[at + THETA]!;
        if (late > LATE_MS) {
          this.#drop();
          continue;
        }
        this.#settle(move >= theta, move <= -theta);
      }
      this.#first = (this.#first + 1) % capacity;
      this.#count -= 1;
    }
  }

  onClock(timeMs: number): void {
    for (const forecaster of this.#forecasters) forecaster.onClock(timeMs);
  }

  /** After a hole in the feed no open prediction has an outcome. */
  interrupt(): void {
    while (this.#count > 0) this.#drop();
  }

  read(isShown: boolean): TargetScore {
    return this.score.read(this.spec.name, isShown);
  }

  #drop(): void {
    this.#first = (this.#first + 1) % this.spec.capacity;
    this.#count -= 1;
    this.score.dropped += 1;
  }

  /** Up and down exclude each other: together they are at most 1. */
  #normalise(at: number): void {
    const columns = this.#columns;
    for (let kind = 1; kind <= 3; kind += 1) {
      const sum = columns[at + UP + kind]! + columns[at + DOWN + kind]!;
      if (sum <= 1) continue;
      columns[at + UP + kind]! /= sum;
      columns[at + DOWN + kind]! /= sum;
    }
  }

  #settle(isUp: boolean, isDown: boolean): void {
    const { score } = this;
    const columns = this.#columns;
    const at = this.#first * COLUMNS;
    const truths = [isUp, isDown];
    const losses = { model: 0, climatology: 0, queue: 0, log: 0 };
    let expected = 0;
    let expectedByQueue = 0;
    for (let side = 0; side < this.#forecasters.length; side += 1) {
      const column = at + (side === 0 ? UP : DOWN);
      const truth = truths[side] === true;
      const stated = columns[column + 1]!;
      const byQueue = columns[column + 3]!;
      const outcome = truth ? 1 : 0;
      losses.model += (stated - outcome) ** 2;
      losses.climatology += (columns[column + 2]! - outcome) ** 2;
      losses.queue += (byQueue - outcome) ** 2;
      losses.log -= Math.log(truth ? stated : 1 - stated);
      expected += side === 0 ? stated : -stated;
      expectedByQueue += side === 0 ? byQueue : -byQueue;
      score.addForecast(stated, truth);
    }
    const sides = this.#forecasters.length;
    losses.model /= sides;
    losses.climatology /= sides;
    losses.queue /= sides;
    losses.log /= sides;
    score.add(losses);
    if (isUp || isDown) score.addMove(expected, expectedByQueue, isUp);
    this.#learn(at, truths);
  }

  #learn(at: number, truths: readonly boolean[]): void {
    const from = this.#first * PREDICTION_FEATURES;
    const imbalance = this.#columns[at + IMBALANCE]!;
    for (let side = 0; side < this.#forecasters.length; side += 1) {
      const forecaster = this.#forecasters[side]!;
      const logit = this.#columns[at + (side === 0 ? UP : DOWN)]!;
      forecaster.learn({
        features: this.#features,
        from,
        logit,
        imbalance,
        outcome: truths[side] === true,
        weight: this.#weight,
      });
    }
  }
}
