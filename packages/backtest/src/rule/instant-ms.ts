/** Milliseconds since 1970 UTC of an ISO 8601 instant in UTC. */
import { DAY_MS, parseDay } from '@undertow/market';

const INSTANT = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3})\d*)?Z$/;

/** Throws RangeError for other text. */
export function instantMs(text: string): number {
  const match = INSTANT.exec(text);
  if (match === null) throw new RangeError(`${text} is not an instant such as 2026-11-18T14:30:00Z`);
  const [, day = '', hour, minute, second, fraction = ''] = match;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return parseDay(day) * DAY_MS + seconds * 1000 + Number(fraction.padEnd(3, '0'));
}
