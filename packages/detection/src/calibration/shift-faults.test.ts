/** No calibrator uses a feature that separates families of markets better than true from false, unless a reason is given. */
import { expect, test } from 'vitest';
import { CALIBRATOR_FILES } from '#calibration/calibrators/index.ts';
import { ALLOWED_SHIFTS } from './allowed-shifts.ts';
import SHIFTS from './feature-shifts.json' with { type: 'json' };
import { type ModelShifts, readModelShifts } from './model-shifts.ts';
import { readCalibrator } from './read-calibrator.ts';
import { shiftFaults } from './shift-faults.ts';

const MODEL_SHIFTS = readModelShifts(SHIFTS);
const CALIBRATORS = Object.entries(CALIBRATOR_FILES).map(([name, file]) => readCalibrator(file, name));

test('the features of the committed calibrators were measured, and each refused one has its reason', () => {
  expect(shiftFaults(CALIBRATORS, MODEL_SHIFTS, ALLOWED_SHIFTS)).toEqual([]);
});

test('the figures are of the sessions of training: of fewer, chance hides what families differ in', () => {
  for (const { model, tier, seeds } of MODEL_SHIFTS) {
    const calibrator = CALIBRATORS.find((one) => one.model === model && one.tier === tier);
    expect([model, tier, seeds]).toEqual([model, tier, calibrator?.trainSeeds]);
  }
});

test('each reason is one sentence of substance', () => {
  for (const { reason } of ALLOWED_SHIFTS) expect(reason).toMatch(/^[A-Z].{40,400}[^.]\.$/);
});

const shift = (feature: string, betweenFamilies: number, byChance = 0.1, byMovedTruths = 0.1) => {
  return { feature, betweenFamilies, byChance, betweenClasses: 0.3, byMovedTruths };
};
const MEASURED: ModelShifts = {
  model: 'probe',
  tier: 'L3',
  command: 'undertow train --shifts-only',
  seeds: '1-2',
  features: [shift('rank', 0.05), shift('raw', 0.9), shift('noisy', 0.35, 0.4)],
};
const scorer = {
  kind: 'logistic',
  center: [0, 0, 0],
  scale: [1, 1, 1],
  weights: [1, 1, 1],
  intercept: 0,
} as const;
const PROBE = { model: 'probe', tier: 'L3', features: ['rank', 'raw', 'noisy'], scorer } as const;
const ALLOWED = { model: 'probe', features: ['raw'], reason: 'It is context.' };

test('a feature that offends is a fault with its figures; one within chance is none', () => {
  const faults = shiftFaults([PROBE], [MEASURED], []);
  expect(faults).toEqual(['probe.L3: raw separates families by 0.9, true from false by 0.3']);
  expect(shiftFaults([PROBE], [MEASURED], [ALLOWED])).toEqual([]);
});

test('a feature that separates moved truths as well is a fault with its figures', () => {
  const idle = { ...MEASURED, features: [shift('rank', 0.05, 0.1, 0.3), ...MEASURED.features.slice(1)] };
  expect(shiftFaults([PROBE], [idle], [ALLOWED])).toEqual([
    'probe.L3: rank separates true from false by 0.3, moved truths by 0.3',
  ]);
});

test('a committed calibrator fails as soon as one of its features offends', () => {
  const offending = MODEL_SHIFTS.map((one) =>
    one.model === 'volume_spike' && one.tier === 'L3'
      ? { ...one, features: one.features.map((each) => ({ ...each, betweenFamilies: 1 })) }
      : one,
  );
  const faults = shiftFaults(CALIBRATORS, offending, ALLOWED_SHIFTS);
  expect(faults.length).toBeGreaterThan(5);
  expect(faults.every((fault) => fault.startsWith('volume_spike.L3: '))).toBe(true);
});

test('a feature that the scorer does not read is no fault', () => {
  const deaf = { ...PROBE, scorer: { ...scorer, weights: [1, 0, 1] } };
  expect(shiftFaults([deaf], [MEASURED], [])).toEqual([]);
  const trees = {
    kind: 'trees',
    start: 0,
    depth: 1,
    questions: [0, 2],
    thresholds: [0, 0],
    leaves: [0, 0, 0, 0],
  } as const;
  expect(shiftFaults([{ ...PROBE, scorer: trees }], [MEASURED], [])).toEqual([]);
  expect(shiftFaults([{ ...PROBE, scorer: { ...trees, questions: [1, 2] } }], [MEASURED], [])).toHaveLength(
    1,
  );
});

test.each([
  ['no longer needed', ['raw', 'rank'], 'probe: rank is allowed without need, or unknown'],
  ['unknown', ['raw', 'gone'], 'probe: gone is allowed without need, or unknown'],
  ['there twice', ['raw', 'raw'], 'probe: raw is allowed twice'],
])('an allowed feature that is %s is a fault', (_says, features, fault) => {
  expect(shiftFaults([PROBE], [MEASURED], [{ ...ALLOWED, features }])).toEqual([fault]);
});

test.each([
  ['another feature', [{ ...MEASURED, features: MEASURED.features.slice(1) }]],
  ['another order', [{ ...MEASURED, features: MEASURED.features.toReversed() }]],
  ['nothing', []],
  ['a model without a calibrator', [MEASURED, { ...MEASURED, tier: 'L2S' as const }]],
])('figures of %s are a fault', (_says, shifts) => {
  expect(shiftFaults([PROBE], shifts, [ALLOWED])).toContainEqual(
    expect.stringContaining('the measured features are not those of its calibrator'),
  );
});

test('idle is a feature only where it is so on every feed that reads it', () => {
  const idle = shift('rank', 0.05, 0.1, 0.4);
  const full: ModelShifts = { ...MEASURED, features: [idle, shift('raw', 0.05), shift('noisy', 0.05)] };
  const lesser: ModelShifts = {
    ...full,
    tier: 'L2S',
    features: [shift('rank', 0.05), ...full.features.slice(1)],
  };
  const both = [PROBE, { ...PROBE, tier: 'L2S' as const }];
  expect(shiftFaults(both, [full, lesser], [])).toEqual([]);
  expect(shiftFaults(both, [full, { ...lesser, features: full.features }], [])).toEqual([
    'probe.L3: rank separates true from false by 0.3, moved truths by 0.4',
    'probe.L2S: rank separates true from false by 0.3, moved truths by 0.4',
  ]);
  // A feed whose scorer does not read it says nothing for it
  const deaf = { ...both[1]!, scorer: { ...scorer, weights: [0, 1, 1] } };
  expect(shiftFaults([PROBE, deaf], [full, lesser], [])).toHaveLength(1);
});

test('a reason is for one model: the same feature of another needs its own', () => {
  const other = { ...PROBE, model: 'other' };
  const shifts = [MEASURED, { ...MEASURED, model: 'other' }];
  expect(shiftFaults([PROBE, other], shifts, [ALLOWED])).toEqual([
    'other.L3: raw separates families by 0.9, true from false by 0.3',
  ]);
});

const FILE = { models: [MEASURED] };

test('measured shifts are read unchanged', () => {
  expect(readModelShifts(JSON.parse(JSON.stringify(FILE)))).toEqual([MEASURED]);
  expect(readModelShifts({ models: [] })).toEqual([]);
});

test.each([
  ['no list', {}, 'expected a list at shifts.models'],
  ['an unknown tier', { models: [{ ...MEASURED, tier: 'L9' }] }, 'at shifts.models[0].tier'],
  ...['betweenFamilies', 'byChance', 'betweenClasses', 'byMovedTruths'].map(
    (name): [string, unknown, string] => [
      `a distance above one of ${name}`,
      { models: [{ ...MEASURED, features: [{ ...shift('rank', 0), [name]: 1.01 }] }] },
      `expected a number from 0 to 1 at shifts.models[0].features[0].${name}`,
    ],
  ),
  [
    'a distance that is missing',
    { models: [{ ...MEASURED, features: [{ ...shift('rank', 0), byMovedTruths: null }] }] },
    'expected a finite number at shifts.models[0].features[0].byMovedTruths',
  ],
])('shifts with %s are refused with their place', (_, value, message) => {
  expect(() => readModelShifts(value)).toThrow(message);
});
