/** The number of a journal's state: it rises with every change of a user's trades, in the transaction of the change. */
import { eq, sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { journalVersions } from '#adapters/storage/tables/journal-tables.ts';

export async function raiseVersion(tx: Orm, userId: string): Promise<void> {
  await tx
    .insert(journalVersions)
    .values({ userId, version: 1 })
    .onConflictDoUpdate({
      target: journalVersions.userId,
      set: { version: sql`${journalVersions.version} + 1` },
    });
}

/** 0 before the first change. */
export async function versionOf(orm: Orm, userId: string): Promise<number> {
  const [row] = await orm.select().from(journalVersions).where(eq(journalVersions.userId, userId));
  return row?.version ?? 0;
}
