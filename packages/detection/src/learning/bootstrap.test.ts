/** Intervals over sessions: their ends are quantiles of a known law, and only sessions are resampled. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionBootstrap } from './bootstrap.ts';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** P(X <= k) of X hits among n draws with a chance of p. */
function binomialUpTo(k: number, n: number, p: number): number {
  let sum = 0;
  let choose = 1;
  for (let hits = 0; hits <= k; hits += 1) {
    sum += choose * p ** hits * (1 - p) ** (n - hits);
    choose = (choose * (n - hits)) / (hits + 1);
  }
  return sum;
}

/** The least number of hits that is not exceeded with a probability. */
function binomialQuantile(probability: number, n: number, p: number): number {
  for (let k = 0; ; k += 1) if (binomialUpTo(k, n, p) >= probability) return k;
}

test.each([
  [10, 1],
  [12, 4],
  [20, 10],
  [15, 13],
])('of %i sessions of which %i hit, the ends are those of the binomial law', (all, hits) => {
  const sessions = Array.from({ length: all }, (_, at) => (at < hits ? 1 : 0));
  const { low, high } = sessionBootstrap(sessions, mean, 3, 1500);
  // Draws of 1,500 are off by a hit at most where the law steps at the quantile
  expect(Math.abs(low * all - binomialQuantile(0.025, all, hits / all))).toBeLessThanOrEqual(1);
  expect(Math.abs(high * all - binomialQuantile(0.975, all, hits / all))).toBeLessThanOrEqual(1);
});

test('about one draw in forty lies below the lower end and as many above the upper', () => {
  const sessions = Array.from({ length: 60 }, (_, at) => (at * 37) % 60);
  const { low, high } = sessionBootstrap(sessions, mean, 11, 4000);
  // Deviation of the mean of sixty numbers from 0 to 59: 17.3 / sqrt(60). Of 4,000 draws an end is off by 0.04 of it
  const sigma = Math.sqrt((60 ** 2 - 1) / 12 / 60);
  expect(Math.abs((29.5 - low) / sigma - 1.96)).toBeLessThan(0.12);
  expect(Math.abs((high - 29.5) / sigma - 1.96)).toBeLessThan(0.12);
});

test('each draw has as many sessions as there are, each of them one of those given', () => {
  const drawn = new Set<string>();
  sessionBootstrap(
    ['a', 'b', 'c'],
    (chosen) => {
      drawn.add(chosen.join(''));
      return 0;
    },
    1,
  );
  expect([...drawn].filter((chosen) => !/^[abc]{3}$/.test(chosen))).toEqual([]);
  // All 27 ordered draws of three come up in a thousand, with replacement
  expect(drawn.size).toBe(27);
});

test('the figure is taken of as many draws as are wanted, a thousand by default', () => {
  const countOf = (resamples?: number): number => {
    let calls = 0;
    sessionBootstrap([1, 2], () => (calls += 1), 1, resamples);
    return calls;
  };
  expect([countOf(), countOf(300), countOf(1)]).toEqual([1000, 300, 1]);
});

test('one session leaves no doubt, and none leaves nothing', () => {
  expect(sessionBootstrap([7], mean, 1)).toEqual({ low: 7, high: 7 });
  expect(sessionBootstrap<number>([], mean, 1)).toEqual({ low: Number.NaN, high: Number.NaN });
});

test('draws in which the figure is unknown are left out, and where all are there is no interval', () => {
  const known = (chosen: readonly number[]): number => (chosen.every((one) => one === 0) ? Number.NaN : 5);
  expect(sessionBootstrap([0, 1], known, 1)).toEqual({ low: 5, high: 5 });
  expect(sessionBootstrap([0, 0], known, 1)).toEqual({ low: Number.NaN, high: Number.NaN });
});

test('the same seed gives the same ends, another one others', () => {
  const sessions = [3, 1, 4, 1, 5, 9, 2, 6];
  expect(sessionBootstrap(sessions, mean, 5)).toEqual(sessionBootstrap(sessions, mean, 5));
  const ends = new Set([1, 2, 3, 4, 5].map((seed) => sessionBootstrap(sessions, mean, seed, 50).low));
  expect(ends.size).toBeGreaterThan(1);
});

test('ends are in order, inside what sessions had, and follow a change of units', () => {
  const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 99 }), (sessions, seed) => {
      const { low, high } = sessionBootstrap(sessions, mean, seed, 40);
      expect(low).toBeLessThanOrEqual(high);
      expect(low).toBeGreaterThanOrEqual(Math.min(...sessions) - 1e-9);
      expect(high).toBeLessThanOrEqual(Math.max(...sessions) + 1e-9);
      const scaled = sessionBootstrap(sessions, (chosen) => 3 * mean(chosen) + 1, seed, 40);
      expect(scaled.low).toBeCloseTo(3 * low + 1, 9);
      expect(scaled.high).toBeCloseTo(3 * high + 1, 9);
    }),
    { numRuns: 40 },
  );
});
