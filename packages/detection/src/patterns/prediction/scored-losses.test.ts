/** What a prediction is scored by: losses by hand, base rates, both directions, and the rest of a forecaster. */
import { seededDraws } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { PREDICTION_FEATURES } from './price-prediction-features.ts';
import { OutcomeForecaster } from './price-prediction-forecaster.ts';
import { PredictionScore } from './price-prediction-score.ts';
import { PredictionTarget, TARGETS } from './price-prediction-target.ts';

const [NEXT, TEN, MINUTE] = TARGETS;
const NOTHING = new Float64Array(PREDICTION_FEATURES);

function featuresOf(value: number): Float64Array {
  const features = new Float64Array(PREDICTION_FEATURES);
  features.set([1, value]);
  return features;
}

test('every kind of prediction has a name, a horizon and room for what waits', () => {
  expect(TARGETS.map(({ name, horizonMs, everyMs }) => [name, horizonMs, everyMs])).toEqual([
    ['next_move', null, 500],
    ['ten_seconds', 10_000, 1000],
    ['minute', 60_000, 5000],
  ]);
  for (const { horizonMs, everyMs, capacity } of TARGETS)
    if (horizonMs !== null) expect(capacity).toBeGreaterThan(horizonMs / everyMs + 2);
});

describe('the losses of a prediction', () => {
  test('of two directions are the means of both, scored before anything was learnt', () => {
    const target = new PredictionTarget(TEN);
    target.predict(0, 1000, 2, NOTHING, 0);
    // At even odds each way; the base rates are a quarter each
    expect([target.up, target.down]).toEqual([0.5, 0.5]);
    target.resolve(10_000, 1003);
    const { brier, logLoss } = target.read(false);
    expect(brier).toBeCloseTo(0.25, 12);
    expect(logLoss).toBeCloseTo(Math.LN2, 12);
  });

  test('count a move of neither direction as a miss of both', () => {
    const target = new PredictionTarget(MINUTE);
    target.predict(0, 1000, 2, NOTHING, 0);
    target.resolve(60_000, 1001);
    expect(target.read(false)).toMatchObject({
      resolved: 1,
      brier: expect.closeTo(0.25, 12),
      auc: Number.NaN,
    });
  });

  test('are of what was stated then, whatever is stated later', () => {
    const target = new PredictionTarget(TEN);
    for (let n = 0; n < 200; n += 1) {
      target.predict(n * 20_000, 1000, 2, featuresOf(1), 0);
      target.resolve(n * 20_000 + 10_000, 1003);
    }
    const { resolved, brier } = target.read(false);
    target.predict(4_000_000, 1000, 2, featuresOf(1), 0);
    const [up, down] = [target.up, target.down];
    // Another prediction before the outcome of this one
    target.predict(4_001_000, 1000, 2, featuresOf(-1), 0);
    target.resolve(4_010_000, 997);
    const after = target.read(false);
    const loss = (up ** 2 + (down - 1) ** 2) / 2;
    expect(after.brier * (resolved + 1) - brier * resolved).toBeCloseTo(loss, 9);
  });

  test('of the base rates are those that were known when it was stated', () => {
    // The model says what the base rates say: nothing is gained, and nothing is lost but what is learnt from noise
    const target = new PredictionTarget(NEXT);
    const draw = seededDraws(3);
    let mid = 1000;
    for (let n = 0; n < 2500; n += 1) {
      target.predict(n * 500, mid, 1, NOTHING, 0);
      mid += draw() < 0.5 ? 1 : -1;
      target.resolve(n * 500 + 400, mid);
    }
    const { skill, brier, calibrationError } = target.read(false);
    expect(Math.abs(skill.value)).toBeLessThan(0.005);
    expect(brier).toBeCloseTo(0.25, 2);
    expect(calibrationError).toBeLessThan(0.03);
  });
});

test('a market turned upside down is predicted the other way', () => {
  const played = [1, -1].map((sign) => {
    const target = new PredictionTarget(TEN);
    const draw = seededDraws(8);
    for (let n = 0; n < 300; n += 1) {
      const value = 2 * draw() - 1;
      target.predict(n * 20_000, 1000, 2, featuresOf(sign * value), sign * value);
      target.resolve(n * 20_000 + 10_000, 1000 + sign * (draw() < 0.5 + 0.4 * value ? 3 : -3));
    }
    target.predict(9_000_000, 1000, 2, featuresOf(0.9 * sign), 0.9 * sign);
    return sign > 0 ? [target.up, target.down] : [target.down, target.up];
  });
  expect(played[1]).toEqual(played[0]!.map((p) => expect.closeTo(p, 9)));
  expect(played[0]![0]).toBeGreaterThan(0.6);
});

test('one move that settles many is learnt from less than as many moves', () => {
  const after = (together: boolean): number => {
    const target = new PredictionTarget(NEXT);
    let mid = 1000;
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < 16; n += 1) {
        target.predict(1000 * round + n, mid, 1, featuresOf(1), 1);
        if (together) continue;
        mid += 1;
        target.resolve(1000 * round + n, mid);
      }
      if (!together) continue;
      mid += 1;
      target.resolve(1000 * round + 900, mid);
    }
    target.predict(99_999, mid, 1, featuresOf(1), 1);
    return target.up;
  };
  expect(after(true)).toBeGreaterThan(0.5);
  expect(after(true)).toBeLessThan(after(false));
});

test('a threshold is that of the instant at which it was stated', () => {
  const target = new PredictionTarget(TEN);
  target.predict(0, 1000, 5, NOTHING, 0);
  target.predict(1000, 1000, 1, NOTHING, 0);
  expect(target.thetaTicks).toBe(1);
  // Three ticks are too few for the first, which needed five
  for (const timeMs of [10_000, 11_000]) target.resolve(timeMs, 1003);
  const { reliability } = target.read(false);
  const hits = reliability.reduce((sum, bin) => sum + bin.share * bin.count, 0);
  expect([target.score.resolved, hits]).toEqual([2, 1]);
});

describe('what is remembered of a score', () => {
  test('order is that of the last five thousand moves', () => {
    const score = new PredictionScore();
    for (let n = 0; n < 5000; n += 1) score.addMove(n % 2 === 0 ? 0.5 : -0.5, 0, n % 2 === 1);
    expect(score.read('x', false).auc).toBe(0);
    for (let n = 0; n < 5000; n += 1)
      score.addMove(n % 2 === 0 ? 0.5 : -0.5, n % 2 === 0 ? -1 : 1, n % 2 === 0);
    expect(score.read('x', false)).toMatchObject({ auc: 1, queueAuc: 0 });
  });

  test('reliability has ten bins of the last five thousand forecasts', () => {
    const score = new PredictionScore();
    for (let n = 0; n < 12_000; n += 1) score.addForecast((n % 100) / 100, n % 100 >= 50);
    const { reliability } = score.read('x', false);
    expect(reliability.map(({ count }) => count)).toEqual(Array(10).fill(500));
    expect(reliability.map(({ share }) => share)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  });

  test('before anything was settled is not known', () => {
    const { brier, logLoss, auc, calibrationError, reliability, resolved } = new PredictionScore().read(
      'x',
      true,
    );
    expect([brier, logLoss, auc, calibrationError].every(Number.isNaN)).toBe(true);
    expect([reliability, resolved]).toEqual([[], 0]);
  });
});

describe('a forecaster', () => {
  const settle = (forecaster: OutcomeForecaster, outcome: boolean, logit = 0): void =>
    forecaster.learn({ features: NOTHING, from: 0, logit, imbalance: 0, outcome, weight: 1 });

  test('forgets its base rate over five thousand outcomes', () => {
    const forecaster = new OutcomeForecaster(0.5);
    for (let n = 0; n < 20_000; n += 1) settle(forecaster, true);
    expect(forecaster.climatology).toBeGreaterThan(0.99);
    for (let n = 0; n < 5000; n += 1) settle(forecaster, false);
    // (1 - 1/5000)^5000 = 1/e of it is left
    expect(forecaster.climatology).toBeCloseTo(1 / Math.E, 2);
  });

  test('draws its curve from the last five thousand logits', () => {
    const forecaster = new OutcomeForecaster(0.5);
    forecaster.onClock(0);
    for (let n = 0; n < 1000; n += 1) settle(forecaster, n % 2 === 1, n % 2 === 0 ? 2 : -2);
    for (let n = 0; n < 5000; n += 1)
      settle(forecaster, n % 2 === 0 ? n % 8 !== 0 : n % 8 === 1, n % 2 === 0 ? 1 : -1);
    forecaster.onClock(600_000);
    // Of logits of 1 three in four came true, of -1 one in four: log 3 instead of 1
    expect(forecaster.calibrated(1)).toBeCloseTo(0.75, 2);
    expect(forecaster.calibrated(-1)).toBeCloseTo(0.25, 2);
  });

  test('never turns its forecasts around: what is always wrong becomes the base rate', () => {
    const forecaster = new OutcomeForecaster(0.5);
    forecaster.onClock(0);
    for (let n = 0; n < 800; n += 1) settle(forecaster, n % 2 === 1, n % 2 === 0 ? 3 : -3);
    forecaster.onClock(600_000);
    expect([forecaster.calibrated(3), forecaster.calibrated(-3)]).toEqual([
      expect.closeTo(0.5, 6),
      expect.closeTo(0.5, 6),
    ]);
  });
});
