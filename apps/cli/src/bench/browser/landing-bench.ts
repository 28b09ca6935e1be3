/** Figures of the landing pages in a browser: runs the measuring script of the journeys in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

/** One page at one width, on a processor slowed by a factor. Bytes as they came over the wire. */
export interface LandingPageFigures {
  readonly path: string;
  readonly width: number;
  readonly slowdown: number;
  /** Median and worst over the rounds, from the request of the page. */
  readonly largestPaintMs: number;
  readonly largestPaintWorstMs: number;
  readonly largestPaint: string;
  readonly scriptBytes: number;
  readonly scriptBytesWithChart: number;
  readonly layoutShift: number;
}

export interface LandingFigures {
  readonly rounds: number;
  readonly pages: readonly LandingPageFigures[];
}

function isFigures(value: unknown): value is LandingFigures {
  return typeof value === 'object' && value !== null && 'pages' in value && Array.isArray(value.pages);
}

/** Rejects with the script's own error when no browser can be started or a page fails. Takes about a minute. */
export function measureLanding(): Promise<LandingFigures> {
  return runDriver('landing', isFigures);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

function goalsOfPage(page: LandingPageFigures): Goal[] {
  const where = `\`${page.path}\`, ${page.width} px${page.slowdown === 1 ? '' : `, processor ÷ ${page.slowdown}`}`;
  const { largestPaintMs, largestPaintWorstMs, scriptBytes, layoutShift } = page;
  return [
    {
      what: `${where}: largest paint`,
      goal: '< 1.5 s',
      reached: `${(largestPaintMs / 1000).toFixed(2)} s (worst ${(largestPaintWorstMs / 1000).toFixed(2)} s, ${page.largestPaint.split(' ')[0]})`,
      met: largestPaintMs < 1500,
    },
    {
      what: `${where}: script, the chart included`,
      goal: '≤ 200 kB',
      reached: `${kilobytes(page.scriptBytesWithChart)} (${kilobytes(scriptBytes)} of it for the first view)`,
      met: page.scriptBytesWithChart <= 200_000,
    },
    {
      what: `${where}: layout shift`,
      goal: '0',
      reached: layoutShift.toFixed(4),
      met: layoutShift === 0,
    },
  ];
}

/** The figures against the goals of the product. */
export function landingGoals(figures: LandingFigures): Goal[] {
  return figures.pages.flatMap(goalsOfPage);
}

/** The section of docs/measurements.md. */
export function landingSection(figures: LandingFigures): string {
  const rows = landingGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench\`, ${new Date().toISOString().slice(0, 10)}: ${figures.rounds} rounds, medians. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'The built product as `npm start` starts it, at rest, headless Chromium on the same machine, each round with an empty cache. Script is what came',
    'over the wire, compressed. The first view ends when the page has loaded and is idle; the live chart and its simulated market are',
    'fetched after that. Layout shift is the sum of all of them, the coming of the chart included.',
  ].join('\n');
}
