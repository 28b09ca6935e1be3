/** An instant as a whole number of milliseconds since 1970 UTC: what clocks return, integer columns store and the wire carries. */
import { NS_PER_MS } from './durations.ts';

declare const wholeMs: unique symbol;

/** A number that `epochMs` made whole. A plain number cannot be assigned to it, and arithmetic on it gives a plain number. */
export type EpochMs = number & { readonly [wholeMs]: true };

/** The millisecond that the instant lies in. Refuses what is no instant, so that it never reaches a store. */
export function epochMs(ms: number): EpochMs {
  const whole = Math.floor(ms);
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not an instant in milliseconds: ${ms}`);
  return whole as EpochMs;
}

/** The millisecond that an instant in nanoseconds lies in, before 1970 too: division alone rounds towards zero. */
export function epochMsOfNs(ns: bigint): EpochMs {
  const whole = ns / NS_PER_MS;
  return epochMs(Number(ns % NS_PER_MS < 0n ? whole - 1n : whole));
}
