/** Leases: who may change a user's subscription now. A row and no open transaction, because the provider may be slow. */
import { epochMs } from '@undertow/market';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { billingLeases } from '#adapters/storage/tables/billing-tables.ts';
import type { BillingLeases } from '#ports/billing-sync.ts';

export function createBillingLeases(orm: Orm): BillingLeases {
  return {
    async take(userId, holder, nowMs, untilMs) {
      const values = { userId, holder, untilMs: epochMs(untilMs) };
      const taken = await orm
        .insert(billingLeases)
        .values(values)
        .onConflictDoUpdate({
          target: billingLeases.userId,
          set: values,
          // The lease of a killed process is taken over once it has expired, or when it was written under a clock that was set back since:
          // no clock of another process is ahead by the length of a lease
          setWhere: sql`${lte(billingLeases.untilMs, epochMs(nowMs))} or ${gt(billingLeases.untilMs, epochMs(2 * untilMs - nowMs))}`,
        })
        .returning({ userId: billingLeases.userId });
      return taken.length > 0;
    },

    async release(userId, holder) {
      const mine = and(eq(billingLeases.userId, userId), eq(billingLeases.holder, holder));
      await orm.delete(billingLeases).where(mine);
    },
  };
}
