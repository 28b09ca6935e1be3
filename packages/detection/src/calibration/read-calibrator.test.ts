import { expect, test } from 'vitest';
import { DETECTORS } from '#registry.ts';
import { calibratorFor } from './calibrator-for.ts';
import { CALIBRATOR_FILES } from './calibrators/index.ts';
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
  center: [0, 1],
  scale: [1, 2],
  weights: [0.5, -0.5],
  intercept: 0,
  prevalence: 0.2,
  method: 'isotonic',
  steps: [
    { fromScore: -1, probability: 0.1, count: 50, positives: 5 },
    { fromScore: 2, probability: 0.9, count: 50, positives: 45 },
  ],
} as const;

test('a whole calibrator is read as it stands', () => {
  expect(readCalibrator(GOOD, 'probe')).toEqual(GOOD);
});

test.each([
  ['not an object', [], 'expected an object at probe'],
  ['a missing field', { ...GOOD, intercept: undefined }, 'expected a finite number at probe.intercept'],
  ['an unknown tier', { ...GOOD, tier: 'L4' }, 'expected one of L3, L2S, L2C, L1T at probe.tier'],
  ['too few weights', { ...GOOD, weights: [1] }, 'expected 2 numbers at probe.weights'],
  ['a scale of nought', { ...GOOD, scale: [1, 0] }, 'expected scales above 0'],
  ['no step', { ...GOOD, steps: [] }, 'expected at least one step'],
  ['falling steps', { ...GOOD, steps: [...GOOD.steps].reverse() }, 'expected rising steps at probe.steps[1]'],
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
