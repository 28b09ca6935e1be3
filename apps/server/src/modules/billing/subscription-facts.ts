/** The present subscription from storage: available even when the provider is down. */
import { instantOfMs, type SubscriptionFacts } from '@undertow/contracts';
import type { StoredSubscription, SubscriptionSnapshot } from '#ports/billing.ts';
import { graceEndsAtMs } from '#rules/subscription-tier.ts';
import type { BillingStores } from './billing-parts.ts';
import { coolingOffEndsAtMs, type PaidInvoice, refundsDue, totalOf } from './refund-due.ts';
import { isUnstarted } from './subscription-state.ts';
import { hasUsedTrial } from './trial-right.ts';

type OfPerson = Pick<SubscriptionFacts, 'trialUsed' | 'granted' | 'registrationComplete'>;

const NONE = {
  status: 'none',
  tier: null,
  pricePence: null,
  trialEndsAt: null,
  periodEndsAt: null,
  endsAt: null,
  scheduled: null,
  graceEndsAt: null,
  action: null,
  card: null,
  coolingOffEndsAt: null,
  refundNowPence: 0,
} as const;

const instantOrNull = (atMs: number | null): string | null => (atMs === null ? null : instantOfMs(atMs));

function statusOf(snapshot: SubscriptionSnapshot): SubscriptionFacts['status'] {
  // To the provider a trial runs from its first second; to us it has begun when there is a card
  if (isUnstarted(snapshot)) return 'incomplete';
  const { status } = snapshot;
  return status === 'canceled' || status === 'incomplete_expired' ? 'none' : status;
}

function actionOf(snapshot: SubscriptionSnapshot): SubscriptionFacts['action'] {
  const url = snapshot.openInvoice?.url ?? null;
  if (url === null || isUnstarted(snapshot)) return null;
  const needsConfirmation = snapshot.openInvoice?.needsConfirmation === true;
  return { kind: needsConfirmation ? 'confirm_payment' : 'update_card', url };
}

function cardOf({ card }: SubscriptionSnapshot): SubscriptionFacts['card'] {
  if (card === null) return null;
  const { brand, last4, expMonth, expYear } = card;
  return { brand, last4, expMonth, expYear };
}

function scheduledOf({ scheduled }: SubscriptionSnapshot): SubscriptionFacts['scheduled'] {
  return scheduled === null ? null : { tier: scheduled.tier, at: instantOfMs(scheduled.atMs) };
}

/** Facts of a subscription that has not ended. Pure. */
export function factsOf(
  { snapshot, pastDueSinceMs }: Pick<StoredSubscription, 'snapshot' | 'pastDueSinceMs'>,
  invoices: readonly PaidInvoice[],
  nowMs: number,
  person: OfPerson,
): SubscriptionFacts {
  const status = statusOf(snapshot);
  const coolingOff = status === 'incomplete' ? null : coolingOffEndsAtMs(snapshot, invoices);
  return {
    ...person,
    status,
    tier: snapshot.tier,
    pricePence: snapshot.pricePence,
    trialEndsAt: status === 'trialing' ? instantOrNull(snapshot.trialEndsAtMs) : null,
    periodEndsAt: status === 'incomplete' ? null : instantOfMs(snapshot.periodEndsAtMs),
    endsAt: instantOrNull(snapshot.cancelAtMs),
    scheduled: scheduledOf(snapshot),
    graceEndsAt: pastDueSinceMs === null ? null : instantOfMs(graceEndsAtMs(pastDueSinceMs)),
    action: actionOf(snapshot),
    card: cardOf(snapshot),
    coolingOffEndsAt: coolingOff !== null && nowMs < coolingOff ? instantOfMs(coolingOff) : null,
    refundNowPence: totalOf(refundsDue(snapshot, invoices, nowMs)),
  };
}

export async function subscriptionFacts(parts: BillingStores, userId: string): Promise<SubscriptionFacts> {
  const { billingStore, invoices, registrations, tiers, clock } = parts;
  const nowMs = clock.nowMs();
  const [stored, listed, grant, trialUsed, registrationComplete] = await Promise.all([
    billingStore.current(userId),
    invoices.list(userId),
    tiers.granted(userId, nowMs),
    hasUsedTrial(parts, userId),
    registrations.isComplete(userId),
  ]);
  const granted =
    grant === undefined
      ? null
      : { tier: grant.tier, reason: grant.reason, until: instantOrNull(grant.untilMs) };
  const person = { trialUsed, granted, registrationComplete };
  return stored === undefined ? { ...NONE, ...person } : factsOf(stored, listed, nowMs, person);
}
