/** Rows of operations: the machine room for administrators, the recovery drill for everybody. */
import { sql } from '@undertow/server/adapters/storage/orm.ts';
import { all, type MatrixRow, type Request, type World } from './matrix-row.ts';

const ADMIN: MatrixRow['statuses'] = [401, 403, 403, 403, 403, 200];

/** A mail that was given up. */
async function failedMail({ app, other }: World): Promise<Request> {
  await app.orm.execute(sql`INSERT INTO mail_outbox (id, user_id, template, facts, created_at_ms, next_attempt_ms, failure,
    given_up_at_ms) VALUES ('failed', ${other.id}, 'welcome', '{}', 1, 1, 'refused', 1)
    ON CONFLICT (id) DO UPDATE SET given_up_at_ms = 1, failure = 'refused', sent_at_ms = NULL`);
  return { url: '/api/admin/mails/failed/retry' };
}

export const OPERATIONS_ROWS: readonly MatrixRow[] = [
  {
    route: 'getOperations',
    situation: 'the machine room',
    statuses: ADMIN,
    request: { url: '/api/admin/operations' },
  },
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
    route: 'getRecoveryDrill',
    situation: 'anybody',
    statuses: all(200, 200),
    request: { url: '/api/recovery-drill' },
  },
];
