import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import type { ModelSpec } from '#calibration/judge.ts';
import { makeCalibrator } from '#calibration/make-calibrator.ts';
import { referenceDraws } from '#testing/reference-draws.ts';
import { isotonicBlocks, type Scored } from './isotonic.ts';
import { logistic } from './logistic.ts';
import { fitPlatt } from './platt.ts';

/** Scores from -3 to 3 whose truth is logistic(0.8 score - 1). */
function referenceScores(): Scored[] {
  const draws = referenceDraws(600, 7);
  return Array.from({ length: 200 }, (_, row) => {
    const score = draws[3 * row]! * 6 - 3;
    return { score, truth: draws[3 * row + 1]! < logistic(0.8 * score - 1) };
  });
}

/** The curve's value at each score, in the order of scores. */
function fitted(scored: readonly Scored[], leastBlock: number): number[] {
  const blocks = isotonicBlocks(scored, leastBlock);
  return [...scored]
    .sort((a, b) => a.score - b.score)
    .map(({ score }) => {
      const block = blocks.findLast(({ fromScore }) => fromScore <= score);
      return (block?.positives ?? Number.NaN) / (block?.count ?? Number.NaN);
    });
}

test('the isotonic curve is the min-max formula of the same scores (computed with NumPy)', () => {
  const expected = [...Array(5).fill(0), ...Array(11).fill(3 / 11), ...Array(14).fill(0.5)];
  const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(9)));
  expect(rounded(fitted(referenceScores().slice(0, 30), 1))).toEqual(rounded(expected));
});

test('the isotonic curve rises, keeps the number of truths, and fits no worse than any other rising curve', () => {
  for (const seed of [1, 2, 3, 4]) {
    const draw = seededDraws(seed);
    const scored = Array.from({ length: 120 }, () => ({
      score: Math.floor(draw() * 40),
      truth: draw() < 0.3,
    }));
    const curve = fitted(scored, 1);
    const truths = [...scored].sort((a, b) => a.score - b.score).map(({ truth }) => (truth ? 1 : 0));
    for (let at = 1; at < curve.length; at += 1) expect(curve[at]).toBeGreaterThanOrEqual(curve[at - 1]!);
    expect(curve.reduce((sum, value) => sum + value, 0)).toBeCloseTo(
      truths.reduce<number>((a, b) => a + b, 0),
      9,
    );
    // A projection: <truth - curve, other - curve> <= 0 for every rising curve that is equal on equal scores.
    const scores = scored.map(({ score }) => score).sort((a, b) => a - b);
    for (const threshold of [5, 15, 25, 35]) {
      const other = scores.map((score) => (score > threshold ? 1 : 0));
      const product = truths.reduce((sum: number, truth, at) => {
        const value = curve[at]!;
        return sum + (truth - value) * (other[at]! - value);
      }, 0);
      expect(product).toBeLessThanOrEqual(1e-9);
    }
  }
});

test('no block of the calibrator is smaller than fifty', () => {
  const draw = seededDraws(9);
  const scored = Array.from({ length: 1000 }, () => {
    const score = draw();
    return { score, truth: draw() < score };
  });
  const blocks = isotonicBlocks(scored);
  expect(blocks.length).toBeGreaterThan(3);
  expect(Math.min(...blocks.map(({ count }) => count))).toBeGreaterThanOrEqual(50);
  expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
});

test("Platt's scaling takes the last step although the loss is too coarse to show it", () => {
  const draw = seededDraws(1);
  const scored = Array.from({ length: 20_000 }, () => {
    const score = 2 * draw() - 1;
    return { score, truth: draw() < logistic(score - 0.5) };
  });
  const { slope, offset } = fitPlatt(scored);
  const positives = scored.filter(({ truth }) => truth).length;
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (scored.length - positives + 2);
  let gradient = 0;
  for (const { score, truth } of scored) {
    gradient += ((truth ? high : low) - logistic(slope * score + offset)) * score;
  }
  expect(Math.abs(gradient) / scored.length).toBeLessThan(1e-12);
});

test("Platt's slope and offset agree with SciPy on the smoothed targets", () => {
  const { slope, offset } = fitPlatt(referenceScores());
  expect(slope).toBeCloseTo(0.574_014_67, 6);
  expect(offset).toBeCloseTo(-0.628_613_11, 6);
});

test('scores that point the wrong way are not turned around', () => {
  const turned = referenceScores().map(({ score, truth }) => ({ score: -score, truth }));
  expect(fitPlatt(turned).slope).toBe(0);
});

const SPEC: ModelSpec = { name: 'probe', version: 1, features: ['a'], truth: { from: 'outcome' } };
const MODEL = { kind: 'logistic', center: [0], scale: [1], weights: [1], intercept: 0 } as const;
const ORIGIN = { command: 'undertow train', trainSeeds: '1-2', calibrationSeeds: '200-201' };

test('a calibrator follows the truth where it is known, in both of its forms', () => {
  const draw = seededDraws(5);
  for (const count of [900, 6000]) {
    const scored = Array.from({ length: count }, () => {
      const score = draw() * 6 - 3;
      return { score, truth: draw() < logistic(0.8 * score - 0.5) };
    });
    const { steps, method } = makeCalibrator(SPEC, 'L3', MODEL, scored, ORIGIN);
    expect(method).toBe(count === 900 ? 'platt' : 'isotonic');
    for (const score of [-2.5, -1, 0, 1, 2.5]) {
      const step = steps.findLast(({ fromScore }) => fromScore <= score) ?? steps[0];
      expect(Math.abs((step?.probability ?? 0) - logistic(0.8 * score - 0.5))).toBeLessThan(0.08);
      expect(step?.count).toBeGreaterThanOrEqual(50);
    }
  }
});

test('the same samples give the same calibrator, other seeds another hash', () => {
  const scored = referenceScores();
  const one = makeCalibrator(SPEC, 'L3', MODEL, scored, ORIGIN);
  expect(makeCalibrator(SPEC, 'L3', MODEL, scored, ORIGIN)).toEqual(one);
  expect(makeCalibrator(SPEC, 'L3', MODEL, scored, { ...ORIGIN, trainSeeds: '1-3' }).hash).not.toBe(one.hash);
});

const of = (...groups: readonly (readonly [score: number, truths: number, all: number])[]): Scored[] =>
  groups.flatMap(([score, truths, all]) =>
    Array.from({ length: all }, (_, at) => ({ score, truth: at < truths })),
  );
const blocksOf = (scored: readonly Scored[], least: number): number[][] =>
  isotonicBlocks(scored, least).map(({ fromScore, count, positives }) => [fromScore, positives, count]);

test.each([
  [
    'rising shares stay apart',
    of([1, 1, 10], [2, 5, 10], [3, 9, 10]),
    [
      [1, 1, 10],
      [2, 5, 10],
      [3, 9, 10],
    ],
  ],
  [
    'a fall is pooled',
    of([1, 1, 10], [2, 9, 10], [3, 5, 10]),
    [
      [1, 1, 10],
      [2, 14, 20],
    ],
  ],
  [
    'a pool that falls below its neighbour takes it in',
    of([1, 4, 10], [2, 9, 10], [3, 0, 20]),
    [[1, 13, 40]],
  ],
  ['equal shares are one block', of([1, 2, 10], [2, 4, 20]), [[1, 6, 30]]],
  ['nothing', [], []],
  ['one candidate', of([7, 1, 1]), [[7, 1, 1]]],
])('isotonic blocks: %s', (_, scored, blocks) => {
  expect(blocksOf(scored, 1)).toEqual(blocks);
  expect(blocksOf([...scored].reverse(), 1)).toEqual(blocks);
});

test.each([
  [
    'joins the neighbour whose share is nearer, below',
    of([1, 1, 60], [2, 1, 10], [3, 50, 60]),
    [
      [1, 2, 70],
      [3, 50, 60],
    ],
  ],
  [
    'or above',
    of([1, 0, 60], [2, 6, 10], [3, 50, 60]),
    [
      [1, 0, 60],
      [2, 56, 70],
    ],
  ],
  [
    'joins the one below of two as near',
    of([1, 0, 60], [2, 5, 10], [3, 60, 60]),
    [
      [1, 5, 70],
      [3, 60, 60],
    ],
  ],
  ['joins the next where it is the first', of([1, 0, 10], [3, 50, 60]), [[1, 50, 70]]],
  ['joins the last before where it is the last', of([1, 0, 60], [3, 9, 10]), [[1, 9, 70]]],
  ['is one of forty-nine', of([1, 0, 49], [3, 50, 60]), [[1, 50, 109]]],
  [
    'is none of fifty',
    of([1, 0, 50], [3, 50, 60]),
    [
      [1, 0, 50],
      [3, 50, 60],
    ],
  ],
  ['stays where there is no other', of([1, 3, 10]), [[1, 3, 10]]],
])('a block that is too small %s', (_, scored, blocks) => {
  expect(blocksOf(scored, 50)).toEqual(blocks);
});

test('however they are merged, blocks rise and hold every candidate once', () => {
  const draw = seededDraws(12);
  for (let trial = 0; trial < 30; trial += 1) {
    const scored = Array.from({ length: 200 }, () => {
      const score = Math.floor(20 * draw());
      return { score, truth: draw() < 0.02 * score + 0.3 * draw() };
    });
    const blocks = isotonicBlocks(scored, 25);
    expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(200);
    expect(blocks.reduce((sum, { positives }) => sum + positives, 0)).toBe(
      scored.filter(({ truth }) => truth).length,
    );
    const shares = blocks.map(({ positives, count }) => positives / count);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(blocks[0]?.fromScore).toBe(Math.min(...scored.map(({ score }) => score)));
  }
});

test("Platt's curve of a score in other units is the same curve", () => {
  const scored = referenceScores();
  const { slope, offset } = fitPlatt(scored);
  const moved = fitPlatt(scored.map(({ score, truth }) => ({ score: 10 * score + 3, truth })));
  expect(10 * moved.slope).toBeCloseTo(slope, 6);
  expect(moved.offset + 3 * moved.slope).toBeCloseTo(offset, 6);
});

test("Platt's curve falls with the score as it rises with it where truths change places", () => {
  const scored = referenceScores();
  const { slope, offset } = fitPlatt(scored);
  const opposite = fitPlatt(scored.map(({ score, truth }) => ({ score: -score, truth: !truth })));
  expect([opposite.slope, opposite.offset]).toEqual([expect.closeTo(slope, 6), expect.closeTo(-offset, 6)]);
});

test.each([
  ['of one class only', of([1, 5, 5], [2, 5, 5])],
  ['of none', of([1, 0, 5], [2, 0, 5])],
  ['that are all equal', of([1, 3, 8])],
])("Platt's curve of scores %s is finite and says no more than the smoothed share", (_, scored) => {
  const { slope, offset } = fitPlatt(scored);
  const positives = scored.filter(({ truth }) => truth).length;
  const at = logistic(slope * 1.5 + offset);
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThan(1);
  expect(Math.abs(at - (positives + 1) / (scored.length + 2))).toBeLessThan(0.05);
});

test('scores that part the classes give a steep curve and no certainty', () => {
  const { slope, offset } = fitPlatt(of([-1, 0, 30], [1, 30, 30]));
  // Smoothed targets: 31 of 32, and 1 of 32
  expect(logistic(slope + offset)).toBeCloseTo(31 / 32, 6);
  expect(logistic(-slope + offset)).toBeCloseTo(1 / 32, 6);
});
