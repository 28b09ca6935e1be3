/** How well scores order truths, against the definitions counted pair by pair. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Scored } from './isotonic.ts';
import { areaUnderRoc, averagePrecision, topDecileLift } from './ranking.ts';

/** Few scores, so that many are equal. */
const SCORED = fc.array(fc.record({ score: fc.integer({ min: -4, max: 4 }), truth: fc.boolean() }), {
  maxLength: 40,
});
const turned = (scored: readonly Scored[]): Scored[] =>
  scored.map(({ score, truth }) => ({ score: -score, truth }));
const of = (...pairs: readonly (readonly [score: number, truth: number])[]): Scored[] =>
  pairs.map(([score, truth]) => ({ score, truth: truth === 1 }));

function areaByPairs(scored: readonly Scored[]): number {
  let wins = 0;
  let pairs = 0;
  for (const yes of scored.filter(({ truth }) => truth))
    for (const no of scored.filter(({ truth }) => !truth)) {
      pairs += 1;
      wins += yes.score > no.score ? 1 : yes.score === no.score ? 0.5 : 0;
    }
  return wins / pairs;
}

test('the area is the share of pairs in the right order, ties counted half', () => {
  fc.assert(
    fc.property(SCORED, (scored) => {
      const area = areaUnderRoc(scored);
      const expected = areaByPairs(scored);
      if (Number.isNaN(expected)) expect(area).toBeNaN();
      else expect(area).toBeCloseTo(expected, 12);
    }),
  );
});

test('turning scores around turns the area, and a rising change of scores leaves it', () => {
  fc.assert(
    fc.property(SCORED, (scored) => {
      const area = areaUnderRoc(scored);
      if (Number.isNaN(area)) return;
      expect(areaUnderRoc(turned(scored))).toBeCloseTo(1 - area, 12);
      const steeper = scored.map(({ score, truth }) => ({ score: Math.exp(score) - 9, truth }));
      expect(areaUnderRoc(steeper)).toBeCloseTo(area, 12);
    }),
  );
});

/** Over the thresholds from the highest: precision there times what recall gains there. */
function precisionByThresholds(scored: readonly Scored[], wanted: number): number {
  const thresholds = [...new Set(scored.map(({ score }) => score))].sort((a, b) => b - a);
  let area = 0;
  let before = 0;
  for (const threshold of thresholds) {
    const raised = scored.filter(({ score }) => score >= threshold);
    const right = raised.filter(({ truth }) => truth).length;
    area += ((right - before) / wanted) * (right / raised.length);
    before = right;
  }
  return area;
}

test('average precision is precision at each threshold, weighed by the recall that it gains', () => {
  fc.assert(
    fc.property(SCORED, fc.nat(5), (scored, missed) => {
      const wanted = scored.filter(({ truth }) => truth).length + missed;
      const area = averagePrecision(scored, wanted);
      if (wanted === 0) expect(area).toBeNaN();
      else expect(area).toBeCloseTo(precisionByThresholds(scored, wanted), 12);
    }),
  );
});

test.each([
  ['a perfect order', of([3, 1], [2, 1], [1, 0]), 2, 1],
  ['a perfect order of half of what was wanted', of([3, 1], [2, 1], [1, 0]), 4, 0.5],
  ['the only truth at the end', of([3, 0], [2, 0], [1, 1]), 1, 1 / 3],
  ['one of two, first', of([3, 1], [2, 0]), 2, 0.5],
  ['nothing found of three', of([1, 0]), 3, 0],
  ['nothing raised', [], 3, 0],
])('the average precision of %s', (_, scored, wanted, expected) => {
  expect(averagePrecision(scored, wanted)).toBeCloseTo(expected, 12);
});

test('what was wanted and never raised lowers average precision in proportion', () => {
  const scored = of([5, 1], [4, 0], [3, 1], [2, 0], [1, 1]);
  expect(averagePrecision(scored, 6)).toBeCloseTo(averagePrecision(scored, 3) / 2, 12);
});

test.each([
  ['twenty, of which the best two are the only true ones', 20, [18, 19], 10],
  ['twenty, of which one of the best two is among two', 20, [3, 19], 5],
  ['twenty, of which none of the best is true', 20, [0, 1], 0],
  // Nineteen have a tenth of one, and so has a handful
  ['nineteen, of which the best is the only true one', 19, [18], 19],
  ['four, of which the best is the only true one', 4, [3], 4],
  ['four that are all true', 4, [0, 1, 2, 3], 1],
])('the lift of %s', (_, count, truths, expected) => {
  const scored = Array.from({ length: count }, (_none, at) => ({ score: at, truth: truths.includes(at) }));
  expect(topDecileLift(scored)).toBeCloseTo(expected, 12);
});

test('without truths there is no lift', () => {
  expect(topDecileLift(of([1, 0], [2, 0]))).toBeNaN();
});

test('no measure changes the order of what it is given', () => {
  const scored = of([2, 0], [9, 1], [4, 0], [7, 1]);
  const before = structuredClone(scored);
  areaUnderRoc(scored);
  averagePrecision(scored, 2);
  topDecileLift(scored);
  expect(scored).toEqual(before);
});
