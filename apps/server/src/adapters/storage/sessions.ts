/** Sessions by the hash of their id. */
import { eq, lt, or } from 'drizzle-orm';
import type { SessionStore } from '#account-dependencies.ts';
import type { Orm } from './orm.ts';
import { sessions } from './tables.ts';

export function createSessionStore(orm: Orm): SessionStore {
  return {
    async insert(session) {
      await orm.insert(sessions).values(session);
    },
    async find(idHash) {
      const [row] = await orm.select().from(sessions).where(eq(sessions.idHash, idHash));
      return row;
    },
    async touch(idHash, lastSeenAtMs) {
      await orm.update(sessions).set({ lastSeenAtMs }).where(eq(sessions.idHash, idHash));
    },
    async remove(idHash) {
      await orm.delete(sessions).where(eq(sessions.idHash, idHash));
    },
    async prune(createdBeforeMs, seenBeforeMs) {
      const old = or(lt(sessions.createdAtMs, createdBeforeMs), lt(sessions.lastSeenAtMs, seenBeforeMs));
      const removed = await orm.delete(sessions).where(old).returning({ idHash: sessions.idHash });
      return removed.map(({ idHash }) => idHash);
    },
  };
}
