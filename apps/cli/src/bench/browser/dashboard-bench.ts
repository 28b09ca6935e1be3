/** Figures of the dashboard in a browser: runs the measuring script of the journeys in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

/** Medians over the rounds at one width. */
interface DashboardFrames {
  readonly width: number;
  readonly fps: number;
  readonly p95GapMs: number;
  readonly mainThreadMsPerSecond: number;
}

export interface DashboardFigures {
  readonly rounds: number;
  readonly frames: readonly DashboardFrames[];
}

const MAX_MAIN_THREAD_MS = 216;

function isFigures(value: unknown): value is DashboardFigures {
  return typeof value === 'object' && value !== null && 'frames' in value && Array.isArray(value.frames);
}

/** Rejects with the script's own error when no browser can be started or the page fails. Takes about two minutes. */
export function measureDashboard(): Promise<DashboardFigures> {
  return runDriver('dashboard', isFigures);
}

/** The figures against the goals of the product. */
export function dashboardGoals({ frames }: DashboardFigures): Goal[] {
  return frames.map(({ width, fps, p95GapMs, mainThreadMsPerSecond }) => ({
    what: `Dashboard, ${width} px: main thread`,
    goal: `≤ ${MAX_MAIN_THREAD_MS} ms a second`,
    reached: `${mainThreadMsPerSecond.toFixed(0)} ms a second (${fps.toFixed(1)} frames a second, p95 gap ${p95GapMs.toFixed(1)} ms)`,
    met: mainThreadMsPerSecond <= MAX_MAIN_THREAD_MS,
  }));
}

/** The section of docs/measurements.md. */
export function dashboardSection(figures: DashboardFigures): string {
  const rows = dashboardGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only dashboard\`, ${new Date().toISOString().slice(0, 10)}: ${figures.rounds} rounds of three seconds, medians. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'The whole product, headless Chromium with --disable-gpu on the same machine: the dashboard of an Elite user with one live simulated',
    'instrument, every panel at its default. The main thread’s time is Chromium’s TaskDuration. The first version took 432 ms; the goal is half.',
  ].join('\n');
}
