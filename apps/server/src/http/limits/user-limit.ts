/** A limit for costly calls: a number per user within a period. */
import type { ErrorCode } from '@undertow/contracts';
import { TooSoon } from '#failures/app-error.ts';
import type { Clock } from '#ports/clock.ts';

/** Users kept in memory; beyond it the one that called least recently is evicted. */
const MAX_USERS = 10_000;

/**
 * Returns a check that counts the call, and throws `RATE_LIMITED`, or what the call names, beyond `most` calls within
 * `withinMs`.
 */
export function createUserLimit(
  most: number,
  withinMs: number,
  clock: Clock,
  refusal: ErrorCode = 'RATE_LIMITED',
): (userId: string) => void {
  const calls = new Map<string, readonly number[]>();
  return (userId) => {
    const nowMs = clock.nowMs();
    const recent = (calls.get(userId) ?? []).filter((atMs) => nowMs - atMs < withinMs);
    const [first = nowMs] = recent;
    if (recent.length >= most) throw new TooSoon(refusal, first + withinMs - nowMs);
    calls.delete(userId);
    calls.set(userId, [...recent, nowMs]);
    const [oldest] = calls.keys();
    if (calls.size > MAX_USERS && oldest !== undefined) calls.delete(oldest);
  };
}
