/** A prediction is stated, kept until its outcome is known, scored and only then learnt from. */
import { MINUTE_MS } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PREDICTION_FEATURES } from './price-prediction-features.ts';
import { OutcomeForecaster } from './price-prediction-forecaster.ts';
import { PredictionTarget, TARGETS } from './price-prediction-target.ts';

const [NEXT, TEN] = TARGETS;
const NOTHING = new Float64Array(PREDICTION_FEATURES);

/** Features of an instant of which only the first after the constant is known. */
function featuresOf(value: number): Float64Array {
  const features = new Float64Array(PREDICTION_FEATURES);
  features.set([1, value]);
  return features;
}

describe('the next move', () => {
  test('is at even odds before anything is known, up and down together certain', () => {
    const target = new PredictionTarget(NEXT);
    target.predict(0, 1000, 1, NOTHING, 0);
    expect([target.up, target.down]).toEqual([0.5, 0.5]);
  });

  test('is settled by the first mid that differs, and by none that does not', () => {
    const target = new PredictionTarget(NEXT);
    target.predict(0, 1000, 1, NOTHING, 0);
    target.resolve(1, 1000);
    expect(target.score.resolved).toBe(0);
    target.resolve(2, 1000.5);
    expect(target.score.resolved).toBe(1);
    // Stated at even odds: a squared error of a quarter.
    expect(target.read(false).brier).toBeCloseTo(0.25, 12);
  });

  test('settles all that wait for it at once', () => {
    const target = new PredictionTarget(NEXT);
    for (let n = 0; n < 5; n += 1) target.predict(n * 500, 1000, 1, NOTHING, 0);
    target.resolve(9000, 999);
    expect(target.score.resolved).toBe(5);
  });

  test('is learnt: what preceded rises is expected to rise', () => {
    const target = new PredictionTarget(NEXT);
    for (let n = 0; n < 600; n += 1) {
      const value = n % 2 === 0 ? 1 : -1;
      target.predict(n * 1000, 1000, 1, featuresOf(value), value);
      target.resolve(n * 1000 + 500, 1000 + value);
    }
    target.predict(700_000, 1000, 1, featuresOf(1), 1);
    expect(target.up).toBeGreaterThan(0.8);
    target.predict(701_000, 1000, 1, featuresOf(-1), -1);
    expect(target.up).toBeLessThan(0.2);
    const { auc, brier } = target.read(true);
    expect(auc).toBeGreaterThan(0.95);
    expect(brier).toBeLessThan(0.1);
  });

  test('that is waited for by too many drops the oldest, unscored', () => {
    const target = new PredictionTarget({ ...NEXT, capacity: 3 });
    for (let n = 0; n < 5; n += 1) target.predict(n, 1000, 1, NOTHING, 0);
    expect(target.score.dropped).toBe(2);
    target.resolve(9, 1001);
    expect(target.score.resolved).toBe(3);
  });

  test('of a lost feed is never scored', () => {
    const target = new PredictionTarget(NEXT);
    target.predict(0, 1000, 1, NOTHING, 0);
    target.interrupt();
    target.resolve(5, 1002);
    expect([target.score.resolved, target.score.dropped]).toEqual([0, 1]);
  });
});

describe('a move within ten seconds', () => {
  /** What is expected after hundreds of predictions with a threshold of two ticks that all came to the same move. */
  function expectedAfter(move: number): string {
    const target = new PredictionTarget(TEN);
    for (let n = 0; n < 300; n += 1) {
      target.predict(n * 20_000, 1000, 2, featuresOf(0), 0);
      target.resolve(n * 20_000 + 10_000, 1000 + move);
    }
    if (Math.max(target.up, target.down) < 0.3) return 'neither';
    return target.up > 0.7 ? 'up' : target.down > 0.7 ? 'down' : 'unknown';
  }

  test('is up or down from its threshold on, and neither below it', () => {
    expect([2, 5, -2].map(expectedAfter)).toEqual(['up', 'up', 'down']);
    expect([1.5, 0, -1.5].map(expectedAfter)).toEqual(['neither', 'neither', 'neither']);
  });

  test('is settled when its time is over, and dropped where that passed unobserved for more than two seconds', () => {
    const at = (timeMs: number) => {
      const target = new PredictionTarget(TEN);
      target.predict(0, 1000, 2, NOTHING, 0);
      target.resolve(timeMs, 1003);
      return [target.score.resolved, target.score.dropped];
    };
    expect(at(9999)).toEqual([0, 0]);
    expect(at(10_000)).toEqual([1, 0]);
    expect(at(12_000)).toEqual([1, 0]);
    expect(at(12_001)).toEqual([0, 1]);
  });

  test('is stated each second', () => {
    const target = new PredictionTarget(TEN);
    expect(target.isDue(0)).toBe(true);
    target.predict(0, 1000, 2, NOTHING, 0);
    expect([target.isDue(999), target.isDue(1000)]).toEqual([false, true]);
  });

  test('is never up and down with more than certainty together, whatever was learnt', () => {
    const story = fc.array(
      fc.tuple(fc.integer({ min: -6, max: 6 }), fc.double({ min: -1, max: 1, noNaN: true })),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(story, (moves) => {
        const target = new PredictionTarget(TEN);
        for (const [n, [move, value]] of moves.entries()) {
          target.predict(n * 20_000, 1000, 2, featuresOf(value), value);
          expect(target.up + target.down).toBeLessThanOrEqual(1 + 1e-12);
          expect(Math.min(target.up, target.down)).toBeGreaterThan(0);
          target.resolve(n * 20_000 + 10_000, 1000 + move);
        }
        expect(target.score.resolved).toBe(moves.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a forecaster', () => {
  const learn = (forecaster: OutcomeForecaster, outcome: boolean, value = 0): void => {
    const features = featuresOf(value);
    forecaster.learn({
      features,
      from: 0,
      logit: forecaster.logit(features),
      imbalance: value,
      outcome,
      weight: 1,
    });
  };

  test('begins with the base rate that it was given, which counts as two outcomes', () => {
    const forecaster = new OutcomeForecaster(0.25);
    expect(forecaster.climatology).toBe(0.25);
    learn(forecaster, true);
    expect(forecaster.climatology).toBeCloseTo((0.5 + 1) / 3, 3);
    for (let n = 0; n < 500; n += 1) learn(forecaster, n % 10 === 0);
    expect(forecaster.climatology).toBeCloseTo(0.1, 1);
  });

  test('never states more than 99.9 or less than 0.1 percent', () => {
    const forecaster = new OutcomeForecaster(0.5);
    expect(forecaster.calibrated(1000)).toBe(0.999);
    expect(forecaster.calibrated(-1000)).toBe(0.001);
    expect(forecaster.calibrated(0)).toBe(0.5);
  });

  test('draws its calibration again after ten minutes, where four hundred outcomes are known', () => {
    // Logits of 2 of which half come true are too sure.
    const forecast = (outcomes: number, minutes: number): number => {
      const forecaster = new OutcomeForecaster(0.5);
      forecaster.onClock(0);
      const features = featuresOf(0);
      for (let n = 0; n < outcomes; n += 1) {
        const logit = n % 2 === 0 ? 2 : -2;
        forecaster.learn({ features, from: 0, logit, imbalance: 0, outcome: n % 4 < 2, weight: 1 });
      }
      forecaster.onClock(minutes * MINUTE_MS);
      return forecaster.calibrated(2);
    };
    const raw = 1 / (1 + Math.exp(-2));
    expect(forecast(400, 9.99)).toBeCloseTo(raw, 9);
    expect(forecast(399, 10)).toBeCloseTo(raw, 9);
    expect(forecast(400, 10)).toBeCloseTo(0.5, 1);
  });

  test('learns what the queue alone says', () => {
    const forecaster = new OutcomeForecaster(0.5);
    for (let n = 0; n < 800; n += 1) learn(forecaster, n % 2 === 0, n % 2 === 0 ? 0.8 : -0.8);
    expect(forecaster.byQueue(0.8)).toBeGreaterThan(0.7);
    expect(forecaster.byQueue(-0.8)).toBeLessThan(0.3);
  });
});
