/** The one subscription of a user that has not ended and counts. */
import { and, eq, inArray, not } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { subscriptions } from '#adapters/storage/tables/billing-tables.ts';
import type { StoredSubscription, SubscriptionStatus } from '#ports/billing.ts';

const GOING: readonly SubscriptionStatus[] = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
];

/** A row in the type of the port. */
export function storedOf(row: typeof subscriptions.$inferSelect): StoredSubscription {
  const { userId, body, pastDueSinceMs, readAtMs } = row;
  return { userId, snapshot: body, pastDueSinceMs, readAtMs };
}

/** Undefined without one. */
export async function currentSubscription(orm: Orm, userId: string): Promise<StoredSubscription | undefined> {
  const counts = and(
    eq(subscriptions.userId, userId),
    inArray(subscriptions.status, [...GOING]),
    not(subscriptions.duplicate),
  );
  const [row] = await orm.select().from(subscriptions).where(counts);
  return row === undefined ? undefined : storedOf(row);
}
