/** The state of operations, read at once from process, database, feed and queues. */
import { instantOfMs, MAX_DEAD_PAYLOAD, type OperationsFacts, type RecoveryDrill } from '@undertow/contracts';
import { DAY_MS, instrumentById } from '@undertow/market';
import type { DrillRun, QueueCounts } from '#ports/operations.ts';
import { readModelDrift } from './model-drift.ts';
import { type OperationsParts, pingMs } from './operations-parts.ts';
import type { ProcessFacts } from './process-facts.ts';
import type { RecordingFacts } from './recording-facts.ts';
import { type RecordRate, sessionFacts } from './session-facts.ts';

const MAX_ROWS = 50;

export function drillOf(run: DrillRun | null): RecoveryDrill | null {
  if (run === null) return null;
  const { atMs, database, bytes, rows, backupSeconds, restoreSeconds } = run;
  return { at: instantOfMs(atMs), database, bytes, rows, backupSeconds, restoreSeconds };
}

function processFacts({ watch, clock, lineStatus }: OperationsParts): OperationsFacts['process'] {
  const { startedAtMs, node, residentBytes, heapBytes, cpuShare, loopDelayP99Ms } = watch.facts(
    clock.nowMs(),
  );
  const startedAt = instantOfMs(startedAtMs);
  return {
    startedAt,
    node,
    residentBytes,
    heapBytes,
    cpuShare,
    loopDelayP99Ms,
    sockets: lineStatus().sockets,
  };
}

async function databaseFacts(parts: OperationsParts): Promise<OperationsFacts['database']> {
  const ms = await pingMs(parts.ping);
  const { version, bytes, tables } = await parts.operations.database();
  const { databaseKind: kind, databaseRoleWarning: roleWarning } = parts;
  return { kind, version, pingMs: ms, bytes, roleWarning, tables: [...tables] };
}

function feedFacts({ lineStatus, clock }: OperationsParts, rate: RecordRate): OperationsFacts['feed'] {
  const { source, session, instruments, recorder, alerts } = lineStatus();
  const now = { nowMs: clock.nowMs(), monotonicMs: performance.now() };
  return {
    source,
    session: sessionFacts(session, rate, now),
    recorderWaiting: recorder.waiting,
    alertsWaiting: alerts.waiting,
    instruments: instruments.map(
      ({ instrumentId, state, lastMessageAt, tradesPerSecond, gapsToday, resyncsToday }) => ({
        instrumentId,
        symbol: instrumentById(instrumentId)?.symbol ?? String(instrumentId),
        state,
        lastMessageAt,
        tradesPerSecond,
        gapsToday,
        resyncsToday,
      }),
    ),
  };
}

async function mailFacts({ operations, clock }: OperationsParts, waiting: number) {
  const nowMs = clock.nowMs();
  const [sentToday, failed] = await Promise.all([
    operations.mailsSentSince(nowMs - (nowMs % DAY_MS)),
    operations.failedMails(MAX_ROWS),
  ]);
  return {
    waiting,
    sentToday,
    failed: failed.map(({ id, template, createdAtMs, attempts, failure, nextAttemptMs }) => ({
      id,
      template,
      createdAt: instantOfMs(createdAtMs),
      attempts,
      error: failure,
      nextAttemptAt: nextAttemptMs === null ? null : instantOfMs(nextAttemptMs),
    })),
  };
}

async function alertFacts(
  { alertDeadLetters, lineStatus }: OperationsParts,
  deadCount: number,
): Promise<OperationsFacts['alerts']> {
  const dead = await alertDeadLetters.list(MAX_ROWS);
  return {
    waiting: lineStatus().alerts.waiting,
    deadCount,
    dead: dead.map(({ failedAtMs, failure, ...row }) => ({
      ...row,
      failedAt: instantOfMs(failedAtMs),
      error: failure,
    })),
  };
}

async function jobFacts(
  { operations, jobDeadLetters, clock }: OperationsParts,
  { jobsWaiting, queuedJobs, runningJobs, deadJobs }: QueueCounts,
): Promise<OperationsFacts['jobs']> {
  const [failed, dead] = await Promise.all([
    operations.failedJobs(clock.nowMs(), MAX_ROWS),
    jobDeadLetters.list(MAX_ROWS),
  ]);
  return {
    waiting: jobsWaiting + queuedJobs,
    running: runningJobs,
    failed: failed.map(({ kind, id, sinceMs, attempts, failure }) => ({
      ...{ kind, id, attempts },
      ...{ since: instantOfMs(sinceMs), error: failure },
    })),
    deadCount: deadJobs,
    dead: dead.map(({ createdMs, endedMs, payload, failure, ...job }) => ({
      ...job,
      requestedAt: instantOfMs(createdMs),
      failedAt: instantOfMs(endedMs),
      payload: JSON.stringify(payload).slice(0, MAX_DEAD_PAYLOAD),
      error: failure,
    })),
  };
}

async function trackFacts(parts: OperationsParts): Promise<OperationsFacts['trackRecord']> {
  const [verdicts, models] = await Promise.all([parts.trackStore.verifyHeads(), readModelDrift(parts)]);
  return {
    chains: verdicts.length,
    rows: verdicts.reduce((sum, { count }) => sum + count, 0),
    faults: verdicts.flatMap(({ chain, fault }) => (fault === null ? [] : [`${chain}: ${fault}`])),
    drifting: models
      .filter(({ isDrifting }) => isDrifting)
      .map(({ isDrifting, atMs, ...model }) => ({ ...model, since: instantOfMs(atMs) })),
  };
}

async function backupFacts({ recovery }: OperationsParts): Promise<OperationsFacts['backup']> {
  const [last, drill, failed] = await Promise.all([
    recovery.lastBackup(),
    recovery.lastDrill(),
    recovery.drillFault(),
  ]);
  return {
    last: last === null ? null : { at: instantOfMs(last.atMs), bytes: last.bytes, seconds: last.seconds },
    drill: drillOf(drill),
    drillFault: failed === null ? null : { at: instantOfMs(failed.atMs), fault: failed.fault ?? '' },
  };
}

function spendingOf({ spending }: OperationsParts): OperationsFacts['spending'] {
  const periods = spending.read();
  return periods === null ? null : [...periods];
}

/** What is kept between two readings. */
export interface OperationsReadings {
  readonly rate: RecordRate;
  readonly recordings: RecordingFacts;
  readonly processes: ProcessFacts;
}

export async function readOperations(
  parts: OperationsParts,
  readings: OperationsReadings,
): Promise<OperationsFacts> {
  const { operations } = parts;
  const queues = await operations.queues();
  const served = parts.lineStatus().instruments.map(({ instrumentId }) => instrumentId);
  const [database, mails, jobs, alerts, trackRecord, backup, recordings, processes] = await Promise.all([
    databaseFacts(parts),
    mailFacts(parts, queues.mailsWaiting),
    jobFacts(parts, queues),
    alertFacts(parts, queues.deadAlerts),
    trackFacts(parts),
    backupFacts(parts),
    readings.recordings.read(performance.now()),
    readings.processes.read(served, performance.now()),
  ]);
  return {
    process: processFacts(parts),
    ...processes,
    database,
    feed: feedFacts(parts, readings.rate),
    spending: spendingOf(parts),
    recordings,
    mails,
    jobs,
    alerts,
    trackRecord,
    backup,
  };
}
