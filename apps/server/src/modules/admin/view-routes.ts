/** View as a user: begun by an administrator after a recent sign-in, ended by them or by timeout, shown to the user. */
import { endView, instantOfMs, listViews, startView } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { Sessions } from '#http/session/session.ts';
import type { Clock } from '#ports/clock.ts';
import type { AdminViews } from '#ports/people.ts';
import { ADMIN_FRESH_MS, actOf } from './change-routes.ts';

export interface ViewParts {
  readonly adminViews: AdminViews;
  readonly sessions: Pick<Sessions, 'viewChanged'>;
  readonly clock: Clock;
}

const VIEW_ERRORS = {
  unknown: 'NOT_FOUND',
  'of-admin': 'VIEW_OF_ADMIN',
  already: 'ALREADY_VIEWING',
  'not-admin': 'FORBIDDEN',
} as const;

export function bindViewRoutes(binder: RouteBinder, { adminViews, sessions, clock }: ViewParts): void {
  binder.bindAdmin(startView, async ({ user, params, body, request }) => {
    requireFresh(user, clock.nowMs(), ADMIN_FRESH_MS);
    const { sessionId } = user;
    const act = actOf(user, params.userId, request.id);
    const outcome = await adminViews.start({ ...act, sessionId, reason: body.reason }, clock.nowMs());
    if (outcome.kind !== 'started') throw new AppError(VIEW_ERRORS[outcome.kind]);
    sessions.viewChanged(sessionId);
    return { until: instantOfMs(outcome.untilMs) };
  });

  binder.bindUser(endView, async ({ user, request }) => {
    const ended = await adminViews.end(user.sessionId, clock.nowMs(), request.id);
    if (ended) sessions.viewChanged(user.sessionId);
    return OK;
  });

  binder.bindUser(listViews, async ({ user }) =>
    (await adminViews.listOf(user.userId)).map(({ fromMs, untilMs, reason }) => ({
      from: instantOfMs(fromMs),
      until: instantOfMs(untilMs),
      reason,
    })),
  );
}
