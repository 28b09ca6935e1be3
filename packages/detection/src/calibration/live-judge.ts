/** The judge of a running pipeline: features to a calibrated probability by the committed calibrators of its tier. */
import { type FeedTier, SIDE_NONE } from '@undertow/market';
import { PriorShift, shiftedOdds } from '#learning/prior-shift.ts';
import { packed, type ScoreModel, scoreOf } from '#learning/score-model.ts';
import { wilsonInterval, Z_80, Z_95 } from '#statistics/wilson.ts';
import {
  type CalibratorSource,
  type ChosenCalibrator,
  calibratorFor,
  chooseCalibrator,
} from './calibrator-for.ts';
import {
  type CandidateFacts,
  type CandidateListener,
  EMIT_CONFIDENCE,
  type Judge,
  type Judgement,
  type ModelSpec,
  UNKNOWN_JUDGEMENT,
} from './judge.ts';
import { modelState, type StateSource } from './model-state.ts';
import { NEW_BELOW, type OutcomeCalibration, servedProbability } from './outcome-calibration.ts';

/** A calibrator of a better tier has no data on what this tier cannot show. */
const MAX_ON_LOWER_TIER = 0.8;
const MIN_SHOWN = 0.01;
const MAX_SHOWN = 0.99;
/** Candidates that may be looked at again; the oldest is over when another comes. */
const OPEN_CANDIDATES = 64;
/** Forecasts without an outcome that are remembered; the oldest is never learnt from when another comes. */
const MAX_OPEN = 2048;

/** One model at work: scorer, curve and prior shift of its calibrator, ready to judge without allocating. */
class CalibratedModel {
  readonly #chosen: ChosenCalibrator;
  readonly #name: string;
  readonly #scorer: ScoreModel;
  readonly #fromScores: Float64Array;
  readonly #probabilities: Float64Array;
  readonly #lows: Float64Array;
  readonly #highs: Float64Array;
  readonly #prior: PriorShift;
  readonly #raiseFrom: number;
  /** Candidates of the last looks by the hash of their key, each with its highest probability; NaN is free. */
  readonly #keys = new Int32Array(OPEN_CANDIDATES);
  readonly #highest = new Float64Array(OPEN_CANDIDATES).fill(Number.NaN);
  #next = 0;

  constructor(chosen: ChosenCalibrator, raiseFrom: number) {
    const { calibrator, isOfBetterTier } = chosen;
    this.#chosen = chosen;
    this.#raiseFrom = raiseFrom;
    this.#name = `${calibrator.model}@${calibrator.hash}`;
    this.#scorer = packed(calibrator.scorer);
    this.#fromScores = Float64Array.from(calibrator.steps, ({ fromScore }) => fromScore);
    this.#probabilities = Float64Array.from(calibrator.steps, ({ probability }) => probability);
    const intervals = calibrator.steps.map(({ probability, count }) =>
      wilsonInterval(probability, count, isOfBetterTier ? Z_95 : Z_80),
    );
    this.#lows = Float64Array.from(intervals, ({ low }) => low);
    this.#highs = Float64Array.from(intervals, ({ high }) => high);
    this.#prior = new PriorShift(calibrator.prevalence);
  }

  judge(candidate: CandidateFacts): Judgement {
    const score = scoreOf(this.#scorer, candidate.features);
    const step = this.#stepOf(score);
    const calibrated = this.#probabilities[step]!;
    this.#remember(hashOf(candidate), calibrated);
    return {
      score,
      confidence: this.#shown(calibrated),
      low: this.#shown(this.#lows[step]!),
      high: this.#shown(this.#highs[step]!),
      base: this.#chosen.calibrator.prevalence,
      calibrator: this.#name,
      raiseFrom: this.#raiseFrom,
    };
  }

  #shown(probability: number): number {
    const shifted = Math.min(MAX_SHOWN, Math.max(MIN_SHOWN, shiftedOdds(probability, this.#prior.factor)));
    return this.#chosen.isOfBetterTier ? Math.min(MAX_ON_LOWER_TIER, shifted) : shifted;
  }

  /** The last step that begins at or below the score; scores below all belong to the first. */
  #stepOf(score: number): number {
    let low = 0;
    let high = this.#fromScores.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#fromScores[middle]! <= score) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #remember(key: number, probability: number): void {
    const keys = this.#keys;
    const highest = this.#highest;
    for (let at = 0; at < OPEN_CANDIDATES; at += 1) {
      if (keys[at] === key && !Number.isNaN(highest[at])) {
        if (probability > highest[at]!) highest[at] = probability;
        return;
      }
    }
    const over = highest[this.#next]!;
    if (!Number.isNaN(over)) this.#prior.add(over);
    keys[this.#next] = key;
    highest[this.#next] = probability;
    this.#next = (this.#next + 1) % OPEN_CANDIDATES;
  }
}

const openKey = ({ name }: ModelSpec, key: string): string => `${name}|${key}`;

/** FNV-1a over the key and the side. */
function hashOf({ key, side }: CandidateFacts): number {
  let hash = 0x811c_9dc5 ^ (side === SIDE_NONE ? 0 : side);
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  return hash;
}

export interface JudgeOptions {
  readonly tier: FeedTier;
  /** Receives every look at every candidate and each outcome. */
  readonly listener?: CandidateListener;
  /** Where calibrators come from; by default the committed ones. */
  readonly calibrators?: CalibratorSource;
  /** Where operating points come from; by default the committed ones. */
  readonly states?: StateSource;
  /** What was learnt of forecasts in this market; null where they are stated as trained. */
  readonly outcomes?: OutcomeCalibration | null;
}

class LiveJudge implements Judge {
  readonly #tier: FeedTier;
  readonly #listener: CandidateListener | undefined;
  readonly #calibrators: CalibratorSource;
  readonly #states: StateSource;
  readonly #outcomes: OutcomeCalibration | null;
  /** Trained probabilities of forecasts that are not settled, by model and key. */
  readonly #open = new Map<string, number>();
  /** Null where a model is not calibrated. */
  readonly #models = new Map<ModelSpec, CalibratedModel | null>();

  constructor({ tier, listener, calibrators, states, outcomes }: JudgeOptions) {
    this.#tier = tier;
    this.#listener = listener;
    this.#calibrators = calibrators ?? calibratorFor;
    this.#states = states ?? modelState;
    this.#outcomes = outcomes ?? null;
  }

  judge(model: ModelSpec, candidate: CandidateFacts): Judgement {
    const trained = this.#modelOf(model)?.judge(candidate) ?? UNKNOWN_JUDGEMENT;
    const isForecast = model.truth.from === 'outcome' && trained !== UNKNOWN_JUDGEMENT;
    const judgement = isForecast ? this.#served(model, candidate, trained) : trained;
    this.#listener?.onCandidate(model, this.#tier, candidate, judgement);
    return judgement;
  }

  resolve(model: ModelSpec, key: string, outcome: boolean | null, timeMs: number): void {
    const name = openKey(model, key);
    const trained = this.#open.get(name);
    this.#open.delete(name);
    if (trained !== undefined && outcome !== null)
      this.#outcomes?.learn(model.name, trained, outcome, timeMs);
    this.#listener?.onOutcome(model, key, outcome, timeMs);
  }

  /** A forecast as it is stated in this market; the trained one waits for its outcome. */
  #served(model: ModelSpec, { key }: CandidateFacts, trained: Judgement): Judgement {
    const outcomes = this.#outcomes;
    if (outcomes === null) return trained;
    const served = outcomes.served(model.name);
    const of = (probability: number): number => servedProbability(probability, trained.base, served);
    if (this.#open.size >= MAX_OPEN) this.#open.delete(this.#open.keys().next().value as string);
    this.#open.set(openKey(model, key), trained.confidence);
    return {
      ...trained,
      confidence: of(trained.confidence),
      low: of(trained.low),
      high: of(trained.high),
      calibrator: served.outcomes === 0 ? trained.calibrator : `${trained.calibrator}+${served.outcomes}`,
      isNew: served.outcomes < NEW_BELOW,
    };
  }

  #modelOf(model: ModelSpec): CalibratedModel | null {
    const known = this.#models.get(model);
    if (known !== undefined) return known;
    const chosen = chooseCalibrator(this.#calibrators, model, this.#tier);
    const raiseFrom = this.#states(model.name, this.#tier)?.raiseFrom ?? EMIT_CONFIDENCE;
    const made = chosen === null ? null : new CalibratedModel(chosen, raiseFrom);
    this.#models.set(model, made);
    return made;
  }
}

export function createJudge(options: JudgeOptions): Judge {
  return new LiveJudge(options);
}
