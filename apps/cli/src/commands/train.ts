/** `undertow train`: fits and calibrates the detectors' probabilities on simulated markets, writes them as files. */
import { join, resolve } from 'node:path';
import {
  ALLOWED_SHIFTS,
  type Calibrator,
  type FeatureShift,
  isIdle,
  isRefused,
  type ModelShifts,
  shiftFaults,
} from '@undertow/detection';
import { FEED_TIERS } from '@undertow/market';
import { isFamily, MARKET_NAMES } from '@undertow/simulator';
import { type CommandDef, defineCommand } from 'citty';
import { committedOf, measureShifts } from '#evaluation/measure-shifts.ts';
import {
  CALIBRATION_SEEDS,
  SIMULATED_PRODUCTS,
  SPARSE_TRAIN_SEEDS,
  TRAIN_SEEDS,
} from '#evaluation/session-plan.ts';
import { SessionPool } from '#evaluation/session-pool.ts';
import {
  MODELS,
  type TrainedModel,
  type TrainingPlan,
  trainModels,
  trainSeedsText,
} from '#evaluation/training.ts';
import { COMMITTED_CALIBRATORS, writeCalibrators } from '#evaluation/write-calibrators.ts';
import { COMMITTED_SHIFTS, SHIFTS_FILE, writeShifts } from '#evaluation/write-shifts.ts';
import { STYLE_AXES, STYLE_FOLDS } from '#evaluation-of-styles/style-folds.ts';
import { wholeNumber, wordsOf } from '#terminal/options.ts';
import { type Terminal, UsageError } from '#terminal/terminal.ts';

const THREADS = 2;
/** Few short sessions of ES: to see in a minute whether a model learns. */
const QUICK = { train: 8, calibrate: 12 } as const;
const FULL = { train: 96, calibrate: 96 } as const;
/** Every market whose mechanics are not meant to be a null or a test. */
const MARKETS = MARKET_NAMES.filter((name) => name !== 'g4' && name !== 'g0');
const MINUTES = 60;

const ARGS = {
  models: { type: 'string', description: 'Only these models, separated by commas', valueHint: 'names' },
  tiers: {
    type: 'string',
    description: 'Only these tiers, separated by commas',
    valueHint: FEED_TIERS.join(','),
  },
  markets: {
    type: 'string',
    description: `Markets that take turns, separated by commas; by default ${MARKETS.join(',')}`,
    valueHint: MARKET_NAMES.join(','),
  },
  'leave-one-out': {
    type: 'string',
    description:
      'For each market, population of makers or style of events a folder of calibrators that never saw it; needs --out',
    valueHint: ['markets', ...STYLE_AXES].join('|'),
  },
  quick: { type: 'boolean', description: 'A few sessions of ES, to try a model', default: false },
  sessions: {
    type: 'string',
    description: `Hours of training (dense, and as many sparse) and of calibration instead of ${FULL.train},${FULL.calibrate}`,
    valueHint: 'hours,hours',
  },
  rounds: {
    type: 'string',
    description: 'How often; models that read what others raise need the others of an earlier round',
    valueHint: 'number',
  },
  'shifts-only': {
    type: 'boolean',
    description:
      'Fits nothing: measures how far features separate families of markets, by the committed calibrators',
    default: false,
  },
  out: {
    type: 'string',
    description: 'Folder for the calibrators; by default the committed ones are replaced',
    valueHint: 'folder',
  },
} as const;

export function trainCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'train', description: 'Fits and calibrates the probabilities of the detectors' },
    args: ARGS,
    run: async ({ args }) => {
      const plan = planOf(args);
      if (args['shifts-only']) return measureOnly(plan, args.out, terminal);
      const folder = args.out === undefined ? COMMITTED_CALIBRATORS : resolve(args.out);
      const left = args['leave-one-out'];
      const trainings = left === undefined ? [{ plan, folder }] : leaveOneOut(plan, left, args.out);
      const pool = new SessionPool(THREADS);
      try {
        for (const training of trainings) {
          const trained = await trainModels(training.plan, pool, (line) => terminal.note(line));
          for (const one of trained) terminal.data(JSON.stringify(reportOf(one)));
          await writeCalibrators(training.folder, trained, NAMES);
          if (training.folder === COMMITTED_CALIBRATORS)
            await writeMeasured(
              measuredOf(plan, trained),
              trained.map(({ calibrator }) => calibrator),
              terminal,
            );
        }
      } finally {
        await pool.close();
      }
    },
  });
}

/** Of all models and tiers of the plan: what has no calibrator any more has no shifts either. */
function measuredOf(plan: TrainingPlan, trained: readonly TrainedModel[]): ModelShifts[] {
  return trained.map(({ model, tier, shifts, calibrator }) => {
    const features = calibrator === null ? [] : shifts;
    return { model, tier, command: plan.command, seeds: trainSeedsText(plan), features };
  });
}

async function measureOnly(plan: TrainingPlan, out: string | undefined, terminal: Terminal): Promise<void> {
  const pool = new SessionPool(THREADS);
  try {
    const measured = await measureShifts(plan, pool, (line) => terminal.note(line));
    for (const { model, tier, features } of measured)
      terminal.data(JSON.stringify({ model, tier, refused: refusedOf(features) }));
    if (out !== undefined) await writeShifts(resolve(out, SHIFTS_FILE), measured, NAMES);
    else await writeMeasured(measured, committedOf(plan), terminal);
  } finally {
    await pool.close();
  }
}

/** Writes the committed shifts, and notes what the test of them will find. */
async function writeMeasured(
  measured: readonly ModelShifts[],
  calibrators: readonly (Calibrator | null)[],
  terminal: Terminal,
): Promise<void> {
  await writeShifts(COMMITTED_SHIFTS, measured, NAMES);
  const allowed = ALLOWED_SHIFTS.filter(({ model }) => measured.some((one) => one.model === model));
  const used = calibrators.filter((one) => one !== null);
  const shifts = measured.filter(({ features }) => features.length > 0);
  for (const fault of shiftFaults(used, shifts, allowed)) terminal.note(fault);
}

/** Names of the features that separate families of markets better than true from false, or nothing by themselves. */
function refusedOf(shifts: readonly FeatureShift[]): string[] {
  return shifts.filter((shift) => isRefused(shift) || isIdle(shift)).map(({ feature }) => feature);
}

interface Training {
  readonly plan: TrainingPlan;
  readonly folder: string;
}

/** One training a market or fold, without it: `undertow evaluate --left-out` reads the folders. */
function leaveOneOut(plan: TrainingPlan, left: string, out: string | undefined): Training[] {
  const [axis] = wordsOf('leave-one-out', left, ['markets', ...STYLE_AXES]);
  if (out === undefined) throw new UsageError('expected --out FOLDER with --leave-one-out');
  // Agents of the other generators draw no styles, so none can be excluded there
  if (axis !== 'markets')
    return STYLE_FOLDS.filter((fold) => fold.axis === axis).map(({ name, styles }) => ({
      plan: { ...plan, markets: plan.markets.filter(isFamily), excludedStyles: styles },
      folder: join(resolve(out), name),
    }));
  if (plan.markets.length < 2) throw new UsageError('expected two --markets or more with --leave-one-out');
  return plan.markets.map((left) => ({
    plan: { ...plan, markets: plan.markets.filter((market) => market !== left) },
    folder: join(resolve(out), left),
  }));
}

const NAMES = MODELS.map(({ name }) => name);

interface Options {
  readonly models: string | undefined;
  readonly tiers: string | undefined;
  readonly markets: string | undefined;
  readonly quick: boolean;
  readonly sessions: string | undefined;
  readonly rounds: string | undefined;
  readonly 'shifts-only': boolean;
}

function planOf(options: Options): TrainingPlan {
  const { models, tiers, markets, quick, sessions, rounds } = options;
  const defaultRounds = quick || models !== undefined ? '1' : '2';
  const [train, calibrate] = sessions === undefined ? defaultSessions(quick) : sessionsOf(sessions);
  return {
    models: models === undefined ? NAMES : wordsOf('models', models, NAMES),
    tiers: tiers === undefined ? FEED_TIERS : wordsOf('tiers', tiers, FEED_TIERS),
    products: quick ? ['ES'] : SIMULATED_PRODUCTS,
    markets: markets === undefined ? MARKETS : wordsOf('markets', markets, MARKET_NAMES),
    excludedStyles: [],
    trainSeeds: { ...TRAIN_SEEDS, count: train },
    sparseTrainSeeds: { ...SPARSE_TRAIN_SEEDS, count: train },
    trainMinutes: MINUTES,
    calibrationSeeds: { ...CALIBRATION_SEEDS, count: calibrate },
    calibrationMinutes: MINUTES,
    rounds: wholeNumber('rounds', rounds ?? defaultRounds, 1, 5),
    command: commandLine(options),
  };
}

function defaultSessions(isQuick: boolean): readonly [train: number, calibrate: number] {
  return isQuick ? [QUICK.train, QUICK.calibrate] : [FULL.train, FULL.calibrate];
}

function sessionsOf(text: string): readonly [train: number, calibrate: number] {
  const [train = '', calibrate = '', ...more] = text.split(',');
  if (more.length > 0) throw new UsageError(`expected two numbers such as 40,80 for --sessions, got ${text}`);
  return [
    wholeNumber('sessions', train, 1, TRAIN_SEEDS.count),
    wholeNumber('sessions', calibrate, 1, CALIBRATION_SEEDS.count),
  ];
}

/** Without the folder: where it lies changes nothing in a calibrator. */
function commandLine({ models, tiers, markets, quick, sessions, rounds, ...options }: Options): string {
  const parts = ['undertow train'];
  if (options['shifts-only']) parts.push('--shifts-only');
  if (models !== undefined) parts.push(`--models ${models}`);
  if (tiers !== undefined) parts.push(`--tiers ${tiers}`);
  if (markets !== undefined) parts.push(`--markets ${markets}`);
  if (quick) parts.push('--quick');
  if (sessions !== undefined) parts.push(`--sessions ${sessions}`);
  if (rounds !== undefined) parts.push(`--rounds ${rounds}`);
  return parts.join(' ');
}

/** A line of what was learned; without a calibrator there was too little of one kind. */
function reportOf({ calibrator, shifts, ...figures }: TrainedModel): object {
  return {
    ...figures,
    logisticLoss: rounded(figures.logisticLoss),
    treesLoss: rounded(figures.treesLoss),
    auc: rounded(figures.auc),
    brierSkill: rounded(figures.brierSkill),
    calibrationError: rounded(figures.calibrationError),
    refused: refusedOf(shifts),
    calibrator: calibrator === null ? null : `${calibrator.model}@${calibrator.hash}`,
    scorer: calibrator?.scorer.kind ?? null,
    method: calibrator?.method ?? null,
    highest: calibrator?.steps.at(-1)?.probability ?? null,
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(4));
}
