/** Figures of the live feed of Databento: runs the measuring script of the feed in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

interface StreamFigures {
  /** Records after the warm-up, and what they took. */
  readonly records: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Bytes allocated on the heap. */
  readonly bytesPerRecord: number;
  readonly lost: number;
  readonly gaps: number;
  readonly maxBacklogBytes: number;
}

export interface DatabentoFigures {
  readonly full: StreamFigures;
  readonly fast: StreamFigures;
  /** From opening ten products to ten whole books. */
  readonly booksMs: number;
}

const MILLION = 1e6;
const MIN_MILLION_PER_CPU_SECOND = 1.5;
/** An object takes at least twelve. */
const MAX_BYTES_PER_RECORD = 12;
const MIN_PER_SECOND = 195_000;
const MAX_BOOKS_MS = 5000;

function isFigures(value: unknown): value is DatabentoFigures {
  return typeof value === 'object' && value !== null && 'full' in value && 'booksMs' in value;
}

/** Rejects with the script's own error. Takes about half a minute. */
export function measureDatabento(): Promise<DatabentoFigures> {
  return runDriver('databento', isFigures);
}

/** The figures against the goals of the product. */
export function databentoGoals({ full, fast, booksMs }: DatabentoFigures): Goal[] {
  const perCpuSecond = full.records / full.cpuSeconds / MILLION;
  const perSecond = fast.records / fast.seconds;
  const fastShare = (100 * fast.cpuSeconds) / fast.seconds;
  return [
    {
      what: 'Socket to canonical row, as fast as they come',
      goal: `>= ${MIN_MILLION_PER_CPU_SECOND} M records per processor second`,
      reached: `${perCpuSecond.toFixed(2)} M`,
      met: perCpuSecond >= MIN_MILLION_PER_CPU_SECOND,
    },
    {
      what: 'Allocated for it',
      goal: 'no object per record',
      reached: `${full.bytesPerRecord.toFixed(1)} bytes a record`,
      met: full.bytesPerRecord < MAX_BYTES_PER_RECORD,
    },
    {
      what: `${Math.round(perSecond).toLocaleString('en-GB')} records a second for ${fast.seconds.toFixed(0)} s`,
      goal: '200,000, none lost',
      reached: `${fast.lost} lost, ${fast.gaps} gaps, ${fastShare.toFixed(0)} % of a core, at most ${(fast.maxBacklogBytes / 1024).toFixed(0)} kB waiting`,
      met: fast.lost === 0 && fast.gaps === 0 && perSecond >= MIN_PER_SECOND,
    },
    {
      what: 'First books of ten products',
      goal: `<= ${MAX_BOOKS_MS / 1000} s`,
      reached: `${(booksMs / 1000).toFixed(1)} s`,
      met: booksMs <= MAX_BOOKS_MS,
    },
  ];
}

/** The section of docs/measurements.md. */
export function databentoSection(figures: DatabentoFigures): string {
  const rows = databentoGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only databento\`, ${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Records of a simulated ES with sending times, from another process over loopback, uncompressed; the kernel’s share of reading the socket',
    'is included. Counted after half a million records; the median of five passes. The books are those of the sandbox’s stand-in, which simulates all ten products.',
  ].join('\n');
}
