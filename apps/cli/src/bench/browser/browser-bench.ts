/** Figures of the chart in a browser: runs the measuring script of the chart's tests in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

/** Medians over the rounds; Chromium without a GPU, 100 bars with every layer on. */
export interface BrowserFigures {
  readonly updatesPerSecond: number;
  readonly rounds: number;
  /** Animation frames a second. */
  readonly fps: number;
  /** 95 % of the gaps between frames are not longer. */
  readonly p95GapMs: number;
  /** Busy time of the page's main thread. */
  readonly mainThreadMsPerSecond: number;
  readonly scriptMsPerSecond: number;
  /** While a chart of so many bars is dragged to and fro. */
  readonly panning: { readonly bars: number; readonly fps: number; readonly p95GapMs: number };
}

function isFigures(value: unknown): value is BrowserFigures {
  return (
    typeof value === 'object' &&
    value !== null &&
    'fps' in value &&
    typeof value.fps === 'number' &&
    'panning' in value
  );
}

/** Rejects with the script's own error when no browser can be started or the page fails. Takes about 40 s. */
export function measureBrowser(): Promise<BrowserFigures> {
  return runDriver('chart', isFigures);
}

/** The figures against the goals of the product. */
export function browserGoals(figures: BrowserFigures): Goal[] {
  const { fps, p95GapMs, mainThreadMsPerSecond, scriptMsPerSecond, panning } = figures;
  return [
    // A frame lost in a round of three seconds is the timer's, not the page's.
    { what: 'Chart, frames a second', goal: '60', reached: fps.toFixed(1), met: fps >= 59.5 },
    {
      what: 'Chart, p95 gap between frames',
      goal: '≤ 20 ms',
      reached: `${p95GapMs.toFixed(1)} ms`,
      met: p95GapMs <= 20,
    },
    {
      what: 'Chart, main thread',
      goal: '≤ 400 ms a second',
      reached: `${mainThreadMsPerSecond.toFixed(0)} ms a second (${scriptMsPerSecond.toFixed(0)} of them script)`,
      met: mainThreadMsPerSecond <= 400,
    },
    {
      what: `Chart, panning ${panning.bars.toLocaleString('en-GB')} bars: frames a second`,
      goal: '60',
      reached: `${panning.fps.toFixed(1)} (p95 gap ${panning.p95GapMs.toFixed(1)} ms)`,
      met: panning.fps >= 59.5,
    },
  ];
}

/** The section of docs/measurements.md. */
export function browserSection(figures: BrowserFigures): string {
  const rows = browserGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench\`, ${new Date().toISOString().slice(0, 10)}: ${figures.rounds} rounds of three seconds, medians. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Headless Chromium with --disable-gpu, the chart alone in a page of 898 by 834 pixels, 100 bars, every layer on, eight signals,`,
    `${figures.updatesPerSecond} updates a second that each move the price, the forming bar and the clock. Gaps are those of requestAnimationFrame, the main`,
    "thread's time is Chromium's TaskDuration.",
  ].join('\n');
}
