/** The measures as Prometheus reads them: process, requests, feed, queues, database, backup and drill. */
import type { RequestMeasures } from '#http/server/request-measures.ts';
import { type OperationsParts, pingMs } from './operations-parts.ts';

interface MeasureParts extends OperationsParts {
  readonly requests: RequestMeasures;
  /** Lines of parts that count for themselves. */
  readonly measures: () => string;
}

function processLines({ watch, clock }: OperationsParts): readonly string[] {
  const facts = watch.facts(clock.nowMs());
  return [
    `process_start_time_seconds ${Math.round(facts.startedAtMs / 1000)}`,
    `process_cpu_seconds_total ${facts.cpuSeconds}`,
    `process_resident_memory_bytes ${facts.residentBytes}`,
    `nodejs_heap_used_bytes ${facts.heapBytes}`,
    `nodejs_eventloop_delay_p99_seconds ${facts.loopDelayP99Ms / 1000}`,
    `nodejs_eventloop_delay_max_seconds ${facts.loopDelayMaxMs / 1000}`,
  ];
}

function feedLines({ lineStatus }: OperationsParts): readonly string[] {
  const { source, feedNowMs, instruments } = lineStatus();
  return instruments.flatMap(({ instrumentId, state, lastMessageAt, gapsToday, exchangeToServerMs }) => {
    const labels = `source="${source}",instrument="${instrumentId}"`;
    const ageMs = lastMessageAt === null ? null : Math.max(0, feedNowMs - Date.parse(lastMessageAt));
    return [
      `undertow_feed_state{${labels},state="${state}"} 1`,
      `undertow_feed_gaps_today{${labels}} ${gapsToday}`,
      ...(ageMs === null ? [] : [`undertow_feed_message_age_seconds{${labels}} ${ageMs / 1000}`]),
      ...(exchangeToServerMs === null
        ? []
        : [`undertow_feed_lag_seconds{${labels}} ${exchangeToServerMs / 1000}`]),
    ];
  });
}

/** Asked of the database; where it is away, only that is said. */
async function storedLines({
  ping,
  operations,
  recovery,
  clock,
}: OperationsParts): Promise<readonly string[]> {
  try {
    const ms = await pingMs(ping);
    const [queues, backup, drill] = await Promise.all([
      operations.queues(),
      recovery.lastBackup(),
      recovery.lastDrill(),
    ]);
    const ageOf = (atMs: number): number => Math.max(0, clock.nowMs() - atMs) / 1000;
    return [
      'undertow_database_up 1',
      `undertow_database_ping_seconds ${ms / 1000}`,
      `undertow_mails_waiting ${queues.mailsWaiting}`,
      `undertow_mails_failed ${queues.mailsFailed}`,
      `undertow_jobs_waiting ${queues.jobsWaiting}`,
      `undertow_jobs_failed ${queues.jobsFailed}`,
      `undertow_alerts_dead ${queues.deadAlerts}`,
      ...(backup === null ? [] : [`undertow_backup_age_seconds ${ageOf(backup.atMs)}`]),
      ...(drill === null ? [] : [`undertow_drill_age_seconds ${ageOf(drill.atMs)}`]),
    ];
  } catch {
    // Why is in the log of whoever needs it; here it is a figure
    return ['undertow_database_up 0'];
  }
}

export async function readMeasures(parts: MeasureParts): Promise<string> {
  const stored = await storedLines(parts);
  const own = parts.measures().trimEnd().split('\n');
  return `${[...processLines(parts), ...own, ...feedLines(parts), ...stored, ...parts.requests.lines()].join('\n')}\n`;
}
