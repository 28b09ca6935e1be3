/** Alerts of the signed-in user. */
import { listAlerts, markAlertRead, markAllAlertsRead } from '@undertow/contracts';
import type { AlertStore } from '#dependencies.ts';
import { AppError } from '#http/app-error.ts';
import { OK, type RouteBinder } from '#http/bind-route.ts';

const NEWEST = 100;

export function bindAlertRoutes(binder: RouteBinder, alerts: AlertStore): void {
  binder.bindUser(listAlerts, async ({ user, query }) => [
    ...(await alerts.list(user.userId, query.instrumentId ?? null, NEWEST)),
  ]);

  binder.bindUser(markAllAlertsRead, async ({ user }) => {
    await alerts.markAllRead(user.userId);
    return OK;
  });

  binder.bindUser(markAlertRead, async ({ user, params }) => {
    if (!(await alerts.markRead(user.userId, params.id))) throw new AppError('NOT_FOUND');
    return OK;
  });
}
