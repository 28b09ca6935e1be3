/** Operating points stay within their budget, and a state follows from figures of markets that were left out. */
import { expect, test } from 'vitest';
import type { ModelReached } from './figures.ts';
import { modelStateOf, operatingPoint, type PlayedCandidate, type PlayedMarkets } from './model-states.ts';

/** Clean hours that prove a budget of 0.1 an hour where there was no alarm. */
const HOURS = 40;

/** Candidates whose probability is true as often as `truly` gives, in steps of a hundredth, a hundred each. */
function candidates(truly: (p: number) => number, isClean = false): PlayedCandidate[] {
  return Array.from({ length: 60 }, (_, at) => 0.35 + at / 100).flatMap((confidence) =>
    Array.from({ length: 100 }, (_, n) => ({ confidence, truth: n < 100 * truly(confidence), isClean })),
  );
}

const honest = candidates((p) => p);
const played = (leftOut: readonly PlayedCandidate[], others: Partial<PlayedMarkets> = {}): PlayedMarkets => ({
  leftOut,
  cleanHours: HOURS,
  home: [],
  ...others,
});

test('the operating point is the lowest probability at which enough findings are right', () => {
  // From 0.46 to 0.94 the mean of honest probabilities is 0.7.
  expect(operatingPoint(played(honest), 'absorption')).toBeCloseTo(0.46, 1);
  expect(operatingPoint(played(honest), 'spoofing')).toBeGreaterThan(0.7);
});

test('false alarms in sessions without anything planted raise it, as many as their number allows to believe', () => {
  const alarms = Array.from({ length: 5 }, () => ({ confidence: 0.7, truth: false, isClean: true }));
  const withAlarms = [...honest, ...alarms];
  expect(operatingPoint(played(withAlarms, { cleanHours: 30 }), 'absorption')).toBeGreaterThan(0.7);
  expect(operatingPoint(played(withAlarms, { cleanHours: 60 }), 'absorption')).toBeCloseTo(0.46, 1);
});

test('findings that are wrong in the home market raise it too, where there are enough', () => {
  const home = candidates((p) => (p < 0.8 ? 0.3 : 1));
  expect(operatingPoint(played(honest, { home }), 'absorption')).toBeGreaterThan(0.55);
  const few = home.filter(({ confidence }) => confidence < 0.36).slice(-10);
  expect(operatingPoint(played(honest, { home: few }), 'absorption')).toBeCloseTo(0.46, 1);
});

test('where no probability stays within the budget, or the clean hours prove nothing, there is none', () => {
  expect(operatingPoint(played(candidates(() => 0.2)), 'absorption')).toBeNull();
  expect(operatingPoint(played([]), 'absorption')).toBeNull();
  expect(operatingPoint(played(honest, { cleanHours: 10 }), 'absorption')).toBeNull();
});

const REACHED: ModelReached = {
  model: 'absorption',
  tier: 'L3',
  instrument: 'all',
  generator: 'families',
  candidates: 5000,
  baseRate: 0.05,
  auc: 0.88,
  brier: 0.04,
  brierSkill: { value: 0.2, low: 0.15, high: 0.25 },
  calibrationError: { value: 0.01, low: 0.005, high: 0.02 },
  topDecileLift: 5,
  reliability: [],
};
const stateOf = (part: Partial<ModelReached>, raises = false, from: number | null = null): string =>
  modelStateOf({ ...REACHED, ...part }, 'L3', raises, from).state;

test('skill beyond doubt is calibrated, ranking without it experimental, neither is unavailable', () => {
  const doubtful = { value: 0.02, low: -0.01, high: 0.05 };
  expect(stateOf({})).toBe('calibrated');
  expect(stateOf({ brierSkill: doubtful })).toBe('experimental');
  expect(stateOf({ brierSkill: doubtful, auc: 0.55 })).toBe('unavailable');
  expect(stateOf({ calibrationError: { value: 0.2, low: 0.1, high: 0.3 } })).toBe('experimental');
  expect(stateOf({ candidates: 40 })).toBe('unavailable');
});

test('a model that raises too many false alarms at any probability is experimental', () => {
  expect(stateOf({}, true, null)).toBe('experimental');
  expect(stateOf({}, true, 0.5)).toBe('calibrated');
});

test('what the specification promises is shown without skill, as experimental', () => {
  const doubtful = { value: -0.03, low: -0.1, high: 0.02 };
  const slight = { value: 0.04, low: 0.03, high: 0.05 };
  expect(stateOf({ model: 'level_bounce', auc: 0.57, brierSkill: doubtful })).toBe('experimental');
  expect(stateOf({ model: 'level_bounce', brierSkill: slight })).toBe('experimental');
  expect(stateOf({ model: 'level_bounce' })).toBe('calibrated');
});

const many = (count: number, confidence: number, truth: boolean, isClean = false): PlayedCandidate[] =>
  Array.from({ length: count }, () => ({ confidence, truth, isClean }));

test('each hundredth from 0.20 to 0.95 can be the point, and what lies at it is raised', () => {
  for (let hundredth = 20; hundredth <= 95; hundredth += 1) {
    const at = hundredth / 100;
    const leftOut = [...many(100, at, true), ...many(400, at - 0.004, false)];
    expect(operatingPoint(played(leftOut), 'absorption'), `${at}`).toBe(at);
  }
});

test('below 0.2 and above 0.95 no point is tried', () => {
  expect(operatingPoint(played(many(100, 0.1, true)), 'absorption')).toBeNull();
  expect(operatingPoint(played(many(100, 0.2, true)), 'absorption')).toBe(0.2);
  const surest = [...many(100, 0.99, true), ...many(400, 0.955, false)];
  expect(operatingPoint(played(surest), 'absorption')).toBeNull();
});

test('twenty raised findings prove a precision, nineteen do not', () => {
  expect(operatingPoint(played(many(20, 0.5, true)), 'absorption')).toBe(0.2);
  expect(operatingPoint(played(many(19, 0.5, true)), 'absorption')).toBeNull();
  // At home fewer than twenty are no evidence against it either
  const home = (count: number) => many(count, 0.5, false);
  expect(operatingPoint(played(many(50, 0.5, true), { home: home(19) }), 'absorption')).toBe(0.2);
  expect(operatingPoint(played(many(50, 0.5, true), { home: home(20) }), 'absorption')).toBeNull();
});

test.each([
  ['iceberg_synthetic', 75],
  ['spoofing', 90],
  ['spoofing_single', 90],
  ['absorption', 70],
  ['stop_run', 90],
  ['trap_zone', 60],
  ['volume_spike', 70],
])('%s wants %i right of a hundred', (model, right) => {
  const pointOf = (of: number) =>
    operatingPoint(played([...many(of, 0.5, true), ...many(100 - of, 0.5, false)]), model);
  expect(pointOf(right)).toBe(0.2);
  expect(pointOf(right - 1)).toBeNull();
});

// Garwood's upper ends of 0, 1 and 3 events: 3.689, 5.572 and 8.767
test.each([
  ['absorption', 0, 12.3],
  ['absorption', 1, 18.58],
  ['absorption', 3, 29.23],
  ['spoofing', 0, 36.9],
  ['stop_run', 1, 55.73],
])('%s with %i false alarms needs %d clean hours', (model, alarms, hours) => {
  const leftOut = [...many(300, 0.5, true), ...many(alarms, 0.5, false, true)];
  expect(operatingPoint(played(leftOut, { cleanHours: hours }), model)).toBe(0.2);
  expect(operatingPoint(played(leftOut, { cleanHours: hours - 0.05 }), model)).toBeNull();
});

test('what is true in a clean session, or wrong in another, is no false alarm', () => {
  const leftOut = [...many(300, 0.5, true), ...many(10, 0.5, true, true), ...many(10, 0.5, false)];
  expect(operatingPoint(played(leftOut, { cleanHours: 12.3 }), 'absorption')).toBe(0.2);
});

test.each<[string, Partial<ModelReached>, string]>([
  ['a hundred candidates are enough', { candidates: 100 }, 'calibrated'],
  ['ninety-nine are not', { candidates: 99 }, 'unavailable'],
  ['an unknown area is not', { auc: null }, 'unavailable'],
  ['an unknown skill is not', { brierSkill: null }, 'unavailable'],
  [
    'a skill whose interval begins at 0 is not proven',
    { brierSkill: { value: 0.1, low: 0, high: 0.2 } },
    'experimental',
  ],
  [
    'a mean error of a tenth is the most',
    { calibrationError: { value: 0.1, low: 0, high: 0.3 } },
    'calibrated',
  ],
  ['ranking begins at 0.6', { brierSkill: { value: 0, low: -1, high: 1 }, auc: 0.6 }, 'experimental'],
  ['and not below', { brierSkill: { value: 0, low: -1, high: 1 }, auc: 0.599 }, 'unavailable'],
  [
    'a promise needs a skill above 0.05',
    { model: 'level_bounce', brierSkill: { value: 0.05, low: 0.04, high: 0.06 } },
    'experimental',
  ],
])('%s', (_, part, state) => {
  expect(stateOf(part)).toBe(state);
});

test('a state carries its model, tier, point and the figures that it rests on, in one sentence', () => {
  const state = modelStateOf(REACHED, 'L2S', true, 0.51);
  expect(state).toMatchObject({ model: 'absorption', tier: 'L2S', raiseFrom: 0.51 });
  expect(state.reason).toBe(
    'Better than the base rate in markets that it was not trained on (families, 5000 candidates: AUC 0.88, Brier skill 0.20, 0.15 to 0.25, calibration error 0.010)',
  );
  const unknown = modelStateOf({ ...REACHED, auc: null, brierSkill: null }, 'L3', true, null);
  expect(unknown.reason).toContain('AUC unknown, Brier skill none, calibration error 0.010');
  expect(modelStateOf(REACHED, 'L3', true, null).reason).toContain('within the budget');
});
