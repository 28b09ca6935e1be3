/** Measures backtests against their goals and writes their section of the note. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { instrumentBySymbol } from '@undertow/market';
import { readSessions } from '#backtest/read-sessions.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';
import { type BacktestRunFigures, MARKET_FILE, SESSION_END } from './backtest-run.ts';
import { yearOfHour } from './made-year.ts';

const WORKER = fileURLToPath(new URL('./backtest-worker.ts', import.meta.url));
const DAYS = 250;
const MAX_FIRST_SECONDS = 2;
const MAX_WHOLE_SECONDS = 10;
const MAX_MB = 300;
const MAX_QUEUE_SECONDS = 60;
const QUEUE_TRADES = 500;

export interface BacktestFigures {
  readonly load: number;
  readonly date: string;
  readonly bytesOfDay: number;
  readonly runs: readonly BacktestRunFigures[];
}

/** Simulates the hour as the command line does, and leaves sessions and recording in the folder. */
async function prepare(folder: string, note: (line: string) => void): Promise<number> {
  const instrument = instrumentBySymbol('ES');
  if (instrument === undefined) throw new Error('the catalogue has no ES');
  note('one hour of the simulated exchange');
  const words = [
    'simulate',
    '--minutes',
    '60',
    '--seed',
    '5',
    '--start',
    '2026-01-05T15:00:00Z',
    '--out',
    folder,
  ];
  await promisify(execFile)(process.execPath, [process.argv[1]!, ...words]);
  const silent = { data: () => undefined, note: () => undefined };
  const [hour] = await readSessions([join(folder, MARKET_FILE)], instrument, silent);
  if (hour === undefined) throw new Error('the recording has no session');
  let [day, bytes] = [0, 0];
  for (const facts of yearOfHour(hour.bytes, instrument, DAYS)) {
    const packed = zstdCompressSync(facts);
    await writeFile(join(folder, `${String(day).padStart(3, '0')}${SESSION_END}`), packed);
    [day, bytes] = [day + 1, bytes + packed.length];
  }
  return bytes / DAYS;
}

export async function measureBacktest(
  note: (line: string) => void,
  rounds: number,
): Promise<BacktestFigures> {
  const [load = 0] = loadavg();
  const date = new Date().toISOString().slice(0, 10);
  const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-'));
  try {
    const bytesOfDay = await prepare(folder, note);
    const runs: BacktestRunFigures[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      note(`round ${round} of ${rounds}`);
      const { stdout } = await promisify(execFile)(process.execPath, [WORKER, folder]);
      runs.push(JSON.parse(stdout) as BacktestRunFigures);
    }
    return { load, date, bytesOfDay, runs };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function secondsGoal(
  what: string,
  runs: readonly { readonly seconds: number; readonly cpuSeconds: number }[],
  most: number,
): Goal {
  const seconds = median(runs.map((run) => run.seconds));
  const cpuSeconds = median(runs.map((run) => run.cpuSeconds));
  const reached = `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time)`;
  return { what, goal: `≤ ${most} s`, reached, met: seconds <= most };
}

export function backtestGoals({ runs }: BacktestFigures): Goal[] {
  const peakMb = median(runs.map((run) => run.peakMb));
  const of500 = runs.map(({ queue }) => ({
    seconds: (queue.seconds * QUEUE_TRADES) / queue.signals,
    cpuSeconds: (queue.cpuSeconds * QUEUE_TRADES) / queue.signals,
  }));
  return [
    secondsGoal(
      'First answer over 250 days',
      runs.map(({ first }) => first),
      MAX_FIRST_SECONDS,
    ),
    secondsGoal(
      'Whole result with base line and walk-forward',
      runs.map(({ whole }) => whole),
      MAX_WHOLE_SECONDS,
    ),
    {
      what: 'Memory',
      goal: `< ${MAX_MB} MB`,
      reached: `${peakMb.toFixed(0)} MB`,
      met: peakMb < MAX_MB,
    },
    secondsGoal('500 signals filled row by row', of500, MAX_QUEUE_SECONDS),
  ];
}

/** The section of docs/measurements.md. */
export function backtestSection(figures: BacktestFigures): string {
  const { date, load, runs, bytesOfDay } = figures;
  const [run] = runs;
  const rows = backtestGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only backtest\`, ${date}: ${runs.length} rounds, medians. ${availableParallelism()} cores, load ${load.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    `One hour of the simulated exchange through every detector, repeated over 23 hours and ${DAYS} days: ${run?.trades ?? 0} trades, result ${run?.resultHash ?? ''}, ${(bytesOfDay / 1024).toFixed(0)} kB a day on disk, read and unpacked in the time given. Memory is VmHWM of the process. Fills row by row: ${run?.queue.signals ?? 0} signals in one pass over the hour's recording, decoding included, scaled to 500.`,
  ].join('\n');
}
