/** The window of a session template on a trading day. */
import type { ExchangeCalendar, SessionBounds } from '#instruments/exchange-calendar.ts';
import type { Instrument } from '#instruments/instrument.ts';

/** Regular hours of the product, or its whole electronic session, which includes them. */
export const SESSION_TEMPLATES = ['RTH', 'ETH'] as const;
export type SessionTemplate = (typeof SESSION_TEMPLATES)[number];

/**
 * `calendar` is the product's (`productCalendar`). Null where regular hours fall away. Throws RangeError when the venue
 * does not trade on that day.
 */
export function sessionWindow(
  template: SessionTemplate,
  instrument: Instrument,
  calendar: ExchangeCalendar,
  tradingDay: string,
): SessionBounds | null {
  return template === 'RTH'
    ? calendar.regularHours(instrument, tradingDay)
    : calendar.sessionBounds(tradingDay);
}
