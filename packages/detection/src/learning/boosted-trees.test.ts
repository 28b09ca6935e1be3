import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOOSTING, fitTrees } from './boosted-trees.ts';
import { fitLogistic, logistic, logitScore, softPlus } from './logistic.ts';
import { areaUnderRoc } from './ranking.ts';
import { Samples } from './samples.ts';
import { scoreOf } from './score-model.ts';
import { leafOf, NO_QUESTION, type TreeModel, treeCount } from './tree-model.ts';

interface Row {
  readonly features: readonly number[];
  readonly truth: boolean;
  readonly weight: number;
}

function samplesOf(rows: readonly Row[]): Samples {
  const samples = new Samples(rows[0]?.features.length ?? 0);
  for (const { features, truth, weight } of rows) samples.add(features, 0, truth, weight);
  return samples;
}

const ROWS = fc.array(
  fc.record({
    features: fc.tuple(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.integer({ min: 0, max: 3 }),
      fc.constant(7),
    ),
    truth: fc.boolean(),
    weight: fc.constantFrom(0.25, 0.5, 1),
  }),
  { minLength: 1, maxLength: 80 },
);
const SMALL = { ...BOOSTING, rounds: 12, leastWeight: 2 };

/** Weighted log loss after so many trees. */
function lossAfter(model: TreeModel, trees: number, rows: readonly Row[]): number {
  return rows.reduce((sum, { features, truth, weight }) => {
    let logit = model.start;
    for (let tree = 0; tree < trees; tree += 1) logit += leafOf(model, tree, features, 0);
    return sum + weight * softPlus(truth ? -logit : logit);
  }, 0);
}

test('the order of samples does not matter, and the same samples give the same bytes', () => {
  fc.assert(
    fc.property(ROWS, (rows) => {
      const bytes = JSON.stringify(fitTrees(samplesOf(rows), SMALL));
      expect(JSON.stringify(fitTrees(samplesOf(rows), SMALL))).toBe(bytes);
      expect(JSON.stringify(fitTrees(samplesOf([...rows].reverse()), SMALL))).toBe(bytes);
    }),
    { numRuns: 40 },
  );
});

test('no tree makes the loss of what it was trained on worse', () => {
  fc.assert(
    fc.property(ROWS, (rows) => {
      const model = fitTrees(samplesOf(rows), SMALL);
      for (let trees = 1; trees <= treeCount(model); trees += 1)
        expect(lossAfter(model, trees, rows)).toBeLessThanOrEqual(lossAfter(model, trees - 1, rows) + 1e-6);
    }),
    { numRuns: 40 },
  );
});

test('a feature with one value is never split on, and each side of a split has the minimum weight', () => {
  fc.assert(
    fc.property(ROWS, (rows) => {
      const model = fitTrees(samplesOf(rows), SMALL);
      expect(Array.from(model.questions)).not.toContain(2);
      const [question = NO_QUESTION, threshold = 0] = [model.questions[0], model.thresholds[0]];
      if (question === NO_QUESTION) return;
      const heavy = (isRight: boolean): number =>
        rows
          .filter(({ features }) => features[question]! > threshold === isRight)
          .reduce((sum, { weight }) => sum + weight, 0);
      expect(Math.min(heavy(true), heavy(false))).toBeGreaterThanOrEqual(SMALL.leastWeight);
    }),
    { numRuns: 40 },
  );
});

test('samples of one class give a finite constant', () => {
  for (const truth of [true, false]) {
    const rows = Array.from({ length: 50 }, (_, at) => ({ features: [at, at % 3], truth, weight: 1 }));
    const model = fitTrees(samplesOf(rows));
    expect(treeCount(model)).toBe(0);
    expect(Math.abs(scoreOf(model, [5, 1]))).toBeLessThan(6);
    expect(scoreOf(model, [5, 1]) > 0).toBe(truth);
  }
});

test('nothing to learn from gives even odds', () => {
  expect(scoreOf(fitTrees(new Samples(2)), [0, 0])).toBe(0);
});

/** True where the two features have the same sign: no line separates them. */
function crossed(seed: number): Row[] {
  const draw = seededDraws(seed);
  return Array.from({ length: 800 }, () => {
    const [a, b] = [draw() * 2 - 1, draw() * 2 - 1];
    return { features: [a, b], truth: draw() < logistic(a * b > 0 ? 2 : -2), weight: 1 };
  });
}

test('an interaction of two features is learned that the logistic cannot fit', () => {
  const train = samplesOf(crossed(1));
  const held = crossed(2);
  const auc = (score: (features: readonly number[]) => number): number =>
    areaUnderRoc(held.map(({ features, truth }) => ({ score: score(features), truth })));
  const trees = fitTrees(train);
  const line = fitLogistic(train);
  expect(auc((features) => logitScore(line, features))).toBeLessThan(0.56);
  expect(auc((features) => scoreOf(trees, features))).toBeGreaterThan(0.82);
});

test('probabilities of the trees sum to the truths where they were trained, but for the pull of the penalty', () => {
  const rows = crossed(3);
  const model = fitTrees(samplesOf(rows));
  const sum = rows.reduce((total, { features }) => total + logistic(scoreOf(model, features)), 0);
  const truths = rows.filter(({ truth }) => truth).length;
  expect(Math.abs(sum - truths)).toBeLessThan(0.03 * truths);
});
