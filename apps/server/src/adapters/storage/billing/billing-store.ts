/** Customers and subscriptions of the payment provider, as they were last read. */
import { epochMs } from '@undertow/market';
import { desc, eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { billingCustomers, stripeEvents, subscriptions } from '#adapters/storage/tables/billing-tables.ts';
import { currentSubscription, storedOf } from '#adapters/storage/tiers/current-subscription.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { BillingStore } from '#ports/billing.ts';
import { LOOK_AGAIN } from '#ports/billing-sync.ts';
import { nextTicket, saveSnapshot } from './subscription-rows.ts';

/** Whose customer it is: also of one that the provider has removed since. */
export async function userOfCustomer(orm: Orm, customerId: string): Promise<string | undefined> {
  const [now] = await orm
    .select({ userId: billingCustomers.userId })
    .from(billingCustomers)
    .where(eq(billingCustomers.customerId, customerId));
  if (now !== undefined) return now.userId;
  const [once] = await orm
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
    .limit(1);
  return once?.userId;
}

export function createBillingStore(orm: Orm): BillingStore {
  return {
    async customerOf(userId) {
      const [row] = await orm
        .select({ customerId: billingCustomers.customerId })
        .from(billingCustomers)
        .where(eq(billingCustomers.userId, userId));
      return row?.customerId;
    },

    userOf: (customerId) => userOfCustomer(orm, customerId),

    async saveCustomer(userId, customerId, nowMs) {
      const createdAtMs = epochMs(nowMs);
      await orm
        .insert(billingCustomers)
        .values({ userId, customerId, createdAtMs })
        .onConflictDoUpdate({ target: billingCustomers.userId, set: { customerId, createdAtMs } });
    },

    current: (userId) => currentSubscription(orm, userId),

    async latest(userId) {
      const current = await currentSubscription(orm, userId);
      if (current !== undefined) return current;
      const [last] = await orm
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.userId, userId))
        .orderBy(desc(subscriptions.createdAtMs), desc(subscriptions.id))
        .limit(1);
      return last === undefined ? undefined : storedOf(last);
    },

    save(userId, snapshot, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const ticket = await nextTicket(tx);
        const facts = { userId, snapshot, ticket, failingSinceMs: null, trialEndsSoon: false, byUs: true };
        const { before } = await saveSnapshot(tx, facts, nowMs);
        const atMs = epochMs(nowMs);
        await tx.insert(stripeEvents).values({
          id: `${LOOK_AGAIN}/${snapshot.id}/${ticket}`,
          type: LOOK_AGAIN,
          customerId: snapshot.customerId,
          subscriptionId: snapshot.id,
          createdAtMs: atMs,
          receivedAtMs: atMs,
          nextAttemptMs: atMs,
        });
        return before;
      });
    },
  };
}
