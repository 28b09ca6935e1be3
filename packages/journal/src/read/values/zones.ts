/** Local times of files to instants: IANA zones by the platform's own tables, with a cache for files of many rows. */
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import type { FileTime } from '#time/file-time.ts';

/** Enough days for sixty years of one zone; a file of impossible range only empties the cache. */
const MAX_CACHED_DAYS = 22_000;

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  /** Minutes east of UTC by day since 1970 UTC, where the whole day has one offset. */
  readonly offsets: Map<number, number>;
}

const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  if (clocks.size > 1_000) clocks.clear();
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    year: 'numeric',
  });
  const made = { format, offsets: new Map<number, number>() };
  clocks.set(zone, made);
  return made;
}

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2}))?/;

function offsetAt(clock: ZoneClock, utcMs: number): number {
  const match = OFFSET.exec(clock.format.format(utcMs));
  if (match?.[1] === undefined) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

/** Offset at an instant; a day with the same offset at both ends is computed once. */
function cachedOffsetAt(clock: ZoneClock, utcMs: number): number {
  const day = Math.floor(utcMs / DAY_MS);
  const cached = clock.offsets.get(day);
  if (cached !== undefined) return cached;
  const start = offsetAt(clock, day * DAY_MS);
  if (start !== offsetAt(clock, (day + 1) * DAY_MS)) return offsetAt(clock, utcMs);
  if (clock.offsets.size > MAX_CACHED_DAYS) clock.offsets.clear();
  clock.offsets.set(day, start);
  return start;
}

/** Days from 1970-01-01 to a day of the Gregorian calendar (algorithm of H. Hinnant, days_from_civil). */
export function daysSince1970(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function localMsOf(time: FileTime): number {
  return (
    daysSince1970(time.year, time.month, time.day) * DAY_MS +
    (time.hour * 60 + time.minute) * MINUTE_MS +
    time.second * 1_000 +
    time.millisecond
  );
}

/**
 * Milliseconds since 1970 UTC of a file's local time. The offset in the row takes precedence over the zone. A time in
 * the repeated autumn hour is its first occurrence unless `second` is requested; a time in the skipped spring hour
 * moves one hour later. Throws RangeError for a zone that `isZone` rejects.
 */
export function utcMsOf(
  time: FileTime,
  zone: string | { readonly offsetMinutes: number },
  occurrence: 'first' | 'second' = 'first',
): number {
  const localMs = localMsOf(time);
  if (time.offsetMinutes !== null) return localMs - time.offsetMinutes * MINUTE_MS;
  if (typeof zone !== 'string') return localMs - zone.offsetMinutes * MINUTE_MS;
  const clock = clockOf(zone);
  const before = cachedOffsetAt(clock, localMs - DAY_MS);
  const after = cachedOffsetAt(clock, localMs + DAY_MS);
  const earlier = localMs - before * MINUTE_MS;
  if (before === after) return earlier;
  const later = localMs - after * MINUTE_MS;
  const earlierHolds = cachedOffsetAt(clock, earlier) === before;
  const laterHolds = cachedOffsetAt(clock, later) === after;
  if (earlierHolds && laterHolds)
    return occurrence === 'first' ? Math.min(earlier, later) : Math.max(earlier, later);
  // Neither holds in the skipped hour: the offset of before the change puts the time one hour after it.
  return laterHolds ? later : earlier;
}

/** Whether the text is a zone that times can be converted with, for example `America/Chicago` or `UTC`. */
export function isZone(text: string): boolean {
  if (text === '' || text.length > 64) return false;
  try {
    clockOf(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Minutes east of UTC by abbreviation. R|Trader forms them from the initials of the Windows zone (`RDT` is Romance
 * Daylight Time, Paris in summer); `CST` and `IST` mean Chicago and India here.
 */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  AST: -240,
  ADT: -180,
  NST: -210,
  NDT: -150,
  BRT: -180,
  ART: -180,
  BST: 60,
  WEST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  CEDT: 120,
  WEDT: 120,
  RST: 60,
  RDT: 120,
  GDT: 60,
  EET: 120,
  EEST: 180,
  EEDT: 180,
  FDT: 180,
  MSK: 180,
  TRT: 180,
  SAST: 120,
  IST: 330,
  SGT: 480,
  HKT: 480,
  JST: 540,
  KST: 540,
  AWST: 480,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
};

const NUMERIC_OFFSET = /^(?:UTC|GMT)? ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?$/;

/** Minutes east of UTC of `EDT`, `CST`, `UTC+2`, `GMT-03:30`, `+0200`; null for anything else. */
export function offsetOfAbbreviation(text: string): number | null {
  const word = text.trim().toUpperCase().replace('−', '-');
  const known = Object.hasOwn(ABBREVIATIONS, word) ? ABBREVIATIONS[word] : undefined;
  if (known !== undefined) return known;
  const match = NUMERIC_OFFSET.exec(word);
  if (match === null) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return minutes > 14 * 60 ? null : match[1] === '-' ? -minutes : minutes;
}
