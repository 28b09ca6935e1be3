/** For tests: the product's clock over a time that the test moves, which lies between two milliseconds as machines' times do. */
import { epochMs } from '@undertow/market';
import type { Clock } from '#ports/clock.ts';

/** What a raw clock reads beyond the whole millisecond. */
export const RAW_FRACTION_MS = 0.6328125;

export function testClock(wholeMs: () => number): Clock {
  return { nowMs: () => epochMs(wholeMs() + RAW_FRACTION_MS) };
}
