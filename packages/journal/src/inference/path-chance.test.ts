/** How often a path of resampled days ends in a certain way, where the chance is known. */
import { expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { chanceOfPath } from './path-chance.ts';

const chance = (days: number, walk: (nextDay: () => number) => boolean, seed = 1) =>
  chanceOfPath(days, walk, new SeededRandom(seed));

test('what always happens has a chance of one, what never happens of none, both without a range', () => {
  expect(chance(30, () => true)).toEqual({ value: 1, ci95: [1, 1], days: 30 });
  expect(chance(30, () => false)).toEqual({ value: 0, ci95: [0, 0], days: 30 });
});

test('a path of one day ends as often as the record has such days', () => {
  const { value, ci95 } = chance(100, (nextDay) => nextDay() < 25);
  // 2,000 paths: a standard error of one point.
  expect(value).toBeGreaterThan(0.21);
  expect(value).toBeLessThan(0.29);
  // Other records of 100 days: 0.25 -/+ 8.5 points, and the noise of 100 paths each.
  expect(ci95[0]).toBeGreaterThan(0.08);
  expect(ci95[0]).toBeLessThan(0.2);
  expect(ci95[1]).toBeGreaterThan(0.3);
  expect(ci95[1]).toBeLessThan(0.42);
});

test('a longer record has a narrower range', () => {
  const width = (days: number): number => {
    const { ci95 } = chance(days, (nextDay) => {
      // The average of many days, so that the noise of the paths is small.
      let sum = 0;
      for (let at = 0; at < 200; at++) sum += nextDay() < days / 2 ? 1 : 0;
      return sum > 104;
    });
    return ci95[1] - ci95[0];
  };
  expect(width(1000)).toBeLessThan(width(30));
});

test('days are drawn independently with replacement, each as often as the others', () => {
  const counts = new Float64Array(5);
  let both = 0;
  let paths = 0;
  chance(5, (nextDay) => {
    const [first, second] = [nextDay(), nextDay()];
    if (paths < 2000) {
      counts[first]! += 1;
      if (first === second) both += 1;
    }
    paths += 1;
    return true;
  });
  for (const count of counts) expect(Math.abs(count - 400)).toBeLessThan(75);
  expect(Math.abs(both - 400)).toBeLessThan(75);
  // 2,000 for the value and 100 of each of 200 records for its range.
  expect(paths).toBe(22_000);
});

test('the same seed gives the same answer', () => {
  const walk = (nextDay: () => number): boolean => nextDay() + nextDay() > 30;
  expect(chance(30, walk)).toEqual(chance(30, walk));
  expect(chance(30, walk, 2)).not.toEqual(chance(30, walk));
});
