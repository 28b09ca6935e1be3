import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { chooseScorer } from './choose-scorer.ts';
import { fitLogistic, logistic } from './logistic.ts';
import { Samples } from './samples.ts';
import { packed, type ScoreModel, scoreOf, shortenedModel } from './score-model.ts';

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
