/** The instruments a user analyses live. Limits are counted under the user's row lock. */

import { TIER_RULES, UNLIMITED } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { userInstruments } from '#adapters/storage/tables/tables.ts';
import { currentTier, lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { UserInstruments } from '#ports/accounts.ts';

function mine(userId: string, instrumentId: number) {
  return and(eq(userInstruments.userId, userId), eq(userInstruments.instrumentId, instrumentId));
}

export function createUserInstruments(orm: Orm): UserInstruments {
  return {
    async list(userId) {
      const rows = await orm
        .select({ id: userInstruments.id, instrumentId: userInstruments.instrumentId })
        .from(userInstruments)
        .where(eq(userInstruments.userId, userId))
        .orderBy(asc(userInstruments.place), asc(userInstruments.id));
      return rows.map((row) => ({ id: String(row.id), instrumentId: row.instrumentId }));
    },

    add(userId, instrumentId, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const rows = await tx.select().from(userInstruments).where(eq(userInstruments.userId, userId));
        if (rows.some((row) => row.instrumentId === instrumentId)) return 'duplicate';
        const { instrumentsLimit } = TIER_RULES[(await currentTier(tx, userId, nowMs)).tier];
        if (instrumentsLimit !== UNLIMITED && rows.length >= instrumentsLimit) return 'limit';
        const place = Math.max(0, ...rows.map((row) => row.place)) + 1;
        await tx.insert(userInstruments).values({ userId, instrumentId, place, createdAtMs: epochMs(nowMs) });
        return 'added';
      });
    },

    async remove(userId, instrumentId) {
      const removed = await orm.delete(userInstruments).where(mine(userId, instrumentId)).returning();
      return removed.length > 0;
    },

    swap(userId, instrumentId, otherId) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const both = and(
          eq(userInstruments.userId, userId),
          inArray(userInstruments.instrumentId, [instrumentId, otherId]),
        );
        const [first, second] = await tx.select().from(userInstruments).where(both);
        if (first === undefined || second === undefined) return false;
        await tx.execute(sql`UPDATE user_instruments
          SET place = CASE WHEN id = ${first.id} THEN ${second.place}::bigint ELSE ${first.place}::bigint END
          WHERE id IN (${first.id}, ${second.id})`);
        return true;
      });
    },
  };
}
