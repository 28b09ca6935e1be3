/** Day and block resampling: same seed, same draws; the right spread; no interval where there can be none. */
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import {
  blockBootstrap,
  bootstrapDays,
  bootstrapStatistic,
  emptyDaySums,
  percentileInterval,
  quantileOfSorted,
} from './bootstrap.ts';

/** Days whose first column is 1 to `days` and whose second counts them. */
function numberedDays(days: number) {
  const sums = emptyDaySums(days, 2);
  for (let day = 0; day < days; day++) sums.values.set([day + 1, 1], day * sums.width);
  return sums;
}

describe('the day bootstrap', () => {
  test('draws as many days as there are and keeps their columns together', () => {
    const counts: number[] = [];
    bootstrapDays(numberedDays(25), 10, new SeededRandom(1), (totals) => counts.push(totals[1]!));
    expect(counts).toEqual(new Array(10).fill(25));
  });

  test('repeats itself for the same seed', () => {
    const draw = (seed: number) =>
      bootstrapStatistic(numberedDays(30), 200, new SeededRandom(seed), (totals) => totals[0]!);
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  test('spreads like the mean of independent days', () => {
    const means = bootstrapStatistic(
      numberedDays(100),
      4000,
      new SeededRandom(2),
      (totals) => totals[0]! / totals[1]!,
    );
    // Days 1 to 100: standard deviation 28.87, standard error 2.887, 95 % within 50.5 -/+ 5.66.
    const [low, high] = percentileInterval(means) ?? [Number.NaN, Number.NaN];
    expect(low).toBeCloseTo(50.5 - 5.66, 0);
    expect(high).toBeCloseTo(50.5 + 5.66, 0);
  });
});

describe('the block bootstrap', () => {
  test('keeps runs of days in their order', () => {
    blockBootstrap(23, 5, 20, new SeededRandom(4), (order) => {
      for (let at = 0; at < 23; at++) {
        expect(order[at]).toBeGreaterThanOrEqual(0);
        expect(order[at]).toBeLessThan(23);
        if (at % 5 !== 0) expect(order[at]).toBe(order[at - 1]! + 1);
      }
    });
  });

  test('returns the days unchanged when they are fewer than a block', () => {
    blockBootstrap(3, 5, 2, new SeededRandom(4), (order) => expect([...order]).toEqual([0, 1, 2]));
  });
});

describe('the percentile interval', () => {
  test('interpolates between neighbours', () => {
    expect(quantileOfSorted(Float64Array.of(1, 2, 3, 4), 0.5)).toBe(2.5);
    expect(quantileOfSorted(Float64Array.of(), 0.5)).toBeNaN();
    expect(percentileInterval(Float64Array.of(4, 1, 3, 2, 5), 0.5)).toEqual([2, 4]);
  });

  test('has none when too many draws have no value or an end is infinite', () => {
    const draws = Float64Array.from({ length: 100 }, (_, at) => at);
    expect(percentileInterval(draws.with(0, Number.NaN))).not.toBeNull();
    expect(percentileInterval(draws.map((value) => (value < 6 ? Number.NaN : value)))).toBeNull();
    expect(
      percentileInterval(draws.map((value) => (value > 90 ? Number.POSITIVE_INFINITY : value))),
    ).toBeNull();
    expect(percentileInterval(new Float64Array())).toBeNull();
  });
});
