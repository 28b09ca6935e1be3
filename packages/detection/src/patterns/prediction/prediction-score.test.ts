/** How predictions are scored: skill over the base rates, the gate, and what is remembered. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Losses, PredictionScore } from './price-prediction-score.ts';

const GATE = 2000;
const LOSSES: Losses = { model: 0.1, climatology: 0.25, queue: 0.2, log: 0.3 };

function scored(count: number, lossesOf: (at: number) => Partial<Losses> = () => ({})): PredictionScore {
  const score = new PredictionScore();
  for (let at = 0; at < count; at += 1) score.add({ ...LOSSES, ...lossesOf(at) });
  score.measureSkill();
  return score;
}

describe('the skill', () => {
  test('is unknown before two thousand predictions, and then one less the share of the base rates’ loss', () => {
    expect(scored(GATE - 1).skill).toEqual({ value: Number.NaN, low: Number.NaN, high: Number.NaN });
    expect(scored(GATE - 1).hasEdge).toBe(false);
    const { skill, hasEdge } = scored(GATE);
    expect(skill.value).toBeCloseTo(1 - 0.1 / 0.25, 9);
    // Every block is like every other: nothing is uncertain.
    expect(skill.low).toBeCloseTo(0.6, 6);
    expect(skill.high).toBeCloseTo(0.6, 6);
    expect(hasEdge).toBe(true);
  });

  test('over the queue alone is measured against its loss', () => {
    expect(scored(GATE).read('x', true).skillOverQueue.value).toBeCloseTo(0.5, 9);
  });

  test('has an interval of 2.023 deviations of the mean of forty blocks', () => {
    // Blocks of fifty gain 0.2 and 0.1 in turn: mean 0.15, deviation 0.05 over the root of 39.
    const score = scored(GATE, (at) => ({ model: Math.floor(at / 50) % 2 === 0 ? 0.05 : 0.15 }));
    const half = (2.023 * 0.05) / Math.sqrt(39) / 0.25;
    expect(score.skill.value).toBeCloseTo(0.6, 9);
    expect(score.skill.low).toBeCloseTo(0.6 - half, 9);
    expect(score.skill.high).toBeCloseTo(0.6 + half, 9);
  });

  test('is no edge where it may be none: gains that scatter about nothing', () => {
    const score = scored(GATE, (at) => ({ model: Math.floor(at / 50) % 2 === 0 ? 0.05 : 0.44 }));
    expect(score.skill.value).toBeGreaterThan(0);
    expect(score.hasEdge).toBe(false);
  });

  test('is that of the last two thousand', () => {
    const score = scored(2 * GATE, (at) => (at < GATE ? { model: 0.25 } : {}));
    expect(score.skill.value).toBeCloseTo(0.6, 9);
  });

  test('stays as it was measured until it is measured again', () => {
    const score = scored(GATE);
    for (let n = 0; n < GATE; n += 1) score.add({ ...LOSSES, model: 0.5 });
    expect(score.hasEdge).toBe(true);
    score.measureSkill();
    expect(score.hasEdge).toBe(false);
    expect(score.skill.value).toBeCloseTo(-1, 9);
  });

  test('is unknown where the base rates were never wrong', () => {
    expect(scored(GATE, () => ({ climatology: 0 })).skill.value).toBeNaN();
  });
});

test('losses are averaged over everything, and one lost logarithm counts 13.8 at most', () => {
  const score = scored(4, (at) => ({ model: at / 10, log: at === 0 ? Number.POSITIVE_INFINITY : 0 }));
  const { brier, logLoss, resolved } = score.read('x', false);
  expect(brier).toBeCloseTo(0.15, 9);
  expect(logLoss).toBeCloseTo(13.8 / 4, 9);
  expect(resolved).toBe(4);
});

test('probabilities are counted by twentieths, 1 with the last', () => {
  const score = new PredictionScore();
  for (const probability of [0.5, 0.549, 0.55, 0.97, 1]) score.addForecast(probability, true);
  expect([0.52, 0.56, 0.95, 0.1].map((probability) => score.countNear(probability))).toEqual([2, 1, 2, 0]);
});

test('of all the probabilities stated the last five thousand are kept', () => {
  const score = new PredictionScore();
  for (let n = 0; n < 100; n += 1) score.addForecast(0.2, false);
  for (let n = 0; n < 4900; n += 1) score.addForecast(0.7, true);
  expect(score.countNear(0.2)).toBe(100);
  for (let n = 0; n < 60; n += 1) score.addForecast(0.7, true);
  expect([score.countNear(0.2), score.countNear(0.7)]).toEqual([40, 4960]);
});

test('the order of moves is right where every rise was expected above every fall, and wrong the other way round', () => {
  const aucOf = (expected: (isRise: boolean) => number): number => {
    const score = new PredictionScore();
    for (let n = 0; n < 40; n += 1) score.addMove(expected(n % 2 === 0), 0, n % 2 === 0);
    const { auc, queueAuc } = score.read('x', true);
    expect(queueAuc).toBe(0.5);
    return auc;
  };
  expect(aucOf((isRise) => (isRise ? 0.4 : 0.3))).toBe(1);
  expect(aucOf((isRise) => (isRise ? -0.4 : 0.3))).toBe(0);
});

test('as many probabilities are near one as were stated in its twentieth, whichever they were', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 80 }), (stated) => {
      const score = new PredictionScore();
      for (const probability of stated) score.addForecast(probability, probability > 0.5);
      let sum = 0;
      for (let at = 0; at < 20; at += 1) sum += score.countNear((at + 0.5) / 20);
      expect(sum).toBe(stated.length);
    }),
  );
});
