import { expect, test } from 'vitest';
import { CALIBRATOR_FILES } from '#calibration/calibrators/index.ts';
import { DETECTORS } from '#pipeline/registry.ts';
import { calibratorFor } from './calibrator-for.ts';
import { readCalibrator } from './read-calibrator.ts';

const GOOD = {
  model: 'probe',
  modelVersion: 1,
  tier: 'L3',
  hash: '0123abcd',
  command: 'undertow train',
  trainSeeds: '1-2',
  calibrationSeeds: '200-201',
  features: ['a', 'b'],
  scorer: { kind: 'logistic', center: [0, 1], scale: [1, 2], weights: [0.5, -0.5], intercept: 0 },
  prevalence: 0.2,
  method: 'isotonic',
  steps: [
    { fromScore: -1, probability: 0.1, count: 50, positives: 5 },
    { fromScore: 2, probability: 0.9, count: 50, positives: 45 },
  ],
} as const;

const TREES = {
  kind: 'trees',
  start: -2,
  depth: 1,
  questions: [1, -1],
  thresholds: [0.5, 0],
  leaves: [-0.1, 0.2, 0.05, 0],
} as const;

test('steps of one probability may follow each other', () => {
  const level = { ...GOOD, steps: GOOD.steps.map((step) => ({ ...step, probability: 0.1 })) };
  expect(readCalibrator(level, 'probe')).toEqual(level);
});

test('a complete calibrator is read unchanged', () => {
  expect(readCalibrator(GOOD, 'probe')).toEqual(GOOD);
  expect(readCalibrator({ ...GOOD, scorer: TREES }, 'probe')).toEqual({ ...GOOD, scorer: TREES });
});

function withScorer(scorer: object): object {
  return { ...GOOD, scorer };
}

test.each([
  ['not an object', [], 'expected an object at probe'],
  ['a missing field', { ...GOOD, prevalence: undefined }, 'expected a finite number at probe.prevalence'],
  ['an unknown tier', { ...GOOD, tier: 'L4' }, 'expected one of L3, L2S, L2C, L1T at probe.tier'],
  ['an unknown scorer', withScorer({ kind: 'oracle' }), 'one of logistic, trees at probe.scorer.kind'],
  ['too few weights', withScorer({ ...GOOD.scorer, weights: [1] }), '2 numbers at probe.scorer.weights'],
  ['a scale of nought', withScorer({ ...GOOD.scorer, scale: [1, 0] }), 'expected scales above 0'],
  ['no depth', withScorer({ ...TREES, depth: 0 }), 'expected a depth from 1 to 6 at probe.scorer'],
  [
    'a feature that is not there',
    withScorer({ ...TREES, questions: [1, 2] }),
    'whole numbers from -1 to 1 at probe.scorer.questions',
  ],
  [
    'half a tree',
    withScorer({ ...TREES, leaves: [1, 2, 3] }),
    'expected 1 numbers at probe.scorer.questions',
  ],
  ['a lost threshold', withScorer({ ...TREES, thresholds: [1] }), '2 numbers at probe.scorer.thresholds'],
  ['no step', { ...GOOD, steps: [] }, 'expected at least one step'],
  ['falling steps', { ...GOOD, steps: [...GOOD.steps].reverse() }, 'expected rising steps at probe.steps[1]'],
  [
    'two steps from one score',
    { ...GOOD, steps: GOOD.steps.map((step) => ({ ...step, fromScore: 2 })) },
    'expected rising steps at probe.steps[1]',
  ],
  [
    'a probability that falls',
    { ...GOOD, steps: [GOOD.steps[0], { ...GOOD.steps[1], probability: 0.09 }] },
    'expected rising steps at probe.steps[1]',
  ],
  ['certainty', { ...GOOD, steps: [{ ...GOOD.steps[0], probability: 1 }] }, 'from 0.01 to 0.99'],
  [
    'more positives than samples',
    { ...GOOD, steps: [{ ...GOOD.steps[0], positives: 51 }] },
    'of its samples',
  ],
])('%s is refused with its place', (_says, value, message) => {
  expect(() => readCalibrator(value, 'probe')).toThrow(message);
});

test('every committed calibrator can be read, is of a model of the registry, and is called by model and tier', () => {
  const models = new Map(DETECTORS.flatMap((entry) => entry.models).map((model) => [model.name, model]));
  for (const [name, file] of Object.entries(CALIBRATOR_FILES)) {
    const calibrator = readCalibrator(file, name);
    expect(`${calibrator.model}.${calibrator.tier}`).toBe(name);
    expect([...models.keys()]).toContain(calibrator.model);
  }
});

test('a model without a committed calibrator has none', () => {
  const model = { name: 'nothing', version: 1, features: ['a'], truth: { from: 'outcome' } } as const;
  expect(calibratorFor(model, 'L3')).toBeNull();
});
