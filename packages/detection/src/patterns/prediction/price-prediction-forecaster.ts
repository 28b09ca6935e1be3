/** The probability of one outcome: an online regression, its online calibration, and the two it must beat. */
import { MINUTE_MS } from '@undertow/market';
import { FtrlLogistic } from '#learning/ftrl.ts';
import type { Scored } from '#learning/isotonic.ts';
import { fitPlatt } from '#learning/platt.ts';
import { PREDICTION_FEATURES } from './price-prediction-features.ts';

const WINDOW = 5000;
const REFIT_EVERY_MS = 10 * MINUTE_MS;
/** Fewer outcomes than this fit no curve. */
const MIN_OUTCOMES = 400;
/** The base rate decays within so many outcomes. */
const CLIMATE = 5000;
const MIN_PROBABILITY = 0.001;

/** A prediction whose outcome is known: its features begin at `from`. */
export interface SettledExample {
  readonly features: Float64Array;
  readonly from: number;
  readonly logit: number;
  readonly imbalance: number;
  readonly outcome: boolean;
  readonly weight: number;
}

export class OutcomeForecaster {
  readonly #model = new FtrlLogistic(PREDICTION_FEATURES);
  /** A constant and the queue imbalance. */
  readonly #queueModel = new FtrlLogistic(2);
  readonly #queueFeatures = new Float64Array([1, 0]);
  readonly #logits = new Float64Array(WINDOW);
  readonly #outcomes = new Uint8Array(WINDOW);
  #known = 0;
  #slope = 1;
  #offset = 0;
  #refitMs = Number.NaN;
  #weight = 2;
  #positive: number;

  /** `guess`: the base rate before anything was seen. */
  constructor(guess: number) {
    this.#positive = 2 * guess;
  }

  /** Rolling share of outcomes that came true. */
  get climatology(): number {
    return this.#positive / this.#weight;
  }

  logit(features: ArrayLike<number>): number {
    return this.#model.logit(features);
  }

  calibrated(logit: number): number {
    const p = 1 / (1 + Math.exp(-(this.#slope * logit + this.#offset)));
    return Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, p));
  }

  byQueue(imbalance: number): number {
    this.#queueFeatures[1] = imbalance;
    return this.#queueModel.predict(this.#queueFeatures);
  }

  /** Learns from an outcome, after it was scored. `weight` is below 1 where several predictions share the outcome. */
  learn(example: SettledExample): void {
    const { features, from, logit, imbalance, outcome, weight } = example;
    this.#model.learn(features, outcome, from, weight);
    this.#queueFeatures[1] = imbalance;
    this.#queueModel.learn(this.#queueFeatures, outcome, 0, weight);
    this.#weight = this.#weight * (1 - 1 / CLIMATE) + 1;
    this.#positive = this.#positive * (1 - 1 / CLIMATE) + (outcome ? 1 : 0);
    const at = this.#known % WINDOW;
    this.#logits[at] = logit;
    this.#outcomes[at] = outcome ? 1 : 0;
    this.#known += 1;
  }

  /** Draws the calibration again every ten minutes. */
  onClock(timeMs: number): void {
    if (Number.isNaN(this.#refitMs)) this.#refitMs = timeMs + REFIT_EVERY_MS;
    if (timeMs < this.#refitMs || this.#known < MIN_OUTCOMES) return;
    this.#refitMs = timeMs + REFIT_EVERY_MS;
    const scored: Scored[] = Array.from({ length: Math.min(this.#known, WINDOW) }, (_, at) => ({
      score: this.#logits[at]!,
      truth: this.#outcomes[at] === 1,
    }));
    const { slope, offset } = fitPlatt(scored);
    this.#slope = slope;
    this.#offset = offset;
  }
}
