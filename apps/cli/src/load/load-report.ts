/** What a load found, as an object for machines and as a dense table for people. */
import { PERCENTILES } from '#load/checks/age-histogram.ts';
import type { FaultKind } from '#load/checks/faults.ts';
import type { ContentFigures } from './content-checks.ts';
import type { PlanFigures } from './meters.ts';
import type { RoleFigures } from './role-figures.ts';

export interface PlanReport extends PlanFigures {
  readonly plan: string;
  readonly sockets: number;
  readonly open: number;
  readonly fewestFrames: number;
  readonly medianFrames: number;
  readonly mostFrames: number;
}

/** Counts and ages are of the measured time; what was wrong and what closed is of the ramp too. */
export interface LoadReport {
  readonly url: string;
  readonly startedAt: string;
  /** Measured, and as requested: fewer where every socket was lost before. */
  readonly minutes: number;
  readonly wholeMinutes: number;
  readonly lateMs: number;
  readonly people: number;
  readonly sockets: number;
  /** At the end. */
  readonly open: number;
  readonly plans: readonly PlanReport[];
  readonly wrong: number;
  readonly wrongBy: Readonly<Partial<Record<FaultKind, number>>>;
  readonly wrongShown: readonly string[];
  /** Connections that nobody here ended, by close code or by what came in place of an upgrade. */
  readonly closedBy: Readonly<Record<string, number>>;
  readonly resyncs: number;
  readonly clockOffsetMs: number;
  readonly content: ContentFigures & {
    readonly sockets: number;
    readonly comparedWithOthers: number;
    readonly comparedBars: number;
  };
  readonly roles: readonly RoleFigures[];
  /** Of this process: ages beside a long delay of its loop are its own. */
  readonly self: {
    readonly cpuSecondsPerMinute: number;
    readonly rssMb: number;
    readonly loopDelayP99Ms: number;
    readonly loopDelayMaxMs: number;
    /** Different ones; the others had the same bytes. */
    readonly framesParsed: number;
  };
}

type Row = readonly string[];

function table(rows: readonly Row[]): string[] {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

const whole = (value: number | null): string => (value === null ? '-' : String(Math.round(value)));

function planTable({ plans, minutes }: LoadReport): string[] {
  const seconds = minutes * 60;
  const head = [
    'plan',
    'sockets',
    'open',
    'frames',
    'frames/s',
    'MB/s',
    'a socket',
    'late',
    'gap ms',
    'silences',
  ];
  const ages = [...PERCENTILES.map((percent) => `p${percent}`), 'max ms'];
  const rows = plans.map((plan) => [
    ...[plan.plan, whole(plan.sockets), whole(plan.open), whole(plan.frames), whole(plan.frames / seconds)],
    (plan.bytes / seconds / 1e6).toFixed(2),
    `${plan.fewestFrames}-${plan.mostFrames}`,
    ...[
      whole(plan.late),
      whole(plan.longestGapMs),
      whole(plan.silences),
      ...plan.ages.values.map(whole),
      whole(plan.ages.maxMs),
    ],
  ]);
  return table([[...head, ...ages], ...rows]);
}

function roleTable({ roles, self }: LoadReport): string[] {
  const rows = roles.map((role) => [
    role.role,
    role.gone === 0 ? whole(role.processes) : `${role.processes} (${role.gone} gone)`,
    role.cpuSecondsPerMinute.toFixed(1),
    role.busiest.toFixed(1),
    whole(role.rssMbBefore),
    whole(role.rssMbAfter),
  ]);
  const own = ['(this load)', '1', self.cpuSecondsPerMinute.toFixed(1), self.cpuSecondsPerMinute.toFixed(1)];
  const head = ['role', 'processes', 'CPU s/min', 'busiest', 'MB before', 'MB after'];
  return table([head, ...rows, [...own, '-', whole(self.rssMb)]]);
}

function counted(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).map(([what, count]) => `${count} × ${what}`);
  return entries.length === 0 ? 'none' : entries.join(', ');
}

/** Lines of text. */
export function reportLines(report: LoadReport): readonly string[] {
  const { content, self } = report;
  const frames = report.plans.reduce((sum, plan) => sum + plan.frames, 0);
  const late = report.plans.reduce((sum, plan) => sum + plan.late, 0);
  return [
    `${report.sockets} sockets of ${report.people} people at ${report.url}, ${report.minutes.toFixed(1)} min from ${report.startedAt}`,
    `delivered ${frames} frames, late ${late} (real time, over ${report.lateMs} ms), wrong ${report.wrong}, open at the end ${report.open}`,
    '',
    'Longest gap between frames of a socket in real time; age of a frame when it arrived, beyond the delay of the plan',
    ...planTable(report),
    '',
    `wrong: ${counted(report.wrongBy)}`,
    ...report.wrongShown.map((text) => `  ${text}`),
    `closed: ${counted(report.closedBy)}; resyncs: ${report.resyncs}; offset of the server's clock: ${report.clockOffsetMs} ms`,
    `content of ${content.sockets} sockets: ${content.compared} states are as in the API (${content.passedOver} passed over, not answered: ${counted(content.unanswered)}), ${content.comparedWithOthers} compared with other sockets, ${content.comparedBars} closed bars`,
    '',
    ...roleTable(report),
    `this load: ${self.framesParsed} different frames, delay of its loop p99 ${self.loopDelayP99Ms.toFixed(1)} ms, at most ${self.loopDelayMaxMs.toFixed(1)} ms`,
  ];
}

/** Why the load failed, in one sentence; null where it did not. */
export function failureOf({ open, wrong, minutes, url }: LoadReport): string | null {
  if (open === 0)
    return `every socket was lost, the last one ${(minutes * 60).toFixed(0)} s into the measured time: ${url} does not answer any more`;
  return wrong === 0 ? null : `${wrong} frames or states were wrong`;
}
