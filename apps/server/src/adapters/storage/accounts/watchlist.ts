/** The watchlist of a user, oldest first. Its limit is counted under the user's row lock. */

import { TIER_RULES, UNLIMITED } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { and, asc, eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { watchlist } from '#adapters/storage/tables/tables.ts';
import { currentTier, lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { Watchlist } from '#ports/accounts.ts';

export function createWatchlist(orm: Orm): Watchlist {
  return {
    async list(userId) {
      const rows = await orm
        .select({ instrumentId: watchlist.instrumentId })
        .from(watchlist)
        .where(eq(watchlist.userId, userId))
        .orderBy(asc(watchlist.createdAtMs), asc(watchlist.instrumentId));
      return rows.map((row) => row.instrumentId);
    },

    add(userId, instrumentId, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const rows = await tx.select().from(watchlist).where(eq(watchlist.userId, userId));
        if (rows.some((row) => row.instrumentId === instrumentId)) return 'duplicate';
        const { watchlistLimit } = TIER_RULES[(await currentTier(tx, userId, nowMs)).tier];
        if (watchlistLimit !== UNLIMITED && rows.length >= watchlistLimit) return 'limit';
        await tx.insert(watchlist).values({ userId, instrumentId, createdAtMs: epochMs(nowMs) });
        return 'added';
      });
    },

    async remove(userId, instrumentId) {
      const mine = and(eq(watchlist.userId, userId), eq(watchlist.instrumentId, instrumentId));
      return (await orm.delete(watchlist).where(mine).returning()).length > 0;
    },
  };
}
