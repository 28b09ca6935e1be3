/** Figures of the demo in a browser: runs the measuring script of the journeys in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

/** Medians over the rounds at one width. */
interface DemoFrames {
  readonly width: number;
  readonly fps: number;
  readonly p95GapMs: number;
  readonly mainThreadMsPerSecond: number;
}

/** Bytes as they came over the wire. */
export interface DemoFigures {
  readonly rounds: number;
  /** Script that the first view of the landing page had not fetched. */
  readonly scriptBytesBeyond: number;
  readonly dataBytes: number;
  readonly frames: readonly DemoFrames[];
}

function isFigures(value: unknown): value is DemoFigures {
  return typeof value === 'object' && value !== null && 'frames' in value && Array.isArray(value.frames);
}

/** Rejects with the script's own error when no browser can be started or the page fails. Takes about a minute. */
export function measureDemo(): Promise<DemoFigures> {
  return runDriver('demo', isFigures);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

/** The figures against the goals of the product. */
export function demoGoals({ scriptBytesBeyond, dataBytes, frames }: DemoFigures): Goal[] {
  return [
    {
      what: '`/demo`: script beyond the landing page',
      goal: '≤ 150 kB',
      reached: `${kilobytes(scriptBytesBeyond)}, and ${kilobytes(dataBytes)} of recorded market`,
      met: scriptBytesBeyond <= 150_000,
    },
    ...frames.map(({ width, fps, p95GapMs, mainThreadMsPerSecond }) => ({
      what: `\`/demo\`, ${width} px: frames a second`,
      goal: '60',
      reached: `${fps.toFixed(1)} (p95 gap ${p95GapMs.toFixed(1)} ms, main thread ${mainThreadMsPerSecond.toFixed(0)} ms a second)`,
      // A frame lost in a round of three seconds is the timer's, not the page's.
      met: fps >= 59.5,
    })),
  ];
}

/** The section of docs/measurements.md. */
export function demoSection(figures: DemoFigures): string {
  const rows = demoGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only demo\`, ${new Date().toISOString().slice(0, 10)}: ${figures.rounds} rounds of three seconds, medians. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'The built product, headless Chromium with --disable-gpu on the same machine, the demo playing. Script and data are what came over the wire,',
    'compressed; beyond the landing page is what its first view, without its chart, had not fetched.',
  ].join('\n');
}
