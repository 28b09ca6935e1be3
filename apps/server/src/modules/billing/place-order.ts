/** An order of a tier: what the user has at the provider decides whether it starts or changes a subscription. */

import { randomUUID } from 'node:crypto';
import type { PaidTier } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import type { SubscriptionSnapshot } from '#ports/billing.ts';
import { countingOne } from '#rules/billing-consequences.ts';
import type { FlowParts } from './billing-parts.ts';
import { recordSnapshot } from './record-snapshot.ts';
import { customerFor, type Order, startSubscription } from './start-subscription.ts';
import { isLarger, isRunning, isUnstarted } from './subscription-state.ts';

/** A quote is valid for so long: the price falls by the second, and nobody is charged an outdated price. */
const QUOTE_SECONDS = 60 * 60;

interface TierChange {
  readonly snapshot: SubscriptionSnapshot;
  readonly status: 'needs_card' | 'needs_confirmation' | 'changed' | 'scheduled';
  readonly startsAtMs: number;
}

/** Refuses a quote that is too old, or not of this period; measured on the provider's clock. */
async function checkQuote(
  { gateway }: FlowParts,
  snapshot: SubscriptionSnapshot,
  { tier, prorationDate }: Order,
): Promise<void> {
  if (prorationDate === null || snapshot.status === 'trialing') return;
  const { prorationDate: now } = await gateway.previewChange(snapshot, tier, null);
  const age = (now ?? prorationDate) - prorationDate;
  const isOfPeriod = prorationDate * 1000 >= snapshot.periodStartsAtMs;
  if (age > QUOTE_SECONDS || age < -QUOTE_SECONDS || !isOfPeriod) throw new AppError('QUOTE_EXPIRED');
}

/** What is left to do about a tier that is not paid yet. */
function waitingFor(snapshot: SubscriptionSnapshot, nowMs: number): TierChange {
  const needsConfirmation = snapshot.openInvoice?.needsConfirmation === true;
  return { snapshot, status: needsConfirmation ? 'needs_confirmation' : 'needs_card', startsAtMs: nowMs };
}

async function upgrade(parts: FlowParts, snapshot: SubscriptionSnapshot, order: Order): Promise<TierChange> {
  const { gateway, clock } = parts;
  const { userId, tier } = order;
  if (snapshot.pendingTier === tier && snapshot.clientSecret !== null) {
    await recordSnapshot(parts, userId, snapshot);
    return waitingFor(snapshot, clock.nowMs());
  }
  await checkQuote(parts, snapshot, order);
  // A larger tier replaces a scheduled end or downgrade
  const kept = snapshot.cancelAtMs !== null ? await gateway.resume(snapshot) : snapshot;
  const at = order.prorationDate ?? Math.floor(clock.nowMs() / 1000);
  const key = `tier:${snapshot.id}:${snapshot.tier}:${tier}:${at}`;
  const changed = await gateway.changeTier(kept, tier, order.prorationDate, key);
  await recordSnapshot(parts, userId, changed);
  if (changed.tier === tier) return { snapshot: changed, status: 'changed', startsAtMs: clock.nowMs() };
  return waitingFor(changed, clock.nowMs());
}

async function downgrade(
  parts: FlowParts,
  snapshot: SubscriptionSnapshot,
  { userId, tier }: { readonly userId: string; readonly tier: PaidTier },
): Promise<TierChange> {
  const { gateway } = parts;
  if (snapshot.scheduled?.tier === tier) {
    await recordSnapshot(parts, userId, snapshot);
    return { snapshot, status: 'scheduled', startsAtMs: snapshot.scheduled.atMs };
  }
  const kept = snapshot.cancelAtMs !== null ? await gateway.resume(snapshot) : snapshot;
  // What a schedule was begun for is found at the subscription again: the key only keeps one call from acting twice
  const key = `schedule:${snapshot.id}:${randomUUID()}`;
  const scheduled = await gateway.scheduleTier(kept, tier, key);
  await recordSnapshot(parts, userId, scheduled);
  const startsAtMs = scheduled.scheduled?.atMs ?? scheduled.periodEndsAtMs;
  return { snapshot: scheduled, status: 'scheduled', startsAtMs };
}

/** Changes a subscription that was started before. Throws `PAYMENT_DUE`, `SAME_TIER` or `QUOTE_EXPIRED`. */
async function changeTier(
  parts: FlowParts,
  snapshot: SubscriptionSnapshot,
  order: Order,
): Promise<TierChange> {
  if (!isRunning(snapshot)) throw new AppError('PAYMENT_DUE');
  if (order.tier === snapshot.tier) throw new AppError('SAME_TIER');
  return isLarger(order.tier, snapshot.tier)
    ? upgrade(parts, snapshot, order)
    : downgrade(parts, snapshot, order);
}

/** Places the order; the caller holds the user's lease. Throws refusals, and `BillingFailure`. */
export async function placeOrder(parts: FlowParts, order: Order): Promise<TierChange> {
  const { gateway, registrations, cancelTasks, clock } = parts;
  const { userId } = order;
  if (!(await registrations.isComplete(userId))) throw new AppError('REGISTRATION_REQUIRED');
  // A cancelled subscription may still run at the provider: a change of it would take the cancellation back
  if ((await cancelTasks.open(userId)).length > 0) throw new AppError('CANCELLATION_UNDER_WAY');
  const customerId = await customerFor(parts, userId);
  // Read from the provider, not from storage: it has what was begun there even when the response was lost
  const all = await gateway.listSubscriptions(customerId);
  const counting = countingOne(all);
  if (counting !== undefined && !isUnstarted(counting)) return changeTier(parts, counting, order);
  const snapshot = await startSubscription(parts, order, { customerId, all, unstarted: counting });
  return waitingFor(snapshot, clock.nowMs());
}
