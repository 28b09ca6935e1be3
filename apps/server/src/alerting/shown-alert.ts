/** What a stored alert shows to its owner, and whether the plan still includes it. */
import { type AlertDto, instantOfMs } from '@undertow/contracts';
import type { AlertRow, DeadAlert } from '#ports/alerts.ts';
import type { Entitlement } from '#ports/entitlements.ts';

/** True when plan and instruments of the owner, as they are now, include the alert on this clock. */
export function concerns(
  { rules, activeInstrumentIds }: Entitlement,
  { raised, delaySeconds }: DeadAlert,
): boolean {
  const { instrumentId, eventType, market } = raised.row;
  // An own feed is its owner's in real time, whatever the plan
  if (market === 'platform' && rules.delaySeconds !== delaySeconds) return false;
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
