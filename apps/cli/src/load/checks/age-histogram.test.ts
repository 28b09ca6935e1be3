import { expect, test } from 'vitest';
import { AgeHistogram } from './age-histogram.ts';

test('a percentile is the smallest age that so many are at most', () => {
  const ages = new AgeHistogram();
  for (let age = 1; age <= 1000; age += 1) ages.add(age);
  expect(ages.percentiles()).toEqual({ count: 1000, values: [500, 900, 990, 999], maxMs: 1000 });
});

test('one age is every percentile, and none is no percentile', () => {
  const ages = new AgeHistogram();
  expect(ages.percentiles()).toEqual({ count: 0, values: [null, null, null, null], maxMs: null });
  ages.add(7.4);
  expect(ages.percentiles()).toEqual({ count: 1, values: [7, 7, 7, 7], maxMs: 7 });
});

test('an age below zero counts as zero, and one over a minute as the oldest', () => {
  const ages = new AgeHistogram();
  ages.add(-3);
  expect(ages.percentile(50)).toBe(0);
  for (let more = 0; more < 9; more += 1) ages.add(90_000);
  expect(ages.percentiles()).toMatchObject({ values: [90_000, 90_000, 90_000, 90_000], maxMs: 90_000 });
});
