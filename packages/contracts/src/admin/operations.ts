/**
 * State of the operation: processes, database, feed, mails, jobs, backup and drill for administrators; the drill is
 * public.
 */
import { FEED_SOURCES, FEED_STATES } from '@undertow/market';
import { z } from 'zod';
import { instant, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { PROCESS_FIELDS } from './processes.ts';

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

/** Characters of a payload that are listed. */
export const MAX_DEAD_PAYLOAD = 2_000;

/** A background job that failed for good: a dead letter, until it is requeued or removed. */
export const deadJob = z.object({
  id: rowId,
  kind: z.string(),
  /** Whose job it is; null where it is nobody's. */
  userId: z.string().nullable(),
  requestedAt: instant,
  failedAt: instant,
  attempts: count,
  error: z.string(),
  /** What it was about, as JSON, cut off where it is long. */
  payload: z.string().max(MAX_DEAD_PAYLOAD),
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

/** The session with the vendor of the market data. */
export const feedSession = z.object({
  state: z.enum(['connecting', 'running', 'waiting', 'ended']),
  /** Why the last one ended. */
  reason: z.string().nullable(),
  /** How long the newest data took from stage to stage; null where a stage gave no time. */
  exchangeToVendorMs: z.number().nullable(),
  vendorToGatewayMs: z.number().nullable(),
  gatewayToUsMs: z.number().nullable(),
  /** Since anything was received. */
  silentMs: milliseconds.nullable(),
  records: count,
  /** Over the time since these facts were read before; null for the first reader. */
  recordsPerSecond: z.number().nonnegative().nullable(),
  backlogBytes: count,
  reconnects: count,
  gaps: count,
  lastCut: z.object({ from: instant, to: instant }).nullable(),
  /** Products that the vendor does not serve. */
  unserved: z.array(z.object({ symbol: z.string(), reason: z.string() })),
});
export type FeedSession = z.infer<typeof feedSession>;

export const spendingOfPeriod = z.object({
  period: z.enum(['day', 'month']),
  /** `YYYY-MM-DD`, or `YYYY-MM`, of UTC. */
  name: z.string(),
  spentDollars: z.number().nonnegative(),
  budgetDollars: z.number().nonnegative(),
  state: z.enum(['within', 'warned', 'exhausted', 'none']),
});

/** What is recorded of sessions, by product and trading day. */
export const recordingFacts = z.object({
  isOn: z.boolean(),
  usedBytes: count.nullable(),
  maxBytes: count,
  failures: count,
  /** Why recordings of running sessions failed, by product. */
  failed: z.array(z.object({ product: z.string(), error: z.string() })),
  days: z.array(
    z.object({
      source: z.string(),
      product: z.string(),
      tradingDay: z.string(),
      bytes: count,
      gaps: count,
      isOpen: z.boolean(),
    }),
  ),
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
  ...PROCESS_FIELDS,
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
    /** Null for feeds that keep no session with a vendor. */
    session: feedSession.nullable(),
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
  /** Of history bought from the vendor; null where the ledger cannot be read. */
  spending: z.array(spendingOfPeriod).nullable(),
  recordings: recordingFacts,
  mails: z.object({ waiting: count, sentToday: count, failed: z.array(failedMail) }),
  /** `failed` are being retried or are the payment provider's; `deadCount` are dead letters of the queue, of which `dead` lists the newest. */
  jobs: z.object({
    waiting: count,
    running: count,
    failed: z.array(failedJob),
    deadCount: count,
    dead: z.array(deadJob),
  }),
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
  summary: 'State of processes, database, feed, mails, jobs and backups',
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

export const requeueJob = route({
  id: 'requeueJob',
  method: 'POST',
  path: '/api/admin/dead-jobs/:id/requeue',
  access: 'admin',
  summary: 'Requeues a background job that failed for good',
  params: z.strictObject({ id: rowId }),
  response: okResponse,
});

export const dropJob = route({
  id: 'dropJob',
  method: 'DELETE',
  path: '/api/admin/dead-jobs/:id',
  access: 'admin',
  summary: 'Removes a background job that failed for good',
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

export const ADMIN_OPERATION_ROUTES = [
  getOperations,
  retryMail,
  requeueAlert,
  requeueJob,
  dropJob,
  getRecoveryDrill,
] as const;
