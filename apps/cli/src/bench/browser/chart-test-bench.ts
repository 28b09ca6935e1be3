/** Figures of the chart test page in a browser: runs the measuring script of the journeys in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

export interface ChartTestFigures {
  readonly rounds: number;
  readonly bars: number;
  readonly intervalMs: number;
  /** One for each render mode; medians over the rounds. */
  readonly modes: readonly {
    readonly mode: string;
    readonly p95GapMs: number;
    readonly worstP95GapMs: number;
    readonly updatesPerSecond: number;
  }[];
}

const GOAL_MS = 20;

function isFigures(value: unknown): value is ChartTestFigures {
  return typeof value === 'object' && value !== null && 'modes' in value && Array.isArray(value.modes);
}

/** Rejects with the script's own error when no browser can be started or the page fails. Takes about a minute and a half. */
export function measureChartTest(): Promise<ChartTestFigures> {
  return runDriver('chartTest', isFigures);
}

/** The figures against the goals of the product. */
export function chartTestGoals({ modes }: ChartTestFigures): Goal[] {
  return modes.map(({ mode, p95GapMs, worstP95GapMs, updatesPerSecond }) => ({
    what: `Chart test, render mode ${mode}: p95 gap between frames`,
    goal: `≤ ${GOAL_MS} ms`,
    reached: `${p95GapMs.toFixed(1)} ms (worst round ${worstP95GapMs.toFixed(1)} ms, ${updatesPerSecond.toFixed(1)} updates a second)`,
    met: p95GapMs <= GOAL_MS,
  }));
}

/** The section of docs/measurements.md. */
export function chartTestSection(figures: ChartTestFigures): string {
  const rows = chartTestGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only chart-test\`, ${new Date().toISOString().slice(0, 10)}: ${figures.rounds} rounds of three seconds, medians. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Headless Chromium without a GPU on the whole product: \`/chart-test-dashboard\` at its defaults, an update every ${figures.intervalMs} ms, ${figures.bars} bars, volume, order`,
    'flow and grid on, book and lists beside it. Each update is a minute of the simulated market, made in a worker; where the processor does not make one',
    'in time, updates come later and frames do not wait. Gaps are those of requestAnimationFrame.',
  ].join('\n');
}
