/**
 * Zone of Rithmic's times: R|Trader Pro writes the computer's zone as an abbreviation into the header, `Update Time
 * (EDT)`.
 */

import { dayNumber } from '#platforms/reader/compare-file-times.ts';
import { offsetOfAbbreviation } from '#read/values/zones.ts';
import type { FileTime } from '#time/file-time.ts';

/** Regions, because one abbreviation covers rows of summer and winter. R is Windows' Romance time (Paris, Madrid). */
const REGIONS: Readonly<Record<string, string>> = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
  R: 'Europe/Paris',
};

export interface HeaderZone {
  readonly zone: string | { readonly offsetMinutes: number } | null;
  readonly warning: string | null;
}

/**
 * Zone that the header names, null where it names none or contradicts the dates below it. `times` are those of the
 * rows.
 */
export function zoneOfHeader(header: string, times: readonly FileTime[]): HeaderZone {
  const name = /\(([^)]+)\)/.exec(header)?.[1]?.trim().toUpperCase() ?? '';
  const region = REGIONS[/^([ECMPR])[SD]T$/.exec(name)?.[1] ?? ''];
  const offsetMinutes = offsetOfAbbreviation(name);
  const fixed = offsetMinutes === null ? null : { offsetMinutes };
  if (region === undefined) return { zone: fixed, warning: null };
  const keepsStandardTime = /^[ECMP]ST$/.test(name) && times.length > 0 && times.every(isAmericanSummer);
  if (!keepsStandardTime) return { zone: region, warning: null };
  return /^[CP]/.test(name) ? { zone: null, warning: foreignWarning(name) } : { zone: fixed, warning: null };
}

/**
 * Standard time on summer days: in the east and in the mountains there are places without daylight time; CST is China's
 * too.
 */
function foreignWarning(name: string): string {
  return `The header says ${name}, but on these days the United States had daylight time: the computer may have been set to another zone of that name, such as China Standard Time. Choose the zone.`;
}

/** Second Sunday of March to first Sunday of November (Energy Policy Act of 2005). */
function isAmericanSummer(time: FileTime): boolean {
  const day = dayNumber(time);
  return day > sundayOf(time.year, 3, 2) && day < sundayOf(time.year, 11, 1);
}

/** Day number of the n-th Sunday of a month. 1970-01-01, a Thursday, is day 719468 of the count. */
function sundayOf(year: number, month: number, nth: number): number {
  const first = dayNumber({ year, month, day: 1 });
  const weekday = (first - 719_468 + 4) % 7;
  return first + ((7 - weekday) % 7) + (nth - 1) * 7;
}
