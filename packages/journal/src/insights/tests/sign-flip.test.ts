/** Flipped signs of days, against the list of all flips. */
import { expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { distanceFromUniform, KS_BOUND, normalOf } from '#testing/uniformity.ts';
import { flipSigns } from './sign-flip.ts';

const PLAN = { shuffles: 4000, enough: 1_000_000 };

const flip = (days: readonly number[], side: 'greater' | 'both') =>
  flipSigns(Float64Array.from(days), side, PLAN, new SeededRandom(2));

test('five gains in a row are 1 of 32, or 2 of 32 on both sides', () => {
  expect(flip([1, 2, 3, 4, 5], 'greater')?.p).toBeCloseTo(1 / 32, 2);
  expect(flip([1, 2, 3, 4, 5], 'both')?.p).toBeCloseTo(2 / 32, 1);
});

test('of three days, one small loss: three of eight flips reach as much', () => {
  // 2 + 3 - 1 = 4: the flips to 6 and 4 are two of eight.
  expect(flip([2, 3, -1], 'greater')?.p).toBeCloseTo(2 / 8, 1);
  expect(flip([2, 3, -1], 'both')?.p).toBeCloseTo(4 / 8, 1);
});

test('losses are no gains, and on both sides as far from chance', () => {
  expect(flip([-1, -2, -3, -4, -5], 'greater')?.p).toBe(1);
  expect(flip([-1, -2, -3, -4, -5], 'both')?.p).toBeCloseTo(2 / 32, 1);
});

test('the statistic is the sum over the root of the sum of squares', () => {
  expect(flip([3, 4], 'both')?.t).toBeCloseTo(7 / 5, 12);
  expect(flip([-3, -4], 'greater')?.t).toBeCloseTo(-7 / 5, 12);
});

test('days without any result have no answer, and single ones among others change nothing', () => {
  expect(flip([0, 0, 0, 0], 'both')).toBeNull();
  expect(flip([], 'both')).toBeNull();
  expect(flip([1, 0, 2, 0, 3, 4, 5], 'greater')?.p).toBeCloseTo(1 / 32, 2);
});

test('more than 32 days are all flipped', () => {
  // If days from the 33rd on kept their sign, a sum of their own would remain.
  const late = [...Array.from({ length: 32 }, () => 0), 1, 2, 3, 4, 5];
  expect(flip(late, 'greater')?.p).toBeCloseTo(1 / 32, 2);
});

test('a hopeless test ends early with the share of extreme flips', () => {
  const plan = { shuffles: 10_000, enough: 10 };
  const answer = flipSigns(Float64Array.of(1, -1, 1, -1), 'both', plan, new SeededRandom(1));
  expect(answer?.p).toBe(1);
});

test('p-values are uniform under chance alone', () => {
  const ps = Array.from({ length: 300 }, (_, seed) => {
    const random = new SeededRandom(seed, 'flips');
    const days = Float64Array.from({ length: 30 }, () => normalOf(random));
    return flipSigns(days, 'greater', { shuffles: 299, enough: 1_000_000 }, random)?.p ?? 1;
  });
  expect(distanceFromUniform(ps)).toBeLessThan(KS_BOUND(300));
});
