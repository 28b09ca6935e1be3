/** Starts a subscription: never a second one, with the trial once, and with the consent to begin at once. */

import { type PaidTier, TRIAL_DAYS } from '@undertow/contracts';
import { HOUR_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { SubscriptionSnapshot } from '#ports/billing.ts';
import type { ConsentSource } from '#ports/registration.ts';
import type { FlowParts } from './billing-parts.ts';
import { recordSnapshot } from './record-snapshot.ts';
import { accountOf, hasUsedTrial } from './trial-right.ts';

export interface Order {
  readonly userId: string;
  readonly tier: PaidTier;
  readonly immediateSupply: boolean;
  readonly prorationDate: number | null;
  readonly consentFrom: ConsentSource;
}

/** The customer at the provider, made at the first order. */
export async function customerFor(parts: FlowParts, userId: string): Promise<string> {
  const known = await parts.billingStore.customerOf(userId);
  if (known !== undefined) return known;
  const [account, registration] = await Promise.all([
    accountOf(parts, userId),
    parts.registrations.find(userId),
  ]);
  const name = registration === undefined ? null : `${registration.firstName} ${registration.lastName}`;
  const email = account.email ?? registration?.email ?? null;
  const customerId = await parts.gateway.createCustomer({ userId, email, name });
  await parts.billingStore.saveCustomer(userId, customerId, parts.clock.nowMs());
  return customerId;
}

/** An unfinished order may be resumed, but not an old one: its trial would be shorter than promised. */
function canGoOn(unstarted: SubscriptionSnapshot, { tier }: Order, nowMs: number): boolean {
  if (unstarted.tier !== tier || unstarted.clientSecret === null) return false;
  return unstarted.status === 'incomplete' || nowMs - unstarted.createdAtMs < HOUR_MS;
}

/**
 * Starts the ordered tier. `all` is every subscription that the customer ever had at the provider; `unstarted` the one
 * among them that waits for a card or a first payment. Returns a snapshot with the secret to confirm.
 */
export async function startSubscription(
  parts: FlowParts,
  order: Order,
  existing: {
    readonly customerId: string;
    readonly all: readonly SubscriptionSnapshot[];
    readonly unstarted: SubscriptionSnapshot | undefined;
  },
): Promise<SubscriptionSnapshot> {
  const { gateway, registrations, clock } = parts;
  const { userId, tier } = order;
  const { customerId, all, unstarted } = existing;
  if (!order.immediateSupply) {
    throw new AppError('CONSENT_REQUIRED', [{ path: 'immediateSupply', message: 'expected true' }]);
  }
  if (unstarted !== undefined && canGoOn(unstarted, order, clock.nowMs())) {
    await recordSnapshot(parts, userId, unstarted);
    return unstarted;
  }
  if (unstarted !== undefined) {
    const ended = await gateway.cancelNow(unstarted.id);
    if (ended !== undefined) await recordSnapshot(parts, userId, ended);
  }
  await registrations.consent('immediate_supply', order.consentFrom, clock.nowMs());
  const trialDays = (await hasUsedTrial(parts, userId)) ? null : TRIAL_DAYS;
  // The same order gives the same key, so that one whose response was lost is not placed twice; the hour, because the
  // provider repeats a failure of its own under the same key for a day
  const hour = Math.floor(clock.nowMs() / HOUR_MS);
  const key = `sub:${userId}:${all.length}:${tier}:${trialDays ?? 'paid'}:${hour}`;
  const started = await gateway.createSubscription({ customerId, tier, trialDays }, key);
  await recordSnapshot(parts, userId, started);
  return started;
}
