/** The state of a user's subscription, and which tier is larger. */
import { type PaidTier, PLANS } from '@undertow/contracts';
import type { SubscriptionSnapshot } from '#ports/billing.ts';

/** A first payment or a card is still missing: it gives no tier, and another one may take its place. */
export function isUnstarted({ status, cardReady }: SubscriptionSnapshot): boolean {
  return status === 'incomplete' || (status === 'trialing' && !cardReady);
}

/** Runs, and nothing is outstanding. */
export function isRunning(snapshot: SubscriptionSnapshot): boolean {
  return snapshot.status === 'active' || (snapshot.status === 'trialing' && snapshot.cardReady);
}

function rankOf(tier: PaidTier): number {
  return PLANS.findIndex(({ id }) => id === tier);
}

export function isLarger(tier: PaidTier, than: PaidTier): boolean {
  return rankOf(tier) > rankOf(than);
}

export function priceOf(tier: PaidTier): number {
  return PLANS.find(({ id }) => id === tier)?.pricePence ?? 0;
}
