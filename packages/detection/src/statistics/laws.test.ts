/** Tails and intervals equal those of closed forms, of counting, and of numerical integration. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { betaAbove } from './beta.ts';
import { normalCumulative } from './normal-law.ts';
import { signedLog } from './signed-log.ts';
import { wilsonInterval, Z_80, Z_95 } from './wilson.ts';

test.each([
  [0, 2, 3, 1],
  [1, 2, 3, 0],
  [-0.5, 2, 3, 1],
  [1.5, 2, 3, 0],
  // Uniform, and powers of one side
  [0.3, 1, 1, 0.7],
  [0.3, 1, 4, 0.7 ** 4],
  [0.3, 4, 1, 1 - 0.3 ** 4],
  [0.5, 7, 7, 0.5],
])('P(X > %f) of Beta(%f, %f) is %f', (x, a, b, probability) => {
  expect(betaAbove(x, a, b)).toBeCloseTo(probability, 10);
});

/** P(at least k of n), added up: the beta law of whole parameters is that of order statistics. */
function atLeast(k: number, n: number, p: number): number {
  let sum = 0;
  let choose = 1;
  for (let hits = 0; hits <= n; hits += 1) {
    if (hits >= k) sum += choose * p ** hits * (1 - p) ** (n - hits);
    choose = (choose * (n - hits)) / (hits + 1);
  }
  return sum;
}

test('for whole parameters the beta law is a sum of binomials', () => {
  const whole = fc.integer({ min: 1, max: 15 });
  fc.assert(
    fc.property(whole, whole, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (a, b, x) => {
      expect(betaAbove(x, a, b)).toBeCloseTo(1 - atLeast(a, a + b - 1, x), 9);
    }),
  );
});

test('the beta law falls with x and mirrors when its parameters swap', () => {
  const parameter = fc.double({ min: 0.3, max: 60, noNaN: true });
  const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(parameter, parameter, share, share, (a, b, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(betaAbove(low, a, b)).toBeGreaterThanOrEqual(betaAbove(high, a, b) - 1e-9);
      expect(betaAbove(one, a, b) + betaAbove(1 - one, b, a)).toBeCloseTo(1, 8);
    }),
  );
});

test.each([
  [0, 0.5],
  [1, 0.841_344_746],
  [-1, 0.158_655_254],
  [1.959_963_985, 0.975],
  [-3, 0.001_349_898],
  [8, 1],
])('P(X <= %f) of the normal law is %f', (x, probability) => {
  expect(Math.abs(normalCumulative(x) - probability)).toBeLessThan(1e-7);
});

test('the quantiles of the intervals leave ten and two and a half per cent above them', () => {
  expect(1 - normalCumulative(Z_80)).toBeCloseTo(0.1, 6);
  expect(1 - normalCumulative(Z_95)).toBeCloseTo(0.025, 6);
});

test('without a sample the interval of a share is everything', () => {
  for (const count of [0, -1, Number.NaN])
    expect(wilsonInterval(0.5, count, Z_95)).toEqual({ low: 0, high: 1 });
});

test('ten of ten leave 72 % possible, none of ten 28 %', () => {
  // Wilson's interval at 95 %: 1 / (1 + z² / n) and its mirror
  expect(wilsonInterval(1, 10, Z_95).low).toBeCloseTo(1 / (1 + Z_95 ** 2 / 10), 12);
  expect(wilsonInterval(1, 10, Z_95).high).toBeCloseTo(1, 12);
  expect(wilsonInterval(0, 10, Z_95).high).toBeCloseTo(1 - 1 / (1 + Z_95 ** 2 / 10), 12);
});

test('the ends of an interval are where the share is z deviations away', () => {
  const share = fc.double({ min: 0.02, max: 0.98, noNaN: true });
  fc.assert(
    fc.property(share, fc.integer({ min: 5, max: 5000 }), (p, count) => {
      const { low, high } = wilsonInterval(p, count, Z_80);
      for (const end of [low, high])
        expect(Math.abs(p - end) / Math.sqrt((end * (1 - end)) / count)).toBeCloseTo(Z_80, 6);
      expect(low).toBeLessThan(p);
      expect(high).toBeGreaterThan(p);
    }),
  );
});

test('a signed logarithm keeps sign and order, and what is not known is 0', () => {
  expect([signedLog(0), signedLog(Number.NaN)]).toEqual([0, 0]);
  expect(signedLog(Math.E - 1)).toBeCloseTo(1, 12);
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), (value) => {
      expect(signedLog(-value)).toBeCloseTo(-signedLog(value), 12);
      expect(Math.sign(signedLog(value + 1) - signedLog(value))).toBeGreaterThanOrEqual(0);
    }),
  );
});
