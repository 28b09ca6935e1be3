/** Trains and calibrates models on simulated sessions: looks of dense and sparse ones, best looks of other sparse ones. */
import {
  areaUnderRoc,
  brierSkill,
  type Calibrator,
  calibrationError,
  DETECTORS,
  type FeatureShift,
  featureShifts,
  type JudgedCandidate,
  type ModelSpec,
  makeCalibrator,
  probabilityAt,
  type SampleColumns,
} from '@undertow/detection';
import type { FeedTier } from '@undertow/market';
import type { AgentStyle, MarketName } from '@undertow/simulator';
import { rangeText, type SeedRange, type SessionPlan, seedsOf, sessionPlans } from './session-plan.ts';
import type { SessionPool } from './session-pool.ts';
import type { FittedScorer } from './session-task.ts';

export interface TrainingPlan {
  readonly models: readonly string[];
  readonly tiers: readonly FeedTier[];
  readonly products: readonly string[];
  readonly markets: readonly MarketName[];
  /** Styles of agents that it must not see. */
  readonly excludedStyles: readonly AgentStyle[];
  /** Dense sessions, and sparse ones of the same length: outcomes and harmless candidates as they are in life. */
  readonly trainSeeds: SeedRange;
  readonly sparseTrainSeeds: SeedRange;
  readonly trainMinutes: number;
  readonly calibrationSeeds: SeedRange;
  readonly calibrationMinutes: number;
  /** Detectors that read what others raised are trained again when those have calibrators. */
  readonly rounds: number;
  /** The command line that makes these files again. */
  readonly command: string;
}

export function trainSeedsText({ trainSeeds, sparseTrainSeeds, trainMinutes }: TrainingPlan): string {
  return `${rangeText(trainSeeds)} dense, ${rangeText(sparseTrainSeeds)} sparse, ${trainMinutes} min`;
}

/** What became of one model on one tier; a calibrator only when there was enough to learn from. */
export interface TrainedModel {
  readonly model: string;
  readonly tier: FeedTier;
  readonly looks: number;
  readonly trueLooks: number;
  /** Log loss of held-out training sessions; null where there were too few looks to fit. */
  readonly logisticLoss: number | null;
  readonly treesLoss: number | null;
  readonly candidates: number;
  readonly trueCandidates: number;
  /** Of the calibration seeds; null without both kinds. */
  readonly auc: number | null;
  readonly brierSkill: number | null;
  readonly calibrationError: number | null;
  /** How far its features separate families of markets, and true from false. */
  readonly shifts: readonly FeatureShift[];
  readonly calibrator: Calibrator | null;
}

/** Fewer of either kind teach nothing. */
const MIN_LOOKS = 30;
const MIN_CANDIDATES = 10;

/** By `model.tier`, in the order of the seeds. */
export type SessionSamples = Map<string, { readonly family: MarketName; readonly columns: SampleColumns }[]>;

type Table = Record<string, Calibrator | null>;

/** Every model of the registry once; two detectors may share one. */
export const MODELS: readonly ModelSpec[] = [...new Set(DETECTORS.flatMap(({ models }) => models))];

/** Runs all rounds. `note` receives progress. The same plan gives the same calibrators, byte for byte. */
export async function trainModels(
  plan: TrainingPlan,
  pool: SessionPool,
  note: (line: string) => void,
): Promise<TrainedModel[]> {
  let table: Table = {};
  for (const model of plan.models) for (const tier of plan.tiers) table[`${model}.${tier}`] = null;
  let trained: TrainedModel[] = [];
  for (let round = 1; round <= plan.rounds; round += 1) {
    note(`round ${round} of ${plan.rounds}`);
    trained = await trainRound(round < plan.rounds ? provisional(plan) : plan, table, pool, note);
    table = Object.fromEntries(trained.map((one) => [`${one.model}.${one.tier}`, one.calibrator]));
  }
  return trained;
}

/** A round before the last only has to raise roughly what will be raised: a third of the sessions does. */
function provisional(plan: TrainingPlan): TrainingPlan {
  const third = ({ first, count }: SeedRange): SeedRange => ({ first, count: Math.ceil(count / 3) });
  return {
    ...plan,
    trainSeeds: third(plan.trainSeeds),
    sparseTrainSeeds: third(plan.sparseTrainSeeds),
    calibrationSeeds: third(plan.calibrationSeeds),
  };
}

async function trainRound(
  plan: TrainingPlan,
  calibrators: Table,
  pool: SessionPool,
  note: (line: string) => void,
): Promise<TrainedModel[]> {
  const samples = await collectSamples(plan, calibrators, pool, note);
  const models = await fitScorers(samples, pool, note);
  const judged = await collectScores(plan, calibrators, models, pool, note);
  return plan.models.flatMap((name) =>
    plan.tiers.map((tier) => {
      const key = `${name}.${tier}`;
      return trainedModel(plan, name, tier, samples.get(key) ?? [], models.get(key), judged.get(key) ?? []);
    }),
  );
}

async function fitScorers(
  samples: SessionSamples,
  pool: SessionPool,
  note: (line: string) => void,
): Promise<Map<string, FittedScorer>> {
  const tasks = [...samples]
    .map(([name, sessions]) => [name, sessions.map(({ columns }) => columns)] as const)
    .filter(([, sessions]) => teaches(sumOf(sessions, trueLooks), sumOf(sessions, looks), MIN_LOOKS))
    .map(([name, sessions]) => ({ kind: 'fit' as const, name, sessions }));
  const fitted = await pool.play(tasks, progress('fit', 'models', tasks.length, note));
  return new Map(fitted.map((one) => [one.name, one]));
}

const looks = ({ count }: SampleColumns): number => count;

const trueLooks = ({ truths, count }: SampleColumns): number =>
  truths.subarray(0, count).reduce((sum, truth) => sum + truth, 0);

function sumOf(sessions: readonly SampleColumns[], value: (session: SampleColumns) => number): number {
  return sessions.reduce((sum, session) => sum + value(session), 0);
}

const teaches = (positives: number, count: number, least: number): boolean =>
  positives >= least && count - positives >= least;

export async function collectSamples(
  plan: TrainingPlan,
  calibrators: Table,
  pool: SessionPool,
  note: (line: string) => void,
): Promise<SessionSamples> {
  const { models, tiers } = plan;
  const { products, markets, excludedStyles, trainMinutes: minutes } = plan;
  const sessions = (seeds: SeedRange, scenario: 'dense' | 'sparse'): SessionPlan[] =>
    sessionPlans({ seeds: seedsOf(seeds), products, minutes, markets, scenario, excludedStyles });
  const tasks = [...sessions(plan.trainSeeds, 'dense'), ...sessions(plan.sparseTrainSeeds, 'sparse')].map(
    (session) => ({ kind: 'train' as const, plan: session, tiers, calibrators, models }),
  );
  const samples: SessionSamples = new Map();
  const results = await pool.play(tasks, progress('train', 'sessions', tasks.length, note));
  for (const [at, result] of results.entries()) {
    for (const { name, tier, samples: columns } of result) {
      const key = `${name}.${tier}`;
      samples.set(key, [...(samples.get(key) ?? []), { family: tasks[at]!.plan.generator, columns }]);
    }
  }
  return samples;
}

async function collectScores(
  plan: TrainingPlan,
  calibrators: Table,
  fitted: ReadonlyMap<string, FittedScorer>,
  pool: SessionPool,
  note: (line: string) => void,
): Promise<Map<string, JudgedCandidate[]>> {
  const scorers = [...fitted].map(([name, { scorer }]) => [name, scorer] as const);
  const tasks = sessionPlans({
    seeds: seedsOf(plan.calibrationSeeds),
    products: plan.products,
    minutes: plan.calibrationMinutes,
    markets: plan.markets,
    scenario: 'sparse',
    excludedStyles: plan.excludedStyles,
  }).map((session) => ({
    kind: 'calibrate' as const,
    plan: session,
    tiers: plan.tiers,
    calibrators,
    scorers,
  }));
  const judged = new Map<string, JudgedCandidate[]>();
  for (const result of await pool.play(tasks, progress('calibrate', 'sessions', tasks.length, note))) {
    for (const { name, tier, judged: more } of result) {
      const key = `${name}.${tier}`;
      judged.set(key, [...(judged.get(key) ?? []), ...more]);
    }
  }
  return judged;
}

function progress(
  what: string,
  things: string,
  all: number,
  note: (line: string) => void,
): (done: number) => void {
  return (done) => {
    if (done % 10 === 0 || done === all) note(`${what}: ${done} of ${all} ${things}`);
  };
}

function trainedModel(
  plan: TrainingPlan,
  name: string,
  tier: FeedTier,
  samples: readonly { readonly family: MarketName; readonly columns: SampleColumns }[],
  fitted: FittedScorer | undefined,
  judged: readonly JudgedCandidate[],
): TrainedModel {
  const spec = MODELS.find((one) => one.name === name);
  if (spec === undefined) throw new Error(`the registry has no model ${name}`);
  const sessions = samples.map(({ columns }) => columns);
  const trueCandidates = judged.filter(({ truth }) => truth).length;
  const calibrator =
    fitted !== undefined && teaches(trueCandidates, judged.length, MIN_CANDIDATES)
      ? makeCalibrator(spec, tier, fitted.scorer, judged, {
          command: plan.command,
          trainSeeds: trainSeedsText(plan),
          calibrationSeeds: `${rangeText(plan.calibrationSeeds)} sparse, ${plan.calibrationMinutes} min`,
        })
      : null;
  const forecasts =
    calibrator === null
      ? []
      : judged.map(({ score, truth }) => ({ probability: probabilityAt(calibrator.steps, score), truth }));
  return {
    model: name,
    tier,
    looks: sumOf(sessions, looks),
    trueLooks: sumOf(sessions, trueLooks),
    logisticLoss: fitted?.logisticLoss ?? null,
    treesLoss: fitted?.treesLoss ?? null,
    candidates: judged.length,
    trueCandidates,
    auc: known(areaUnderRoc(judged)),
    brierSkill: known(brierSkill(forecasts)),
    calibrationError: known(calibrationError(forecasts)),
    shifts: featureShifts(samples, spec.features),
    calibrator,
  };
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
