/** `undertow simulate --instrument ES --seed 7 --minutes 60 --out DIR`: a simulated market as a recording with labels. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLevelFile, createMboFile, type RecordingWriter } from '@undertow/feeds';
import {
  contractAt,
  FEED_TIERS,
  INSTRUMENTS,
  type Instrument,
  instrumentBySymbol,
  MINUTE_MS,
} from '@undertow/market';
import { CLEAN, GENERATOR_NAMES, type Prevalence, SCENARIO_NAMES } from '@undertow/simulator';
import { type CommandDef, defineCommand } from 'citty';
import { gapLine, labelLine } from '#simulate/label-line.ts';
import { Simulation, type SimulationPlan } from '#simulate/simulation.ts';
import { wholeNumber, wordOf, wordsOf } from '#terminal/options.ts';
import { type Terminal, UsageError } from '#terminal/terminal.ts';

const MAX_MINUTES = 10_080;
const MAX_SEED = Number.MAX_SAFE_INTEGER;

const ARGS = {
  instrument: {
    type: 'string',
    description: 'Product of the catalogue, for example ES',
    valueHint: 'symbol',
    default: 'ES',
  },
  seed: { type: 'string', description: 'Same seed, same market', valueHint: 'number', default: '1' },
  minutes: { type: 'string', description: 'Length of the market', valueHint: 'minutes', default: '60' },
  start: {
    type: 'string',
    description: 'First instant, ISO 8601 in UTC',
    valueHint: 'instant',
    default: '2026-03-02T14:30:00Z',
  },
  scenario: {
    type: 'string',
    description: 'clean: the crowd alone; sparse: close to real markets; dense: many of everything',
    valueHint: SCENARIO_NAMES.join('|'),
    default: 'sparse',
  },
  generator: {
    type: 'string',
    description: 'g1: the simulator; g4: the same with disturbed mechanics; g0: a null without structure',
    valueHint: GENERATOR_NAMES.join('|'),
    default: 'g1',
  },
  without: {
    type: 'string',
    description: 'Agents to leave out, separated by commas: the other half of a counterfactual pair',
    valueHint: 'agents',
  },
  tier: {
    type: 'string',
    description: 'Tier of the feed: orders, levels joined to trades, sampled levels, best prices',
    valueHint: FEED_TIERS.join('|'),
    default: 'L3',
  },
  faults: {
    type: 'boolean',
    description:
      'A faulty feed: gaps with recovery by snapshot, uneven delays; the gaps are listed among the labels',
    default: false,
  },
  out: {
    type: 'string',
    description: 'Folder for market.dbn.zst and labels.jsonl; created if missing',
    valueHint: 'folder',
    required: true,
  },
} as const;

export function simulateCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'simulate',
      description: 'Writes a simulated market as a DBN recording, with ground-truth labels',
    },
    args: ARGS,
    run: async ({ args }) => {
      const plan: SimulationPlan = {
        instrument: product(args.instrument),
        seed: wholeNumber('seed', args.seed, 0, MAX_SEED),
        minutes: wholeNumber('minutes', args.minutes, 1, MAX_MINUTES),
        startMs: instantMs(args.start),
        scenario: wordOf('scenario', args.scenario, SCENARIO_NAMES),
        generator: wordOf('generator', args.generator, GENERATOR_NAMES),
        tier: wordOf('tier', args.tier, FEED_TIERS),
        faults: args.faults,
        agents: leftOut(args.without),
      };
      terminal.data(JSON.stringify(await simulate(plan, args.out, terminal)));
    },
  });
}

/** Writes the rows of each minute as they come; returns what was written. */
async function simulate(plan: SimulationPlan, folder: string, terminal: Terminal): Promise<object> {
  const { instrument, seed, minutes, startMs, scenario, generator, tier } = plan;
  await mkdir(folder, { recursive: true });
  const market = join(folder, 'market.dbn.zst');
  const labelsPath = join(folder, 'labels.jsonl');
  const { code } = contractAt(instrument, startMs);
  const file = createFile(market, plan, code);
  const simulation = new Simulation(plan);
  let rows = 0;
  let minute = 0;
  for (const batch of simulation.minutes()) {
    minute += 1;
    await file.write(batch);
    rows += batch.count;
    if (minute % 10 === 0 || minute === minutes)
      terminal.note(`${code}: ${minute} of ${minutes} minutes, ${rows} rows`);
  }
  await file.close();
  const { labels, gaps } = simulation;
  const lines = [
    ...labels.map((label) => labelLine(instrument, code, label)),
    ...gaps.map((gap, index) => gapLine(code, gap, index)),
  ];
  await writeFile(labelsPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const written = { market, labels: labelsPath, symbol: code, seed, minutes, scenario, generator, tier };
  return { ...written, rows, labelCount: labels.length, gaps: gaps.length };
}

/** Sampled levels are marked in the name of the dataset, which the reader recognises. */
function createFile(
  path: string,
  { instrument, tier, startMs, minutes }: SimulationPlan,
  symbol: string,
): RecordingWriter {
  const header = {
    dataset: tier === 'L2C' ? 'UNDERTOW.SIM.L2C' : 'UNDERTOW.SIM',
    symbol,
    instrumentId: instrument.id,
    tickNanos: instrument.tickNanos,
    startMs,
    endMs: startMs + minutes * MINUTE_MS,
  };
  return tier === 'L3' ? createMboFile(path, header) : createLevelFile(path, tier === 'L1T' ? 1 : 10, header);
}

/** The named frequencies at zero. */
function leftOut(text: string | undefined): Partial<Prevalence> {
  if (text === undefined) return {};
  const names = wordsOf('without', text, Object.keys(CLEAN) as (keyof Prevalence)[]);
  return Object.fromEntries(names.map((name) => [name, 0]));
}

function product(symbol: string): Instrument {
  const instrument = instrumentBySymbol(symbol.toUpperCase());
  if (instrument === undefined) {
    const known = INSTRUMENTS.map((candidate) => candidate.symbol).join(', ');
    throw new UsageError(`expected --instrument out of ${known}, got ${symbol}`);
  }
  return instrument;
}

function instantMs(text: string): number {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text);
  const ms = isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new UsageError(`expected an instant such as 2026-03-02T14:30:00Z for --start, got ${text}`);
  return ms;
}
