/** Jobs that failed for good: listed for administrators, who put them back into the queue or remove them. */
import type { AuditAction } from '@undertow/contracts';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { DeadJob, JobDeadLetters } from '#ports/jobs/job-queue.ts';
import { DATABASE_CLOCK, type JobClock } from './job-clock.ts';

type Sql = ReturnType<typeof sql>;

/** The change and its audit row, or nothing where the letter is gone. */
function settle(
  orm: Orm,
  change: Sql,
  {
    action,
    actor,
    nowMs,
    requestId,
  }: { action: AuditAction; actor: string; nowMs: number; requestId: string },
): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const [job] = await rowsOf<{ id: string; kind: string; user_id: string | null }>(
      tx,
      sql`${change} RETURNING id, kind, user_id`,
    );
    if (job === undefined) return false;
    const entry = { actor, action, subject: job.user_id ?? job.id, details: { kind: job.kind }, requestId };
    await appendAudit(tx, entry, nowMs);
    return true;
  });
}

export function createJobDeadLetters(orm: Orm, clock: JobClock = DATABASE_CLOCK): JobDeadLetters {
  return {
    async list(limit) {
      const rows = await rowsOf<DeadJob & { readonly created: string; readonly ended: string }>(
        orm,
        sql`SELECT id, kind, user_id AS "userId", payload, attempts, created_ms::text AS created, ended_ms::text AS ended, failure
          FROM jobs WHERE state = 'dead' ORDER BY ended_ms DESC, number DESC LIMIT ${limit}`,
      );
      return rows.map(({ created, ended, ...row }) => ({
        ...row,
        createdMs: Number(created),
        endedMs: Number(ended),
      }));
    },
    requeue(id, actor, nowMs, requestId) {
      const now = clock();
      return settle(
        orm,
        sql`UPDATE jobs SET state = 'waiting', attempts = 0, failure = NULL, ended_ms = NULL, due_ms = ${now},
            deadline_ms = ${now} + (deadline_ms - created_ms)
          WHERE id = ${id} AND state = 'dead'`,
        { action: 'job.requeued', actor, nowMs, requestId },
      );
    },
    drop: (id, actor, nowMs, requestId) =>
      settle(orm, sql`DELETE FROM jobs WHERE id = ${id} AND state = 'dead'`, {
        ...{ action: 'job.dropped', actor, nowMs, requestId },
      }),
  };
}
