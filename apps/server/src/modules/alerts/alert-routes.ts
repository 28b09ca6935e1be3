/** Alerts of the signed-in user, as far as their present plan lets them read them. */
import { listAlerts, markAlertRead, markAllAlertsRead } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { requireLicence } from '#http/bind/entitlement.ts';
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

/** Alerts shown in real time under an earlier plan are delayed like all other market data. */
function scopeOf(
  { views, clock }: AlertParts,
  { rules, activeInstrumentIds, access }: Entitlement,
  wanted: number | undefined,
): Omit<AlertScope, 'isOwner'> {
  const { eventTypes } = rules;
  const untilMs = (instrumentId: number): number => {
    const { delaySeconds } = access(instrumentId);
    if (delaySeconds === 0) return Number.MAX_SAFE_INTEGER;
    return views.peek(instrumentId, delaySeconds)?.asOfMs ?? clock.nowMs() - delaySeconds * 1000;
  };
  if (wanted !== undefined && activeInstrumentIds.includes(wanted)) requireLicence(access(wanted), 'events');
  const ids = activeInstrumentIds.filter(
    (id) => (wanted === undefined || id === wanted) && access(id).withheld('events') === null,
  );
  return {
    instruments: ids.map((instrumentId) => ({ instrumentId, untilMs: untilMs(instrumentId) })),
    types: eventTypes,
  };
}

export function bindAlertRoutes(binder: RouteBinder, parts: AlertParts): void {
  const { alerts, entitlements } = parts;

  binder.bindUser(listAlerts, async ({ user, query }) => {
    const entitlement = await entitlements.of(user.userId, user.channel);
    const scope = { ...scopeOf(parts, entitlement, query.instrumentId), isOwner: user.view === undefined };
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
