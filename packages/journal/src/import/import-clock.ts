/**
 * Turns the times of one file into instants: by the row's offset, the file's zone, the answer, or UTC until answered.
 */
import { isZone, offsetOfAbbreviation, utcMsOf } from '#read/values/zones.ts';
import type { FileTime } from '#time/file-time.ts';

type Zone = string | { readonly offsetMinutes: number };

export class ImportClock {
  readonly #zone: Zone | null;
  #assumed = false;
  /** The answer or the file's zone when it is invalid; null otherwise. */
  readonly unknownZone: string | null;

  constructor(fileZone: Zone | null, answeredZone: string | undefined) {
    this.#zone = usable(fileZone) ?? usable(answeredZone ?? null);
    const named = fileZone ?? answeredZone ?? null;
    this.unknownZone = this.#zone === null && typeof named === 'string' ? named : null;
  }

  /** True once a time was read as UTC because its zone is not known. */
  get isAssumed(): boolean {
    return this.#assumed;
  }

  /** Milliseconds since 1970 UTC; null for null. */
  instantOf(time: FileTime | null): number | null {
    if (time === null) return null;
    if (time.offsetMinutes === null && this.#zone === null) this.#assumed = true;
    return utcMsOf(time, this.#zone ?? 'UTC');
  }
}

/** IANA names as they are, `EST` and `UTC+2` too; null for text that names no zone. */
function usable(zone: Zone | null): Zone | null {
  if (zone === null || typeof zone !== 'string') return zone;
  if (isZone(zone)) return zone;
  const offsetMinutes = offsetOfAbbreviation(zone);
  return offsetMinutes === null ? null : { offsetMinutes };
}
