/** Ends a subscription: with its period, or at once with a refund of the due amount. */

import { AppError } from '#failures/app-error.ts';
import { BillingFailure, type StoredSubscription } from '#ports/billing.ts';
import type { CancelTask } from '#ports/billing-sync.ts';
import type { FlowParts } from './billing-parts.ts';
import { carryOut, postponed } from './carry-out-cancellation.ts';
import { recordSnapshot } from './record-snapshot.ts';
import { refundsDue, totalOf } from './refund-due.ts';

export interface Ended {
  readonly refundedPence: number;
  readonly endsAtMs: number;
}

/** Lets it run to the end of the period. Throws `ALREADY_ENDING`, `NO_SUBSCRIPTION` and `BillingFailure`. */
export async function endWithPeriod(
  parts: FlowParts,
  { userId, snapshot: stored }: StoredSubscription,
): Promise<Ended> {
  const snapshot = (await parts.gateway.readSubscription(stored.id)) ?? stored;
  if (snapshot.endedAtMs !== null) {
    await recordSnapshot(parts, userId, snapshot);
    throw new AppError('NO_SUBSCRIPTION');
  }
  if (snapshot.cancelAtMs !== null) throw new AppError('ALREADY_ENDING');
  const ending = await parts.gateway.cancelAtPeriodEnd(snapshot);
  await recordSnapshot(parts, userId, ending);
  return { refundedPence: 0, endsAtMs: ending.cancelAtMs ?? ending.periodEndsAtMs };
}

/** Tries at once; what fails is tried again by the runner, and the user need not wait for it. */
async function tryNow(parts: FlowParts, task: CancelTask): Promise<number | null> {
  try {
    return totalOf(await carryOut(parts, task));
  } catch (error) {
    if (!(error instanceof BillingFailure)) throw error;
    await postponed(parts, task, error);
    return null;
  }
}

/**
 * Ends it at once. The decision is written first, from what is known here: the tier is gone and the mail is written
 * even when the provider does not respond. Throws `NO_SUBSCRIPTION`.
 */
export async function endAtOnce(parts: FlowParts, stored: StoredSubscription): Promise<Ended> {
  const { cancelTasks, invoices, bus, clock } = parts;
  const { userId, snapshot } = stored;
  const nowMs = clock.nowMs();
  const planned = totalOf(refundsDue(snapshot, await invoices.list(userId), nowMs));
  const decided = await cancelTasks.decide(snapshot, { userId, refundPence: planned }, nowMs);
  if (!decided) throw new AppError('NO_SUBSCRIPTION');
  bus.publish('userChanged', { userId });
  const task = (await cancelTasks.open(userId)).find(({ subscriptionId }) => subscriptionId === snapshot.id);
  const refunded = task === undefined ? null : await tryNow(parts, task);
  return { refundedPence: refunded ?? planned, endsAtMs: nowMs };
}
