/** Alerts of the signed-in user, as far as his plan of this moment lets him read them. */
import { listAlerts, markAlertRead, markAllAlertsRead } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { AlertScope, AlertStore } from '#ports/alerts.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { LiveViews } from '#ports/live-views.ts';

const NEWEST = 100;

export interface AlertParts {
  readonly alerts: AlertStore;
  readonly entitlements: Entitlements;
  readonly views: LiveViews;
  readonly clock: Clock;
}

/** What was told in real time under an earlier plan stays as far away as everything else of the market. */
function scopeOf(
  { views, clock }: AlertParts,
  { rules, activeInstrumentIds }: Entitlement,
  asked: number | undefined,
): AlertScope {
  const { delaySeconds, eventTypes } = rules;
  const untilMs = (instrumentId: number): number => {
    if (delaySeconds === 0) return Number.MAX_SAFE_INTEGER;
    return views.peek(instrumentId, delaySeconds)?.asOfMs ?? clock.nowMs() - delaySeconds * 1000;
  };
  const ids = activeInstrumentIds.filter((id) => asked === undefined || id === asked);
  return {
    instruments: ids.map((instrumentId) => ({ instrumentId, untilMs: untilMs(instrumentId) })),
    types: eventTypes,
  };
}

export function bindAlertRoutes(binder: RouteBinder, parts: AlertParts): void {
  const { alerts, entitlements } = parts;

  binder.bindUser(listAlerts, async ({ user, query }) => {
    const entitlement = await entitlements.of(user.userId);
    const scope = scopeOf(parts, entitlement, query.instrumentId);
    return [...(await alerts.list(user.userId, scope, NEWEST, query.before))];
  });

  binder.bindUser(markAllAlertsRead, async ({ user }) => {
    await alerts.markAllRead(user.userId);
    return OK;
  });

  binder.bindUser(markAlertRead, async ({ user, params }) => {
    if (!(await alerts.markRead(user.userId, params.id))) throw new AppError('NOT_FOUND');
    return OK;
  });
}
