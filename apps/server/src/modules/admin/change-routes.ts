/** What an administrator changes about a user: role, tier and subscription, each after a recent sign-in. */
import {
  deleteSubscription,
  demoteSubscription,
  promoteSubscription,
  setUserRole,
  type Tier,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { SignedIn } from '#http/session/session.ts';
import type { AuditLog, EndSubscription, Tiers, Users } from '#ports/accounts.ts';
import type { BillingStore } from '#ports/billing.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { AdminAct, Roles, StepOutcome, TierSteps } from '#ports/people.ts';

interface RevokeParts {
  readonly endSubscription: EndSubscription;
  readonly billingStore: Pick<BillingStore, 'current'>;
  readonly users: Users;
  readonly tiers: Tiers;
  readonly audit: AuditLog;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Throws `NOT_FOUND`, `NO_TIER`, and `PAYMENTS_OFF` where something is paid for that cannot be ended here. */
async function revokeSubscription(parts: RevokeParts, act: AdminAct): Promise<void> {
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

/** An administrator signs in again for what a stolen session must not do. */
export const ADMIN_FRESH_MS = 15 * MINUTE_MS;

export interface ChangeParts extends RevokeParts {
  readonly roles: Roles;
  readonly tierSteps: TierSteps;
  readonly bus: Bus;
  readonly clock: Clock;
}

const STEP_ERRORS = {
  unknown: 'NOT_FOUND',
  refused: 'TIER_STEP_REFUSED',
  'not-admin': 'FORBIDDEN',
} as const satisfies Record<Exclude<StepOutcome, 'done'>, string>;

const ROLE_ERRORS = {
  unknown: 'NOT_FOUND',
  own: 'OWN_ROLE',
  same: 'SAME_ROLE',
  last: 'LAST_ADMIN',
  'not-admin': 'FORBIDDEN',
} as const;

export function actOf(user: SignedIn, userId: string, requestId: string): AdminAct {
  return { actorId: user.userId, userId, requestId };
}

export function bindChangeRoutes(binder: RouteBinder, parts: ChangeParts): void {
  const { roles, tierSteps, bus, clock } = parts;

  async function step(act: AdminAct, direction: 'up' | 'down', tier: Tier) {
    const outcome = await tierSteps.step(act, direction, tier, clock.nowMs());
    if (outcome !== 'done') throw new AppError(STEP_ERRORS[outcome]);
    bus.publish('userChanged', { userId: act.userId });
    return OK;
  }

  binder.bindAdmin(setUserRole, async ({ user, params, body, request }) => {
    requireFresh(user, clock.nowMs(), ADMIN_FRESH_MS);
    const outcome = await roles.change(actOf(user, params.userId, request.id), body.role, clock.nowMs());
    if (outcome.kind !== 'changed') throw new AppError(ROLE_ERRORS[outcome.kind]);
    bus.publish('sessionEnded', { sessionIds: outcome.sessionIds });
    bus.publish('userChanged', { userId: params.userId });
    return OK;
  });

  binder.bindAdmin(promoteSubscription, ({ user, body, request }) => {
    requireFresh(user, clock.nowMs(), ADMIN_FRESH_MS);
    return step(actOf(user, body.userId, request.id), 'up', body.newTier);
  });

  binder.bindAdmin(demoteSubscription, ({ user, body, request }) => {
    requireFresh(user, clock.nowMs(), ADMIN_FRESH_MS);
    return step(actOf(user, body.userId, request.id), 'down', body.newTier);
  });

  binder.bindAdmin(deleteSubscription, async ({ user, body, request }) => {
    requireFresh(user, clock.nowMs(), ADMIN_FRESH_MS);
    await revokeSubscription(parts, actOf(user, body.userId, request.id));
    return OK;
  });
}
