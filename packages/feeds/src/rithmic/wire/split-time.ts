/** Times of the gateway as split nanoseconds since 1970 UTC, in 32-bit integers: no BigInt on the hot path. */
import { SECOND_NS, splitNsToMs } from '@undertow/market';

const HALF_WORD = 65_536;

export interface SplitTime {
  readonly hi: number;
  readonly lo: number;
  readonly ms: number;
}

/** `seconds` below 2^31 and `nanos` below 1e9, both whole and not negative. */
export function splitTime(seconds: number, nanos: number): SplitTime {
  // 2^31 * 1e9 is beyond 2^53: multiplied in halves of 16 bits
  const low = (seconds % HALF_WORD) * SECOND_NS + nanos;
  const high = Math.floor(seconds / HALF_WORD) * SECOND_NS + Math.floor(low / HALF_WORD);
  const hi = Math.floor(high / HALF_WORD) | 0;
  const lo = ((high % HALF_WORD) * HALF_WORD + (low % HALF_WORD)) | 0;
  return { hi, lo, ms: splitNsToMs(hi, lo) };
}

/** Milliseconds since 1970 UTC with a fraction, exact to the microsecond. */
export function splitMs(timeMs: number): SplitTime {
  const micros = Math.floor(timeMs * 1000);
  return splitTime(Math.floor(micros / 1e6), (micros % 1e6) * 1000);
}

/** Below 0 where `a` is before `b`, 0 where they are the same nanosecond. */
export function compareTimes(a: SplitTime, b: SplitTime): number {
  return a.hi === b.hi ? (a.lo >>> 0) - (b.lo >>> 0) : a.hi - b.hi;
}

/** False where one of them is not known. */
export function isSameTime(a: SplitTime | null, b: SplitTime | null): boolean {
  return a !== null && b !== null && compareTimes(a, b) === 0;
}

/** Fields in which messages carry their times. */
export interface TimeFields {
  readonly ssboe?: number;
  readonly usecs?: number;
  readonly sourceSsboe?: number;
  readonly sourceUsecs?: number;
  readonly sourceNsecs?: number;
}

/** The exchange's time where the message has it, else the gateway's; null where it has neither. */
export function messageTime(fields: TimeFields): SplitTime | null {
  const { sourceSsboe = 0, sourceUsecs = 0, ssboe = 0, usecs = 0 } = fields;
  const nanos = fields.sourceNsecs ?? sourceUsecs * 1000;
  if (isTime(sourceSsboe, nanos)) return splitTime(sourceSsboe, nanos);
  return isTime(ssboe, usecs * 1000) ? splitTime(ssboe, usecs * 1000) : null;
}

function isTime(seconds: number, nanos: number): boolean {
  return seconds > 0 && nanos >= 0 && nanos < SECOND_NS;
}
