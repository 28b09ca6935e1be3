/** An order of a tier: what the person has at the provider decides whether it starts or changes a subscription. */

import { AppError } from '#failures/app-error.ts';
import { countingOne } from '#rules/billing-consequences.ts';
import type { FlowParts } from './billing-parts.ts';
import { changeTier, type TierChange } from './change-tier.ts';
import { isUnstarted } from './standing.ts';
import { customerFor, type Order, startSubscription } from './start-subscription.ts';

/** Places the order; the caller holds the person's lease. Throws refusals, and `BillingFailure`. */
export async function placeOrder(parts: FlowParts, order: Order): Promise<TierChange> {
  const { gateway, registrations, cancelTasks, clock } = parts;
  const { userId } = order;
  if (!(await registrations.isComplete(userId))) throw new AppError('REGISTRATION_REQUIRED');
  // What was cancelled may still go on at the provider: a change of it would take the cancellation back
  if ((await cancelTasks.open(userId)).length > 0) throw new AppError('CANCELLATION_UNDER_WAY');
  const customerId = await customerFor(parts, userId);
  // The provider is asked and not our storage: what was begun there is known there even when its answer was lost
  const all = await gateway.listSubscriptions(customerId);
  const counting = countingOne(all);
  if (counting !== undefined && !isUnstarted(counting)) return changeTier(parts, counting, order);
  const reading = await startSubscription(parts, order, { customerId, all, unstarted: counting });
  const needsConfirmation = reading.openInvoice?.needsConfirmation === true;
  return {
    reading,
    status: needsConfirmation ? 'needs_confirmation' : 'needs_card',
    startsAtMs: clock.nowMs(),
  };
}
