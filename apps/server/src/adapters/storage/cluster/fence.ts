/** Refuses, inside the transaction of a write, an owner that a later one replaced. */
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { type Fence, FencedOff } from '#ports/ownership/fence.ts';

/**
 * Throws `FencedOff` where a later owner wrote. Otherwise no later one can before `tx` ends: it waits for the lock of the
 * row, so that whatever this transaction writes comes before its first write.
 */
export async function requireFence(tx: Orm, { name, epoch, revision }: Fence): Promise<void> {
  const own = sql`(${epoch}::bigint, ${revision}::bigint)`;
  const same = await rowsOf(
    tx,
    sql`SELECT 1 FROM fences WHERE name = ${name} AND (epoch, revision) = ${own} FOR SHARE`,
  );
  if (same.length > 0) return;
  // Once an ownership, or after it. Nothing is locked here yet: two transactions of one owner that both held the row in
  // common and both wanted it alone would wait for each other
  const newer = await rowsOf(
    tx,
    sql`SELECT 1 FROM fences WHERE name = ${name} AND (epoch, revision) > ${own}`,
  );
  const raised =
    newer.length > 0
      ? []
      : await rowsOf(
          tx,
          sql`INSERT INTO fences AS held (name, epoch, revision) VALUES (${name}, ${epoch}::bigint, ${revision}::bigint)
            ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch, revision = excluded.revision
            WHERE (held.epoch, held.revision) <= (excluded.epoch, excluded.revision) RETURNING 1`,
        );
  if (raised.length === 0)
    throw new FencedOff(`${name}: expected to be its newest owner, is the one of ${epoch}/${revision}`);
}

/** Runs a write in a transaction of its own, behind the fence. */
export function withFence<T>(orm: Orm, fence: Fence, write: (tx: Orm) => Promise<T>): Promise<T> {
  return orm.transaction(async (tx) => {
    await requireFence(tx, fence);
    return write(tx);
  });
}
