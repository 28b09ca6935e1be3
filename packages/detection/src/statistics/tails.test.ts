/** Tails of counts and of large values, against sums and laws that are known. */
import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExcessTail } from './excess-tail.ts';
import { kolmogorovDistance } from './kolmogorov-distance.ts';
import { negativeBinomialTail } from './negative-binomial.ts';
import { poissonInterval } from './poisson-interval.ts';
import { predictionThresholdTicks } from './prediction-threshold.ts';

/** P(N <= k) of a Poisson law, term by term. */
function poissonUpTo(k: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let n = 1; n <= k; n += 1) {
    term *= mean / n;
    sum += term;
  }
  return sum;
}

test('at the ends of the interval of a count one tail is left on each side', () => {
  for (let count = 0; count <= 60; count += 1) {
    const { low, high } = poissonInterval(count);
    expect(poissonUpTo(count, high)).toBeCloseTo(0.025, 9);
    if (count === 0) expect(low).toBe(0);
    else expect(1 - poissonUpTo(count - 1, low)).toBeCloseTo(0.025, 9);
  }
});

test('intervals of counts hold the count and rise with it', () => {
  let before = poissonInterval(0);
  for (const count of [1, 2, 5, 20, 300, 800, 5000]) {
    const { low, high } = poissonInterval(count);
    expect(low).toBeLessThan(count);
    expect(high).toBeGreaterThan(count);
    expect([low > before.low, high > before.high]).toEqual([true, true]);
    before = { low, high };
  }
});

describe('the tail of clustered counts', () => {
  /** Sum over a mixture of Poisson laws whose means have the law Gamma(r, m / r): an integral in steps. */
  function byMixture(n: number, mean: number, variance: number): number {
    const r = mean ** 2 / (variance - mean);
    const scale = mean / r;
    let tail = 0;
    let total = 0;
    const step = mean / 400;
    for (let rate = step / 2; rate < 60 * mean; rate += step) {
      const density = rate ** (r - 1) * Math.exp(-rate / scale);
      total += density;
      tail += density * (1 - poissonUpTo(n - 1, rate));
    }
    return tail / total;
  }

  test.each([
    [1, 2, 4],
    [3, 2, 4],
    [6, 2, 4],
    [4, 1.5, 2.5],
  ])(
    'P(N >= %i) of mean %d and variance %d is that of Poisson laws with drawn means',
    (n, mean, variance) => {
      expect(negativeBinomialTail(n, mean, variance)).toBeCloseTo(byMixture(n, mean, variance), 3);
    },
  );

  test('a variance below 1.2 means is raised to that: few windows understate it', () => {
    for (const variance of [0, 0.3, 0.36])
      expect(negativeBinomialTail(3, 0.3, variance)).toBe(negativeBinomialTail(3, 0.3, 0.36));
    expect(negativeBinomialTail(3, 0.3, 0.37)).not.toBe(negativeBinomialTail(3, 0.3, 0.36));
  });

  test('it falls with the count, rises with the mean, and for rare counts with the variance', () => {
    const mean = fc.double({ min: 0.01, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), mean, (n, m) => {
        const tail = negativeBinomialTail(n, m, 2 * m);
        expect(tail).toBeGreaterThanOrEqual(0);
        expect(tail).toBeLessThanOrEqual(1);
        expect(negativeBinomialTail(n + 1, m, 2 * m)).toBeLessThanOrEqual(tail);
        expect(negativeBinomialTail(n, 1.1 * m, 2.2 * m)).toBeGreaterThanOrEqual(tail - 1e-12);
      }),
    );
    expect(negativeBinomialTail(5, 0.1, 0.4)).toBeGreaterThan(negativeBinomialTail(5, 0.1, 0.2));
  });

  test('nothing is no surprise, and anything is where nothing is expected', () => {
    expect([negativeBinomialTail(0, 3, 5), negativeBinomialTail(-2, 3, 5)]).toEqual([1, 1]);
    expect([negativeBinomialTail(1, 0, 0), negativeBinomialTail(9, -1, 2)]).toEqual([0, 0]);
  });
});

describe('the tail of large values', () => {
  const fed = (count: number, draw: () => number): ExcessTail => {
    const tail = new ExcessTail();
    for (let n = 0; n < count; n += 1) tail.add(draw());
    return tail;
  };

  test('before anything was seen it is exponential beyond 2.2, and two per cent there', () => {
    const tail = new ExcessTail();
    expect(tail.threshold).toBe(2.2);
    expect(tail.tailProbability(2.2 + 1e-9)).toBeCloseTo(0.02, 6);
    expect(tail.tailProbability(2.2 + 0.6)).toBeCloseTo(0.02 / Math.E, 9);
    expect([tail.tailProbability(0), tail.tailProbability(-5)]).toEqual([1, 1]);
    expect(tail.tailProbability(1)).toBeCloseTo(0.5 / Math.E, 9);
  });

  test('the threshold is the 98 % quantile, to a bin, once 250 values were seen', () => {
    const draw = seededDraws(3);
    const tail = fed(249, () => 10 * draw());
    expect(tail.threshold).toBe(2.2);
    const more = fed(25_000, () => 10 * draw());
    // Bins are a sixteenth wide, and the share of 25,000 draws is off by 0.0009
    expect(Math.abs(more.threshold - 9.8)).toBeLessThan(0.08);
    for (const value of [2, 5, 8]) expect(more.tailProbability(value)).toBeCloseTo(1 - value / 10, 1);
  });

  test('beyond the end of a bounded law nothing is likely', () => {
    const draw = seededDraws(4);
    const tail = fed(25_000, () => 10 * draw());
    expect(tail.tailProbability(10.6)).toBeLessThan(1e-3);
    expect(tail.tailProbability(1000)).toBeGreaterThan(0);
  });

  test('a law of Pareto comes out with its shape, far beyond what was seen', () => {
    const draw = seededDraws(5);
    const tail = fed(30_000, () => (1 - draw()) ** -0.25 - 1);
    // P(X > x) = (1 + x)^-4
    for (const value of [2.5, 4]) {
      const decades = Math.log10(tail.tailProbability(value)) + 4 * Math.log10(1 + value);
      expect(Math.abs(decades)).toBeLessThan(0.35);
    }
  });

  test('values are followed where the market changes: a threshold that rose comes down again', () => {
    const draw = seededDraws(6);
    const tail = fed(5000, () => 8 + draw());
    expect(tail.threshold).toBeGreaterThan(8.9);
    // More than one in fifty of all that came was above 8, but hardly any of what is remembered
    for (let n = 0; n < 90_000; n += 1) tail.add(draw());
    expect(tail.threshold).toBeLessThan(2);
    expect(tail.tailProbability(0.5)).toBeGreaterThan(0.3);
  });

  test('values outside the bins count at their ends, and are less likely the larger they are', () => {
    const draw = seededDraws(7);
    const tail = fed(2000, () => (draw() < 0.5 ? -1e9 : 1e9));
    expect(tail.tailProbability(-20)).toBe(1);
    expect(tail.tailProbability(0)).toBeCloseTo(0.5, 1);
    expect(Number.isFinite(tail.threshold)).toBe(true);
  });
});

test('the distance of two lists is the largest difference of their shares, counted at every value', () => {
  const values = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 25 });
  const ascending = (some: readonly number[]): Float64Array => Float64Array.from(some).sort();
  const upTo = (some: readonly number[], value: number): number =>
    some.filter((one) => one <= value).length / some.length;
  fc.assert(
    fc.property(values, values, (one, other) => {
      const expected = Math.max(
        ...[...one, ...other].map((value) => Math.abs(upTo(one, value) - upTo(other, value))),
      );
      expect(kolmogorovDistance(ascending(one), ascending(other))).toBeCloseTo(expected, 12);
    }),
  );
  expect(kolmogorovDistance(new Float64Array(0), Float64Array.from([1]))).toBe(0);
});

test.each([
  ['a tick at least, in a market that hardly moves', 0.1, 10_000, 1],
  ['half a usual move of ten seconds', 2, 10_000, Math.sqrt(10)],
  ['half a usual move of a minute', 3, 60_000, 1.5 * Math.sqrt(60)],
  ['a tick at no time ahead', 50, 0, 1],
])('a price has to move by %s', (_, sigma, horizonMs, ticks) => {
  expect(predictionThresholdTicks(sigma, horizonMs)).toBeCloseTo(ticks, 12);
});
