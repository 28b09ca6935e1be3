/** No skill is claimed below chance, nor by luck over a few headlines. */
import { expect, test } from 'vitest';
import { hasSkill, skillOf } from './sentiment-skill.ts';

const counts = (count: number, right: number, positiveScores = count / 2, positiveMoves = count / 2) => ({
  ...{ minutes: 5, count, right, positiveScores, positiveMoves },
});

test('the interval is that of Wilson, and the base rate that of chance', () => {
  const { rate } = skillOf(counts(452, 234, 250, 260));
  expect(rate?.value).toBeCloseTo(0.5177, 4);
  expect(rate?.low).toBeCloseTo(0.4717, 3);
  expect(rate?.high).toBeCloseTo(0.5633, 3);
  expect(rate?.base).toBeCloseTo(0.508, 3);
});

test('without a headline there is no rate', () => {
  expect(skillOf(counts(0, 0)).rate).toBeNull();
  expect(hasSkill([])).toBe(false);
});

test.each([
  ['few that are all right', counts(20, 20), false],
  ['many that are as good as chance', counts(2000, 1010), false],
  ['many in a market that only rises, always guessed up', counts(1000, 950, 1000, 950), false],
  ['many that are clearly better', counts(400, 260), true],
] as const)('of %s skill is %s', (_, given, skill) => {
  expect(hasSkill([skillOf(given)])).toBe(skill);
});
