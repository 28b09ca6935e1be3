import { expect, test } from 'vitest';
import { comparedGoal } from './compare-revision.ts';

test('a row is met while the median of its rounds is at most a tenth slower', () => {
  const goal = comparedGoal('line', 'HEAD~1', [
    [0.9, 1],
    [0.2, 1],
    [1.9, 2],
  ]);
  expect(goal).toEqual({
    what: 'line',
    goal: '≥ 0.90× of HEAD~1',
    reached: '0.90× (0.900 and 1.000 M a second)',
    met: true,
  });
});

test('rounds are compared each with its own, so that a busy one does not decide', () => {
  expect(
    comparedGoal('line', 'v1', [
      [1, 1.2],
      [10, 12],
      [5, 6],
    ]),
  ).toMatchObject({ met: false });
  expect(
    comparedGoal('line', 'v1', [
      [1, 1],
      [10, 10],
      [0.1, 0.1],
    ]),
  ).toMatchObject({ met: true });
});

test('a row that the commit does not measure fails nothing', () => {
  expect(comparedGoal('line', 'v1', [])).toMatchObject({ reached: 'v1 does not measure it', met: true });
});
