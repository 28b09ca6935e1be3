/** Which tier a subscription gives at an instant: a pure function of the provider's last state. */

import { GRACE_DAYS } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import type { CurrentTier } from '#ports/accounts.ts';
import type { StoredSubscription, SubscriptionStatus } from '#ports/billing.ts';

const ENDED: ReadonlySet<SubscriptionStatus> = new Set(['canceled', 'incomplete_expired']);

const NO_TIER: CurrentTier = { tier: 'free', untilMs: null };

/** True for a status that is final. */
export function hasEnded(status: SubscriptionStatus): boolean {
  return ENDED.has(status);
}

/** Until when the tier is kept although payments fail, milliseconds since 1970 UTC. */
export function graceEndsAtMs(pastDueSinceMs: number): number {
  return pastDueSinceMs + GRACE_DAYS * DAY_MS;
}

type TierFacts = Pick<StoredSubscription, 'pastDueSinceMs'> & {
  readonly snapshot: Pick<StoredSubscription['snapshot'], 'status' | 'tier' | 'cardReady'>;
};

/**
 * The tier of a subscription: its own while it is paid for, in a trial with a card, or in the grace period; free in
 * every other state. `untilMs` is the end of the grace period: the tier ends then without an event of the provider.
 */
export function subscriptionTier({ snapshot, pastDueSinceMs }: TierFacts, nowMs: number): CurrentTier {
  const { status, tier, cardReady } = snapshot;
  if (status === 'active' || (status === 'trialing' && cardReady)) return { tier, untilMs: null };
  if (status !== 'past_due' || pastDueSinceMs === null) return NO_TIER;
  const untilMs = graceEndsAtMs(pastDueSinceMs);
  return nowMs < untilMs ? { tier, untilMs } : NO_TIER;
}
