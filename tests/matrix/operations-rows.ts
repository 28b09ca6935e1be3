/** Rows of operations: the operations overview for administrators, the recovery drill for everybody. */
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { all, type MatrixRow, type Request, type World } from './matrix-row.ts';

const ADMIN: MatrixRow['statuses'] = [401, 403, 403, 403, 403, 200];

/** A mail that was given up. */
async function failedMail({ app, other }: World): Promise<Request> {
  await app.orm.execute(sql`INSERT INTO mail_outbox (id, user_id, template, facts, created_at_ms, next_attempt_ms, failure,
    given_up_at_ms) VALUES ('failed', ${other.id}, 'welcome', '{}', 1, 1, 'refused', 1)
    ON CONFLICT (id) DO UPDATE SET given_up_at_ms = 1, failure = 'refused', sent_at_ms = NULL`);
  return { url: '/api/admin/mails/failed/retry' };
}

/** An alert that storage refused. */
async function deadAlert({ app, other }: World): Promise<Request> {
  const row = {
    ...{
      id: 'dead',
      userId: other.id,
      instrumentId: 1,
      eventId: null,
      ruleId: null,
      alertType: 'price' as const,
    },
    ...{ title: 'ES crossed above 5000.00', message: 'Last price 5000.25', isRead: false, isQuiet: false },
    ...{
      isTest: false,
      market: 'platform' as const,
      source: 'simulated' as const,
      createdAt: '2026-11-20T16:00:00.000Z',
      eventType: null,
    },
    ...{ eventSize: null, eventAtMs: null },
  };
  const dead = { raised: { row, mail: null }, delaySeconds: 0 };
  await app.stores.alertDeadLetters.add([dead], new Error('refused'), 0);
  return { url: '/api/admin/dead-alerts/dead/requeue' };
}

/** A background job that failed for good, back in the state where it can be requeued or removed. */
async function deadJob({ app, other }: World): Promise<string> {
  await app.orm.execute(sql`INSERT INTO jobs (id, kind, user_id, key, payload, priority, turn, state, max_attempts, due_ms,
    created_ms, ended_ms, failure) VALUES ('dead', 'test', ${other.id}, 'test', '{}', 0, 0, 'dead', 1, 1, 1, 1, 'refused')
    ON CONFLICT (id) DO UPDATE SET state = 'dead', ended_ms = 1, failure = 'refused'`);
  return '/api/admin/dead-jobs/dead';
}

const unknown = [401, 403, 403, 403, 403, 404] as const satisfies MatrixRow['statuses'];

export const OPERATIONS_ROWS: readonly MatrixRow[] = [
  {
    route: 'retryMail',
    situation: 'a mail that failed',
    statuses: ADMIN,
    crossSite: 403,
    request: failedMail,
  },
  {
    route: 'retryMail',
    situation: 'no such mail',
    statuses: [401, 403, 403, 403, 403, 404],
    crossSite: 403,
    request: { url: '/api/admin/mails/none/retry' },
  },
  {
    route: 'requeueAlert',
    situation: 'an alert that storage refused',
    statuses: ADMIN,
    crossSite: 403,
    request: deadAlert,
  },
  {
    route: 'requeueAlert',
    situation: 'no such dead letter',
    statuses: [401, 403, 403, 403, 403, 404],
    crossSite: 403,
    request: { url: '/api/admin/dead-alerts/none/requeue' },
  },
  {
    route: 'requeueJob',
    situation: 'a job that failed for good',
    statuses: ADMIN,
    crossSite: 403,
    request: async (world) => ({ url: `${await deadJob(world)}/requeue` }),
  },
  {
    route: 'requeueJob',
    situation: 'no such dead letter',
    statuses: unknown,
    crossSite: 403,
    request: { url: '/api/admin/dead-jobs/none/requeue' },
  },
  {
    route: 'dropJob',
    situation: 'a job that failed for good',
    statuses: ADMIN,
    crossSite: 403,
    request: async (world) => ({ url: await deadJob(world) }),
  },
  {
    route: 'dropJob',
    situation: 'no such dead letter',
    statuses: unknown,
    crossSite: 403,
    request: { url: '/api/admin/dead-jobs/none' },
  },
  {
    route: 'getRecoveryDrill',
    situation: 'anybody',
    statuses: all(200, 200),
    request: { url: '/api/recovery-drill' },
  },
];
