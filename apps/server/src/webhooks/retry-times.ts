/** When a failed delivery is tried again: soon at first, later each time, spread by chance, for a day. */
import { WEBHOOK_RETRY_HOURS } from '@undertow/contracts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@undertow/market';

/** After the first attempt, the second and so on; the last one is repeated. Together about a day. */
const DELAYS_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
];
/** Share of a delay by which chance shortens or lengthens it, so that receivers that return are not met by all at once. */
const SPREAD = 0.2;

interface Tried {
  readonly attempts: number;
  readonly sinceMs: number;
  readonly nowMs: number;
  /** The wait that the receiver requested; null where it did not. */
  readonly retryAfterMs: number | null;
  /** From 0 to 1. */
  readonly chance: number;
}

/** The next attempt; null where the day is over by then. */
export function nextAttemptMs({ attempts, sinceMs, nowMs, retryAfterMs, chance }: Tried): number | null {
  const delayMs = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1] ?? SECOND_MS;
  const spreadMs = delayMs * (1 - SPREAD + 2 * SPREAD * chance);
  const nextMs = Math.round(nowMs + Math.max(spreadMs, retryAfterMs ?? 0));
  return nextMs - sinceMs > WEBHOOK_RETRY_HOURS * HOUR_MS ? null : nextMs;
}
