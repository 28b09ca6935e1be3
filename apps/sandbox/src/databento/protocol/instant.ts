/** Instants as clients write them: nanoseconds since 1970 UTC, or ISO 8601. */
import { LineError } from './line-error.ts';

const MAX_NS = 0xffff_ffff_ffff_fffen;
const NS_PER_MS = 1_000_000n;
const NS_DIGITS = 9;
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?$/;

/** Nanoseconds since 1970 UTC; a time without a zone is UTC. Throws `LineError`. */
export function readInstantNs(text: string): bigint {
  if (/^\d{1,20}$/.test(text)) {
    const ns = BigInt(text);
    if (ns <= MAX_NS) return ns;
  }
  const [, day, clock = '00:00', fraction = '', zone = 'Z'] = ISO.exec(text) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}${zone}`);
  if (Number.isNaN(ms)) throw new LineError(`Expected nanoseconds or ISO 8601, got '${text}'`);
  return BigInt(ms) * NS_PER_MS + BigInt(fraction.padEnd(NS_DIGITS, '0'));
}
