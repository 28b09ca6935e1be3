/** Stores what the provider returned for a change of ours, and notifies sockets and gates. */
import type { BillingStore, SubscriptionReading } from '#ports/billing.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';

interface Parts {
  readonly billingStore: BillingStore;
  readonly bus: Bus;
  readonly clock: Clock;
}

export async function recordReading(
  { billingStore, bus, clock }: Parts,
  userId: string,
  reading: SubscriptionReading,
): Promise<void> {
  await billingStore.save(userId, reading, clock.nowMs());
  bus.publish('userChanged', { userId });
}
