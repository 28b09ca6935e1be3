import { expect, test } from 'vitest';
import {
  autocorrelation,
  differences,
  excessKurtosis,
  logLogSlope,
  quantile,
  realisedVariance,
  regression,
  rocArea,
  variation,
} from '#testing/facts/statistics.ts';

test('an alternating series is perfectly against its neighbour and with the one after', () => {
  const series = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 1 : -1));
  expect(autocorrelation(series, 1)).toBeCloseTo(-1, 10);
  expect(autocorrelation(series, 2)).toBeCloseTo(1, 10);
});

test('a straight line is explained wholly, a constant not at all', () => {
  expect(regression([1, 2, 3], [5, 7, 9])).toEqual({ slope: 2, r2: 1 });
  expect(regression([1, 2, 3], [4, 4, 4]).r2).toBe(0);
});

test('a power law has its exponent as slope', () => {
  const x = [1, 2, 4, 8];
  expect(
    logLogSlope(
      x,
      x.map((value) => value ** -0.5),
    ),
  ).toBeCloseTo(-0.5, 10);
});

test('scores that order the cases give area 1, reversed 0, equal ones a half', () => {
  const ups = [false, false, true, true];
  expect(rocArea([1, 2, 3, 4], ups)).toBe(1);
  expect(rocArea([4, 3, 2, 1], ups)).toBe(0);
  expect(rocArea([1, 1, 1, 1], ups)).toBe(0.5);
});

test('quantiles, variation and moments of small samples', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(variation([2, 2, 2])).toBe(0);
  expect(excessKurtosis([-1, 1, -1, 1])).toBeCloseTo(-2, 10);
  expect(differences([1, 4, 9, 16], 1)).toEqual([3, 5, 7]);
  expect(realisedVariance([0, 1, 0, 1], 1)).toBe(1);
});
