/** Stores what the provider returned for a change of ours, and notifies sockets and gates. */
import type { BillingStore, SubscriptionSnapshot } from '#ports/billing.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';

interface Parts {
  readonly billingStore: BillingStore;
  readonly bus: Bus;
  readonly clock: Clock;
}

export async function recordSnapshot(
  { billingStore, bus, clock }: Parts,
  userId: string,
  snapshot: SubscriptionSnapshot,
): Promise<void> {
  await billingStore.save(userId, snapshot, clock.nowMs());
  bus.publish('userChanged', { userId });
}
