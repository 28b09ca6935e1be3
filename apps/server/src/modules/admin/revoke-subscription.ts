/** Takes a person's tier away: the subscription ends at the provider with the refund that is due, and what was granted ends. */

import { AppError } from '#failures/app-error.ts';
import type { AuditLog, EndSubscription, Tiers, Users } from '#ports/accounts.ts';
import type { BillingStore } from '#ports/billing.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { AdminAct } from '#ports/people.ts';

export interface RevokeParts {
  readonly endSubscription: EndSubscription;
  readonly billingStore: Pick<BillingStore, 'current'>;
  readonly users: Users;
  readonly tiers: Tiers;
  readonly audit: AuditLog;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Throws `NOT_FOUND`, `NO_TIER`, and `PAYMENTS_OFF` where something is paid for that cannot be ended here. */
export async function revokeSubscription(parts: RevokeParts, act: AdminAct): Promise<void> {
  const { endSubscription, billingStore, users, tiers, audit, bus, clock } = parts;
  const { actorId: actor, userId, requestId } = act;
  if ((await users.find(userId)) === undefined) throw new AppError('NOT_FOUND');
  const before = (await tiers.current(userId, clock.nowMs())).tier;
  const ended = await endSubscription(userId);
  if ((await billingStore.current(userId)) !== undefined) throw new AppError('PAYMENTS_OFF');
  const nowMs = clock.nowMs();
  const withdrawal = { userId, actor, reason: 'cancelled by an administrator' };
  const withdrawn = await tiers.withdraw(withdrawal, nowMs);
  // The second click of two finds nothing to end
  if (!ended && !withdrawn) throw new AppError('NO_TIER');
  const details = { before, after: 'free', subscription: ended, grants: withdrawn };
  const entry = { actor, action: 'subscription.deleted', subject: userId, requestId } as const;
  await audit.append({ ...entry, details }, nowMs);
  bus.publish('userChanged', { userId });
}
