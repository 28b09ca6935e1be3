/** Bytes that the tapes and windows of events take for each hour of an instrument, and all that is stored of it. */
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { measureStorage, type StoredHour, storageGoals, storageNote } from './storage-bench.ts';

interface TapeFigures {
  readonly events: number;
  readonly rows: number;
  readonly tapeBytes: number;
  readonly windowBytes: number;
  readonly cutCpuMs: number;
}

interface TapeAndStorage {
  readonly tapes: TapeFigures;
  readonly hours: readonly StoredHour[];
}

const MEGABYTE = 1e6;
/** Of the 1.5 MB that an instrument-hour may take in all, without half a megabyte of seconds. */
const MAX_BYTES = MEGABYTE;

function isFigures(value: unknown): value is TapeFigures {
  return typeof value === 'object' && value !== null && 'tapeBytes' in value && 'cutCpuMs' in value;
}

/** Rejects with the script's own error. Takes a quarter of a minute, and a minute for each product whose hour is stored. */
export async function measureTapes(note: (line: string) => void): Promise<TapeAndStorage> {
  return { tapes: await runDriver('tapes', isFigures), hours: await measureStorage(note) };
}

export function tapeGoals({ tapes, hours }: TapeAndStorage): Goal[] {
  const { events, tapeBytes, windowBytes, cutCpuMs } = tapes;
  const bytes = tapeBytes + windowBytes;
  return [
    {
      what: `Tapes and windows of ${events} events in one hour of ES`,
      goal: `<= ${(MAX_BYTES / MEGABYTE).toFixed(1)} MB`,
      reached: `${(tapeBytes / MEGABYTE).toFixed(2)} MB of tapes, ${(windowBytes / MEGABYTE).toFixed(2)} MB of windows`,
      met: bytes <= MAX_BYTES,
    },
    {
      what: 'Processor time to cut both for an event',
      goal: '<= 20 ms',
      reached: `${(cutCpuMs / events).toFixed(1)} ms`,
      met: cutCpuMs / events <= 20,
    },
    ...storageGoals(hours),
  ];
}

/** The section of docs/measurements.md. */
export function tapeSection(figures: TapeAndStorage): string {
  const rows = tapeGoals(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only tapes\`, ${new Date().toISOString().slice(0, 10)}: ${figures.tapes.rows.toLocaleString('en-GB')} rows of one simulated hour of ES, seed 7.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...storageNote(figures.hours),
  ].join('\n');
}
