/** Figures of the chart in a browser: runs the measuring script of the chart's tests in a process of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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
}

const SCRIPT = fileURLToPath(new URL('./../../../../tests/chart/measure-chart.ts', import.meta.url));

function isFigures(value: unknown): value is BrowserFigures {
  return typeof value === 'object' && value !== null && 'fps' in value && typeof value.fps === 'number';
}

/** Rejects with the script's own error when no browser can be started or the page fails. Takes about 20 s. */
export async function measureBrowser(): Promise<BrowserFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT]);
  const figures: unknown = JSON.parse(stdout);
  if (!isFigures(figures)) throw new Error(`the browser measurement answered ${stdout}`);
  return figures;
}
