import { Samples } from '@undertow/detection';
import { expect, test } from 'vitest';
import type { ModelLooks } from '#evaluation/session-task.ts';
import { ENOUGH_CANDIDATES, modelDistance } from './feature-distance.ts';

/** A power of two: every value is exact. */
const CANDIDATES = 128;

/** Two features that are spread evenly over 1 from where they begin. */
function looks(begins: readonly [number, number], candidates = CANDIDATES): ModelLooks {
  const samples = new Samples(2);
  for (let at = 0; at < candidates; at += 1)
    samples.add(
      begins.map((begin) => begin + at / candidates),
      0,
      false,
      1,
    );
  return { name: 'level', tier: 'L3', features: ['age', 'size'], candidates, samples };
}

const families = new Map([
  ['poisson', new Map([['level', looks([0, 5])]])],
  ['makers', new Map([['level', looks([0.5, 0.25])]])],
] as const);

test('the nearest family is the one with the least mean distance', () => {
  const { families: means } = modelDistance(looks([0, 0]), families) ?? { families: [] };
  expect(means.map(({ family }) => family)).toEqual(['makers', 'poisson']);
  expect(means.map(({ mean }) => mean)).toEqual([expect.closeTo(0.375), expect.closeTo(0.5)]);
});

test('each feature has the family it is closest to, the farthest feature first', () => {
  const { features } = modelDistance(looks([0, 0]), families) ?? { features: [] };
  expect(features).toMatchObject([
    { feature: 'size', family: 'makers', distance: expect.closeTo(0.25) },
    { feature: 'age', family: 'poisson', distance: 0 },
  ]);
  expect(features[0]?.noise).toBeCloseTo(0.17, 3);
});

test('too few candidates have no distance', () => {
  expect(modelDistance(looks([0, 0], ENOUGH_CANDIDATES - 1), families)).toBeNull();
  expect(modelDistance(looks([0, 0]), new Map())).toBeNull();
});
