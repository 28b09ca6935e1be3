/** Sessions by the hash of their id. */

import { epochMs } from '@undertow/market';
import { and, desc, eq, lt, ne, or } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { withInstants } from '#adapters/storage/tables/column-types.ts';
import { sessions } from '#adapters/storage/tables/tables.ts';
import type { SessionChoice, SessionStore } from '#ports/accounts.ts';

function chosen(userId: string, which: SessionChoice) {
  const mine = eq(sessions.userId, userId);
  if (which === 'all') return mine;
  if ('allBut' in which) return and(mine, ne(sessions.idHash, which.allBut));
  return and(mine, eq(sessions.publicId, which.publicId));
}

export function createSessionStore(orm: Orm): SessionStore {
  return {
    async insert(session) {
      await orm.insert(sessions).values(withInstants(session, 'createdAtMs', 'lastSeenAtMs', 'authAtMs'));
    },
    async find(idHash) {
      const [row] = await orm.select().from(sessions).where(eq(sessions.idHash, idHash));
      return row;
    },
    async touch(idHash, lastSeenAtMs) {
      await orm
        .update(sessions)
        .set({ lastSeenAtMs: epochMs(lastSeenAtMs) })
        .where(eq(sessions.idHash, idHash));
    },
    async remove(idHash) {
      await orm.delete(sessions).where(eq(sessions.idHash, idHash));
    },
    listOf(userId) {
      return orm
        .select()
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.lastSeenAtMs), desc(sessions.createdAtMs), sessions.publicId);
    },
    async removeOf(userId, which) {
      const removed = await orm
        .delete(sessions)
        .where(chosen(userId, which))
        .returning({ idHash: sessions.idHash });
      return removed.map(({ idHash }) => idHash);
    },
    async prune(createdBeforeMs, seenBeforeMs) {
      const old = or(
        lt(sessions.createdAtMs, epochMs(createdBeforeMs)),
        lt(sessions.lastSeenAtMs, epochMs(seenBeforeMs)),
      );
      const removed = await orm.delete(sessions).where(old).returning({ idHash: sessions.idHash });
      return removed.map(({ idHash }) => idHash);
    },
  };
}
