/** Quantiles, medians and robust scales, against what is counted by hand. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Samples } from './samples.ts';
import { MAX_SIGMAS, medianOf, quantileOf, standardisationOf, standardised } from './standardisation.ts';

const columns = (...rows: readonly (readonly number[])[]): Samples => {
  const samples = new Samples(rows[0]?.length ?? 0, 1);
  for (const row of rows) samples.add(row, 0, false, 1);
  return samples;
};
const column = (...values: readonly number[]): Samples => columns(...values.map((value) => [value]));

test.each([
  [[5], 0.3, 5],
  [[1, 3], 0.5, 2],
  [[1, 3], 0.25, 1.5],
  [[4, 1, 3, 2], 0, 1],
  [[4, 1, 3, 2], 1, 4],
  [[4, 1, 3, 2, 5], 0.9, 4.6],
  [[10, -10, 0], 0.5, 0],
])('of %j the share %d lies below %d', (values, share, expected) => {
  expect(quantileOf(values, share)).toBeCloseTo(expected, 12);
});

test('of nothing every quantile is unknown', () => {
  expect([quantileOf([], 0.5), medianOf([]), quantileOf(new Float64Array(0), 1)].every(Number.isNaN)).toBe(
    true,
  );
});

test('a quantile lies between its order statistics, rises with its share, and leaves the values in their order', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(values, share, share, (some, one, other) => {
      const before = [...some];
      const sorted = [...some].sort((a, b) => a - b);
      const place = one * (some.length - 1);
      expect(quantileOf(some, one)).toBeGreaterThanOrEqual(sorted[Math.floor(place)]!);
      expect(quantileOf(some, one)).toBeLessThanOrEqual(sorted[Math.ceil(place)]!);
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(quantileOf(some, low)).toBeLessThanOrEqual(quantileOf(some, high) + 1e-9);
      expect(some).toEqual(before);
    }),
  );
});

test('negative numbers are ordered as numbers, not as text', () => {
  expect(medianOf([-10, -9, -100, 2, 11])).toBe(-9);
});

test('a feature is centred on its median and scaled by its median deviation', () => {
  // Deviations from 5: 4 3 0 3 95, of which the median is 3
  const { center, scale } = standardisationOf(column(1, 2, 5, 8, 100));
  expect([center[0], scale[0]]).toEqual([5, Math.max(3 * 1.4826, 0.1 * deviation([1, 2, 5, 8, 100]))]);
});

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

test('where more than half of a feature is one value its deviation scales it', () => {
  const values = [0, 0, 0, 0, 0, 0, 0, 2, -6, 10];
  expect(standardisationOf(column(...values)).scale[0]).toBeCloseTo(deviation(values), 12);
});

test('a tiny median deviation beside wild values is a tenth of the deviation', () => {
  const values = [0, 0.001, -0.001, 0.002, -0.002, 1000, -1000, 0.001];
  expect(standardisationOf(column(...values)).scale[0]).toBeCloseTo(0.1 * deviation(values), 9);
});

test('a feature with one value can be divided by, and samples of nothing leave features as they are', () => {
  expect(standardisationOf(new Samples(2))).toEqual({ center: [0, 0], scale: [1, 1] });
  expect(standardisationOf(column(7, 7, 7))).toEqual({ center: [7], scale: [1] });
  const { center, scale } = standardisationOf(columns([3, 9]));
  expect([center, scale]).toEqual([
    [3, 9],
    [1, 1],
  ]);
});

test('features are standardised each by itself', () => {
  const { center, scale } = standardisationOf(columns([1, 100], [2, 300], [3, 200]));
  expect(center).toEqual([2, 200]);
  expect([scale[0], scale[1]]).toEqual([1.4826, 148.26]);
});

test('a standardised feature ends at six scales on either side', () => {
  expect(MAX_SIGMAS).toBe(6);
  expect([standardised(5, 5, 2), standardised(9, 5, 2), standardised(1, 5, 2)]).toEqual([0, 2, -2]);
  expect([standardised(17, 5, 2), standardised(17.1, 5, 2), standardised(-1e9, 5, 2)]).toEqual([6, 6, -6]);
});
