/** Against published worked examples, and against what the formulas must satisfy. */
import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { falseDiscoveryRates } from './false-discovery.ts';
import { normalBelow, normalQuantile } from './normal.ts';
import { SessionBootstrap } from './session-bootstrap.ts';
import { chanceAbove, luckySharpe, momentsOf, sharpeOf } from './sharpe.ts';

test.each([
  [0, 0.5],
  [1.959963984540054, 0.975],
  [-2.3263478740408408, 0.01],
  [5, 0.9999997133484281],
  [-8, 6.22096057427178e-16],
])('the normal distribution lies below %d with %d', (z, share) => {
  expect(normalBelow(z)).toBeCloseTo(share, 12);
  expect(Math.abs(normalBelow(z) / share - 1)).toBeLessThan(1e-9);
});

test('a quantile is the value below which its share lies', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (share) => {
      expect(normalBelow(normalQuantile(share))).toBeCloseTo(share, 9);
    }),
  );
});

// Bailey and López de Prado 2014, "A numerical example": 5 years of 250 days, a Sharpe ratio of 2.5 a year, its variance over trials 1/2 a year
const VARIANCE = 1 / 2 / 250;
const SAMPLE = { sharpe: 2.5 / Math.sqrt(250), count: 1250, skewness: -3, kurtosis: 10 };

test('the deflated Sharpe ratio is that of its authors', () => {
  expect(luckySharpe(100, VARIANCE)).toBeCloseTo(0.1132, 4);
  expect(chanceAbove(SAMPLE, luckySharpe(100, VARIANCE))).toBeCloseTo(0.9004, 4);
  expect(chanceAbove(SAMPLE, luckySharpe(46, VARIANCE))).toBeCloseTo(0.9505, 3);
  const normal = { ...SAMPLE, skewness: 0, kurtosis: 3 };
  expect(chanceAbove(normal, luckySharpe(88, VARIANCE))).toBeCloseTo(0.9505, 3);
});

test('more rules tried never make a result better', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.double({ min: 0, max: 0.3, noNaN: true }),
      (rules, sharpe) => {
        const at = (count: number): number =>
          chanceAbove({ ...SAMPLE, sharpe }, luckySharpe(count, VARIANCE));
        expect(at(rules + 1)).toBeLessThanOrEqual(at(rules));
      },
    ),
  );
});

test('moments of a sample', () => {
  const { mean, deviation, skewness, kurtosis } = momentsOf([2, 4, 4, 4, 5, 5, 7, 9]);
  expect([mean, deviation]).toEqual([5, 2]);
  expect([skewness, kurtosis]).toEqual([0.65625, 2.78125]);
  expect(sharpeOf(momentsOf([1, 1, 1]))).toBeNull();
});

test('false discovery rates are those of the reference implementation', () => {
  // @stdlib/stats-padjust: padjust([.01, .04, .03, .5], 'bh')
  const rates = falseDiscoveryRates([0.01, 0.04, 0.03, 0.5]);
  for (const [at, rate] of [0.04, 0.16 / 3, 0.16 / 3, 0.5].entries()) expect(rates[at]).toBeCloseTo(rate, 12);
});

test('a rate is never below its p-value, and keeps the order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (pValues) => {
      const rates = falseDiscoveryRates(pValues);
      pValues.forEach((p, at) => {
        expect(rates[at]).toBeGreaterThanOrEqual(p - 1e-12);
        pValues.forEach((other, place) => {
          if (p < other) expect(rates[at]).toBeLessThanOrEqual(rates[place]! + 1e-12);
        });
      });
    }),
  );
});

test('intervals by session hold the mean as often as they state', () => {
  const draw = seededDraws(11);
  const runs = 200;
  let held = 0;
  for (let run = 0; run < runs; run += 1) {
    const sums = Float64Array.from({ length: 60 }, () => draw() + draw() + draw() - 1.5);
    const found = new SessionBootstrap(60, run).interval(
      [sums, sums.map(() => 1)],
      ([sum = 0, n = 0]) => sum / n,
    );
    if (found !== null && found.low <= 0 && found.high >= 0) held += 1;
  }
  expect(held / runs).toBeGreaterThan(0.89);
  expect(held / runs).toBeLessThan(0.99);
});

test('too few sessions have no interval, and what is undefined in many draws neither', () => {
  const sums = new Float64Array(19).fill(1);
  expect(new SessionBootstrap(19, 1).interval([sums], ([sum = 0]) => sum)).toBeNull();
  const rare = new Float64Array(40);
  rare[0] = 1;
  expect(new SessionBootstrap(40, 1).interval([rare], ([sum = 0]) => 1 / sum)).toBeNull();
});
