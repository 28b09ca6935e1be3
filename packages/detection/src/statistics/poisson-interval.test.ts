import { expect, test } from 'vitest';
import { poissonInterval } from './poisson-interval.ts';

test.each([
  [0, 0, 3.689],
  [1, 0.025, 5.572],
  [9, 4.115, 17.085],
  [100, 81.364, 121.627],
])('%i events fit means from %d to %d', (count, low, high) => {
  const interval = poissonInterval(count);
  expect(interval.low).toBeCloseTo(low, 2);
  expect(interval.high).toBeCloseTo(high, 2);
});

test('of many events the interval is that of the normal law', () => {
  const { low, high } = poissonInterval(10_000);
  expect(low).toBeGreaterThan(10_000 - 200);
  expect(low).toBeLessThan(10_000 - 190);
  expect(high).toBeGreaterThan(10_000 + 190);
  expect(high).toBeLessThan(10_000 + 205);
});
