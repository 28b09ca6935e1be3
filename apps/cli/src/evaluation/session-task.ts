/** What a thread does: it plays a session and hands back no more than training or scoring needs, or fits a scorer. */
import {
  type Calibrator,
  type CandidateLog,
  type ChosenScorer,
  chooseScorer,
  type JudgedCandidate,
  judgedCandidates,
  LOWEST_POINT,
  type LoggedModel,
  MODEL_STATES,
  type ModelState,
  type PairMinuteOutcome,
  type SampleColumns,
  type ScoreModel,
  type StateSource,
  samplesOf,
  truthOf,
} from '@undertow/detection';
import type { FeedTier } from '@undertow/market';
import { sourceOf } from './calibrator-table.ts';
import { playWorld, type WorldPlan } from './cross-market-session.ts';
import { type DayPlan, playForecasts, type TierForecasts } from './forecast-session.ts';
import { type PlayedTier, playSession } from './play-session.ts';
import { type ScoredSession, scoreSession } from './score-session.ts';
import type { SessionPlan } from './session-plan.ts';

interface TaskParts {
  readonly plan: SessionPlan;
  readonly tiers: readonly FeedTier[];
  /** By `model.tier`; models that are not named here use the committed ones. */
  readonly calibrators: Readonly<Record<string, Calibrator | null>>;
}

/** States of models; those of models and tiers that are not named do not matter. */
export type ModelStates = readonly ModelState[];

/** Collects the looks of these models with their truths. */
export interface TrainTask extends TaskParts {
  readonly kind: 'train';
  readonly models: readonly string[];
}

/** Scores the candidates of these models, by `model.tier`. */
export interface CalibrateTask extends TaskParts {
  readonly kind: 'calibrate';
  readonly scorers: readonly (readonly [string, ScoreModel])[];
}

/** Fits the scorer of one model on one tier to the samples of its sessions. */
export interface FitTask {
  readonly kind: 'fit';
  readonly name: string;
  readonly sessions: readonly SampleColumns[];
}

export interface EvaluateTask extends TaskParts {
  readonly kind: 'evaluate';
  /** Null: they are being measured, and everything raises from the lowest point that is tried. */
  readonly states: ModelStates | null;
}

/** Collects the looks of all models as the product takes them, without truths: what features are like in a market. */
export interface LooksTask extends TaskParts {
  readonly kind: 'looks';
}

/** Several products of one world at once. */
export interface WorldTask {
  readonly kind: 'world';
  readonly plan: WorldPlan;
}

/** Native icebergs alone, for what is forecast of them. */
export interface ForecastTask {
  readonly kind: 'forecast';
  readonly plan: DayPlan;
  readonly tiers: readonly FeedTier[];
}

export type SessionTask =
  | TrainTask
  | FitTask
  | CalibrateTask
  | EvaluateTask
  | LooksTask
  | WorldTask
  | ForecastTask;

/** The samples of one model on one tier. */
export interface ModelSamples {
  readonly name: string;
  readonly tier: FeedTier;
  readonly samples: SampleColumns;
}

/** The looks of one model on one tier; truths mean nothing. */
export interface ModelLooks extends ModelSamples {
  readonly features: readonly string[];
  readonly candidates: number;
}

/** `name` is `model.tier`. */
export interface FittedScorer extends ChosenScorer {
  readonly name: string;
}

export interface ModelScores {
  readonly name: string;
  readonly tier: FeedTier;
  readonly judged: readonly JudgedCandidate[];
}

function train(task: TrainTask): ModelSamples[] {
  const played = playSession(task.plan, {
    tiers: task.tiers,
    calibrators: sourceOf(task.calibrators),
    states: null,
    keepsLooks: true,
    scorers: new Map(),
    withBaselines: false,
  });
  return played.tiers.flatMap((line) =>
    modelsOf(line, task.models).map(({ spec, candidates }) => ({
      name: spec.name,
      tier: line.tier,
      samples: columnsOf(samplesOf(spec, candidates.values(), truthOf(spec, played.labels))),
    })),
  );
}

/** Without the spare capacity of columns that grew. */
function columnsOf({ width, count, features, truths, weights }: SampleColumns): SampleColumns {
  return {
    width,
    count,
    features: features.slice(0, width * count),
    truths: truths.slice(0, count),
    weights: weights.slice(0, count),
  };
}

/** The looks that a pipeline took, by model. */
export function looksOf({ models }: CandidateLog, tier: FeedTier): ModelLooks[] {
  return [...models.values()].map(({ spec, candidates }) => ({
    name: spec.name,
    tier,
    features: spec.features,
    candidates: candidates.size,
    samples: columnsOf(samplesOf(spec, candidates.values(), () => false)),
  }));
}

function looks(task: LooksTask): ModelLooks[] {
  const played = playSession(task.plan, {
    tiers: task.tiers,
    calibrators: sourceOf(task.calibrators),
    states: stateSource(MODEL_STATES),
    keepsLooks: true,
    scorers: new Map(),
    withBaselines: false,
  });
  return played.tiers.flatMap(({ candidates, tier }) => looksOf(candidates, tier));
}

function calibrate(task: CalibrateTask): ModelScores[] {
  const played = playSession(task.plan, {
    tiers: task.tiers,
    calibrators: sourceOf(task.calibrators),
    states: null,
    keepsLooks: false,
    scorers: new Map(task.scorers),
    withBaselines: false,
  });
  const scored = new Set(task.scorers.map(([name]) => name));
  return played.tiers.flatMap((line) =>
    modelsOf(line, null)
      .filter(({ spec }) => scored.has(`${spec.name}.${line.tier}`))
      .map(({ spec, candidates }) => ({
        name: spec.name,
        tier: line.tier,
        judged: judgedCandidates(candidates.values(), truthOf(spec, played.labels)),
      })),
  );
}

function evaluate(task: EvaluateTask): ScoredSession {
  const played = playSession(task.plan, {
    tiers: task.tiers,
    calibrators: sourceOf(task.calibrators),
    states: task.states === null ? raiseAll : stateSource(task.states),
    keepsLooks: false,
    scorers: new Map(),
    withBaselines: true,
  });
  return scoreSession(task.plan, played);
}

const raiseAll: StateSource = (model, tier) => ({
  model,
  tier,
  state: 'calibrated',
  raiseFrom: LOWEST_POINT,
  reason: 'Being measured',
});

function stateSource(states: ModelStates): StateSource {
  const byName = new Map(states.map((one) => [`${one.model}.${one.tier}`, one]));
  return (model, tier) => byName.get(`${model}.${tier}`) ?? null;
}

/** Null: every model that scored a candidate. */
function modelsOf({ candidates }: PlayedTier, names: readonly string[] | null): LoggedModel[] {
  return [...candidates.models.values()].filter(({ spec }) => names === null || names.includes(spec.name));
}

/** The result of a task by its kind. */
export type TaskResult<T extends SessionTask> = T extends TrainTask
  ? ModelSamples[]
  : T extends FitTask
    ? FittedScorer
    : T extends CalibrateTask
      ? ModelScores[]
      : T extends WorldTask
        ? PairMinuteOutcome[]
        : T extends ForecastTask
          ? TierForecasts[]
          : T extends LooksTask
            ? ModelLooks[]
            : ScoredSession;

export function performTask(task: SessionTask): TaskResult<SessionTask> {
  switch (task.kind) {
    case 'train':
      return train(task);
    case 'fit':
      return { name: task.name, ...chooseScorer(task.sessions) };
    case 'calibrate':
      return calibrate(task);
    case 'evaluate':
      return evaluate(task);
    case 'looks':
      return looks(task);
    case 'world':
      return playWorld(task.plan);
    case 'forecast':
      return playForecasts(task.plan, task.tiers);
  }
}
