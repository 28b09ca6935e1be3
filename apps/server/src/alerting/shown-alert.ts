/** What a stored alert shows to its person, and whether the plan still includes it. */
import { instantOfMs } from '@undertow/contracts';
import type { AlertRow, DeadAlert } from '#alert-dependencies.ts';
import type { Entitlement } from '#dependencies.ts';

/** True when plan and instruments of the owner, as they are now, include the alert on this clock. */
export function concerns(
  { rules, activeInstrumentIds }: Entitlement,
  { raised, delaySeconds }: DeadAlert,
): boolean {
  const { instrumentId, eventType } = raised.row;
  if (rules.delaySeconds !== delaySeconds) return false;
  if (eventType !== null && !rules.eventTypes.includes(eventType)) return false;
  return instrumentId === null || activeInstrumentIds.includes(instrumentId);
}

/** What its owner reads. */
export function shownAlert({ userId: _user, eventType: _type, eventAtMs, ...row }: AlertRow) {
  // The names of its rules come with the list, which a page reads again right after
  return { ...row, rules: [], marketAt: eventAtMs === null ? null : instantOfMs(eventAtMs) };
}
