/** When failed deliveries are repeated: never early, never after their day, later each time. */
import { WEBHOOK_RETRY_HOURS } from '@undertow/contracts';
import { HOUR_MS } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextAttemptMs } from './retry-times.ts';

const T = 1_800_000_000_000;
const DAY = WEBHOOK_RETRY_HOURS * HOUR_MS;

/** Delays between attempts until it is given up. */
function delaysOf(chance: number): number[] {
  const delays: number[] = [];
  for (let [nowMs, attempts] = [T, 1]; ; attempts += 1) {
    const nextMs = nextAttemptMs({ attempts, sinceMs: T, nowMs, retryAfterMs: null, chance });
    if (nextMs === null) return delays;
    delays.push(nextMs - nowMs);
    nowMs = nextMs;
  }
}

test('whatever chance says, delays grow, and attempts fill most of a day and end within it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
      const delays = delaysOf(chance);
      expect(delays.toSorted((one, other) => one - other)).toEqual(delays);
      const total = delays.reduce((sum, delay) => sum + delay, 0);
      expect(total).toBeLessThanOrEqual(DAY);
      expect(total).toBeGreaterThan(DAY / 2);
    }),
  );
});

test('a receiver that requests more time gets it, one that requests less does not', () => {
  const tried = { attempts: 1, sinceMs: T, nowMs: T, chance: 0.5 };
  expect(nextAttemptMs({ ...tried, retryAfterMs: 60_000 })).toBe(T + 60_000);
  expect(nextAttemptMs({ ...tried, retryAfterMs: 1 })).toBe(T + 5_000);
});
