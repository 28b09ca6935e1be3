/** The limit of costly calls: how many within a period, and when the next one is accepted. */
import { epochMs } from '@undertow/market';
import { expect, test } from 'vitest';
import { TooSoon } from '#failures/app-error.ts';
import { createUserLimit } from './user-limit.ts';

test('a call too many returns after how many seconds the next one is accepted', () => {
  let nowMs = 1_000_000;
  const mayCall = createUserLimit(2, 60_000, { nowMs: () => epochMs(nowMs) });
  mayCall('a');
  nowMs += 20_000;
  mayCall('a');
  nowMs += 10_000;
  const refusal = (() => {
    try {
      mayCall('a');
    } catch (error) {
      return error;
    }
    return null;
  })();
  expect(refusal).toBeInstanceOf(TooSoon);
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 30 });
  mayCall('b');
  nowMs += 30_000;
  expect(() => mayCall('a')).not.toThrow();
});
