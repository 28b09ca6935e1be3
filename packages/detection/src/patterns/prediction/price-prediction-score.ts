/** How good one kind of prediction has been, each scored by the probability given before its outcome was known. */
import type { Scored } from '#learning/isotonic.ts';
import { areaUnderRoc } from '#learning/ranking.ts';
import { calibrationError, equalMassBins, type Forecast } from '#learning/reliability.ts';
import type { SkillInterval, TargetScore } from '#view/target-score.ts';

/** The gate looks at the last 2,000 predictions in 40 blocks: neighbours share their outcome, blocks hardly do. */
const GATE = 2000;
const BLOCKS = 40;
const BLOCK = GATE / BLOCKS;
/** 95 % of Student's law with 39 degrees of freedom. */
const T_95 = 2.023;
/** Forecasts kept for calibration and order. */
const MEMORY = 5000;
const RELIABILITY_BINS = 10;
const NEAR_BINS = 20;
const MAX_LOSS = 13.8;

const UNKNOWN: SkillInterval = { value: Number.NaN, low: Number.NaN, high: Number.NaN };

/** Sum of squared errors of one prediction by three forecasters. */
export interface Losses {
  readonly model: number;
  readonly climatology: number;
  readonly queue: number;
  readonly log: number;
}

export class PredictionScore {
  resolved = 0;
  dropped = 0;
  readonly #model = new Float64Array(GATE);
  readonly #climatology = new Float64Array(GATE);
  readonly #queue = new Float64Array(GATE);
  #brierSum = 0;
  #logSum = 0;
  readonly #probabilities = new Float64Array(MEMORY);
  readonly #truths = new Uint8Array(MEMORY);
  #forecasts = 0;
  /** How many of the kept forecasts lie in each twentieth. */
  readonly #near = new Int32Array(NEAR_BINS);
  #skillNow: SkillInterval = UNKNOWN;
  readonly #orders = new Float64Array(MEMORY);
  readonly #queueOrders = new Float64Array(MEMORY);
  readonly #rises = new Uint8Array(MEMORY);
  #moves = 0;

  add({ model, climatology, queue, log }: Losses): void {
    const at = this.resolved % GATE;
    this.#model[at] = model;
    this.#climatology[at] = climatology;
    this.#queue[at] = queue;
    this.#brierSum += model;
    this.#logSum += Math.min(MAX_LOSS, log);
    this.resolved += 1;
  }

  /** A stated probability and what came of it. */
  addForecast(probability: number, truth: boolean): void {
    const at = this.#forecasts % MEMORY;
    if (this.#forecasts >= MEMORY) {
      const gone = nearBin(this.#probabilities[at]!);
      this.#near[gone]! -= 1;
    }
    const bin = nearBin(probability);
    this.#near[bin]! += 1;
    this.#probabilities[at] = probability;
    this.#truths[at] = truth ? 1 : 0;
    this.#forecasts += 1;
  }

  /** How much more a rise was expected than a fall, before a move that was one of both. */
  addMove(expected: number, expectedByQueue: number, isRise: boolean): void {
    const at = this.#moves % MEMORY;
    this.#orders[at] = expected;
    this.#queueOrders[at] = expectedByQueue;
    this.#rises[at] = isRise ? 1 : 0;
    this.#moves += 1;
  }

  /** Whether the last 2,000 were better than the base rates with 97.5 % certainty, when they were last measured. */
  get hasEdge(): boolean {
    return this.#skillNow.low > 0;
  }

  /** Over the rolling base rates, when it was last measured; NaN before 2,000. */
  get skill(): SkillInterval {
    return this.#skillNow;
  }

  /** Measures the skill again. */
  measureSkill(): void {
    this.#skillNow = this.#skillOver(this.#climatology);
  }

  /** How many of the last stated probabilities lay in the same twentieth. */
  countNear(probability: number): number {
    return this.#near[nearBin(probability)]!;
  }

  read(target: string, isShown: boolean): TargetScore {
    const forecasts = this.#lastForecasts();
    return {
      target,
      resolved: this.resolved,
      dropped: this.dropped,
      brier: this.#brierSum / this.resolved,
      logLoss: this.#logSum / this.resolved,
      skill: this.#skillOver(this.#climatology),
      skillOverQueue: this.#skillOver(this.#queue),
      auc: areaUnderRoc(this.#lastMoves(this.#orders)),
      queueAuc: areaUnderRoc(this.#lastMoves(this.#queueOrders)),
      calibrationError: calibrationError(forecasts),
      reliability: equalMassBins(forecasts, RELIABILITY_BINS),
      isShown,
    };
  }

  /** Brier skill over another forecaster with the interval of its block means. */
  #skillOver(other: Float64Array): SkillInterval {
    if (this.resolved < GATE) return UNKNOWN;
    let reference = 0;
    let sum = 0;
    let squares = 0;
    const first = this.resolved % GATE;
    for (let block = 0; block < BLOCKS; block += 1) {
      let gain = 0;
      for (let n = 0; n < BLOCK; n += 1) {
        const at = (first + block * BLOCK + n) % GATE;
        gain += other[at]! - this.#model[at]!;
        reference += other[at]!;
      }
      sum += gain / BLOCK;
      squares += (gain / BLOCK) ** 2;
    }
    const mean = sum / BLOCKS;
    const variance = Math.max(0, squares / BLOCKS - mean * mean) / (BLOCKS - 1);
    const half = T_95 * Math.sqrt(variance);
    const scale = reference / GATE;
    if (!(scale > 0)) return UNKNOWN;
    return { value: mean / scale, low: (mean - half) / scale, high: (mean + half) / scale };
  }

  #lastForecasts(): Forecast[] {
    return Array.from({ length: Math.min(this.#forecasts, MEMORY) }, (_, at) => ({
      probability: this.#probabilities[at]!,
      truth: this.#truths[at] === 1,
    }));
  }

  #lastMoves(orders: Float64Array): Scored[] {
    return Array.from({ length: Math.min(this.#moves, MEMORY) }, (_, at) => ({
      score: orders[at]!,
      truth: this.#rises[at] === 1,
    }));
  }
}

function nearBin(probability: number): number {
  return Math.min(NEAR_BINS - 1, Math.floor(probability * NEAR_BINS));
}
