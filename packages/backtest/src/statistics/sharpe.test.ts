/** Sharpe ratios and moments against closed forms, and what they must satisfy whatever the results are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceAbove, luckySharpe, momentsOf, sharpeOf, varianceOf } from './sharpe.ts';

const anyResult = fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100);

test('equal results have no Sharpe ratio, whatever they are and however many', () => {
  fc.assert(
    fc.property(anyResult, fc.integer({ min: 1, max: 300 }), (result, count) => {
      expect(sharpeOf(momentsOf(Array.from({ length: count }, () => result)))).toBeNull();
    }),
  );
});

test('one result or none has no Sharpe ratio', () => {
  expect([sharpeOf(momentsOf([])), sharpeOf(momentsOf([5]))]).toEqual([null, null]);
});

test('a ratio keeps its size under another currency and turns with the sign', () => {
  const results = fc.array(anyResult, { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(results, fc.integer({ min: 2, max: 50 }), (values, factor) => {
      const sharpe = sharpeOf(momentsOf(values));
      if (sharpe === null) return;
      expect(sharpeOf(momentsOf(values.map((value) => value * factor)))).toBeCloseTo(sharpe, 6);
      expect(sharpeOf(momentsOf(values.map((value) => -value)))).toBeCloseTo(-sharpe, 6);
    }),
  );
});

test('two results a distance apart have the moments of a fair coin', () => {
  const { mean, deviation, skewness, kurtosis } = momentsOf([-3, 3]);
  expect([mean, deviation, skewness, kurtosis]).toEqual([0, 3, 0, 1]);
});

test('the variance of a sample divides by one less than its size', () => {
  expect(varianceOf([1, 2, 3, 4])).toBeCloseTo(5 / 3, 12);
  expect([varianceOf([]), varianceOf([7])]).toEqual([0, 0]);
});

test('luck needs more than one rule, and rules that differ', () => {
  expect([luckySharpe(1, 4), luckySharpe(0, 4), luckySharpe(10, 0)]).toEqual([0, 0, 0]);
  expect(luckySharpe(2, 1)).toBeGreaterThan(0);
  expect(luckySharpe(10, 4)).toBeCloseTo(2 * luckySharpe(10, 1), 12);
});

test('of a normal sample the chance is that of its z-value', () => {
  // No skewness, kurtosis 3: the spread is 1 + sharpe squared / 2
  const sample = { sharpe: 0.2, count: 101, skewness: 0, kurtosis: 3 };
  expect(chanceAbove(sample, 0.2)).toBe(0.5);
  // z = 2 / sqrt(1.02) = 1.980295
  expect(chanceAbove(sample, 0)).toBeCloseTo(0.976165, 5);
});
