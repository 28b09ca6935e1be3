/** Words of the operations tab: sizes, ages, backups. Pure. */
import type { OperationsFacts } from '@undertow/contracts';
import { formatBytes } from '#lib/format/bytes.ts';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { formatClock, formatDate, formatDateTime, formatWait } from '#lib/format/times.ts';

type SystemFacts = Pick<OperationsFacts, 'process' | 'processes' | 'processesFault' | 'database'>;

export function processFacts(operations: SystemFacts, nowMs: number) {
  const { process: facts, processes, processesFault, database } = operations;
  const upMs = nowMs - Date.parse(facts.startedAt);
  const isAlone = processes === null && processesFault === null;
  return [
    ...(isAlone ? [['Processes', 'one, with every role'] as const] : []),
    ['Started', `${formatDateTime(Date.parse(facts.startedAt))}, up ${formatWait(upMs)}`],
    ['Node', facts.node],
    ['Memory', `${formatBytes(facts.residentBytes)} resident, ${formatBytes(facts.heapBytes)} heap`],
    ['CPU', `${(facts.cpuShare * 100).toFixed(1)}% of one core`],
    ['Event-loop delay, p99', `${facts.loopDelayP99Ms.toFixed(1)} ms`],
    ['Live sockets', formatSize(facts.sockets)],
    ['Database', `${database.kind === 'pglite' ? 'PGlite' : 'PostgreSQL'} ${database.version}`],
    ['Database response time', `${database.pingMs.toFixed(1)} ms`],
    ['Database size', formatBytes(database.bytes)],
  ] as const;
}

/** `22 Nov 2026 16:40:12`; a dash where nothing came yet. Not an age: a replayed feed has a clock of its own. */
export function messageText(at: string | null): string {
  return at === null ? '–' : `${formatDate(Date.parse(at))} ${formatClock(Date.parse(at))}`;
}

export function backupFacts({ backup }: OperationsFacts) {
  const { last, drill, drillFault } = backup;
  const when = (at: string): string => formatDateTime(Date.parse(at));
  return [
    [
      'Latest backup',
      last === null
        ? 'none yet'
        : `${when(last.at)}, ${formatBytes(last.bytes)} in ${last.seconds.toFixed(1)} s`,
    ],
    [
      'Latest restore drill',
      drill === null
        ? 'none yet'
        : `${when(drill.at)}, ${countOf(drill.rows, 'row')} restored in ${drill.restoreSeconds.toFixed(1)} s`,
    ],
    ['Failed restore drill', drillFault === null ? 'none' : `${when(drillFault.at)}: ${drillFault.fault}`],
  ] as const;
}

/** A row of the table of models that drift. */
export function driftCells(one: OperationsFacts['trackRecord']['drifting'][number]): readonly string[] {
  const { source, symbol, model, since, session } = one;
  const figures =
    session === null
      ? ['–', '–', '–']
      : [formatSize(session.settled), ...[session.forecast, session.observed].map(wholePercent)];
  return [model.replaceAll('_', ' '), `${symbol}, ${source}`, formatDateTime(Date.parse(since)), ...figures];
}

const wholePercent = (share: number): string => `${Math.round(share * 100)}%`;

/** The month of an instant in London, `2026-11`. */
export function monthText(timeMs: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
  }).format(timeMs);
}
