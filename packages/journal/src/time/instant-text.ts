/** Instants as ISO 8601 text in UTC, without the platform's clock. */
import { DAY_MS, dayString, HOUR_MS, MINUTE_MS, utcDayOf } from '@undertow/market';

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-03-02T14:31:05.000Z` of milliseconds since 1970 UTC, as `Date.prototype.toISOString` writes it. */
export function isoOf(timeMs: number): string {
  const day = utcDayOf(timeMs);
  const inDay = timeMs - day * DAY_MS;
  const hour = Math.floor(inDay / HOUR_MS);
  const minute = Math.floor(inDay / MINUTE_MS) % 60;
  const second = Math.floor(inDay / 1000) % 60;
  const milli = String(Math.floor(inDay % 1000)).padStart(3, '0');
  return `${dayString(day)}T${two(hour)}:${two(minute)}:${two(second)}.${milli}Z`;
}

/** Year and month (1 to 12) of a day number since 1970-01-01. */
export function yearMonthOf(day: number): { readonly year: number; readonly month: number } {
  const text = dayString(day);
  return { year: Number(text.slice(0, -6)), month: Number(text.slice(-5, -3)) };
}
