/** An order of a tier: what the person has at the provider decides whether it starts or changes a subscription. */

import { randomUUID } from 'node:crypto';
import type { PaidTier } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import type { SubscriptionReading } from '#ports/billing.ts';
import { countingOne } from '#rules/billing-consequences.ts';
import type { FlowParts } from './billing-parts.ts';
import { recordReading } from './record-reading.ts';
import { customerFor, type Order, startSubscription } from './start-subscription.ts';
import { isLarger, isRunning, isUnstarted } from './subscription-state.ts';

/** A quote is valid for so long: the price falls by the second, and nobody is charged an outdated price. */
const QUOTE_SECONDS = 60 * 60;

interface TierChange {
  readonly reading: SubscriptionReading;
  readonly status: 'needs_card' | 'needs_confirmation' | 'changed' | 'scheduled';
  readonly startsAtMs: number;
}

/** Refuses a quote that is too old, or not of this period; measured on the provider's clock. */
async function checkQuote(
  { gateway }: FlowParts,
  reading: SubscriptionReading,
  { tier, prorationDate }: Order,
): Promise<void> {
  if (prorationDate === null || reading.status === 'trialing') return;
  const { prorationDate: now } = await gateway.previewChange(reading, tier, null);
  const age = (now ?? prorationDate) - prorationDate;
  const isOfPeriod = prorationDate * 1000 >= reading.periodStartsAtMs;
  if (age > QUOTE_SECONDS || age < -QUOTE_SECONDS || !isOfPeriod) throw new AppError('QUOTE_EXPIRED');
}

/** What is left to do about a tier that is not paid yet. */
function waitingFor(reading: SubscriptionReading, nowMs: number): TierChange {
  const needsConfirmation = reading.openInvoice?.needsConfirmation === true;
  return { reading, status: needsConfirmation ? 'needs_confirmation' : 'needs_card', startsAtMs: nowMs };
}

async function upgrade(parts: FlowParts, reading: SubscriptionReading, order: Order): Promise<TierChange> {
  const { gateway, clock } = parts;
  const { userId, tier } = order;
  if (reading.pendingTier === tier && reading.clientSecret !== null) {
    await recordReading(parts, userId, reading);
    return waitingFor(reading, clock.nowMs());
  }
  await checkQuote(parts, reading, order);
  // A larger tier replaces a scheduled end or downgrade
  const kept = reading.cancelAtMs !== null ? await gateway.resume(reading) : reading;
  const at = order.prorationDate ?? Math.floor(clock.nowMs() / 1000);
  const key = `tier:${reading.id}:${reading.tier}:${tier}:${at}`;
  const changed = await gateway.changeTier(kept, tier, order.prorationDate, key);
  await recordReading(parts, userId, changed);
  if (changed.tier === tier) return { reading: changed, status: 'changed', startsAtMs: clock.nowMs() };
  return waitingFor(changed, clock.nowMs());
}

async function downgrade(
  parts: FlowParts,
  reading: SubscriptionReading,
  { userId, tier }: { readonly userId: string; readonly tier: PaidTier },
): Promise<TierChange> {
  const { gateway } = parts;
  if (reading.scheduled?.tier === tier) {
    await recordReading(parts, userId, reading);
    return { reading, status: 'scheduled', startsAtMs: reading.scheduled.atMs };
  }
  const kept = reading.cancelAtMs !== null ? await gateway.resume(reading) : reading;
  // What a schedule was begun for is found at the subscription again: the key only keeps one call from acting twice
  const key = `schedule:${reading.id}:${randomUUID()}`;
  const scheduled = await gateway.scheduleTier(kept, tier, key);
  await recordReading(parts, userId, scheduled);
  const startsAtMs = scheduled.scheduled?.atMs ?? scheduled.periodEndsAtMs;
  return { reading: scheduled, status: 'scheduled', startsAtMs };
}

/** Changes a subscription that was started before. Throws `PAYMENT_DUE`, `SAME_TIER` or `QUOTE_EXPIRED`. */
async function changeTier(parts: FlowParts, reading: SubscriptionReading, order: Order): Promise<TierChange> {
  if (!isRunning(reading)) throw new AppError('PAYMENT_DUE');
  if (order.tier === reading.tier) throw new AppError('SAME_TIER');
  return isLarger(order.tier, reading.tier)
    ? upgrade(parts, reading, order)
    : downgrade(parts, reading, order);
}

/** Places the order; the caller holds the person's lease. Throws refusals, and `BillingFailure`. */
export async function placeOrder(parts: FlowParts, order: Order): Promise<TierChange> {
  const { gateway, registrations, cancelTasks, clock } = parts;
  const { userId } = order;
  if (!(await registrations.isComplete(userId))) throw new AppError('REGISTRATION_REQUIRED');
  // A cancelled subscription may still run at the provider: a change of it would take the cancellation back
  if ((await cancelTasks.open(userId)).length > 0) throw new AppError('CANCELLATION_UNDER_WAY');
  const customerId = await customerFor(parts, userId);
  // Read from the provider, not from storage: it has what was begun there even when the answer was lost
  const all = await gateway.listSubscriptions(customerId);
  const counting = countingOne(all);
  if (counting !== undefined && !isUnstarted(counting)) return changeTier(parts, counting, order);
  const reading = await startSubscription(parts, order, { customerId, all, unstarted: counting });
  return waitingFor(reading, clock.nowMs());
}
