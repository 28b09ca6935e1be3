/** The exchange's zone: US Central time with daylight saving by the rule in force since 2007. */

import { civilFromDays, nthWeekday, utcDayOf } from './civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

const STANDARD_OFFSET_MS = -6 * HOUR_MS;
const DAYLIGHT_OFFSET_MS = -5 * HOUR_MS;
/** Clocks change at 02:00 local: 08:00 UTC in March (from standard time), 07:00 UTC in November (from daylight time). */
const START_OF_DAY_UTC_MS = 8 * HOUR_MS;
const END_OF_DAY_UTC_MS = 7 * HOUR_MS;

/** Milliseconds to add to a UTC instant to get Chicago's wall clock: -6 h, or -5 h from March to November. */
export function chicagoOffsetMs(timeMs: number): number {
  const { year } = civilFromDays(utcDayOf(timeMs));
  const start = nthWeekday(year, 3, 0, 2) * DAY_MS + START_OF_DAY_UTC_MS;
  const end = nthWeekday(year, 11, 0, 1) * DAY_MS + END_OF_DAY_UTC_MS;
  return timeMs >= start && timeMs < end ? DAYLIGHT_OFFSET_MS : STANDARD_OFFSET_MS;
}

/** Day number and minute of the day on Chicago's wall clock. */
export function chicagoClock(timeMs: number): { day: number; minute: number } {
  const localMs = timeMs + chicagoOffsetMs(timeMs);
  const day = Math.floor(localMs / DAY_MS);
  return { day, minute: Math.floor((localMs - day * DAY_MS) / MINUTE_MS) };
}

/** UTC instant of a wall-clock minute of a day in Chicago. The hour that clocks skip maps one hour later. */
export function chicagoToUtcMs(day: number, minute: number): number {
  const localMs = day * DAY_MS + minute * MINUTE_MS;
  const daylight = localMs - DAYLIGHT_OFFSET_MS;
  if (chicagoOffsetMs(daylight) === DAYLIGHT_OFFSET_MS) return daylight;
  return localMs - STANDARD_OFFSET_MS;
}
