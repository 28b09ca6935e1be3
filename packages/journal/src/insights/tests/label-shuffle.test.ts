/**
 * The permutation test of groups: exact where all shuffles can be listed, uniform under chance, fair to unlike spreads.
 */
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { distanceFromUniform, KS_BOUND, normalOf } from '#testing/uniformity.ts';
import { type LabelledUnits, shuffleLabels } from './label-shuffle.ts';
import { centredWithin } from './rank-shuffle.ts';

const NEVER_STOP = 1_000_000;

function unitsOf(
  values: readonly number[],
  labels: readonly number[],
  groups: number,
  strata: readonly number[] = [0, values.length],
): LabelledUnits {
  const places = Int32Array.from(strata);
  const sums = centredWithin(Float64Array.from(values), places);
  return {
    sums,
    counts: null,
    labels: Uint8Array.from(labels),
    groups,
    strata: places,
  };
}

const run = (units: LabelledUnits, seed = 1, shuffles = 4000) =>
  shuffleLabels(units, { shuffles, enough: NEVER_STOP }, new SeededRandom(seed));

describe('shuffled labels', () => {
  test('give the p-value of the full list of shuffles: the two largest of six, 2 of 15 as extreme', () => {
    const result = run(unitsOf([1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 0, 0], 1));
    expect(result?.p).toBeCloseTo(2 / 15, 1);
    expect(result?.t[0]).toBeGreaterThan(0);
  });

  test('stay within their stratum: two days that differ and nothing within them give p = 1', () => {
    const result = run(unitsOf([10, 10, -10, -10], [0, 1, 1, 0], 1, [0, 2, 4]));
    expect(result).toBeNull();
    const apart = run(unitsOf([10, 11, -10, -11], [0, 1, 0, 1], 1, [0, 2, 4]));
    expect(apart?.p).toBe(1);
  });

  test('find one group among several and identify it', () => {
    const random = new SeededRandom(9);
    const labels = Array.from({ length: 300 }, (_, at) => at % 4);
    const values = labels.map((label) => normalOf(random) - (label === 2 ? 1 : 0));
    const result = run(unitsOf(values, labels, 4));
    expect(result?.p).toBeLessThan(0.001);
    expect(result?.t[2]).toBeLessThan(-5);
    expect(result?.groupP[0]).toBeGreaterThan(0.001);
  });

  test('end a hopeless test early with a p-value that is still valid', () => {
    const units = unitsOf([1, -1, 1, -1, 1, -1, 1, -1], [0, 0, 1, 1, 0, 0, 1, 1], 1);
    const result = shuffleLabels(units, { shuffles: 10_000, enough: 20 }, new SeededRandom(2));
    expect(result?.p).toBeGreaterThan(0.3);
  });

  test('have no result without variation or without a rest', () => {
    expect(run(unitsOf([5, 5, 5, 5], [0, 0, 1, 1], 1))).toBeNull();
    expect(run(unitsOf([1, 2, 3, 4], [0, 0, 0, 0], 1))).toBeNull();
  });

  test('repeat themselves for the same seed', () => {
    const units = unitsOf([3, 1, 4, 1, 5, 9, 2, 6], [0, 1, 0, 1, 0, 1, 0, 1], 1);
    expect(run(units, 5, 500)).toEqual(run(units, 5, 500));
  });
});

describe('p-values under chance alone', () => {
  const pValues = (groups: number, stop: number) =>
    Array.from({ length: 400 }, (_, seed) => {
      const random = new SeededRandom(seed, 'chance');
      const labels = Array.from({ length: 60 }, () => random.below(groups + 1));
      const values = labels.map(() => normalOf(random));
      const strata = Array.from({ length: 11 }, (_, day) => day * 6);
      const plan = { shuffles: 199, enough: stop };
      return shuffleLabels(unitsOf(values, labels, groups, strata), plan, random)?.p ?? 1;
    });

  test('are uniform for one slice against the rest', () => {
    expect(distanceFromUniform(pValues(1, NEVER_STOP))).toBeLessThan(KS_BOUND(400));
  });

  test('are uniform for the overall test of three groups', () => {
    expect(distanceFromUniform(pValues(3, NEVER_STOP))).toBeLessThan(KS_BOUND(400));
  });

  test('are not smaller than they should be where tests end early', () => {
    const early = pValues(1, 20);
    for (const bound of [0.01, 0.05, 0.1, 0.2])
      expect(early.filter((p) => p <= bound).length / early.length).toBeLessThan(
        bound + 3 * Math.sqrt((bound * (1 - bound)) / early.length),
      );
  });

  test('hold their level when the slice is smaller and three times as spread out', () => {
    const ps = Array.from({ length: 400 }, (_, seed) => {
      const random = new SeededRandom(seed, 'spread');
      const labels = Array.from({ length: 200 }, (_, at) => (at < 40 ? 0 : 1));
      const values = labels.map((label) => normalOf(random) * (label === 0 ? 3 : 1));
      return shuffleLabels(unitsOf(values, labels, 1), { shuffles: 199, enough: NEVER_STOP }, random)?.p ?? 1;
    });
    // The difference of means alone would reject about 30% here.
    expect(ps.filter((p) => p <= 0.05).length / ps.length).toBeLessThan(0.12);
  });
});

test('t of single trades is Welch’s, with both variances pulled to the common one by 20 units', () => {
  // Means -2 and 2, squares about them 2 and 2, common 4 / 4; each variance (2 x 1 + 20 x 1) / (22 x 2).
  const result = run(unitsOf([-3, -1, 1, 3], [0, 0, 1, 1], 1));
  expect(result?.t[0]).toBeCloseTo(-4, 12);
});

test('t of sums takes the spread of sums about as many times the mean', () => {
  const units: LabelledUnits = {
    sums: Float64Array.of(-6, 2, 4),
    counts: Float64Array.of(2, 1, 1),
    labels: Uint8Array.of(0, 1, 1),
    groups: 1,
    strata: Int32Array.of(0, 3),
  };
  // Means -3 and 3; squares 0 and 2, common 2 / 4; variances 20 x 0.5 / (21 x 2) and (2 x 1 + 20 x 0.5) / (22 x 2).
  expect(run(units)?.t[0]).toBeCloseTo(-6 / Math.sqrt(10 / 42 + 12 / 44), 9);
});

test('the groups of an overall test each have their own t against all the rest', () => {
  const result = run(unitsOf([-3, -1, 1, 3, 8, -8], [0, 0, 1, 1, 2, 2], 2));
  expect(result?.t).toHaveLength(2);
  expect(result?.t[0]).toBeLessThan(0);
  expect(result?.t[1]).toBeCloseTo(-(result?.t[0] ?? 0), 9);
  expect(result?.groupP).toHaveLength(2);
});

test('the p-value of the most extreme of several groups is no smaller than its own', () => {
  const values = Array.from({ length: 60 }, (_, at) => (at % 6 === 0 ? -1.3 : 0) + (at % 5) - 2);
  const result = run(
    unitsOf(
      values,
      values.map((_, at) => at % 6),
      5,
    ),
  );
  const smallest = Math.min(...(result?.groupP ?? []));
  expect(smallest).toBeLessThan(0.05);
  expect(result?.p).toBeGreaterThan(smallest);
});

test('sums of days and groups give the p-value of the full list of shuffles', () => {
  // The largest two of six sums of two trades each: 2 of 15 on both sides.
  const units: LabelledUnits = {
    ...unitsOf([1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 0, 0], 1),
    counts: new Float64Array(6).fill(2),
  };
  expect(run(units)?.p).toBeCloseTo(2 / 15, 1);
});
