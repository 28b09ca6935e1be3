import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { normalCumulative } from '#statistics/normal-law.ts';
import { wilsonInterval, Z_80, Z_95 } from '#statistics/wilson.ts';
import { referenceDraws } from '#testing/reference-draws.ts';
import { sessionBootstrap } from './bootstrap.ts';
import { logistic } from './logistic.ts';
import { areaUnderRoc, averagePrecision, topDecileLift } from './ranking.ts';
import { brierScore, brierSkill, calibrationError, type Forecast, reliabilityBins } from './reliability.ts';

function referenceForecasts(): Forecast[] {
  const draws = referenceDraws(600, 7);
  return Array.from({ length: 200 }, (_, row) => {
    const probability = logistic(0.8 * (draws[3 * row]! * 6 - 3) - 1);
    return { probability, truth: draws[3 * row + 1]! < probability };
  });
}

const scored = () => referenceForecasts().map(({ probability, truth }) => ({ score: probability, truth }));

test('Brier score, skill and debiased calibration error agree with NumPy and SciPy', () => {
  const forecasts = referenceForecasts();
  expect(brierScore(forecasts)).toBeCloseTo(0.193_277_180_43, 9);
  expect(brierSkill(forecasts)).toBeCloseTo(0.170_840_066_81, 9);
  expect(calibrationError(forecasts)).toBeCloseTo(0.067_158_586, 6);
});

test('area under the ROC curve and average precision agree with the plain definitions', () => {
  expect(areaUnderRoc(scored())).toBeCloseTo(0.752_037_752, 9);
  expect(averagePrecision(scored(), 74 + 5)).toBeCloseTo(0.580_718_861_7, 9);
});

test('ties count half, and nothing to rank is not a number', () => {
  const same = [true, false, true].map((truth) => ({ score: 1, truth }));
  expect(areaUnderRoc(same)).toBe(0.5);
  expect(averagePrecision(same, 2)).toBeCloseTo(2 / 3, 12);
  expect(areaUnderRoc(same.filter(({ truth }) => truth))).toBeNaN();
  expect(topDecileLift([])).toBeNaN();
});

test('the best tenth of a perfect order of one truth in ten lifts tenfold', () => {
  const perfect = Array.from({ length: 100 }, (_, at) => ({ score: at, truth: at >= 90 }));
  expect(topDecileLift(perfect)).toBeCloseTo(10, 12);
});

test.each([
  [0.8, 10, Z_80, 0.601_596_01, 0.913_762_78],
  [0, 5, Z_95, 0, 0.434_482_46],
  [0.6, 50, Z_95, 0.461_814_38, 0.723_916_1],
])("Wilson's interval of %d of %i samples", (share, count, z, low, high) => {
  const interval = wilsonInterval(share, count, z);
  expect(interval.low).toBeCloseTo(low, 7);
  expect(interval.high).toBeCloseTo(high, 7);
});

test('the normal law agrees with SciPy', () => {
  const expected: readonly (readonly [number, number])[] = [
    [-2.5, 0.006_209_665],
    [-1, 0.158_655_254],
    [0, 0.5],
    [0.5, 0.691_462_461],
    [3, 0.998_650_102],
  ];
  for (const [x, p] of expected) expect(normalCumulative(x)).toBeCloseTo(p, 6);
});

/** Forecasts that come true as often as predicted, moved by a bias afterwards. */
function forecasts(count: number, bias: number, seed: number): Forecast[] {
  const draw = seededDraws(seed);
  return Array.from({ length: count }, () => {
    const p = 0.1 + 0.7 * draw();
    return { probability: p + bias, truth: draw() < p };
  });
}

// Chance alone gives fifteen bins of 200 a plain error of 0.028.
test('the calibration error of true probabilities is far below that of chance, of biased ones near the bias', () => {
  const errors = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => calibrationError(forecasts(3000, 0, seed)));
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.018);
  expect(calibrationError(forecasts(6000, 0.15, 9))).toBeCloseTo(0.15, 1);
});

test('few forecasts share bins: a handful of true ones is not called badly calibrated', () => {
  const few = Array.from({ length: 20 }, (_, at) => ({ probability: 0.5, truth: at % 2 === 0 }));
  expect(calibrationError(few)).toBeLessThan(0.01);
});

test('true probabilities lie within their consistency bars, biased ones do not', () => {
  const inside = (bias: number): number =>
    reliabilityBins(forecasts(4000, bias, 3), 10, seededDraws(1)).filter(
      ({ share, consistentLow, consistentHigh }) => share >= consistentLow && share <= consistentHigh,
    ).length;
  expect(inside(0)).toBeGreaterThanOrEqual(7);
  expect(inside(0.15)).toBeLessThanOrEqual(1);
});

test('nine of ten or more intervals of the session bootstrap hold the truth', () => {
  const draw = seededDraws(77);
  let held = 0;
  const trials = 120;
  for (let trial = 0; trial < trials; trial += 1) {
    // Sessions differ in their own rate: what is resampled must be sessions, not events.
    const sessions = Array.from({ length: 30 }, () => {
      const rate = 0.4 + 0.4 * draw();
      return { hits: Array.from({ length: 10 }, () => draw() < rate).filter(Boolean).length, all: 10 };
    });
    const { low, high } = sessionBootstrap(
      sessions,
      (chosen) =>
        chosen.reduce((sum, { hits }) => sum + hits, 0) / chosen.reduce((sum, { all }) => sum + all, 0),
      trial,
      300,
    );
    if (low <= 0.6 && high >= 0.6) held += 1;
  }
  expect(held / trials).toBeGreaterThan(0.88);
});
