/** Writes that named a key, in the database: the row of the first one is what later ones find. */
import { epochMs } from '@undertow/market';
import { and, eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { apiIdempotency } from '#adapters/storage/tables/api-tables.ts';
import type { IdempotencyStore } from '#ports/api-keys/idempotency-store.ts';

const named = (userId: string, key: string) =>
  and(eq(apiIdempotency.userId, userId), eq(apiIdempotency.idempotencyKey, key));

export function createIdempotencyStore(orm: Orm): IdempotencyStore {
  return {
    async begin(userId, key, fingerprint, nowMs) {
      const begun = await orm
        .insert(apiIdempotency)
        .values({ userId, idempotencyKey: key, fingerprint, createdAtMs: epochMs(nowMs) })
        .onConflictDoNothing()
        .returning({ fingerprint: apiIdempotency.fingerprint });
      if (begun.length > 0) return { kind: 'begun' };
      const [row] = await orm.select().from(apiIdempotency).where(named(userId, key));
      if (row !== undefined && row.fingerprint !== fingerprint) return { kind: 'conflict' };
      if (row === undefined || row.answered === null || row.body === null) return { kind: 'under-way' };
      return { kind: 'answered', answer: { status: row.answered, body: row.body } };
    },

    async settle(userId, key, { status, body }) {
      await orm.update(apiIdempotency).set({ answered: status, body }).where(named(userId, key));
    },

    async abandon(userId, key) {
      await orm.delete(apiIdempotency).where(named(userId, key));
    },
  };
}
