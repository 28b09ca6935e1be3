/** The queue of background jobs, in one table: each is claimed by one process at a time, in an order that is fair to users. */
import { failureOf } from '#adapters/storage/database/failure-text.ts';
import { type Orm, rowsOf, sql, sqlStateOf } from '#adapters/storage/database/orm.ts';
import {
  JOB_LEASE,
  type JobClaim,
  type JobProgress,
  type JobQueue,
  type JobState,
  type JobStatus,
} from '#ports/jobs/job-queue.ts';
import { DATABASE_CLOCK, type JobClock } from './job-clock.ts';
import { putJob } from './put-job.ts';

const UNIQUE_VIOLATION = '23505';
const ENDED = 'the process that ran it ended, or was suspended';
/** Of jobs whose process ended: one that ends its processes must not end them all at once. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

type Sql = ReturnType<typeof sql>;

const isHeld = ({ id, number }: JobClaim): Sql =>
  sql`id = ${id} AND claim = ${number}::bigint AND state = 'running'`;

/** Not empty. */
function listOf(texts: readonly string[]): Sql {
  return sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  );
}

/** What a failed attempt leaves: the job waits for the next one, or is a dead letter after the last one. */
function failed(now: Sql, failure: string, delayMs: Sql): Sql {
  const isLast = sql`attempts >= max_attempts`;
  return sql`state = CASE WHEN ${isLast} THEN 'dead' ELSE 'waiting' END, ended_ms = CASE WHEN ${isLast} THEN ${now} END,
    due_ms = ${now} + ${delayMs}, failure = ${failure}`;
}

interface ClaimedRow {
  readonly id: string;
  readonly number: string;
  readonly kind: string;
  readonly userId: string | null;
  readonly payload: unknown;
  readonly attempt: number;
}

async function claimNext(orm: Orm, kinds: readonly string[], now: Sql): Promise<ClaimedRow | undefined> {
  const [row] = await rowsOf<ClaimedRow>(
    orm,
    sql`UPDATE jobs SET state = 'running', claim = claim + 1, attempts = attempts + 1, started_ms = ${now},
        held_until_ms = ${now} + ${JOB_LEASE.holdMs}::bigint, progress = NULL, note = NULL
      WHERE id = (
        SELECT id FROM jobs AS next
        WHERE state = 'waiting' AND kind IN (${listOf(kinds)}) AND due_ms <= ${now} AND (deadline_ms > ${now}) IS NOT FALSE
          AND (partition IS NULL OR NOT EXISTS (
            SELECT FROM jobs AS other WHERE other.state = 'running' AND other.partition = next.partition))
        ORDER BY priority DESC, turn, number LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, claim::text AS number, kind, user_id AS "userId", payload, attempts AS attempt`,
  );
  return row;
}

interface StatusRow {
  readonly id: string;
  readonly kind: string;
  readonly state: JobState;
  readonly created: string;
  readonly started: string | null;
  readonly ended: string | null;
  readonly now: string;
  readonly progress: number | null;
  readonly note: string | null;
  readonly failure: string | null;
}

const timeOf = (text: string | null): number | null => (text === null ? null : Number(text));

function statusOf({ created, started, ended, now, progress, note, ...row }: StatusRow): JobStatus {
  const startedMs = timeOf(started);
  const isMoving = row.state === 'running' && startedMs !== null && progress !== null && progress > 0;
  return {
    ...row,
    createdMs: Number(created),
    startedMs,
    endedMs: timeOf(ended),
    progress: progress === null ? null : { fraction: progress, note: note ?? '' },
    remainingMs: isMoving ? Math.round(((Number(now) - startedMs) * (1 - progress)) / progress) : null,
  };
}

class StoredJobQueue implements JobQueue {
  readonly #orm: Orm;
  readonly #clock: JobClock;

  constructor(orm: Orm, clock: JobClock) {
    this.#orm = orm;
    this.#clock = clock;
  }

  enqueue: JobQueue['enqueue'] = (kind, job) => putJob(this.#orm, kind, job, this.#clock);

  async claim(kinds: readonly string[]) {
    if (kinds.length === 0) return null;
    try {
      const row = await claimNext(this.#orm, kinds, this.#clock());
      if (row === undefined) return null;
      const { id, number, ...job } = row;
      return { ...job, claim: { id, number: Number(number) } };
    } catch (error) {
      // Another process took a job of the same partition at the same time
      if (sqlStateOf(error) === UNIQUE_VIOLATION) return null;
      throw error;
    }
  }

  async renew(claim: JobClaim, progress: JobProgress | null) {
    const now = this.#clock();
    const [row] = await rowsOf<{ overdue: boolean }>(
      this.#orm,
      sql`UPDATE jobs SET held_until_ms = ${now} + ${JOB_LEASE.holdMs}::bigint,
          progress = coalesce(${progress?.fraction ?? null}::double precision, progress),
          note = coalesce(${progress?.note ?? null}::text, note)
        WHERE ${isHeld(claim)} RETURNING coalesce(deadline_ms <= ${now}, false) AS overdue`,
    );
    if (row === undefined) return 'lost';
    return row.overdue ? 'overdue' : 'held';
  }

  complete(claim: JobClaim) {
    return this.#end(claim, sql`state = 'done', progress = 1, failure = NULL, ended_ms = ${this.#clock()}`);
  }

  retry(claim: JobClaim, failure: unknown, delayMs: number) {
    return this.#end(claim, failed(this.#clock(), failureOf(failure), sql`${Math.round(delayMs)}::bigint`));
  }

  bury(claim: JobClaim, failure: unknown) {
    return this.#end(
      claim,
      sql`state = 'dead', failure = ${failureOf(failure)}, ended_ms = ${this.#clock()}`,
    );
  }

  release(claim: JobClaim, delayMs: number) {
    const due = sql`${this.#clock()} + ${Math.round(delayMs)}::bigint`;
    return this.#end(claim, sql`state = 'waiting', attempts = attempts - 1, due_ms = ${due}`);
  }

  async sweep() {
    const now = this.#clock();
    const pauseMs = sql`least(${MAX_PAUSE_MS}, ${MIN_PAUSE_MS} * power(2, least(attempts, 10)))::bigint`;
    // A claim that a transaction is being written under is left to the next sweep
    await this.#orm.execute(
      sql`UPDATE jobs SET ${failed(now, ENDED, pauseMs)}, held_until_ms = NULL WHERE id IN (
        SELECT id FROM jobs WHERE state = 'running' AND held_until_ms < ${now} FOR UPDATE SKIP LOCKED)`,
    );
    await this.#orm.execute(
      sql`UPDATE jobs SET state = 'dead', ended_ms = ${now},
          failure = 'its deadline passed' || coalesce(', after: ' || failure, '')
        WHERE state = 'waiting' AND deadline_ms <= ${now}`,
    );
  }

  async cancel(userId: string, id: string) {
    const rows = await rowsOf(
      this.#orm,
      sql`UPDATE jobs SET state = 'cancelled', held_until_ms = NULL, ended_ms = ${this.#clock()}
        WHERE id = ${id} AND user_id = ${userId} AND state IN ('waiting', 'running') RETURNING 1`,
    );
    return rows.length > 0;
  }

  async statesOf(kind: string, keys: readonly string[]) {
    if (keys.length === 0) return new Map<string, JobState>();
    const rows = await rowsOf<{ key: string; state: JobState }>(
      this.#orm,
      sql`SELECT key, state FROM jobs WHERE kind = ${kind} AND key IN (${listOf(keys)}) AND state <> 'cancelled'`,
    );
    return new Map(rows.map(({ key, state }) => [key, state]));
  }

  async find(userId: string, ids: readonly string[]) {
    if (ids.length === 0) return [];
    const rows = await rowsOf<StatusRow>(
      this.#orm,
      sql`SELECT id, kind, state, created_ms::text AS created, started_ms::text AS started, ended_ms::text AS ended,
          (${this.#clock()})::text AS now, progress, note, failure
        FROM jobs WHERE user_id = ${userId} AND id IN (${listOf(ids)}) ORDER BY number`,
    );
    return rows.map(statusOf);
  }

  async #end(claim: JobClaim, change: Sql): Promise<boolean> {
    const rows = await rowsOf(
      this.#orm,
      sql`UPDATE jobs SET ${change}, held_until_ms = NULL WHERE ${isHeld(claim)} RETURNING 1`,
    );
    return rows.length > 0;
  }
}

export function createJobQueue(orm: Orm, clock: JobClock = DATABASE_CLOCK): JobQueue {
  return new StoredJobQueue(orm, clock);
}
