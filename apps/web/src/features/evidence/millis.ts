/** Times to the millisecond, which only evidence shows. */
import { USER_ZONE, zoneCity } from '#lib/times.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: USER_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** `16:51:41.208` in the user's zone. */
export function formatMillis(timeMs: number): string {
  return clock.format(timeMs);
}

/** City of the user's zone. */
export const ZONE_CITY = zoneCity(USER_ZONE);
