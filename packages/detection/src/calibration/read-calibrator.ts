/** Reads a committed calibrator from parsed JSON and refuses one that could not be judged with. */
import { FEED_TIERS } from '@undertow/market';
import type { ScoreModel } from '#learning/score-model.ts';
import { NO_QUESTION } from '#learning/tree-model.ts';
import type { CalibrationStep, Calibrator } from './calibrator.ts';
import { PlainDataError, PlainObject } from './plain-data.ts';

const KINDS = ['logistic', 'trees'] as const;
const MAX_DEPTH = 6;

/** `width`: number of features. */
function readScorer(calibrator: PlainObject, width: number, place: string): ScoreModel {
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

const METHODS = ['isotonic', 'platt'] as const;
const MIN_PROBABILITY = 0.01;
const MAX_PROBABILITY = 0.99;

/** `place` names the file in errors. Throws `PlainDataError` when the data is not a whole calibrator. */
export function readCalibrator(value: unknown, place: string): Calibrator {
  const data = new PlainObject(value, place);
  const features = data.texts('features');
  const calibrator: Calibrator = {
    model: data.text('model'),
    modelVersion: data.count('modelVersion'),
    tier: data.oneOf('tier', FEED_TIERS),
    hash: data.text('hash'),
    command: data.text('command'),
    trainSeeds: data.text('trainSeeds'),
    calibrationSeeds: data.text('calibrationSeeds'),
    features,
    scorer: readScorer(data, features.length, place),
    prevalence: data.share('prevalence'),
    method: data.oneOf('method', METHODS),
    steps: data.objects('steps').map(stepOf),
  };
  refuseUnordered(calibrator.steps, place);
  return calibrator;
}

function stepOf(data: PlainObject): CalibrationStep {
  return {
    fromScore: data.number('fromScore'),
    probability: data.share('probability'),
    count: data.count('count'),
    positives: data.count('positives'),
  };
}

function refuseUnordered(steps: readonly CalibrationStep[], place: string): void {
  if (steps.length === 0) throw new PlainDataError(`expected at least one step at ${place}.steps`);
  steps.forEach(({ fromScore, probability, count, positives }, at) => {
    const before = steps[at - 1];
    const rises = before === undefined || (fromScore > before.fromScore && probability >= before.probability);
    if (!rises) throw new PlainDataError(`expected rising steps at ${place}.steps[${at}]`);
    if (probability < MIN_PROBABILITY || probability > MAX_PROBABILITY || positives > count)
      throw new PlainDataError(
        `expected a probability from 0.01 to 0.99 of its samples at ${place}.steps[${at}]`,
      );
  });
}
