/** Swings by directional change: an extreme counts once price has returned by theta, and until it is broken. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Swings } from './swings.ts';

const T = 1_000_000.25;

function swingsOf(prices: readonly number[], theta = 4): Swings {
  const swings = new Swings();
  for (const [at, price] of prices.entries()) swings.add(T + at, price, theta);
  return swings;
}
const pricesOf = (swings: Swings): number[] =>
  Array.from({ length: swings.count - swings.firstNumber }, (_, at) =>
    swings.priceTicksOf(swings.firstNumber + at),
  );

test('before the first price nothing is known', () => {
  const swings = new Swings();
  expect([swings.count, swings.firstNumber]).toEqual([0, 0]);
  expect([swings.legExtremeTicks, swings.legStartTicks, swings.legStartMs].every(Number.isNaN)).toBe(true);
});

test('a high is confirmed by a return of theta, and dated when it was made', () => {
  const almost = swingsOf([100, 110, 107]);
  expect(almost.count).toBe(0);
  const swings = swingsOf([100, 110, 106]);
  expect([swings.count, swings.priceTicksOf(0), swings.timeMsOf(0)]).toEqual([1, 110, T + 1]);
  expect([swings.isRising, swings.legExtremeTicks, swings.legExtremeMs]).toEqual([false, 106, T + 2]);
  expect([swings.legStartTicks, swings.legStartMs]).toEqual([110, T + 1]);
});

test('of equal highs the first is the swing', () => {
  expect(swingsOf([100, 110, 108, 110, 106]).timeMsOf(0)).toBe(T + 1);
});

test('lows are highs of the mirrored prices', () => {
  const prices = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(prices, (some) => {
      // The first leg is taken as rising: a fall of theta begins both alike
      const one = swingsOf([100, 96, ...some]);
      const mirrored = swingsOf([-100, -104, -96, ...some.map((price) => -price)]);
      const [own, other] = [one, mirrored].map((swings) => pricesOf(swings).map(Math.abs)) as [
        number[],
        number[],
      ];
      const length = Math.min(own.length, other.length);
      expect(own.slice(own.length - length + 1)).toEqual(other.slice(other.length - length + 1));
    }),
  );
});

test('highs and lows take turns, at least theta apart', () => {
  const prices = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 12 }), (some, theta) => {
      const found = pricesOf(swingsOf(some, theta));
      for (let at = 1; at < found.length; at += 1) {
        const change = found[at]! - found[at - 1]!;
        expect(Math.abs(change)).toBeGreaterThanOrEqual(theta);
        if (at > 1) expect(Math.sign(change)).toBe(-Math.sign(found[at - 1]! - found[at - 2]!));
      }
    }),
  );
});

test('a high is unbroken until price trades above it, not at it', () => {
  const swings = swingsOf([100, 110, 106, 110, 105]);
  expect(swings.unbrokenHighs(5, T + 99)).toEqual([
    { priceTicks: 110, timeMs: T + 1 },
    { priceTicks: 110, timeMs: T + 3 },
  ]);
  swings.add(T + 5, 111, 4);
  expect(swings.unbrokenHighs(5, T + 99)).toEqual([]);
  // At the instant of the break they were still whole
  expect(swings.unbrokenHighs(5, T + 5)).toHaveLength(2);
});

test('the newest unbroken lows come oldest first, and not more than requested', () => {
  const swings = swingsOf([100, 104, 90, 95, 91, 96, 92, 97]);
  expect(swings.unbrokenLows(2, T + 99).map(({ priceTicks }) => priceTicks)).toEqual([91, 92]);
  expect(swings.unbrokenLows(9, T + 99).map(({ priceTicks }) => priceTicks)).toEqual([90, 91, 92]);
  expect(swings.unbrokenHighs(9, T + 99).map(({ priceTicks }) => priceTicks)).toEqual([104]);
});

test('a hole in the feed forgets the running leg and keeps the confirmed swings', () => {
  const swings = swingsOf([100, 110, 106]);
  swings.interrupt();
  expect(swings.legExtremeTicks).toBeNaN();
  swings.add(T + 10, 50, 4);
  expect([swings.count, swings.legExtremeTicks]).toEqual([1, 50]);
});

test('four hundred swings can be read, the newest', () => {
  const swings = swingsOf(Array.from({ length: 1000 }, (_, at) => (at % 2 === 0 ? 0 : 10) + (at % 7)));
  expect(swings.count).toBeGreaterThan(400);
  expect(swings.count - swings.firstNumber).toBe(400);
});
