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
