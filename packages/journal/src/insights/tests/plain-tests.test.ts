/** Sign flips, rank correlation and the exact binomial test against figures computed elsewhere. */
import { sampleRankCorrelation } from 'simple-statistics';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { distanceFromUniform, KS_BOUND, normalOf } from '#testing/uniformity.ts';
import { binomialTest } from './binomial-test.ts';
import { ranksOf, shuffleRanks } from './rank-shuffle.ts';
import { shuffledP } from './shuffle-plan.ts';
import { flipSigns } from './sign-flip.ts';

const PLAN = { shuffles: 4000, enough: 1_000_000 };

describe('the exact binomial test', () => {
  test('gives the figures of R: 39 of 100 against one half', () => {
    expect(binomialTest(39, 100, 0.5, 'both')).toBeCloseTo(0.0352, 4);
    expect(binomialTest(5, 20, 0.1, 'greater')).toBeCloseTo(0.0431745, 6);
  });

  test('is 1 for nothing tried, for the expected count and for at least none', () => {
    expect(binomialTest(0, 0, 0.5, 'both')).toBe(1);
    expect(binomialTest(5, 10, 0.5, 'both')).toBeCloseTo(1, 9);
    expect(binomialTest(0, 30, 0.1, 'greater')).toBeCloseTo(1, 9);
  });

  test('stays finite for a hundred thousand trials', () => {
    expect(binomialTest(50_400, 100_000, 0.5, 'greater')).toBeCloseTo(0.0057, 3);
  });
});

describe('rank correlation', () => {
  test('equals that of another library, ties included', () => {
    const x = [1, 1, 2, 5, 3, 3, 8, 2];
    const y = [4, 1, 2, 9, 9, 1, 7, 3];
    const own = shuffleRanks(
      Float64Array.from(x),
      Float64Array.from(y),
      Int32Array.of(0, 8),
      PLAN,
      new SeededRandom(1),
    );
    // The other library breaks ties by place, so it gets the ranks without ties.
    const ranks = (values: readonly number[]) => [...ranksOf(Float64Array.from(values))];
    expect(ranks(x)).toEqual([1.5, 1.5, 3.5, 7, 5.5, 5.5, 8, 3.5]);
    const plain = [1, 5, 2, 8, 4, 3, 7, 6];
    const other = [2, 4, 1, 8, 3, 5, 6, 7];
    const rho = shuffleRanks(
      Float64Array.from(plain),
      Float64Array.from(other),
      Int32Array.of(0, 8),
      PLAN,
      new SeededRandom(1),
    )?.rho;
    expect(rho).toBeCloseTo(sampleRankCorrelation(plain, other), 9);
    expect(own?.rho).toBeGreaterThan(0);
  });

  test('looks only within strata', () => {
    const x = Float64Array.of(1, 2, 3, 11, 12, 13);
    const y = Float64Array.of(13, 12, 11, 3, 2, 1);
    expect(shuffleRanks(x, y, Int32Array.of(0, 3, 6), PLAN, new SeededRandom(1))?.rho).toBeCloseTo(-1, 9);
    expect(
      shuffleRanks(
        Float64Array.of(1, 1, 2, 2),
        Float64Array.of(1, 2, 3, 4),
        Int32Array.of(0, 2, 4),
        PLAN,
        new SeededRandom(1),
      ),
    ).toBeNull();
  });
});

describe('flipped signs', () => {
  test('give the p-value of all flips: five gains in a row are 1 of 32, or 2 of 32 on both sides', () => {
    const days = Float64Array.of(1, 2, 3, 4, 5);
    expect(flipSigns(days, 'greater', PLAN, new SeededRandom(2))?.p).toBeCloseTo(1 / 32, 2);
    expect(flipSigns(days, 'both', PLAN, new SeededRandom(2))?.p).toBeCloseTo(2 / 32, 1);
    expect(
      flipSigns(
        days.map((day) => -day),
        'greater',
        PLAN,
        new SeededRandom(2),
      )?.p,
    ).toBe(1);
    expect(flipSigns(new Float64Array(4), 'both', PLAN, new SeededRandom(2))).toBeNull();
  });

  test('give uniform p-values under chance alone', () => {
    const ps = Array.from({ length: 300 }, (_, seed) => {
      const random = new SeededRandom(seed, 'flips');
      const days = Float64Array.from({ length: 30 }, () => normalOf(random));
      return flipSigns(days, 'greater', { shuffles: 299, enough: 1_000_000 }, random)?.p ?? 1;
    });
    expect(distanceFromUniform(ps)).toBeLessThan(KS_BOUND(300));
  });
});

describe('the p-value of a test that may end early', () => {
  test('is extreme / drawn when it was given up, else counts the data themselves', () => {
    expect(shuffledP({ shuffles: 1000, enough: 20 }, 20, 80)).toBe(0.25);
    expect(shuffledP({ shuffles: 999, enough: 20 }, 0, 999)).toBe(0.001);
  });
});
