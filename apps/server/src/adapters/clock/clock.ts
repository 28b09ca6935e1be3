/** The server's clock: wall time read once, then moved by the monotonic timer, so that a jump of the machine's clock moves no delay. */
import { epochMs, MINUTE_MS } from '@undertow/market';
import type { Clock } from '#ports/clock.ts';

/** A clock anchored now. Long drift against the wall clock is followed by slewing, never by a jump. */
export function createClock(
  wallMs: () => number = Date.now,
  monotonicMs: () => number = () => performance.now(),
): Clock {
  let anchorWallMs = wallMs();
  let anchorMonotonicMs = monotonicMs();

  // NTP corrects wall clocks by fractions of a percent; more than that means that the clock was set.
  const SLEW = 0.0005;

  function slewedMs(): number {
    const elapsedMs = monotonicMs() - anchorMonotonicMs;
    const predictedMs = anchorWallMs + elapsedMs;
    if (elapsedMs < MINUTE_MS) return predictedMs;
    const allowedMs = elapsedMs * SLEW;
    const driftMs = wallMs() - predictedMs;
    anchorWallMs = predictedMs + Math.max(-allowedMs, Math.min(allowedMs, driftMs));
    anchorMonotonicMs += elapsedMs;
    return anchorWallMs;
  }

  // The anchor keeps its fraction, so that the slew does not lose one with each step
  return { nowMs: () => epochMs(slewedMs()) };
}
