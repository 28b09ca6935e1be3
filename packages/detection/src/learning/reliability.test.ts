import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { normalCumulative } from '#statistics/normal-law.ts';
import { wilsonInterval, Z_80, Z_95 } from '#statistics/wilson.ts';
import { referenceDraws } from '#testing/reference-draws.ts';
import { sessionBootstrap } from './bootstrap.ts';
import { logistic } from './logistic.ts';
import { areaUnderRoc, averagePrecision, topDecileLift } from './ranking.ts';
import {
  brierScore,
  brierSkill,
  calibrationError,
  equalMassBins,
  type Forecast,
  reliabilityBins,
} from './reliability.ts';

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

const said = (...pairs: readonly (readonly [probability: number, truth: number])[]): Forecast[] =>
  pairs.map(([probability, truth]) => ({ probability, truth: truth === 1 }));

test.each([
  ['certain and right', said([1, 1], [0, 0]), 0, 1],
  ['certain and wrong', said([0, 1], [1, 0]), 1, -3],
  ['the base rate', said([0.25, 1], [0.25, 0], [0.25, 0], [0.25, 0]), 0.1875, 0],
  ['always even odds', said([0.5, 1], [0.5, 0]), 0.25, 0],
])('the Brier score and skill of forecasts that are %s', (_, all, score, skill) => {
  expect(brierScore(all)).toBeCloseTo(score, 12);
  expect(brierSkill(all)).toBeCloseTo(skill, 12);
});

test('without both outcomes there is no skill, and of nothing no score', () => {
  expect(
    [brierSkill(said([0.5, 1])), brierSkill([]), brierScore([]), calibrationError([])].every(Number.isNaN),
  ).toBe(true);
});

test('where outcomes and probabilities change places every measure stays', () => {
  const all = forecasts(400, 0.1, 5);
  const opposite = all.map(({ probability, truth }) => ({ probability: 1 - probability, truth: !truth }));
  expect(brierScore(opposite)).toBeCloseTo(brierScore(all), 12);
  expect(brierSkill(opposite)).toBeCloseTo(brierSkill(all), 12);
});

test('bins hold every forecast once, differ by one at most, and rise in probability', () => {
  for (const [count, bins] of [
    [100, 10],
    [103, 10],
    [7, 10],
    [1, 3],
    [0, 5],
  ] as const) {
    const found = equalMassBins(forecasts(count, 0, 7), bins);
    expect(found.reduce((sum, bin) => sum + bin.count, 0)).toBe(count);
    expect(found.length).toBe(Math.min(count, bins));
    const counts = found.map((bin) => bin.count);
    if (count > 0) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    const means = found.map((bin) => bin.meanProbability);
    expect(means).toEqual([...means].sort((a, b) => a - b));
  }
});

test('a bin has the mean of its probabilities and the share that came true', () => {
  const all = said([0.9, 1], [0.1, 0], [0.3, 1], [0.7, 0]);
  expect(equalMassBins(all, 2)).toEqual([
    { count: 2, meanProbability: 0.2, share: 0.5 },
    { count: 2, meanProbability: 0.8, share: 0.5 },
  ]);
});

test('one bin of certain outcomes has the plain distance as its error', () => {
  const nine = Array.from({ length: 9 }, () => ({ probability: 0.7, truth: true }));
  expect(calibrationError(nine)).toBeCloseTo(0.3, 12);
});

test('the error of one bin is twice the distance less what is expected of it', () => {
  // Eleven of nineteen came of 0.4: a distance of 0.178947 in one bin, whose share has a deviation of 0.113269
  const all = Array.from({ length: 19 }, (_, at) => ({ probability: 0.4, truth: at < 11 }));
  const [distance, sigma] = [11 / 19 - 0.4, Math.sqrt(((11 / 19) * (8 / 19)) / 19)];
  const ratio = distance / sigma;
  const folded =
    sigma * Math.sqrt(2 / Math.PI) * Math.exp((-ratio * ratio) / 2) +
    distance * (1 - 2 * normalCumulative(-ratio));
  expect(calibrationError(all)).toBeCloseTo(2 * distance - folded, 9);
});

test('fifteen bins are the most, and a bin has at least ten forecasts', () => {
  // 150 forecasts, of which every tenth bin of ten is off by 0.5 in turn: fewer bins would average it away
  const all = Array.from({ length: 150 }, (_, at) => {
    const bin = Math.floor(at / 10);
    return { probability: 0.4 + 0.01 * bin, truth: bin % 2 === 0 };
  });
  expect(calibrationError(all)).toBeGreaterThan(0.45);
  const mixed = Array.from({ length: 19 }, (_, at) => ({
    probability: 0.4 + 0.01 * at,
    truth: at % 2 === 0,
  }));
  expect(calibrationError(mixed)).toBeLessThan(0.1);
});

test('consistency bars hold the mean probability of their bin, narrow with its number, and are those of the seed', () => {
  const wide = reliabilityBins(forecasts(200, 0, 4), 10, seededDraws(2));
  const narrow = reliabilityBins(forecasts(2000, 0, 4), 10, seededDraws(2));
  const width = (bins: typeof wide): number =>
    bins.reduce((sum, bin) => sum + bin.consistentHigh - bin.consistentLow, 0);
  expect(width(narrow)).toBeLessThan(width(wide) / 2);
  for (const { consistentLow, consistentHigh, meanProbability } of [...wide, ...narrow]) {
    expect(consistentLow).toBeLessThanOrEqual(meanProbability);
    expect(consistentHigh).toBeGreaterThanOrEqual(meanProbability);
  }
  expect(reliabilityBins(forecasts(200, 0, 4), 10, seededDraws(2))).toEqual(wide);
  // Nine of ten shares of twenty even chances lie from 6 to 14
  const even = Array.from({ length: 20 }, () => ({ probability: 0.5, truth: true }));
  expect(reliabilityBins(even, 1, seededDraws(3))[0]).toMatchObject({
    consistentLow: 0.3,
    consistentHigh: 0.7,
  });
});
