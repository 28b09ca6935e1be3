/** Samples in columns, trees as data, and numbers as files keep them. */
import { expect, test } from 'vitest';
import { Samples } from './samples.ts';
import { packed, scoreOf, shortenedModel } from './score-model.ts';
import { shortNumber } from './short-number.ts';
import { leafOf, NO_QUESTION, type TreeModel, treeCount, treeScore } from './tree-model.ts';

const rowsOf = (samples: Samples): unknown[] =>
  Array.from({ length: samples.count }, (_, row) => [
    [...samples.features.subarray(row * samples.width, (row + 1) * samples.width)],
    samples.truths[row],
    samples.weights[row],
  ]);

test('samples keep their rows in order, however often they grow', () => {
  const samples = new Samples(2, 1);
  const given = Array.from(
    { length: 37 },
    (_, at) => [[at, -at], at % 3 === 0 ? 1 : 0, 1 / (at + 1)] as const,
  );
  for (const [features, truth, weight] of given) samples.add(features, 0, truth === 1, weight);
  expect(rowsOf(samples)).toEqual(given);
  expect(samples.positives).toBe(13);
});

test('a row is taken from where it begins, and is a copy', () => {
  const samples = new Samples(2);
  const features = [9, 9, 1, 2];
  samples.add(features, 2, true, 0.5);
  features[2] = 77;
  expect(rowsOf(samples)).toEqual([[[1, 2], 1, 0.5]]);
});

test('joined samples are those of both, and the other set stays', () => {
  const one = new Samples(1, 1);
  const other = new Samples(1, 1);
  one.add([1], 0, true, 1);
  other.add([2], 0, false, 0.25);
  other.add([3], 0, true, 0.75);
  one.addAll(other);
  expect(rowsOf(one)).toEqual([
    [[1], 1, 1],
    [[2], 0, 0.25],
    [[3], 1, 0.75],
  ]);
  expect(other.count).toBe(2);
  expect(new Samples(3).positives).toBe(0);
});

test('samples without features have truths all the same', () => {
  const samples = new Samples(0, 1);
  for (let at = 0; at < 5; at += 1) samples.add([], 0, at > 2, 1);
  expect([samples.count, samples.positives]).toEqual([5, 2]);
});

/** Two trees of two questions each way: a asks about feature 0, then 1; b about feature 1 alone. */
const TREES: TreeModel = {
  kind: 'trees',
  start: 0.5,
  depth: 2,
  questions: [0, 1, 1, 1, NO_QUESTION, NO_QUESTION],
  thresholds: [0, 10, 20, 15, 0, 0],
  leaves: [1, 2, 4, 8, 16, 32, 64, 128],
};

test.each([
  ['left, left', [-1, 10], 1, 16],
  ['left, right', [0, 10.5], 2, 16],
  ['right, left', [0.1, 20], 4, 64],
  ['right, right', [5, 21], 8, 64],
])('a look goes %s: only what lies above a threshold goes right', (_, features, first, second) => {
  expect([leafOf(TREES, 0, features, 0), leafOf(TREES, 1, features, 0)]).toEqual([first, second]);
  expect(treeScore(TREES, features)).toBe(0.5 + first + second);
  expect(scoreOf(TREES, [99, 99, ...features], 2)).toBe(0.5 + first + second);
});

test('where nothing is asked everything goes left, also what is not a number', () => {
  expect(leafOf(TREES, 1, [0, Number.NaN], 0)).toBe(16);
  expect(treeCount(TREES)).toBe(2);
  expect(treeScore({ ...TREES, questions: [], thresholds: [], leaves: [] }, [1, 2])).toBe(0.5);
});

test('a model in typed arrays is the same model', () => {
  const logistic = {
    kind: 'logistic',
    center: [1, 2],
    scale: [3, 4],
    weights: [5, -6],
    intercept: 7,
  } as const;
  for (const features of [
    [0, 0],
    [4, -2],
    [1e9, -1e9],
  ]) {
    expect(scoreOf(packed(TREES), features)).toBe(scoreOf(TREES, features));
    expect(scoreOf(packed(logistic), features)).toBe(scoreOf(logistic, features));
  }
  // (4 - 1) / 3 * 5 + (-2 - 2) / 4 * -6 + 7
  expect(scoreOf(logistic, [4, -2])).toBe(18);
});

test('weights in files have nine digits, and trees stay as they were fitted', () => {
  const third = 1 / 3;
  const model = {
    kind: 'logistic',
    center: [third],
    scale: [1000 * third],
    weights: [-third],
    intercept: 2e6 * third,
  } as const;
  expect(shortenedModel(model)).toEqual({
    ...{ kind: 'logistic', center: [0.333333333], scale: [333.333333] },
    ...{ weights: [-0.333333333], intercept: 666666.667 },
  });
  expect(shortenedModel(TREES)).toBe(TREES);
});

test.each([
  [123_456, 3, 123_000],
  [0.000_123_456, 3, 0.000_123],
  [-9.9996, 4, -10],
  [0, 5, 0],
  [5, 1, 5],
])('%d with %i digits is %d', (value, digits, expected) => {
  expect(shortNumber(value, digits)).toBe(expected);
});

test('what is not finite stays so', () => {
  expect(shortNumber(Number.NEGATIVE_INFINITY, 3)).toBe(Number.NEGATIVE_INFINITY);
  expect(shortNumber(Number.NaN, 3)).toBeNaN();
});
