/**
 * Turns the times of one file into instants: by the row's offset, the file's zone, the answer, or UTC until answered.
 */

import { isZone, offsetOfAbbreviation, utcMsOf } from '#read/values/zones.ts';
import type { FileTime } from '#time/file-time.ts';

type Zone = string | { readonly offsetMinutes: number };

export interface ImportClock {
  /** Milliseconds since 1970 UTC; null for null. */
  instantOf(time: FileTime | null): number | null;
  /** True once a time was read as UTC because its zone is not known. */
  isAssumed(): boolean;
  /** The answer or the file's zone when it is invalid; null otherwise. */
  readonly unknownZone: string | null;
}

export function importClock(fileZone: Zone | null, answeredZone: string | undefined): ImportClock {
  const zone = usable(fileZone) ?? usable(answeredZone ?? null);
  const named = fileZone ?? answeredZone ?? null;
  let assumed = false;
  return {
    instantOf(time) {
      if (time === null) return null;
      if (time.offsetMinutes === null && zone === null) assumed = true;
      return utcMsOf(time, zone ?? 'UTC');
    },
    isAssumed: () => assumed,
    unknownZone: zone === null && typeof named === 'string' ? named : null,
  };
}

/** IANA names as they are, `EST` and `UTC+2` too; null for text that names no zone. */
function usable(zone: Zone | null): Zone | null {
  if (zone === null || typeof zone !== 'string') return zone;
  if (isZone(zone)) return zone;
  const offsetMinutes = offsetOfAbbreviation(zone);
  return offsetMinutes === null ? null : { offsetMinutes };
}
