/** What an administrator changes about a person: role, tier and subscription, each after a recent sign-in. */
import {
  deleteSubscription,
  demoteSubscription,
  promoteSubscription,
  setUserRole,
  type Tier,
} from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { SignedIn } from '#http/session/session.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { AdminAct, Roles, StepOutcome, TierSteps } from '#ports/people.ts';
import { type RevokeParts, revokeSubscription } from './revoke-subscription.ts';

/** An administrator proves himself anew for what a stolen session must not do. */
export const ADMIN_FRESH_MS = 15 * 60_000;

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
