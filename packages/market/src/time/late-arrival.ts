/** How late a message may arrive and still count as live, and what that means for delayed views. */
import { MINUTE_MS, NS_PER_MS } from './durations.ts';

/**
 * A message that arrives this much after its exchange time is history: until then it is live, only late. Milliseconds.
 */
export const LATE_ARRIVAL_MS = 10_000;

/** What happened longer ago is no news any more: nobody is alerted to it. As much as the slowest plan is behind. */
export const LATE_NEWS_MS = 15 * MINUTE_MS;

/**
 * True for history that arrives so soon that it has only just arrived in real time: a delay counts from its arrival.
 */
export function isLateArrival(asOfMs: number, arrivedMs: number): boolean {
  return arrivedMs - asOfMs < LATE_ARRIVAL_MS;
}

/**
 * True when the last change of the signal is not after the instant, in milliseconds since 1970 UTC. Nanoseconds are
 * compared: a change that is rounded down to its millisecond would be shown up to a millisecond early.
 */
export function isChangedBy({ updatedNs }: { readonly updatedNs: bigint }, atMs: number): boolean {
  return updatedNs <= BigInt(Math.floor(atMs)) * NS_PER_MS;
}

/**
 * The instant up to which stored signals may be shown to a viewer who is so far behind. Storage has exchange times
 * only: what changed in the last seconds before the viewer's instant may have arrived after it, so it comes from the
 * view's memory, which counts from the arrival.
 */
export function settledMsOf(asOfMs: number, delaySeconds: number): number {
  return delaySeconds === 0 ? asOfMs : asOfMs - LATE_ARRIVAL_MS;
}
