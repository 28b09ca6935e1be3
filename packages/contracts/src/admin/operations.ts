/**
 * State of the operation: process, database, feed, mails, jobs, backup and drill for administrators; the drill is
 * public.
 */
import { FEED_SOURCES, FEED_STATES } from '@undertow/market';
import { z } from 'zod';
import { instant, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

const count = z.number().int().nonnegative();
const milliseconds = z.number().nonnegative();

/** A backup that was restored into an empty database and compared with it. */
export const recoveryDrill = z.object({
  at: instant,
  database: z.enum(['pglite', 'postgres']),
  bytes: count,
  rows: count,
  backupSeconds: z.number().nonnegative(),
  restoreSeconds: z.number().nonnegative(),
});
export type RecoveryDrill = z.infer<typeof recoveryDrill>;

/** Of a person and of what the mail is about, which may name another person and a request. */
const mailId = z.string().regex(/^[\x21-\x7e]{1,200}$/);

export const failedMail = z.object({
  id: mailId,
  template: z.string(),
  createdAt: instant,
  attempts: count,
  /** Response of the mail server, without addresses. */
  error: z.string().nullable(),
  /** Null after the last attempt. */
  nextAttemptAt: instant.nullable(),
});

export const failedJob = z.object({
  /** For example `payment event`, `cancellation`, `import`. */
  kind: z.string(),
  id: z.string(),
  since: instant,
  attempts: count,
  error: z.string().nullable(),
});

/** An alert that storage refused: a dead letter, until it is stored again or too old. */
export const deadAlert = z.object({
  /** The alert's id. */
  id: rowId,
  userId: z.string(),
  ruleId: z.string().nullable(),
  title: z.string(),
  failedAt: instant,
  /** How often it became a dead letter. */
  refusals: count,
  /** The database's own message. */
  error: z.string(),
  /** SQLSTATE; null when the error is not from the database. */
  sqlState: z.string().nullable(),
});

/** A model whose forecasts of the trading day before were off by more than chance allows. */
export const driftingModel = z.object({
  source: z.enum(FEED_SOURCES),
  symbol: z.string(),
  model: z.string(),
  /** Begin of the trading day in which its probabilities are drawn to the base rate. */
  since: instant,
  /** Of the trading day before; null where its record is of an earlier version. */
  session: z
    .object({ settled: count, forecast: z.number().min(0).max(1), observed: z.number().min(0).max(1) })
    .nullable(),
});

export const operationsFacts = z.object({
  process: z.object({
    startedAt: instant,
    node: z.string(),
    residentBytes: count,
    heapBytes: count,
    /** Of one core, since the last request or over the last minute. */
    cpuShare: z.number().nonnegative(),
    loopDelayP99Ms: milliseconds,
    sockets: count,
  }),
  database: z.object({
    kind: z.enum(['pglite', 'postgres']),
    version: z.string(),
    pingMs: milliseconds,
    bytes: count,
    /** Excess rights of the server's role; null where there are none or it was not checked. */
    roleWarning: z.string().nullable(),
    /** The largest first. Rows as the database estimates them; null where it has no estimate yet. */
    tables: z.array(z.object({ name: z.string(), rows: count.nullable(), bytes: count })),
  }),
  feed: z.object({
    source: z.enum(FEED_SOURCES),
    recorderWaiting: count,
    alertsWaiting: count,
    instruments: z.array(
      z.object({
        instrumentId: z.number().int(),
        symbol: z.string(),
        state: z.enum(FEED_STATES),
        lastMessageAt: instant.nullable(),
        tradesPerSecond: z.number().nonnegative(),
        gapsToday: count,
        resyncsToday: count,
      }),
    ),
  }),
  mails: z.object({ waiting: count, sentToday: count, failed: z.array(failedMail) }),
  jobs: z.object({ waiting: count, failed: z.array(failedJob) }),
  /** `waiting` alerts are being retried; `deadCount` are dead letters, of which `dead` lists the newest. */
  alerts: z.object({ waiting: count, deadCount: count, dead: z.array(deadAlert) }),
  trackRecord: z.object({
    chains: count,
    rows: count,
    faults: z.array(z.string()),
    drifting: z.array(driftingModel),
  }),
  backup: z.object({
    last: z.object({ at: instant, bytes: count, seconds: z.number().nonnegative() }).nullable(),
    drill: recoveryDrill.nullable(),
    /** Why the newest drill failed; null when it succeeded or there is none. */
    drillFault: z.object({ at: instant, fault: z.string() }).nullable(),
  }),
});
export type OperationsFacts = z.infer<typeof operationsFacts>;

export const getOperations = route({
  id: 'getOperations',
  method: 'GET',
  path: '/api/admin/operations',
  access: 'admin',
  summary: 'State of process, database, feed, mails, jobs and backups',
  response: operationsFacts,
});

export const retryMail = route({
  id: 'retryMail',
  method: 'POST',
  path: '/api/admin/mails/:id/retry',
  access: 'admin',
  summary: 'Retries a failed mail',
  params: z.strictObject({ id: mailId }),
  response: okResponse,
});

export const requeueAlert = route({
  id: 'requeueAlert',
  method: 'POST',
  path: '/api/admin/dead-alerts/:id/requeue',
  access: 'admin',
  summary: 'Requeues a dead letter',
  params: z.strictObject({ id: rowId }),
  response: okResponse,
});

export const getRecoveryDrill = route({
  id: 'getRecoveryDrill',
  method: 'GET',
  path: '/api/recovery-drill',
  access: 'public',
  viewable: true,
  summary: 'The newest recovery drill that succeeded',
  response: z.object({ drill: recoveryDrill.nullable() }),
});

export const ADMIN_OPERATION_ROUTES = [getOperations, retryMail, requeueAlert, getRecoveryDrill] as const;
