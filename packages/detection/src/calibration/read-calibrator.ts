/** Reads a committed calibrator from parsed JSON and refuses one that could not be judged with. */
import { FEED_TIERS } from '@undertow/market';
import type { CalibrationStep, Calibrator } from './calibrator.ts';
import { PlainDataError, PlainObject } from './plain-data.ts';
import { readScorer } from './read-scorer.ts';

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
