/** Times to the millisecond and the microsecond, which only evidence shows. */
import { USER_ZONE, zoneCity } from '#lib/format/times.ts';

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

const MICROS = 1000;

/**
 * `16:51:41.208045` in the user's zone, so many microseconds after an instant: changes of one match event lie closer
 * than a millisecond.
 */
export function formatMicros(fromMs: number, micros: number): string {
  const whole = Math.floor(micros);
  const rest = String(whole % MICROS).padStart(3, '0');
  return `${formatMillis(fromMs + Math.floor(whole / MICROS))}${rest}`;
}

export const ZONE_CITY = zoneCity(USER_ZONE);
