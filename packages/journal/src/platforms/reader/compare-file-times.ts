/** Order of two times of one file as they are written, without knowing their zone. */
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import type { FileTime } from '#time/file-time.ts';

/** Below zero when `left` is earlier. Both are of the same file, so that offsets written in the rows are subtracted where both have one. */
export function compareFileTimes(left: FileTime, right: FileTime): number {
  const offsets =
    left.offsetMinutes === null || right.offsetMinutes === null
      ? 0
      : right.offsetMinutes - left.offsetMinutes;
  return (
    (dayNumber(left) - dayNumber(right)) * DAY_MS +
    (millisOfDay(left) - millisOfDay(right)) +
    offsets * MINUTE_MS
  );
}

/** Days in a count in which consecutive days differ by one (days from civil, Hinnant). */
export function dayNumber({ year, month, day }: Pick<FileTime, 'year' | 'month' | 'day'>): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  );
}

function millisOfDay({ hour, minute, second, millisecond }: FileTime): number {
  return ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond;
}

/** `YYYY-MM-DD` of a time as it is written. */
export function isoDayOf({ year, month, day }: Pick<FileTime, 'year' | 'month' | 'day'>): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
