/** Pauses between attempts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

const TIMES = { firstRetryMs: 1_000, maxRetryMs: 60_000 };

test('pauses double up to the longest one, and are spread over their second half', () => {
  expect([1, 2, 3, 6, 7, 50].map((attempt) => retryDelayMs(TIMES, attempt, 1))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const delayMs = retryDelayMs(TIMES, attempt, random);
        expect(delayMs).toBeGreaterThanOrEqual(retryDelayMs(TIMES, attempt, 0));
        expect(delayMs).toBeLessThanOrEqual(retryDelayMs(TIMES, attempt, 1));
        expect(retryDelayMs(TIMES, attempt, 0) * 2).toBe(retryDelayMs(TIMES, attempt, 1));
      },
    ),
  );
});
