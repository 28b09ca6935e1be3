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
