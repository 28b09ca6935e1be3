/** Reads the scorer of a calibrator: a logistic regression or boosted trees, whole or refused. */
import type { ScoreModel } from '#learning/score-model.ts';
import { NO_QUESTION } from '#learning/tree-model.ts';
import { PlainDataError, type PlainObject } from './plain-data.ts';

const KINDS = ['logistic', 'trees'] as const;
const MAX_DEPTH = 6;

/** `width`: number of features. */
export function readScorer(calibrator: PlainObject, width: number, place: string): ScoreModel {
  const data = calibrator.object('scorer');
  const at = `${place}.scorer`;
  return data.oneOf('kind', KINDS) === 'trees' ? readTrees(data, width, at) : readLogistic(data, width, at);
}

function readLogistic(data: PlainObject, width: number, place: string): ScoreModel {
  const scale = ofLength(data.numbers('scale'), width, `${place}.scale`);
  if (scale.some((one) => one <= 0)) throw new PlainDataError(`expected scales above 0 at ${place}`);
  return {
    kind: 'logistic',
    center: ofLength(data.numbers('center'), width, `${place}.center`),
    scale,
    weights: ofLength(data.numbers('weights'), width, `${place}.weights`),
    intercept: data.number('intercept'),
  };
}

function readTrees(data: PlainObject, width: number, place: string): ScoreModel {
  const depth = data.count('depth');
  if (depth < 1 || depth > MAX_DEPTH)
    throw new PlainDataError(`expected a depth from 1 to ${MAX_DEPTH} at ${place}`);
  const leaves = data.numbers('leaves');
  const trees = leaves.length >> depth;
  const questions = data.numbers('questions');
  if (questions.some((one) => !Number.isInteger(one) || one < NO_QUESTION || one >= width))
    throw new PlainDataError(
      `expected whole numbers from ${NO_QUESTION} to ${width - 1} at ${place}.questions`,
    );
  const inner = trees * ((1 << depth) - 1);
  return {
    kind: 'trees',
    start: data.number('start'),
    depth,
    questions: ofLength(questions, inner, `${place}.questions`),
    thresholds: ofLength(data.numbers('thresholds'), inner, `${place}.thresholds`),
    leaves: ofLength(leaves, trees << depth, `${place}.leaves`),
  };
}

function ofLength(numbers: readonly number[], length: number, place: string): readonly number[] {
  if (numbers.length !== length) throw new PlainDataError(`expected ${length} numbers at ${place}`);
  return numbers;
}
