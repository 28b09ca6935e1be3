/** The present subscription from storage: available even when the provider is down. */
import { instantOfMs, type SubscriptionFacts } from '@undertow/contracts';
import type { StoredSubscription, SubscriptionReading } from '#ports/billing.ts';
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

function statusOf(reading: SubscriptionReading): SubscriptionFacts['status'] {
  // To the provider a trial runs from its first second; to us it has begun when there is a card
  if (isUnstarted(reading)) return 'incomplete';
  const { status } = reading;
  return status === 'canceled' || status === 'incomplete_expired' ? 'none' : status;
}

function actionOf(reading: SubscriptionReading): SubscriptionFacts['action'] {
  const url = reading.openInvoice?.url ?? null;
  if (url === null || isUnstarted(reading)) return null;
  const needsConfirmation = reading.openInvoice?.needsConfirmation === true;
  return { kind: needsConfirmation ? 'confirm_payment' : 'update_card', url };
}

function cardOf({ card }: SubscriptionReading): SubscriptionFacts['card'] {
  if (card === null) return null;
  const { brand, last4, expMonth, expYear } = card;
  return { brand, last4, expMonth, expYear };
}

function scheduledOf({ scheduled }: SubscriptionReading): SubscriptionFacts['scheduled'] {
  return scheduled === null ? null : { tier: scheduled.tier, at: instantOfMs(scheduled.atMs) };
}

/** Facts of a subscription that has not ended. Pure. */
export function factsOf(
  { reading, pastDueSinceMs }: Pick<StoredSubscription, 'reading' | 'pastDueSinceMs'>,
  invoices: readonly PaidInvoice[],
  nowMs: number,
  person: OfPerson,
): SubscriptionFacts {
  const status = statusOf(reading);
  const coolingOff = status === 'incomplete' ? null : coolingOffEndsAtMs(reading, invoices);
  return {
    ...person,
    status,
    tier: reading.tier,
    pricePence: reading.pricePence,
    trialEndsAt: status === 'trialing' ? instantOrNull(reading.trialEndsAtMs) : null,
    periodEndsAt: status === 'incomplete' ? null : instantOfMs(reading.periodEndsAtMs),
    endsAt: instantOrNull(reading.cancelAtMs),
    scheduled: scheduledOf(reading),
    graceEndsAt: pastDueSinceMs === null ? null : instantOfMs(graceEndsAtMs(pastDueSinceMs)),
    action: actionOf(reading),
    card: cardOf(reading),
    coolingOffEndsAt: coolingOff !== null && nowMs < coolingOff ? instantOfMs(coolingOff) : null,
    refundNowPence: totalOf(refundsDue(reading, invoices, nowMs)),
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
