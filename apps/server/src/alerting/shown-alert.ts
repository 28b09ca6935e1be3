/** What a stored alert shows to its owner, and whether the plan still includes it. */
import { type AlertDto, instantOfMs, unlicensedAccess } from '@undertow/contracts';
import type { AlertRow, DeadAlert } from '#ports/alerts.ts';
import type { Entitlement } from '#ports/entitlements.ts';

/** True when plan, instruments and licence of the owner, as they are now, include the alert on this clock. */
export function concerns(
  { rules, activeInstrumentIds, access }: Entitlement,
  { raised, delaySeconds }: DeadAlert,
): boolean {
  const { instrumentId, eventType, market } = raised.row;
  // An own feed is its owner's in real time, whatever the plan, and licensed to them
  if (market === 'platform') {
    const { delaySeconds: own, withheld } =
      instrumentId === null ? unlicensedAccess(rules.delaySeconds) : access(instrumentId);
    if (own !== delaySeconds || withheld('events') !== null) return false;
  }
  if (eventType !== null && !rules.eventTypes.includes(eventType)) return false;
  return instrumentId === null || activeInstrumentIds.includes(instrumentId);
}

/** The owner's view of it; `rules` are all that matched its event. */
export function shownAlert(
  { userId: _user, eventAtMs, ...row }: AlertRow,
  rules: AlertDto['rules'],
): AlertDto {
  return { ...row, rules, marketAt: eventAtMs === null ? null : instantOfMs(eventAtMs) };
}
