/** The measures as Prometheus reads them: process, feed, queues, database, backup and drill; the registry has more from other parts. */
import type { Registry } from 'prom-client';
import { addMetric } from '#http/server/add-metric.ts';
import { readModelDrift } from './model-drift.ts';
import { type OperationsParts, pingMs } from './operations-parts.ts';

interface MeasureParts extends OperationsParts {
  readonly metrics: Registry;
}

function addProcess({ metrics, watch, clock }: MeasureParts): void {
  const facts = () => watch.facts(clock.nowMs());
  const add = addMetric.bind(null, metrics);
  add(['process_start_time_seconds', 'Unix time of the start'], () => Math.round(facts().startedAtMs / 1000));
  add(['process_cpu_seconds_total', 'Processor time, user and system'], () => facts().cpuSeconds);
  add(['process_resident_memory_bytes', 'Resident memory'], () => facts().residentBytes);
  add(['nodejs_heap_used_bytes', 'Heap in use'], () => facts().heapBytes);
  add(['nodejs_eventloop_delay_p99_seconds', 'Delay of the event loop, 99th percentile'], () => {
    return facts().loopDelayP99Ms / 1000;
  });
  add(['nodejs_eventloop_delay_max_seconds', 'Delay of the event loop, longest'], () => {
    return facts().loopDelayMaxMs / 1000;
  });
}

type Instrument = ReturnType<OperationsParts['lineStatus']>['instruments'][number];

function addFeed({ metrics, lineStatus }: MeasureParts): void {
  /** A metric with a sample for each instrument that has a value. */
  const add = (name: string, help: string, read: (one: Instrument, feedNowMs: number) => number | null) =>
    addMetric(metrics, [name, help, 'source', 'instrument'], () => {
      const { source, feedNowMs, instruments } = lineStatus();
      return instruments.flatMap((one) => {
        const value = read(one, feedNowMs);
        return value === null ? [] : [[{ source, instrument: one.instrumentId }, value] as const];
      });
    });
  addMetric(
    metrics,
    ['undertow_feed_state', 'One for the state that holds', 'source', 'instrument', 'state'],
    () => {
      const { source, instruments } = lineStatus();
      return instruments.map(({ instrumentId: instrument, state }) => [{ source, instrument, state }, 1]);
    },
  );
  add('undertow_feed_gaps_today', 'Gaps in the feed', ({ gapsToday }) => gapsToday);
  add(
    'undertow_feed_message_age_seconds',
    'Age of the last market message',
    ({ lastMessageAt }, feedNowMs) =>
      lastMessageAt === null ? null : Math.max(0, feedNowMs - Date.parse(lastMessageAt)) / 1000,
  );
  add('undertow_feed_lag_seconds', 'From the exchange to the server', ({ exchangeToServerMs }) =>
    exchangeToServerMs === null ? null : exchangeToServerMs / 1000,
  );
}

/** From the database; null while it is away. */
async function readStored(parts: OperationsParts) {
  const { ping, operations, recovery, clock } = parts;
  try {
    const pingSeconds = (await pingMs(ping)) / 1000;
    const [queues, models, backup, drill] = await Promise.all([
      operations.queues(),
      readModelDrift(parts),
      recovery.lastBackup(),
      recovery.lastDrill(),
    ]);
    const ageOf = (run: { readonly atMs: number } | null): number | null =>
      run === null ? null : Math.max(0, clock.nowMs() - run.atMs) / 1000;
    return { pingSeconds, ...queues, models, backupAge: ageOf(backup), drillAge: ageOf(drill) };
  } catch {
    // The cause is in the log; here it is a count
    return null;
  }
}

/** Adds its metrics to the registry, and returns what reads all of it in the text format. */
export function createMeasures(parts: MeasureParts): () => Promise<string> {
  let stored: Awaited<ReturnType<typeof readStored>> = null;
  const add = addMetric.bind(null, parts.metrics);
  addProcess(parts);
  addFeed(parts);
  add(['undertow_database_up', 'Whether the database answers'], () => (stored === null ? 0 : 1));
  add(['undertow_database_ping_seconds', 'Time to a response'], () => stored?.pingSeconds ?? null);
  add(['undertow_mails_waiting', 'Mails on their way'], () => stored?.mailsWaiting ?? null);
  add(['undertow_mails_failed', 'Mails given up'], () => stored?.mailsFailed ?? null);
  add(['undertow_jobs_waiting', 'Work for the payment provider'], () => stored?.jobsWaiting ?? null);
  add(['undertow_jobs_failed', 'The same, given up'], () => stored?.jobsFailed ?? null);
  add(['undertow_alerts_dead', 'Alerts that storage refused'], () => stored?.deadAlerts ?? null);
  add(['undertow_job_queue', 'Jobs of the queue', 'state'], () =>
    stored === null
      ? null
      : [
          [{ state: 'waiting' }, stored.queuedJobs],
          [{ state: 'running' }, stored.runningJobs],
          [{ state: 'dead' }, stored.deadJobs],
        ],
  );
  add(['undertow_job_queue_oldest_seconds', 'Age of the oldest job that is due'], () =>
    stored === null ? null : Math.max(0, stored.oldestJobMs ?? 0) / 1000,
  );
  add(
    [
      'undertow_model_drifting',
      'One where forecasts are drawn to the base rate',
      'source',
      'instrument',
      'model',
    ],
    () =>
      stored?.models.map(({ source, instrumentId: instrument, model, isDrifting }) => [
        { source, instrument, model },
        isDrifting ? 1 : 0,
      ]) ?? null,
  );
  add(['undertow_backup_age_seconds', 'Since the last backup'], () => stored?.backupAge ?? null);
  add(['undertow_drill_age_seconds', 'Since the last good drill'], () => stored?.drillAge ?? null);
  return async () => {
    stored = await readStored(parts);
    return parts.metrics.metrics();
  };
}
