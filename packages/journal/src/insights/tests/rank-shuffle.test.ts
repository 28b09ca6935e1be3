/** Ranks, centring, and the rank correlation within strata. */
import { sampleRankCorrelation } from 'simple-statistics';
import { expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { centredWithin, ranksOf, shuffleRanks } from './rank-shuffle.ts';

const PLAN = { shuffles: 4000, enough: 1_000_000 };

const correlate = (x: readonly number[], y: readonly number[], strata: readonly number[] = [0, x.length]) =>
  shuffleRanks(
    Float64Array.from(x),
    Float64Array.from(y),
    Int32Array.from(strata),
    PLAN,
    new SeededRandom(1),
  );

test('ranks begin at 1, and equal values share the mean of their ranks', () => {
  const ranks = (...values: readonly number[]) => [...ranksOf(Float64Array.from(values))];
  expect(ranks(30, 10, 20)).toEqual([3, 1, 2]);
  expect(ranks(1, 1, 2, 5, 3, 3, 8, 2)).toEqual([1.5, 1.5, 3.5, 7, 5.5, 5.5, 8, 3.5]);
  expect(ranks(7, 7, 7)).toEqual([2, 2, 2]);
  expect(ranks(-1, -10, 0)).toEqual([2, 1, 3]);
  expect(ranks()).toEqual([]);
});

test('values are held against the mean of their stratum', () => {
  const centred = centredWithin(Float64Array.of(1, 3, 10, 20, 60, 5), Int32Array.of(0, 2, 5, 6));
  expect([...centred]).toEqual([-1, 1, -20, -10, 30, 0]);
});

test('the correlation equals that of another library', () => {
  // The other library breaks ties by place, so it gets ranks without ties.
  const x = [1, 5, 2, 8, 4, 3, 7, 6];
  const y = [2, 4, 1, 8, 3, 5, 6, 7];
  expect(correlate(x, y)?.rho).toBeCloseTo(sampleRankCorrelation(x, y), 9);
});

test('only ranks count: any rising function of either gives the same', () => {
  const x = [3, 1, 4, 1.5, 9, 2.6];
  const y = [2, 7, 1, 8, 2.8, 1.8];
  const plain = correlate(x, y);
  expect(
    correlate(
      x.map((value) => value ** 3),
      y.map(Math.exp),
    ),
  ).toEqual(plain);
});

test('four of four in order are 1 of 24, on both sides 2', () => {
  expect(correlate([1, 2, 3, 4], [1, 2, 3, 4])).toMatchObject({ rho: expect.closeTo(1, 9) });
  expect(correlate([1, 2, 3, 4], [1, 2, 3, 4])?.p).toBeCloseTo(2 / 24, 1);
  expect(correlate([1, 2, 3, 4], [4, 3, 2, 1])).toMatchObject({ rho: expect.closeTo(-1, 9) });
  expect(correlate([1, 2, 3, 4], [4, 3, 2, 1])?.p).toBeCloseTo(2 / 24, 1);
});

test('it looks only within strata', () => {
  // Between the strata y falls as x rises; within them it rises.
  expect(correlate([1, 2, 3, 11, 12, 13], [11, 12, 13, 1, 2, 3], [0, 3, 6])?.rho).toBeCloseTo(1, 9);
  expect(correlate([1, 2, 3, 11, 12, 13], [13, 12, 11, 3, 2, 1], [0, 3, 6])?.rho).toBeCloseTo(-1, 9);
});

test('values are shuffled within strata only: two pairs in order are 1 of 4, on both sides 2', () => {
  expect(correlate([1, 2, 1, 2], [1, 2, 1, 2], [0, 2, 4])?.p).toBeCloseTo(2 / 4, 1);
});

test('it has no answer where either does not vary within any stratum', () => {
  expect(correlate([1, 1, 2, 2], [1, 2, 3, 4], [0, 2, 4])).toBeNull();
  expect(correlate([1, 2, 3, 4], [1, 1, 2, 2], [0, 2, 4])).toBeNull();
  expect(correlate([1, 2, 3, 4], [5, 5, 5, 5])).toBeNull();
});
