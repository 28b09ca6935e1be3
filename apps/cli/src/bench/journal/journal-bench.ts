/** How long the journal takes for a large import and how much memory it needs. */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { importFile } from '@undertow/journal';
import { keepHeapSmall } from '#import/keep-heap-small.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';

/** One import in a process of its own. */
export interface ImportRun {
  readonly trades: number;
  readonly seconds: number;
  /** Processor time, which other work on the machine does not lengthen. */
  readonly cpuSeconds: number;
  /** The most memory that the process ever held, megabytes of 2^20 bytes. */
  readonly peakMb: number;
}

export interface MeasuredExport {
  readonly what: string;
  readonly bytes: number;
  readonly runs: readonly ImportRun[];
}

export interface ImportFigures {
  readonly rounds: number;
  readonly files: readonly MeasuredExport[];
}

/** Imports the file as the command line does and returns time and memory. */
export function runImport(path: string): ImportRun {
  keepHeapSmall();
  const before = process.cpuUsage();
  const start = performance.now();
  const { report } = importFile(readFileSync(path), path, { zone: 'America/Chicago' });
  const { user, system } = process.cpuUsage(before);
  return {
    trades: report.trades,
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (user + system) / 1_000_000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
}

const MAX_SECONDS = 15;
const MAX_MB = 400;

/** The figures against the goals of the product. */
export function journalGoals({ files }: ImportFigures): Goal[] {
  return files.flatMap(({ what, bytes, runs }) => {
    const seconds = median(runs.map((run) => run.seconds));
    const cpuSeconds = median(runs.map((run) => run.cpuSeconds));
    const peakMb = median(runs.map((run) => run.peakMb));
    return [
      {
        what: `Import of ${what} (${(bytes / 1e6).toFixed(0)} MB)`,
        goal: `< ${MAX_SECONDS} s`,
        reached: `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time)`,
        met: seconds < MAX_SECONDS,
      },
      {
        what: `Memory for ${what}`,
        goal: `< ${MAX_MB} MB`,
        reached: `${peakMb.toFixed(0)} MB`,
        met: peakMb < MAX_MB,
      },
    ];
  });
}

/** The section of docs/measurements.md. */
export function journalSection(figures: ImportFigures): string {
  const rows = journalGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only journal\`, ${new Date().toISOString().slice(0, 10)}: ${figures.rounds} rounds, medians. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Bytes to trades and report, each file in a process of its own; memory is VmHWM of that process, Node and all packages included.',
  ].join('\n');
}
