/** The section of the measurements note on the journal of a running product. */
import { availableParallelism } from 'node:os';
import type { Waits } from '#bench/processes/answer-probe.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';
import type {
  InsightsRun,
  JournalServerFigures,
  OthersWait,
  ServerImportRun,
} from './journal-server-bench.ts';

const OTHERS_MS = 50;
const IMPORT_SECONDS = 15;
const IMPORT_MB = 400;
const STATISTICS_MS = 500;
/** Most seconds of the insights of so many trades. */
const INSIGHT_SECONDS: Readonly<Record<number, number>> = { 10000: 20, 100000: 180 };

const ms = (value: number): string => `${value.toFixed(0)} ms`;

function waitsText({ p50Ms, p99Ms, maxMs }: Waits): string {
  return `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, max ${ms(maxMs)}`;
}

/** Each figure's median over the rounds; the worst is the worst of all. */
function medianWaits(rounds: readonly Waits[]): Waits {
  return {
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    maxMs: Math.max(...rounds.map(({ maxMs }) => maxMs)),
  };
}

function goalsOfOthers(during: string, rounds: readonly OthersWait[]): Goal[] {
  const parts = [
    ['a request without the database', rounds.map(({ loop }) => loop)],
    ['a search of trades', rounds.map(({ database }) => database)],
  ] as const;
  return parts.map(([what, waits]) => {
    const all = medianWaits(waits);
    return {
      what: `Others during ${during}: ${what}`,
      goal: `p99 < ${OTHERS_MS} ms`,
      reached: waitsText(all),
      met: all.p99Ms < OTHERS_MS,
    };
  });
}

function goalsOfImports(runs: readonly ServerImportRun[]): Goal[] {
  const seconds = median(runs.map((run) => run.seconds));
  const waited = median(runs.map((run) => run.coreWaitSeconds));
  const beforeMb = median(runs.map((run) => run.beforeMb));
  const peakMb = median(runs.map((run) => run.peakMb));
  const addedMb = median(runs.map((run) => run.peakMb - run.beforeMb));
  return [
    {
      what: 'Import of 100,000 trades, request to answer',
      goal: `< ${IMPORT_SECONDS} s`,
      reached: `${seconds.toFixed(1)} s (the server waited ${waited.toFixed(1)} s of it for a core)`,
      met: seconds < IMPORT_SECONDS,
    },
    {
      what: 'Memory that it adds to the server',
      goal: `< ${IMPORT_MB} MB`,
      reached: `${addedMb.toFixed(0)} MB (from ${beforeMb.toFixed(0)} to ${peakMb.toFixed(0)} MB)`,
      met: addedMb < IMPORT_MB,
    },
    ...goalsOfOthers(
      'it',
      runs.map((run) => run.others),
    ),
  ];
}

function goalsOfStatistics(runs: readonly ServerImportRun[]): Goal[] {
  const goal = (what: string, values: readonly number[]): Goal => ({
    what: `Statistics of 100,000 trades, ${what}`,
    goal: `< ${STATISTICS_MS} ms`,
    reached: ms(median(values)),
    met: median(values) < STATISTICS_MS,
  });
  return [
    goal(
      'the first time after an import',
      runs.map((run) => run.firstMs),
    ),
    goal(
      'another view of them',
      runs.map((run) => run.otherViewMs),
    ),
    goal(
      'again',
      runs.map((run) => run.againMs),
    ),
    ...goalsOfOthers(
      'the first time',
      runs.map((run) => run.othersAtStatistics),
    ),
  ];
}

function goalsOfInsights({ trades, seconds, peakMb, others }: InsightsRun): Goal[] {
  const count = trades.toLocaleString('en-GB');
  const most = INSIGHT_SECONDS[trades] ?? Number.NaN;
  return [
    {
      what: `Insights of ${count} trades`,
      goal: `< ${most} s`,
      reached: `${seconds.toFixed(1)} s (server at most ${peakMb.toFixed(0)} MB)`,
      met: seconds < most,
    },
    ...goalsOfOthers(`the insights of ${count}`, [others]),
  ];
}

/** The figures against the goals of the product. */
export function journalServerGoals({ imports, insights }: JournalServerFigures): Goal[] {
  return [...goalsOfImports(imports), ...goalsOfStatistics(imports), ...insights.flatMap(goalsOfInsights)];
}

/** The section of docs/measurements.md. */
export function journalServerSection(figures: JournalServerFigures | null): string {
  if (figures === null)
    return '`npm run bench -- --only journal-server`: not measured, this platform has no /proc.';
  const { rounds, load, atRest } = figures;
  const rows = journalServerGoals(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  const date = new Date().toISOString().slice(0, 10);
  return [
    `\`npm run bench -- --only journal-server\`, ${date}: ${rounds === 1 ? 'one round' : `${rounds} rounds, medians`}. ${availableParallelism()} cores, load ${load.toFixed(1)} at the start.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'The product as `npm start` starts it, on the embedded database, with its simulated market; a person of its own for each import.',
    'Others are one more person who requests `/healthz` 50 times a second and searches a journal without trades 25 times a second, each request',
    'at its due instant whatever became of the one before; their worst is that of all rounds. Memory is VmHWM of the server’s process.',
    `The same requests before anything was imported: \`/healthz\` ${waitsText(atRest.loop)}; search ${waitsText(atRest.database)}.`,
  ].join('\n');
}
