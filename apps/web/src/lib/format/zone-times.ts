/** Wall-clock times as fields of a form hold them (`2026-11-22T09:30:05`), to instants of a zone and back. */
import { DAY_MS } from '@undertow/market';

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock in the zone showed at an instant, for `<input type="datetime-local" step="1">`. */
export function wallTime(timeMs: number, zone: string): string {
  let format = formats.get(zone);
  if (format === undefined) {
    // The Swedish form is ISO 8601 with a blank
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format.format(timeMs).replace(' ', 'T');
}

/**
 * The instant at which a clock in the zone shows the text; null for text that is no time. Of a repeated hour it is the
 * first, and of an hour that is left out the one as far after it.
 */
export function instantOfWallTime(text: string, zone: string): number | null {
  const asUtcMs = Date.parse(`${text.length === 16 ? `${text}:00` : text}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(asUtcMs)) return null;
  const offsetAt = (timeMs: number): number => Date.parse(`${wallTime(timeMs, zone)}Z`) - timeMs;
  // One day to each side of a change of clocks the offsets are those before and after it
  const offsets = [offsetAt(asUtcMs - DAY_MS), offsetAt(asUtcMs + DAY_MS)];
  const found = offsets.map((offset) => asUtcMs - offset).filter((ms) => offsetAt(ms) === asUtcMs - ms);
  return found.length === 0 ? asUtcMs - (offsets[0] ?? 0) : Math.min(...found);
}
