import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { fitTrees } from './boosted-trees.ts';
import { chooseScorer } from './choose-scorer.ts';
import { fitLogistic, logistic, softPlus } from './logistic.ts';
import { Samples } from './samples.ts';
import { packed, type ScoreModel, scoreOf, shortenedModel } from './score-model.ts';
import { treeCount } from './tree-model.ts';

/** Sessions of 60 samples each, whose truth has this logit. */
function sessions(count: number, logitOf: (a: number, b: number) => number, seed = 17): Samples[] {
  const draw = seededDraws(seed);
  return Array.from({ length: count }, () => {
    const samples = new Samples(2);
    for (let row = 0; row < 60; row += 1) {
      const [a, b] = [draw() * 4 - 2, draw() * 4 - 2];
      samples.add([a, b], 0, draw() < logistic(logitOf(a, b)), 1);
    }
    return samples;
  });
}

test('where the truth is a line the logistic is taken, and it is the one of all sessions', () => {
  const line = sessions(12, (a, b) => 1.5 * a - b);
  const all = new Samples(2);
  for (const session of line) all.addAll(session);
  const { scorer, logisticLoss, treesLoss } = chooseScorer(line);
  expect(scorer).toEqual(fitLogistic(all));
  expect(logisticLoss).toBeLessThan(treesLoss);
});

test('where features act together trees are taken', () => {
  const { scorer, logisticLoss, treesLoss } = chooseScorer(sessions(12, (a, b) => 2 * a * b));
  expect(scorer.kind).toBe('trees');
  expect(treesLoss).toBeLessThan(logisticLoss - 0.1);
});

test('where nothing can be learned the logistic is taken: a tie is its own', () => {
  for (const count of [1, 2, 12])
    expect(chooseScorer(sessions(count, () => -1)).scorer.kind).toBe('logistic');
});

test('few uninformative samples get little weight: a stronger penalty is better on sessions held out', () => {
  const steepness = (model: ScoreModel): number =>
    Math.abs(scoreOf(model, [2, 0]) - scoreOf(model, [0, 0])) +
    Math.abs(scoreOf(model, [0, 2]) - scoreOf(model, [0, 0]));
  for (const seed of [1, 2, 3, 4]) {
    const few = sessions(6, () => -1, seed);
    const all = new Samples(2);
    for (const session of few) all.addAll(session);
    expect(steepness(chooseScorer(few).scorer), `seed ${seed}`).toBeLessThan(
      0.9 * steepness(fitLogistic(all)),
    );
  }
});

test('a single session is held out from nothing: its losses are those of even odds', () => {
  const { logisticLoss, treesLoss } = chooseScorer(sessions(1, () => -1));
  expect([logisticLoss, treesLoss]).toEqual([expect.closeTo(Math.LN2, 12), expect.closeTo(Math.LN2, 12)]);
});

test('a session without samples changes nothing', () => {
  const some = sessions(6, (a, b) => 2 * a * b);
  expect(chooseScorer([...some, new Samples(2)])).toEqual(chooseScorer(some));
});

test('a scorer in typed arrays and as stored in a file scores the same', () => {
  for (const shape of [(a: number, b: number) => a - b, (a: number, b: number) => 3 * a * b]) {
    const { scorer } = chooseScorer(sessions(8, shape));
    const read = JSON.parse(JSON.stringify(shortenedModel(scorer)));
    for (const features of [
      [0, 0],
      [1.3, -0.2],
      [-9, 40],
    ]) {
      expect(scoreOf(packed(read), features)).toBe(scoreOf(read, features));
      expect(scoreOf(read, features)).toBeCloseTo(scoreOf(scorer, features), 6);
    }
  }
});

/** Log loss a unit of weight by choice, each session under fits on all sessions but its quarter: every fourth one. */
function heldOutLosses(all: readonly Samples[], fits: (rest: Samples) => readonly ScoreModel[]): number[] {
  const models = [0, 1, 2, 3].map((part) => {
    const rest = new Samples(2);
    for (const [at, samples] of all.entries()) if (at % 4 !== part) rest.addAll(samples);
    return fits(rest);
  });
  const weight = all.reduce((sum, { count }) => sum + count, 0);
  return models[0]!.map((_, choice) => {
    let loss = 0;
    for (const [at, { count, features, truths }] of all.entries())
      for (let row = 0; row < count; row += 1) {
        const logit = scoreOf(models[at % 4]![choice]!, features, 2 * row);
        loss += softPlus(truths[row] === 1 ? -logit : logit);
      }
    return loss / weight;
  });
}

const PENALTIES = [1, 10, 100];
const byPenalty = (rest: Samples): ScoreModel[] => PENALTIES.map((penalty) => fitLogistic(rest, penalty));
/** After 20, 40, … 120 trees. */
const byTrees = (rest: Samples): ScoreModel[] => {
  const { questions, thresholds, leaves, ...trees } = fitTrees(rest);
  return [20, 40, 60, 80, 100, 120].map((count) => ({
    ...trees,
    questions: Array.from(questions).slice(0, 7 * count),
    thresholds: Array.from(thresholds).slice(0, 7 * count),
    leaves: Array.from(leaves).slice(0, 8 * count),
  }));
};

test.each([5, 8])('losses are those of sessions that took no part in the fit (%i sessions)', (count) => {
  const some = sessions(count, (a, b) => a + 0.5 * b, 3);
  const { logisticLoss, treesLoss } = chooseScorer(some);
  expect(logisticLoss).toBeCloseTo(Math.min(...heldOutLosses(some, byPenalty)), 9);
  expect(treesLoss).toBeCloseTo(Math.min(...heldOutLosses(some, byTrees)), 9);
});

test('as many trees are taken as were best on sessions held out', () => {
  const some = sessions(7, (a, b) => 2 * a * b, 5);
  const losses = heldOutLosses(some, byTrees);
  const { scorer } = chooseScorer(some);
  if (scorer.kind !== 'trees') throw new Error('expected trees');
  expect(treeCount(scorer)).toBe(20 * (1 + losses.indexOf(Math.min(...losses))));
});

test('the penalty that was best on sessions held out is that of the model', () => {
  const few = sessions(6, () => -1, 2);
  const lines = heldOutLosses(few, byPenalty);
  const best = PENALTIES[lines.indexOf(Math.min(...lines))]!;
  const all = new Samples(2);
  for (const session of few) all.addAll(session);
  expect(chooseScorer(few).scorer).toEqual(fitLogistic(all, best));
});

test('a session weighs as much as its samples', () => {
  const some = sessions(5, (a) => a, 4);
  const heavy = some.map((session) => {
    const twice = new Samples(2);
    for (let row = 0; row < session.count; row += 1)
      twice.add(session.features, 2 * row, session.truths[row] === 1, 2);
    return twice;
  });
  const [light, other] = [chooseScorer(some), chooseScorer(heavy)];
  // The same losses a unit of weight, but for the penalty, which counts half beside twice the weight
  expect(Math.abs(other.logisticLoss - light.logisticLoss)).toBeLessThan(0.01);
});
