import { expect, test } from 'vitest';
import { comparedProductGoal } from './compare-product.ts';

test('the ratio is the median of the pairs, and 5 % more is allowed', () => {
  const goalOf = (pairs: readonly (readonly [number, number])[]) =>
    comparedProductGoal('memory', 'MB', 'abc', pairs);
  expect(
    goalOf([
      [104, 100],
      [210, 200],
      [400, 100],
    ]),
  ).toEqual({
    ...{ what: 'memory', goal: '≤ 1.05× of abc', met: true },
    reached: '1.05× (210.0 and 100.0 MB; 3 pairs)',
  });
  expect(goalOf([[106, 100]]).met).toBe(false);
});
