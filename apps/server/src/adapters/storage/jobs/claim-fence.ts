/** Refuses, inside the transaction of a write, the process that does not own the job any more. */
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { JobClaim } from '#ports/jobs/job-queue.ts';
import { FencedOff } from '#ports/ownership/fence.ts';

/** Runs a write in a transaction of its own: nobody can take, cancel or end the job before that ends. Throws `FencedOff`. */
export function withClaim<T>(orm: Orm, { id, number }: JobClaim, write: (tx: Orm) => Promise<T>): Promise<T> {
  return orm.transaction(async (tx) => {
    const held = await rowsOf(
      tx,
      sql`SELECT 1 FROM jobs WHERE id = ${id} AND claim = ${number}::bigint AND state = 'running' FOR SHARE`,
    );
    if (held.length === 0) throw new FencedOff(`job ${id}: expected to own it, by claim ${number}`);
    return write(tx);
  });
}
