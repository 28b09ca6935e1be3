/** The state of the database and its queues, for the operator. */
import { epochMs } from '@undertow/market';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { FailedJobRow, FailedMailRow, OperationsStore } from '#ports/operations.ts';
import { accountRules, type Retention, removeOld } from './retention.ts';

/** Settled because nobody wanted them any more, which is no failure: reasons of `alerting/mail-hold`. */
const UNWANTED = sql`failure IN ('mails of alerts were stopped', 'its rule mails no more', 'quiet hours began',
  'too late to be of use')`;
const FAILED_MAIL = sql`sent_at_ms IS NULL AND failure IS NOT NULL AND NOT ${UNWANTED}`;
const UNDONE_EVENT = sql`applied_at_ms IS NULL AND ignored IS NULL`;
/** The response of a mail server may name the recipient. */
const ADDRESS = /[^\s<>]+@[^\s<>]+/g;

const withoutAddresses = (text: string | null): string | null => text?.replaceAll(ADDRESS, '…') ?? null;

async function one<Row>(orm: Orm, statement: ReturnType<typeof sql>): Promise<Row> {
  const [row] = await rowsOf<Row>(orm, statement);
  if (row === undefined) throw new Error('the database did not answer');
  return row;
}

async function failedMails(orm: Orm, limit: number): Promise<readonly FailedMailRow[]> {
  interface Row {
    readonly id: string;
    readonly template: string;
    readonly created: string;
    readonly attempts: number;
    readonly failure: string | null;
    readonly next: string | null;
  }
  const rows = await rowsOf<Row>(
    orm,
    sql`SELECT id, template, created_at_ms::text AS created, attempts, failure,
        CASE WHEN given_up_at_ms IS NULL THEN next_attempt_ms::text END AS next
      FROM mail_outbox WHERE ${FAILED_MAIL} ORDER BY created_at_ms DESC, id LIMIT ${limit}`,
  );
  return rows.map(({ created, next, failure, ...row }) => ({
    ...row,
    failure: withoutAddresses(failure),
    createdAtMs: Number(created),
    nextAttemptMs: next === null ? null : Number(next),
  }));
}

async function failedJobs(orm: Orm, nowMs: number, limit: number): Promise<readonly FailedJobRow[]> {
  interface Row extends Omit<FailedJobRow, 'sinceMs'> {
    readonly since: string;
  }
  const rows = await rowsOf<Row>(
    orm,
    sql`SELECT kind, id, since::text, attempts, failure FROM (
        SELECT 'payment event' AS kind, id, received_at_ms AS since, attempts, failure FROM stripe_events
          WHERE ${UNDONE_EVENT} AND failure IS NOT NULL
        UNION ALL SELECT 'cancellation', id, created_at_ms, attempts, failure FROM billing_tasks
          WHERE done_at_ms IS NULL AND failure IS NOT NULL
        UNION ALL SELECT 'import', id::text, held_until_ms, 1, 'its process ended before it was stored'
          FROM journal_imports WHERE state IN ('storing', 'removing') AND held_until_ms < ${epochMs(nowMs)}::bigint
      ) AS failed ORDER BY since DESC, id LIMIT ${limit}`,
  );
  return rows.map(({ since, failure, ...row }) => ({
    ...row,
    failure: withoutAddresses(failure),
    sinceMs: Number(since),
  }));
}

function retryMail(orm: Orm, id: string, actor: string, nowMs: number, requestId: string): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const [mail] = await rowsOf<{ user_id: string; template: string }>(
      tx,
      sql`UPDATE mail_outbox SET given_up_at_ms = NULL, next_attempt_ms = ${epochMs(nowMs)}::bigint
        WHERE id = ${id} AND ${FAILED_MAIL} RETURNING user_id, template`,
    );
    if (mail === undefined) return false;
    const details = { template: mail.template };
    const entry = { actor, action: 'mail.retried', subject: mail.user_id, details, requestId } as const;
    await appendAudit(tx, entry, nowMs);
    return true;
  });
}

export function createOperationsStore(orm: Orm, retention: Retention): OperationsStore {
  return {
    async database() {
      const { version, bytes } = await one<{ version: string; bytes: string }>(
        orm,
        sql`SELECT current_setting('server_version') AS version, pg_database_size(current_database())::text AS bytes`,
      );
      const tables = await rowsOf<{ name: string; rows: string | null; bytes: string }>(
        orm,
        sql`SELECT relname AS name, nullif(reltuples, -1)::bigint::text AS rows, pg_total_relation_size(oid)::text AS bytes
          FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
          ORDER BY pg_total_relation_size(oid) DESC, relname`,
      );
      return {
        version,
        bytes: Number(bytes),
        tables: tables.map(({ name, ...row }) => ({
          name,
          rows: row.rows === null ? null : Number(row.rows),
          bytes: Number(row.bytes),
        })),
      };
    },
    queues: () =>
      one(
        orm,
        sql`SELECT
          (SELECT count(*)::int FROM mail_outbox WHERE sent_at_ms IS NULL AND given_up_at_ms IS NULL) AS "mailsWaiting",
          (SELECT count(*)::int FROM mail_outbox WHERE given_up_at_ms IS NOT NULL AND ${FAILED_MAIL}) AS "mailsFailed",
          ((SELECT count(*) FROM stripe_events WHERE ${UNDONE_EVENT})
            + (SELECT count(*) FROM billing_tasks WHERE done_at_ms IS NULL))::int AS "jobsWaiting",
          ((SELECT count(*) FROM stripe_events WHERE ${UNDONE_EVENT} AND failure IS NOT NULL)
            + (SELECT count(*) FROM billing_tasks WHERE done_at_ms IS NULL AND failure IS NOT NULL))::int AS "jobsFailed",
          (SELECT count(*)::int FROM alert_dead_letters) AS "deadAlerts",
          (SELECT count(*)::int FROM jobs WHERE state = 'waiting') AS "queuedJobs",
          (SELECT count(*)::int FROM jobs WHERE state = 'running') AS "runningJobs",
          (SELECT count(*)::int FROM jobs WHERE state = 'dead') AS "deadJobs",
          (SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 - min(created_ms) FROM jobs
            WHERE state = 'waiting' AND due_ms <= extract(epoch FROM clock_timestamp()) * 1000) AS "oldestJobMs"`,
      ),
    async mailsSentSince(fromMs) {
      const { sent } = await one<{ sent: number }>(
        orm,
        sql`SELECT count(*)::int AS sent FROM mail_outbox WHERE sent_at_ms >= ${epochMs(fromMs)}::bigint`,
      );
      return sent;
    },
    async purge(nowMs) {
      for (const rule of accountRules(retention, nowMs)) await removeOld(orm, rule);
    },
    failedMails: (limit) => failedMails(orm, limit),
    failedJobs: (nowMs, limit) => failedJobs(orm, nowMs, limit),
    retryMail: (id, actor, nowMs, requestId) => retryMail(orm, id, actor, nowMs, requestId),
  };
}
