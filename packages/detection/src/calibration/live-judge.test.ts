import { SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { PriorShift } from '#learning/prior-shift.ts';
import type { Calibrator } from './calibrator.ts';
import type { CandidateFacts, ModelSpec } from './judge.ts';
import { createJudge } from './live-judge.ts';
import { OutcomeCalibration } from './outcome-calibration.ts';

const MODEL: ModelSpec = { name: 'probe', version: 3, features: ['a', 'b'], truth: { from: 'outcome' } };

const CALIBRATOR: Calibrator = {
  model: 'probe',
  modelVersion: 3,
  tier: 'L3',
  hash: '0123abcd',
  command: 'undertow train',
  trainSeeds: '1-2',
  calibrationSeeds: '200-201',
  features: ['a', 'b'],
  scorer: { kind: 'logistic', center: [1, 0], scale: [2, 1], weights: [1, -1], intercept: 0.5 },
  prevalence: 0.3,
  method: 'isotonic',
  steps: [
    { fromScore: -3, probability: 0.1, count: 100, positives: 10 },
    { fromScore: 0, probability: 0.4, count: 100, positives: 40 },
    { fromScore: 1, probability: 0.9, count: 100, positives: 90 },
  ],
};

const facts = (features: readonly number[], key = 'one'): CandidateFacts => ({
  key,
  side: SIDE_BID,
  timeMs: 1000,
  priceLowTicks: 10,
  priceHighTicks: 11,
  features,
});

test('a look is scored by the weights and shown by the step of its score, with its interval', () => {
  const judge = createJudge({ tier: 'L3', calibrators: () => CALIBRATOR });
  const judgement = judge.judge(MODEL, facts([3, 0]));
  expect(judgement).toMatchObject({ score: 1.5, confidence: 0.9, calibrator: 'probe@0123abcd' });
  expect(judgement.low).toBeLessThan(0.9);
  expect(judgement.high).toBeGreaterThan(0.9);
  expect(judge.judge(MODEL, facts([1, 5])).confidence).toBeCloseTo(0.1, 12);
});

test('boosted trees score a look as the logistic does: by its features alone', () => {
  const trees = {
    kind: 'trees',
    start: -1,
    depth: 1,
    questions: [0],
    thresholds: [2],
    leaves: [-1, 2],
  } as const;
  const judge = createJudge({ tier: 'L3', calibrators: () => ({ ...CALIBRATOR, scorer: trees }) });
  expect(judge.judge(MODEL, facts([3, 0]))).toMatchObject({ score: 1, confidence: 0.9 });
  expect(judge.judge(MODEL, facts([2, 0]))).toMatchObject({ score: -2, confidence: 0.1 });
});

test.each([
  ['another version', { ...MODEL, version: 4 }],
  ['other features', { ...MODEL, features: ['a', 'c'] }],
  ['features in another order', { ...MODEL, features: ['b', 'a'] }],
])('a calibrator of %s is refused: the judge returns an uncalibrated probability', (_says, model) => {
  const judge = createJudge({ tier: 'L3', calibrators: () => CALIBRATOR });
  expect(judge.judge(model, facts([3, 0]))).toEqual({
    score: 0,
    confidence: 0.5,
    base: 0.5,
    low: 0,
    high: 1,
    calibrator: 'score',
    raiseFrom: 0.6,
  });
});

test('on a less detailed feed without a calibrator of its own confidence ends at 0.8 and its interval is wider', () => {
  const source = (_: ModelSpec, tier: string): Calibrator | null => (tier === 'L3' ? CALIBRATOR : null);
  const own = createJudge({ tier: 'L3', calibrators: source }).judge(MODEL, facts([1, 0]));
  const conflated = createJudge({ tier: 'L2C', calibrators: source }).judge(MODEL, facts([1, 0]));
  expect(conflated.confidence).toBe(own.confidence);
  expect(conflated.high - conflated.low).toBeGreaterThan(own.high - own.low);
  expect(createJudge({ tier: 'L2C', calibrators: source }).judge(MODEL, facts([3, 0])).confidence).toBe(0.8);
});

test('a listener receives every look and outcome, calibrated or not', () => {
  const calls: string[] = [];
  const listener = {
    onCandidate: (model: ModelSpec, tier: string) => void calls.push(`${model.name} ${tier}`),
    onOutcome: (_: ModelSpec, key: string, outcome: boolean | null) => void calls.push(`${key} ${outcome}`),
  };
  const judge = createJudge({ tier: 'L2S', calibrators: () => null, listener });
  judge.judge(MODEL, facts([0, 0]));
  judge.resolve(MODEL, 'one', null, 2000);
  expect(calls).toEqual(['probe L2S', 'one null']);
});

test('where candidates are rarely true the same score means less, for few of them never more', () => {
  const judge = createJudge({ tier: 'L3', calibrators: () => CALIBRATOR });
  const before = judge.judge(MODEL, facts([1, 0], 'first')).confidence;
  for (let n = 0; n < 600; n += 1) judge.judge(MODEL, facts([1, 5], `seldom ${n}`));
  expect(judge.judge(MODEL, facts([1, 0], 'last')).confidence).toBeLessThan(before - 0.1);
  const eager = createJudge({ tier: 'L3', calibrators: () => CALIBRATOR });
  for (let n = 0; n < 150; n += 1) eager.judge(MODEL, facts([3, 0], `often ${n}`));
  expect(eager.judge(MODEL, facts([1, 0], 'last')).confidence).toBe(before);
});

test('looks at one candidate count once for how common the truth is', () => {
  const judge = createJudge({ tier: 'L3', calibrators: () => CALIBRATOR });
  const before = judge.judge(MODEL, facts([1, 0], 'first')).confidence;
  for (let n = 0; n < 2000; n += 1) judge.judge(MODEL, facts([1, 5], 'the same'));
  expect(judge.judge(MODEL, facts([1, 0], 'last')).confidence).toBe(before);
});

test('the prior shift is the fixed point of expectation and maximisation (computed with NumPy)', () => {
  const shift = new PriorShift(0.3);
  for (let n = 0; n < 64; n += 1) for (const p of [0.2, 0.5, 0.9, 0.05]) shift.add(p);
  expect(shift.factor).toBeCloseTo(1.535_43, 3);
});

test('odds are never moved by more than ten', () => {
  const never = new PriorShift(0.9);
  const always = new PriorShift(0.02);
  for (let n = 0; n < 512; n += 1) {
    never.add(0.01);
    always.add(0.95);
  }
  expect(never.factor).toBe(0.1);
  expect(always.factor).toBe(10);
});

test('what is rarely true anywhere is not held less likely after an hour without one', () => {
  const rare = new PriorShift(0.006);
  for (let n = 0; n < 300; n += 1) rare.add(0.005);
  expect(rare.factor).toBeGreaterThan(0.9);
  const common = new PriorShift(0.3);
  for (let n = 0; n < 300; n += 1) common.add(0.05);
  expect(common.factor).toBeLessThan(0.4);
});

test('candidates like those of the calibration shift nothing, also where most lie on the lower bound', () => {
  const shift = new PriorShift((90 * 0.01 + 10 * 0.1) / 100);
  for (let n = 0; n < 2000; n += 1) shift.add(n % 10 === 0 ? 0.1 : 0.01);
  expect(shift.factor).toBeCloseTo(1, 1);
});

test('a model raises from its operating point on the tier, or from the usual one where none was measured', () => {
  const states = () =>
    ({ model: 'probe', tier: 'L3', state: 'calibrated', raiseFrom: 0.45, reason: '' }) as const;
  const judged = (source: () => ReturnType<typeof states> | null) =>
    createJudge({ tier: 'L3', calibrators: () => CALIBRATOR, states: source }).judge(MODEL, facts([3, 0]));
  expect(judged(states).raiseFrom).toBe(0.45);
  expect(judged(() => null).raiseFrom).toBe(0.6);
});

test('a forecast is stated by what came of earlier ones in the market, and a finding as it was trained', () => {
  const outcomes = new OutcomeCalibration();
  const judge = createJudge({ tier: 'L3', calibrators: () => CALIBRATOR, outcomes });
  const forecast: ModelSpec = { ...MODEL, truth: { from: 'outcome' } };
  const stated = () => judge.judge(forecast, facts([3, 0]));
  expect(stated()).toMatchObject({ confidence: 0.79, isNew: true, calibrator: 'probe@0123abcd' });
  const found: ModelSpec = { ...MODEL, truth: { from: 'labels', type: 'absorption', sub: null } };
  expect(judge.judge(found, facts([3, 0]))).toMatchObject({ confidence: 0.9 });
  for (let at = 0; at < 300; at += 1) {
    stated();
    judge.resolve(forecast, facts([3, 0]).key, at % 2 === 0, at);
  }
  expect(stated().confidence).toBe(0.79);
  outcomes.endSession();
  expect(stated()).toMatchObject({ isNew: false, calibrator: 'probe@0123abcd+300' });
  // Half of them came, of a prior that counts for two hundred.
  expect(stated().confidence).toBeGreaterThan(0.3);
  expect(stated().confidence).toBeLessThan(0.7);
});
