/** Enqueues a job, also within the transaction that writes what the job is about. */
import { randomUUID } from 'node:crypto';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { JobKind } from '#ports/jobs/job-kind.ts';
import type { NewJob } from '#ports/jobs/job-queue.ts';
import { DATABASE_CLOCK, type JobClock } from './job-clock.ts';

/**
 * The next turn of the user, but not before those that wait now: whoever has many jobs waiting is overtaken by everybody who has few, and
 * whoever was away for long does not overtake for longer.
 */
function turnOf(priority: number, userId: string | null) {
  return sql`greatest(
    coalesce((SELECT min(turn) FROM jobs WHERE state = 'waiting' AND priority = ${priority}::integer), 0),
    coalesce((SELECT max(turn) + 1 FROM jobs WHERE state IN ('waiting', 'running') AND priority = ${priority}::integer
      AND user_id IS NOT DISTINCT FROM ${userId}::text), 0))`;
}

async function insertJob<P>(
  orm: Orm,
  { name, priority, maxAttempts, deadlineMs }: JobKind<P>,
  { key, payload, userId, partition }: NewJob<P>,
  now: ReturnType<JobClock>,
): Promise<string | undefined> {
  const [put] = await rowsOf<{ id: string }>(
    orm,
    sql`INSERT INTO jobs (id, kind, user_id, key, payload, priority, turn, partition, state, max_attempts, due_ms, deadline_ms, created_ms)
      VALUES (${randomUUID()}, ${name}, ${userId}, ${key}, ${JSON.stringify(payload)}::jsonb, ${priority}, ${turnOf(priority, userId)},
        ${partition ?? null}, 'waiting', ${maxAttempts}, ${now}, ${now} + ${deadlineMs}::bigint, ${now})
      ON CONFLICT (kind, key) WHERE state <> 'cancelled' DO NOTHING RETURNING id`,
  );
  return put?.id;
}

/** Returns the id of the job, which may have been enqueued before. */
export async function putJob<P>(
  orm: Orm,
  kind: JobKind<P>,
  job: NewJob<P>,
  clock: JobClock = DATABASE_CLOCK,
): Promise<string> {
  for (;;) {
    const id = await insertJob(orm, kind, job, clock());
    if (id !== undefined) return id;
    const [known] = await rowsOf<{ id: string }>(
      orm,
      sql`SELECT id FROM jobs WHERE kind = ${kind.name} AND key = ${job.key} AND state <> 'cancelled'`,
    );
    // None where it was cancelled or removed in between
    if (known !== undefined) return known.id;
  }
}
