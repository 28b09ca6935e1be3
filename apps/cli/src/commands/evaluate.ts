/** `undertow evaluate`: labelled sessions, or recordings without labels, through every detector. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EvaluationFigures, FIGURES_VERSION, type TrackFigures } from '@undertow/detection';
import { FEED_TIERS } from '@undertow/market';
import { type Generator, isFamily, MARKET_NAMES, type MarketName } from '@undertow/simulator';
import { type CommandDef, defineCommand, type ParsedArgs } from 'citty';
import { type CalibratorTable, readCalibrators } from '#evaluation/calibrator-table.ts';
import { figuresOf, outcomesOf } from '#evaluation/evaluation-figures.ts';
import { evaluationSection } from '#evaluation/evaluation-note.ts';
import { type FurtherPlans, furtherPlans, NO_FURTHER_PLANS, playFurther } from '#evaluation/further-plays.ts';
import {
  COMMITTED_STATES,
  choosesPoints,
  statesOfFamilies,
  statesText,
  withHomeStates,
} from '#evaluation/measured-states.ts';
import { printFigures } from '#evaluation/print-figures.ts';
import { provenance } from '#evaluation/provenance.ts';
import type { ScoredSession } from '#evaluation/score-session.ts';
import {
  DEV_SEEDS,
  FAMILY_PRODUCTS,
  SIMULATED_PRODUCTS,
  seedsOf,
  sessionPlans,
} from '#evaluation/session-plan.ts';
import { SessionPool } from '#evaluation/session-pool.ts';
import type { EvaluateTask, ModelStates } from '#evaluation/session-task.ts';
import { readTestSalt, testSeeds } from '#evaluation/test-seeds.ts';
import { evaluateRecordings } from '#evaluation-of-recordings/evaluate-recordings.ts';
import { writeMeasurements } from '#measurements/measurements-note.ts';
import { wordsOf } from '#terminal/options.ts';
import { type Terminal, UsageError } from '#terminal/terminal.ts';

const THREADS = 2;
const MINUTES = 60;
const QUICK_SESSIONS = 10;
/** Session-hours of the whole evaluation by generator: 80. */
const FULL_SESSIONS = { g1: 50, g4: 20, g0: 10 } as const;
const FAMILY_SESSIONS = 60;
/** Hours of a family in which nothing is planted, besides a fifth of its sessions: 30 together. */
const MORE_CLEAN = 18;
const FIGURES = fileURLToPath(
  new URL('../../../../packages/detection/src/evaluation/figures.json', import.meta.url),
);
const STATES = fileURLToPath(
  new URL('../../../../packages/detection/src/calibration/finding-states.json', import.meta.url),
);
const SECTION = 'Detection';
const SEALED_SECTION = 'Detection on sealed seeds';
const SEED_KINDS = ['dev', 'test'] as const;

/** What recordings are compared with, in every family: two hours. */
const COMPARED = {
  seeds: seedsOf({ ...DEV_SEEDS, count: 4 }),
  minutes: 30,
  threads: THREADS,
} as const;

const ARGS = {
  recordings: {
    type: 'string',
    description: 'Evaluates the DBN files of a folder instead, which have no labels',
    valueHint: 'folder',
  },
  quick: {
    type: 'boolean',
    description: 'Ten hours of ES on the full feed, nothing is written',
    default: false,
  },
  full: {
    type: 'boolean',
    description: 'All generators, products and tiers; writes figures and note',
    default: false,
  },
  generators: { type: 'string', description: 'Separated by commas', valueHint: MARKET_NAMES.join(',') },
  tiers: { type: 'string', description: 'Separated by commas', valueHint: FEED_TIERS.join(',') },
  types: {
    type: 'string',
    description: 'Prints only rows and models whose name begins so',
    valueHint: 'names',
  },
  seeds: {
    type: 'string',
    description: 'dev (by default): 300 on; test: sealed, needs --salt',
    valueHint: 'dev|test',
  },
  salt: { type: 'string', description: 'File with the salt of the test seeds', valueHint: 'file' },
  calibrators: {
    type: 'string',
    description: 'Folder that train wrote; by default the committed ones',
    valueHint: 'folder',
  },
  'left-out': {
    type: 'string',
    description:
      'Folder that train --leave-one-out markets wrote: each market by calibrators that never saw it',
    valueHint: 'folder',
  },
  out: {
    type: 'string',
    description: 'Folder for figures.json and detection.md instead of the product',
    valueHint: 'folder',
  },
} as const;

type Options = ParsedArgs<typeof ARGS>;

export function evaluateCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'evaluate', description: 'Scores the detectors on labelled simulated markets' },
    args: ARGS,
    run: async ({ args }) => {
      if (args.quick && args.full) throw new UsageError('expected --quick or --full, not both');
      if (args.recordings !== undefined) {
        refuseOptionsOfSimulation(args);
        await evaluateRecordings(args.recordings, COMPARED, terminal);
        return;
      }
      const evaluated = await evaluateAll(args, terminal);
      printFigures(evaluated.figures, args.types?.split(',') ?? [''], terminal);
      if (args.out !== undefined) await writeTo(resolve(args.out), evaluated);
      else if (args.full) await publish(evaluated, args.seeds === 'test' ? SEALED_SECTION : SECTION);
    },
  });
}

/** `--full` is accepted: `npm run evaluate` always gives it. */
function refuseOptionsOfSimulation({ recordings: _, full: _full, ...others }: Options): void {
  const refused = Object.keys(ARGS).find((name) => others[name as keyof typeof others]);
  if (refused !== undefined)
    throw new UsageError(`expected --recordings without --${refused}, which is about simulated markets`);
}

interface Evaluated {
  readonly figures: EvaluationFigures;
  /** Null where nothing was chosen: without calibrators that had not seen a market, and on sealed seeds. */
  readonly states: ModelStates | null;
  readonly outcomes: readonly TrackFigures[];
}

async function evaluateAll(options: Options, terminal: Terminal): Promise<Evaluated> {
  const tiers = tiersOf(options);
  const { plans, seeds, further } = await plansOf(options);
  const tables = await tablesOf(options, [...new Set(plans.map(({ generator }) => generator))]);
  const tasksOf = (some: typeof plans, states: ModelStates | null): EvaluateTask[] =>
    some.map((plan) => ({
      kind: 'evaluate' as const,
      plan,
      // Calibrators that never saw a family are trained for the full feed alone, and points are chosen on it.
      tiers: states === null || isLeftOut(options, plan.generator) ? ['L3' as const] : tiers,
      calibrators: tables.get(plan.generator) ?? {},
      states,
    }));
  const pool = new SessionPool(THREADS);
  try {
    const play = (tasks: readonly EvaluateTask[]): Promise<ScoredSession[]> =>
      pool.play(tasks, (done) => {
        if (done % 10 === 0 || done === tasks.length) terminal.note(`${done} of ${tasks.length} sessions`);
      });
    const hasLeft = plans.some(({ generator }) => isLeftOut(options, generator));
    const choosing = plans.filter(({ generator }) => choosesPoints(generator));
    // Sealed seeds measure what was chosen before: nothing is chosen on them
    const isChosen = hasLeft && options.seeds !== 'test';
    const states = isChosen ? statesOfFamilies(await play(tasksOf(choosing, null))) : COMMITTED_STATES;
    const sessions = await play(tasksOf(plans, states));
    const figures: EvaluationFigures = {
      version: FIGURES_VERSION,
      ...(await provenance()),
      command: commandLine(options),
      seeds,
      ...figuresOf(sessions),
      ...(await playFurther(pool, further, tiers, (done, all) => {
        if (done % 10 === 0 || done === all) terminal.note(`${done} of ${all} days and worlds`);
      })),
    };
    return {
      figures,
      states: isChosen ? withHomeStates(states, figures) : null,
      outcomes: outcomesOf(sessions, 'L3'),
    };
  } finally {
    await pool.close();
  }
}

const isLeftOut = ({ 'left-out': leftOut }: Options, market: MarketName): boolean =>
  leftOut !== undefined && isFamily(market);

/** Calibrators by market: of markets that were left out once their own, of others the same for all. */
async function tablesOf(
  options: Options,
  markets: readonly MarketName[],
): Promise<ReadonlyMap<MarketName, CalibratorTable>> {
  const { calibrators, 'left-out': leftOut } = options;
  const common = calibrators === undefined ? {} : await readCalibrators(resolve(calibrators));
  const left = leftOut === undefined ? [] : await readdir(resolve(leftOut));
  const tables = markets.map(async (market) => {
    const isLeft = leftOut !== undefined && left.includes(market);
    return [market, isLeft ? await readCalibrators(join(resolve(leftOut), market)) : common] as const;
  });
  return new Map(await Promise.all(tables));
}

function tiersOf({ tiers, full }: Options): readonly (typeof FEED_TIERS)[number][] {
  if (tiers !== undefined) return wordsOf('tiers', tiers, FEED_TIERS);
  return full ? FEED_TIERS : ['L3'];
}

interface Plans {
  readonly plans: ReturnType<typeof sessionPlans>;
  readonly further: FurtherPlans;
  readonly seeds: string;
}

async function plansOf(options: Options): Promise<Plans> {
  const { full } = options;
  const [kind] = wordsOf('seeds', options.seeds ?? 'dev', SEED_KINDS);
  const generators = wordsOf(
    'generators',
    options.generators ?? (full ? MARKET_NAMES.join(',') : 'g1'),
    MARKET_NAMES,
  );
  if (kind === 'test' && options.salt === undefined)
    throw new UsageError('expected --salt FILE with --seeds test');
  const salt = kind === 'test' ? await readTestSalt(options.salt as string) : null;
  const seedsFor = (generator: MarketName, count: number): number[] =>
    salt === null ? seedsOf({ ...DEV_SEEDS, count }) : testSeeds(salt, generator, count);
  const plans = generators.flatMap((generator) => {
    const products = full ? SIMULATED_PRODUCTS : ['ES'];
    const common = {
      products: isFamily(generator) ? FAMILY_PRODUCTS : products,
      minutes: MINUTES,
      markets: [generator],
    };
    const count = sessionsOf(generator, full);
    const clean = isFamily(generator) ? MORE_CLEAN : 0;
    const seeds = seedsFor(generator, count + clean);
    return [
      ...sessionPlans({ ...common, seeds: seeds.slice(0, count), scenario: 'sparse' }),
      ...sessionPlans({ ...common, seeds: seeds.slice(count), scenario: 'clean' }),
    ];
  });
  const most = Math.max(...plans.map(({ seed }) => seed)) - DEV_SEEDS.first + 1;
  const dev = `dev, ${DEV_SEEDS.first} to ${DEV_SEEDS.first + most - 1}; looked at while the detectors were made`;
  return {
    plans,
    further: full
      ? furtherPlans(
          generators.filter((generator): generator is Generator => !isFamily(generator)),
          seedsFor,
        )
      : NO_FURTHER_PLANS,
    seeds: salt === null ? dev : `sealed test, SHA-256 of the salt ${salt.commitment}`,
  };
}

/** Session-hours of a market. */
function sessionsOf(generator: MarketName, full: boolean): number {
  if (isFamily(generator)) return FAMILY_SESSIONS;
  return full ? FULL_SESSIONS[generator] : QUICK_SESSIONS;
}

async function writeTo(folder: string, { figures, states, outcomes }: Evaluated): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (states !== null) await writeFile(join(folder, 'finding-states.json'), statesText(states));
  await writeFile(join(folder, 'figures.json'), figuresText(figures));
  await writeFile(
    join(folder, 'detection.md'),
    `${evaluationSection({ figures, states: states ?? COMMITTED_STATES, outcomes })}\n`,
  );
}

/** The product shows the figures of the seeds that states were chosen on: the states are of the same sessions. */
async function publish({ figures, states, outcomes }: Evaluated, section: string): Promise<void> {
  if (section === SECTION) await writeFile(FIGURES, figuresText(figures));
  if (states !== null) await writeFile(STATES, statesText(states));
  writeMeasurements(section, evaluationSection({ figures, states: states ?? COMMITTED_STATES, outcomes }));
}

/** Five digits exceed the precision of the sessions. */
function figuresText(figures: EvaluationFigures): string {
  const shortened = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
  return `${JSON.stringify(figures, shortened, 1)}\n`;
}

function commandLine({ full, generators, tiers, seeds }: Options): string {
  const parts = ['undertow evaluate', full ? '--full' : '--quick'];
  if (generators !== undefined) parts.push(`--generators ${generators}`);
  if (tiers !== undefined) parts.push(`--tiers ${tiers}`);
  if (seeds !== undefined && seeds !== 'dev') parts.push(`--seeds ${seeds}`);
  return parts.join(' ');
}
