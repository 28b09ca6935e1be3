import { type MatchEvent, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, HandTape } from '#testing/hand-tape.ts';
import { OrderClock } from './order-clock.ts';

test('an order is dated by its id, to a second; what is older than the memory is not', () => {
  const clock = new OrderClock();
  const times: number[] = [];
  const tape = new HandTape('L3', []);
  tape.pipeline.onMatch = (event: MatchEvent): void => {
    clock.read(event);
    times.push(event.timeMs);
  };
  for (let n = 0; n < 1200; n += 1) tape.event(add(1000 + 10 * n, SIDE_BID, 4000, 1)).wait(1000);
  expect(clock.placedMs(0, 1000 + 10 * 900)).toBeCloseTo(times[900] ?? Number.NaN, -3);
  expect(clock.placedMs(0, 1000 + 10 * 900 - 5)).toBeCloseTo(times[900] ?? Number.NaN, -3);
  expect(clock.placedMs(0, 1000 + 10)).toBe(Number.NEGATIVE_INFINITY);
  clock.clear();
  expect(clock.placedMs(0, 1000 + 10 * 900)).toBe(Number.NEGATIVE_INFINITY);
});
