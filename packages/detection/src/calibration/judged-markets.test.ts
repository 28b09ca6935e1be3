/** The judge at work: edges of steps, what is remembered of candidates, and forecasts that wait for their outcome. */
import { SIDE_ASK, SIDE_BID, SIDE_NONE, seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PriorShift, shiftedOdds } from '#learning/prior-shift.ts';
import { wilsonInterval, Z_80, Z_95 } from '#statistics/wilson.ts';
import type { Calibrator } from './calibrator.ts';
import { type CandidateFacts, isRaised, type Judge, type ModelSpec, UNKNOWN_JUDGEMENT } from './judge.ts';
import { createJudge, type JudgeOptions } from './live-judge.ts';
import { OutcomeCalibration } from './outcome-calibration.ts';

const LABELLED: ModelSpec = {
  ...{ name: 'probe', version: 1, features: ['a'] },
  truth: { from: 'labels', type: 'absorption', sub: null },
};
const FORECAST: ModelSpec = { ...LABELLED, truth: { from: 'outcome' } };
/** The score is the feature. */
const CALIBRATOR: Calibrator = {
  ...{ model: 'probe', modelVersion: 1, tier: 'L3', hash: '0123abcd', command: 'undertow train' },
  ...{ trainSeeds: '1-2', calibrationSeeds: '200-201', features: ['a'], prevalence: 0.3, method: 'isotonic' },
  scorer: { kind: 'logistic', center: [0], scale: [1], weights: [1], intercept: 0 },
  steps: [
    { fromScore: -2, probability: 0.05, count: 400, positives: 20 },
    { fromScore: 0, probability: 0.3, count: 100, positives: 30 },
    { fromScore: 2, probability: 0.8, count: 50, positives: 40 },
    { fromScore: 4, probability: 0.99, count: 60, positives: 60 },
  ],
};

const facts = (score: number, key = 'one', side = SIDE_BID): CandidateFacts => ({
  ...{ key, side, timeMs: 0, priceLowTicks: 1, priceHighTicks: 2 },
  features: [score],
});
const judgeOf = (options: Partial<JudgeOptions> = {}): Judge =>
  createJudge({ tier: 'L3', calibrators: () => CALIBRATOR, states: () => null, ...options });

test.each([
  ['far below every step', -6, 0.05],
  ['at the first step', -2, 0.05],
  ['just below the second', -1e-9, 0.05],
  ['at the second', 0, 0.3],
  ['inside it', 1.9, 0.3],
  ['at the third', 2, 0.8],
  ['at the last', 4, 0.99],
  ['above all', 6, 0.99],
])('a score %s has the probability of its step, and its interval of 80 %%', (_, score, probability) => {
  const count = CALIBRATOR.steps.find((step) => step.probability === probability)?.count ?? 0;
  const { low, high } = wilsonInterval(probability, count, Z_80);
  expect(judgeOf().judge(LABELLED, facts(score))).toEqual({
    ...{ score, confidence: probability, base: 0.3, calibrator: 'probe@0123abcd', raiseFrom: 0.6 },
    low: expect.closeTo(Math.max(0.01, low), 12),
    high: expect.closeTo(Math.min(0.99, high), 12),
  });
});

test('on a lesser feed intervals are those of 95 %, and nothing is surer than 0.8', () => {
  const judge = judgeOf({ tier: 'L1T', calibrators: (_, tier) => (tier === 'L3' ? CALIBRATOR : null) });
  for (const [score, probability, count] of [
    [0, 0.3, 100],
    [-2, 0.05, 400],
  ] as const) {
    const { low, high } = wilsonInterval(probability, count, Z_95);
    expect(judge.judge(LABELLED, facts(score))).toMatchObject({
      confidence: probability,
      low: expect.closeTo(low, 12),
      high: expect.closeTo(high, 12),
    });
  }
  expect(judge.judge(LABELLED, facts(9))).toMatchObject({
    confidence: 0.8,
    high: 0.8,
    calibrator: 'probe@0123abcd',
  });
});

test('a higher score is never less likely, whatever was judged before', () => {
  const score = fc.double({ min: -6, max: 6, noNaN: true });
  fc.assert(
    fc.property(fc.array(score, { maxLength: 150 }), score, score, (before, one, other) => {
      const judge = judgeOf();
      for (const [at, each] of before.entries()) judge.judge(LABELLED, facts(each, `${at}`));
      const low = judge.judge(LABELLED, facts(Math.min(one, other), 'x'));
      const high = judge.judge(LABELLED, facts(Math.max(one, other), 'y'));
      expect(low.confidence).toBeLessThanOrEqual(high.confidence);
      for (const each of [low, high]) {
        expect(each.low).toBeLessThanOrEqual(each.confidence);
        expect(each.high).toBeGreaterThanOrEqual(each.confidence);
        expect(each.low).toBeGreaterThanOrEqual(0.01);
        expect(each.high).toBeLessThanOrEqual(0.99);
      }
    }),
    { numRuns: 40 },
  );
});

describe('how common the truth is', () => {
  /** The confidence at 0.3 after these candidates, each over once 64 later ones were looked at. */
  const expected = (known: readonly number[]): number => {
    const shift = new PriorShift(0.3);
    for (const probability of known.slice(0, -64)) shift.add(probability);
    return shiftedOdds(0.3, shift.factor);
  };

  test('follows from candidates that are over: the last 64 may be looked at again', () => {
    const judge = judgeOf();
    const draw = seededDraws(3);
    const known: number[] = [];
    for (let n = 0; n < 400; n += 1) {
      const { confidence } = judge.judge(LABELLED, facts(0, `${n}`));
      known.push(0.3);
      if (n % 50 === 49) expect(confidence, `${n}`).toBeCloseTo(expected(known), 12);
      if (draw() < 0.5) {
        judge.judge(LABELLED, facts(-2, `low ${n}`));
        known.push(0.05);
      }
    }
    expect(expected(known)).toBeLessThan(0.2);
  });

  test('is known first when sixteen candidates are over: with the eightieth', () => {
    const judge = judgeOf();
    const confidences = Array.from(
      { length: 80 },
      (_, n) => judge.judge(LABELLED, facts(-2, `${n}`)).confidence,
    );
    expect(new Set(confidences.slice(0, 79))).toEqual(new Set([0.05]));
    expect(confidences[79]).toBeLessThan(0.05);
  });

  test('follows from the highest look at each candidate', () => {
    const judge = judgeOf();
    const plain = judgeOf();
    for (let n = 0; n < 300; n += 1) {
      for (const score of [-2, 2, -2]) judge.judge(LABELLED, facts(score, `${n}`));
      plain.judge(LABELLED, facts(2, `${n}`));
    }
    const last = facts(0, 'last');
    expect(judge.judge(LABELLED, last)).toEqual(plain.judge(LABELLED, last));
  });

  test('counts candidates of either side by themselves, also under one key', () => {
    const [both, one] = [judgeOf(), judgeOf()];
    for (let n = 0; n < 60; n += 1) {
      for (const side of [SIDE_BID, SIDE_ASK, SIDE_NONE]) both.judge(LABELLED, facts(-2, `${n}`, side));
      one.judge(LABELLED, facts(-2, `${n}`));
    }
    // 180 candidates, of which 116 are over; and 60, of which none is
    expect(both.judge(LABELLED, facts(0, 'last')).confidence).toBeLessThan(0.29);
    expect(one.judge(LABELLED, facts(0, 'last')).confidence).toBe(0.3);
  });

  test('of one model says nothing of another', () => {
    const judge = judgeOf({ calibrators: (model) => ({ ...CALIBRATOR, model: model.name }) });
    const other: ModelSpec = { ...LABELLED, name: 'other' };
    for (let n = 0; n < 300; n += 1) judge.judge(LABELLED, facts(-2, `${n}`));
    expect(judge.judge(LABELLED, facts(0)).confidence).toBeLessThan(0.2);
    expect(judge.judge(other, facts(0))).toMatchObject({ confidence: 0.3, calibrator: 'other@0123abcd' });
  });
});

test('a finding is raised at its point, and not just below', () => {
  expect(isRaised({ ...UNKNOWN_JUDGEMENT, confidence: 0.45, raiseFrom: 0.45 })).toBe(true);
  expect(isRaised({ ...UNKNOWN_JUDGEMENT, confidence: 0.449, raiseFrom: 0.45 })).toBe(false);
  // What nothing is known of is not raised
  expect(isRaised(UNKNOWN_JUDGEMENT)).toBe(false);
});

test('calibrators and points are looked up once a model, and where no point was measured the usual one holds', () => {
  const asked: string[] = [];
  const judge = judgeOf({
    calibrators: (model, tier) => {
      asked.push(`${model.name} ${tier}`);
      return null;
    },
    states: (model, tier) => {
      asked.push(`point of ${model} ${tier}`);
      return null;
    },
    tier: 'L2S',
  });
  for (let n = 0; n < 3; n += 1) expect(judge.judge(LABELLED, facts(1))).toBe(UNKNOWN_JUDGEMENT);
  expect(asked).toEqual(['probe L2S', 'probe L3', 'point of probe L2S']);
});

describe('a forecast', () => {
  test('is learnt from when it is settled, and a second settlement of it is not', () => {
    const outcomes = new OutcomeCalibration();
    const judge = judgeOf({ outcomes });
    for (let n = 0; n < 5; n += 1) {
      judge.judge(FORECAST, facts(2, `${n}`));
      judge.resolve(FORECAST, `${n}`, n > 0, n);
    }
    expect(outcomes.states()['probe']).toMatchObject({ settled: 5, hits: 4 });
    judge.resolve(FORECAST, '4', false, 9);
    judge.resolve(FORECAST, 'never judged', true, 9);
    expect(outcomes.states()['probe']?.settled).toBe(5);
  });

  test('that can never be known is not learnt from, nor settled later', () => {
    const outcomes = new OutcomeCalibration();
    const judge = judgeOf({ outcomes });
    judge.judge(FORECAST, facts(2));
    judge.resolve(FORECAST, 'one', null, 1);
    judge.resolve(FORECAST, 'one', true, 2);
    expect(outcomes.states()).toEqual({});
  });

  test('is settled by what it said last', () => {
    const outcomes = new OutcomeCalibration();
    const judge = judgeOf({ outcomes });
    for (const score of [4, -2]) judge.judge(FORECAST, facts(score));
    judge.resolve(FORECAST, 'one', true, 1);
    // The loss of a probability of 0.05
    expect(outcomes.states()['probe']?.trainedLoss).toBeCloseTo(-Math.log(0.05), 9);
  });

  test('waits with 2,047 others at most: the oldest is never learnt from', () => {
    const outcomes = new OutcomeCalibration();
    const judge = judgeOf({ outcomes });
    for (let n = 0; n < 2050; n += 1) judge.judge(FORECAST, facts(0, `${n}`));
    for (let n = 0; n < 2050; n += 1) judge.resolve(FORECAST, `${n}`, true, n);
    expect(outcomes.states()['probe']?.settled).toBe(2048);
  });

  test('of a model that is not calibrated is even odds, and teaches nothing', () => {
    const outcomes = new OutcomeCalibration();
    const judge = judgeOf({ outcomes, calibrators: () => null });
    expect(judge.judge(FORECAST, facts(2))).toBe(UNKNOWN_JUDGEMENT);
    judge.resolve(FORECAST, 'one', true, 1);
    expect(outcomes.states()).toEqual({});
  });

  test('of a labelled model teaches nothing either', () => {
    const outcomes = new OutcomeCalibration();
    const judge = judgeOf({ outcomes });
    judge.judge(LABELLED, facts(2));
    judge.resolve(LABELLED, 'one', true, 1);
    expect(outcomes.states()).toEqual({});
  });

  test('moves with its whole interval, and its name says of how many outcomes', () => {
    const outcomes = new OutcomeCalibration();
    const before = judgeOf({ outcomes });
    // Of those of 0.8 two in five come true, of those of 0.3 one in five
    for (let n = 0; n < 400; n += 1) {
      before.judge(FORECAST, facts(n % 2 === 0 ? 2 : 0, `${n}`));
      before.resolve(FORECAST, `${n}`, n % 10 < 3, n);
    }
    outcomes.endSession();
    const judgement = judgeOf({ outcomes }).judge(FORECAST, facts(2));
    const trained = judgeOf().judge(FORECAST, facts(2));
    expect(judgement.calibrator).toBe('probe@0123abcd+400');
    expect(judgement.isNew).toBe(false);
    for (const end of ['low', 'confidence', 'high'] as const)
      expect(judgement[end]).toBeLessThan(trained[end]);
    expect(judgement.low).toBeLessThan(judgement.confidence);
    expect(judgement.confidence).toBeLessThan(judgement.high);
    expect([judgement.score, judgement.base, judgement.raiseFrom]).toEqual([
      trained.score,
      trained.base,
      trained.raiseFrom,
    ]);
  });

  test('is stated as trained where nothing is learnt of outcomes', () => {
    const judgement = judgeOf({ outcomes: null }).judge(FORECAST, facts(4));
    expect(judgement).toMatchObject({ confidence: 0.99, calibrator: 'probe@0123abcd' });
    expect(judgement.isNew).toBeUndefined();
  });
});

test('a listener receives a look as it is stated, and outcomes with their time', () => {
  const heard: unknown[] = [];
  const judge = judgeOf({
    outcomes: new OutcomeCalibration(),
    listener: {
      onCandidate: (model, tier, { key }, { confidence }) =>
        void heard.push([model.name, tier, key, confidence]),
      onOutcome: (model, key, outcome, timeMs) => void heard.push([model.name, key, outcome, timeMs]),
    },
  });
  judge.judge(FORECAST, facts(4));
  judge.resolve(FORECAST, 'one', true, 77);
  // A new forecast is stated no surer than 0.79
  expect(heard).toEqual([
    ['probe', 'L3', 'one', 0.79],
    ['probe', 'one', true, 77],
  ]);
});
