/** Administrative days: midnight to midnight in London. */
import { DAY_MS, dayString, HOUR_MS, parseDay, utcDayOf } from '@undertow/market';

/** Clocks go forward and back at 01:00 UTC on the last Sundays of March and October. */
function lastSundayMs(year: number, month: '03' | '10'): number {
  // Both months have 31 days; day 0 of the count, 1 January 1970, was a Thursday
  const last = parseDay(`${year}-${month}-31`);
  return (last - ((last + 4) % 7)) * DAY_MS + HOUR_MS;
}

function offsetMs(atMs: number): number {
  const year = Number(dayString(utcDayOf(atMs)).slice(0, 4));
  return atMs >= lastSundayMs(year, '03') && atMs < lastSundayMs(year, '10') ? HOUR_MS : 0;
}

/** The day in London of an instant, `YYYY-MM-DD`. */
export function londonDayOf(atMs: number): string {
  return dayString(utcDayOf(atMs + offsetMs(atMs)));
}

/** When a day begins in London, milliseconds since 1970 UTC. */
export function londonMidnightMs(day: string): number {
  const utcMs = parseDay(day) * DAY_MS;
  return utcMs - offsetMs(utcMs);
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return dayString(parseDay(day) + days);
}
