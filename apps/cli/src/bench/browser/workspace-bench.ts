/** Figures of the order-flow workspace in a browser: runs the measuring script of the journeys in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

interface Load {
  readonly cores: number;
  readonly bytes: number;
}

export interface WorkspaceFigures {
  readonly rounds: number;
  /** Of an empty page of the same size. */
  readonly empty: { readonly mainThreadMsPerSecond: number; readonly p95GapMs: number };
  readonly frames: {
    readonly fps: number;
    readonly p95GapMs: number;
    readonly mainThreadMsPerSecond: number;
  };
  /** With the dashboard of one trader open, and with their workspace. */
  readonly server: { readonly dashboard: Load; readonly workspace: Load };
  /** 95th percentile by type of message. */
  readonly updateBytes: Readonly<Record<string, number>>;
  readonly hour: { readonly medianMs: number; readonly bytes: number };
  readonly acts: { readonly keyP95Ms: number; readonly dragP95Ms: number };
  /** `shown`: what the footprint says of itself. */
  readonly footprint: { readonly medianMs: number; readonly p95Ms: number; readonly shown: string };
  /** After a collection, every half minute. */
  readonly heapBytes: readonly number[];
}

function isFigures(value: unknown): value is WorkspaceFigures {
  return typeof value === 'object' && value !== null && 'frames' in value && 'heapBytes' in value;
}

/** Rejects with the script's own error when no browser can be started or the page fails. Takes five minutes more than those given. */
export function measureWorkspace(minutes: number): Promise<WorkspaceFigures> {
  return runDriver('workspace', isFigures, [String(minutes)]);
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The figures against the goals of the product. */
export function workspaceGoals(figures: WorkspaceFigures): Goal[] {
  const { frames, empty, server, updateBytes, hour, acts, footprint, heapBytes } = figures;
  const third = Math.max(1, Math.floor(heapBytes.length / 3));
  const [early, late] = [mean(heapBytes.slice(third, 2 * third)), mean(heapBytes.slice(-third))];
  const flow = Math.max(updateBytes['depth'] ?? 0, updateBytes['prints'] ?? 0);
  const moreCpu = server.workspace.cores / server.dashboard.cores - 1;
  return [
    {
      what: 'Six panes, 1920 px: p95 frame gap',
      goal: '≤ 20 ms',
      reached: `${frames.p95GapMs.toFixed(1)} ms (${frames.fps.toFixed(1)} frames a second; an empty page ${empty.p95GapMs.toFixed(1)} ms)`,
      met: frames.p95GapMs <= 20,
    },
    {
      what: 'Six panes, 1920 px: main thread',
      goal: '≤ 450 ms a second',
      reached: `${frames.mainThreadMsPerSecond.toFixed(0)} ms a second (an empty page ${empty.mainThreadMsPerSecond.toFixed(0)} ms)`,
      met: frames.mainThreadMsPerSecond <= 450,
    },
    {
      what: 'Footprint over the whole page: script of a frame',
      goal: '< 4 ms',
      reached: `median ${footprint.medianMs.toFixed(1)} ms, p95 ${footprint.p95Ms.toFixed(1)} ms`,
      met: footprint.medianMs < 4,
    },
    {
      what: 'Key to paint, p95',
      goal: '< 50 ms',
      reached: `${acts.keyP95Ms.toFixed(0)} ms`,
      met: acts.keyP95Ms < 50,
    },
    {
      what: 'Drag to paint, p95',
      goal: '< 50 ms',
      reached: `${acts.dragP95Ms.toFixed(0)} ms`,
      met: acts.dragP95Ms < 50,
    },
    {
      what: `Heap of the page, ${((heapBytes.length - 1) / 2).toFixed(0)} min`,
      goal: 'flat',
      reached: `${megabytes(early)} in the middle third, ${megabytes(late)} in the last`,
      met: late <= early * 1.05,
    },
    {
      what: 'Server, one workspace in place of a dashboard: processor',
      goal: '≤ 15 % more a kind of pane',
      reached: `${(moreCpu * 100).toFixed(0)} % more for all (${server.dashboard.cores.toFixed(3)} to ${server.workspace.cores.toFixed(3)} cores)`,
      met: moreCpu <= 0.6,
    },
    {
      what: 'Server, one workspace in place of a dashboard: memory',
      goal: '≤ 30 MB a kind of pane',
      reached: `${megabytes(server.workspace.bytes - server.dashboard.bytes)} more for all`,
      met: server.workspace.bytes - server.dashboard.bytes <= 120 * 2 ** 20,
    },
    {
      what: 'Update of depth or prints, p95',
      goal: '≤ 8 kB',
      reached: `${(flow / 1000).toFixed(1)} kB`,
      met: flow > 0 && flow <= 8000,
    },
    {
      what: 'A past hour of order flow, median',
      goal: '≤ 150 ms',
      reached: `${hour.medianMs.toFixed(0)} ms, ${megabytes(hour.bytes)}`,
      met: hour.medianMs <= 150,
    },
  ];
}

/** The section of docs/measurements.md. */
export function workspaceSection(figures: WorkspaceFigures): string {
  const rows = workspaceGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only workspace\`, ${new Date().toISOString().slice(0, 10)}: ${figures.rounds} rounds of three seconds, medians. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'The whole product, headless Chromium with --disable-gpu on the same machine: the layout “Order flow” of an Elite user (chart, footprint, depth',
    `over time, tape, evidence, ladder) with one live simulated instrument. The footprint: ${figures.footprint.shown}`,
  ].join('\n');
}
