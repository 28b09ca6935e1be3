import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { referenceDraws } from '#testing/reference-draws.ts';
import { fitLogistic, type LogisticModel, logistic, logitOf, logitScore, softPlus } from './logistic.ts';
import { Samples } from './samples.ts';
import { standardised } from './standardisation.ts';

/** 200 samples of two features with weights of 1 and a half. */
function referenceSamples(): Samples {
  const draws = referenceDraws(600, 7);
  const samples = new Samples(2);
  for (let row = 0; row < 200; row += 1) {
    const [a, b, c] = draws.slice(3 * row) as [number, number, number];
    const features = [a * 4 - 2, (b * 10) ** 2 / 10] as const;
    const truth = c < logistic(1.2 * features[0] - 0.3 * features[1] + 0.4);
    samples.add(features, 0, truth, row % 3 === 0 ? 0.5 : 1);
  }
  return samples;
}

test('a fit agrees with one of SciPy (BFGS on the same penalised likelihood)', () => {
  const model = fitLogistic(referenceSamples());
  expect(model.center[0]).toBeCloseTo(-0.074_816_677_72, 9);
  expect(model.center[1]).toBeCloseTo(2.543_300_454_45, 9);
  expect(model.scale[0]).toBeCloseTo(1.338_600_559_38, 9);
  expect(model.scale[1]).toBeCloseTo(3.417_383_844_65, 9);
  expect(model.weights[0]).toBeCloseTo(1.773_524_3, 6);
  expect(model.weights[1]).toBeCloseTo(-0.685_434_82, 6);
  expect(model.intercept).toBeCloseTo(-0.634_008, 6);
});

test('at the fit the gradient of the penalised likelihood vanishes', () => {
  for (const seed of [1, 2, 3]) {
    const draw = seededDraws(seed);
    const samples = new Samples(4);
    for (let row = 0; row < 300; row += 1) {
      const features = [draw(), draw() ** 3, draw() < 0.1 ? 5 : 0, draw() - draw()];
      samples.add(features, 0, draw() < features[0]! * 0.7, 0.2 + draw());
    }
    for (const part of gradientAt(samples, fitLogistic(samples))) expect(part).toBeCloseTo(0, 5);
  }
});

/** Of the penalised log likelihood, by weight and then the intercept. */
function gradientAt(samples: Samples, model: LogisticModel): number[] {
  const { width, features, truths, weights } = samples;
  const at = (values: ArrayLike<number>, index: number): number => values[index]!;
  const gradient = [...Array.from(model.weights, (weight) => -weight), 0];
  for (let row = 0; row < samples.count; row += 1) {
    const p = logistic(logitScore(model, features, row * width));
    const slope = at(weights, row) * (at(truths, row) - p);
    for (let index = 0; index <= width; index += 1) {
      const value =
        index === width
          ? 1
          : standardised(at(features, row * width + index), at(model.center, index), at(model.scale, index));
      gradient[index] = at(gradient, index) + slope * value;
    }
  }
  return gradient;
}

test('uninformative features and truths of one kind give finite weights', () => {
  const samples = new Samples(2);
  for (let row = 0; row < 50; row += 1) samples.add([3, row], 0, true, 1);
  const model = fitLogistic(samples);
  for (const number of [...Array.from(model.weights), model.intercept])
    expect(Number.isFinite(number)).toBe(true);
  expect(logistic(logitScore(model, [3, 10]))).toBeGreaterThan(0.9);
});

test('a market unlike all that was learned moves the score no further than six scales', () => {
  const model = fitLogistic(referenceSamples());
  expect(logitScore(model, [1e9, 2])).toBe(logitScore(model, [1e6, 2]));
  expect(logitScore(model, [1e9, 2])).toBeLessThan(20);
});

const drawnRows = (seed: number, count: number) => {
  const draw = seededDraws(seed);
  return Array.from({ length: count }, () => {
    const features = [4 * draw() - 2, draw() ** 2, 10 * draw()];
    return { features, truth: draw() < logistic(features[0]! - 2 * features[1]!), weight: 0.5 + draw() };
  });
};
type Row = ReturnType<typeof drawnRows>[number];

function fitted(rows: readonly Row[], penalty?: number): LogisticModel {
  const samples = new Samples(3);
  for (const { features, truth, weight } of rows) samples.add(features, 0, truth, weight);
  return fitLogistic(samples, penalty);
}
const PROBES = [
  [0, 0, 0],
  [1, 0.5, 9],
  [-2, 0.1, 3],
];
const scores = (model: LogisticModel): number[] => PROBES.map((probe) => logitScore(model, probe));
const close = (values: readonly number[], digits = 6) => values.map((value) => expect.closeTo(value, digits));

test('a sample of weight two is two samples', () => {
  const rows = drawnRows(1, 120).map((one) => ({ ...one, weight: 1 }));
  const twice = rows.map((one) => ({ ...one, weight: 2 }));
  expect(scores(fitted(twice))).toEqual(close(scores(fitted([...rows, ...rows]))));
});

test('the order of samples does not matter', () => {
  const rows = drawnRows(2, 120);
  expect(scores(fitted([...rows].reverse()))).toEqual(close(scores(fitted(rows))));
});

test('features in other units, and turned around, give the same scores', () => {
  const rows = drawnRows(3, 120);
  const moved = (features: readonly number[]): number[] =>
    features.map((value, at) => (at === 1 ? -value : 1000 * value + 5));
  const other = fitted(rows.map((one) => ({ ...one, features: moved(one.features) })));
  expect(PROBES.map((probe) => logitScore(other, moved(probe)))).toEqual(close(scores(fitted(rows)), 5));
});

test('where truths change places scores change their sign', () => {
  const rows = drawnRows(4, 120);
  const opposite = fitted(rows.map((one) => ({ ...one, truth: !one.truth })));
  expect(scores(opposite)).toEqual(close(scores(fitted(rows)).map((score) => -score)));
});

test('a stronger penalty leaves smaller weights, and the share of truths', () => {
  const rows = drawnRows(5, 200);
  const sizes = [1, 10, 100, 1e6].map((penalty) => Math.hypot(...Array.from(fitted(rows, penalty).weights)));
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(sizes[3]).toBeLessThan(0.001);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const share = rows.reduce((sum, { weight, truth }) => sum + (truth ? weight : 0), 0) / total;
  expect(logistic(fitted(rows, 1e6).intercept)).toBeCloseTo(share, 3);
});

test('samples of nothing give even odds', () => {
  expect(scores(fitted([]))).toEqual([0, 0, 0]);
});

test('a score is read from where its row begins', () => {
  const model = fitted(drawnRows(6, 50));
  expect(logitScore(model, [9, 9, ...PROBES[1]!], 2)).toBe(logitScore(model, PROBES[1]!));
});

test('logistic and logit are inverse, and the loss of a logit does not overflow', () => {
  for (const p of [1e-9, 0.1, 0.5, 0.9]) expect(logistic(logitOf(p))).toBeCloseTo(p, 12);
  expect([logistic(-1000), logistic(0), logistic(1000)]).toEqual([0, 0.5, 1]);
  expect([softPlus(-1000), softPlus(0), softPlus(1000)]).toEqual([0, Math.log(2), 1000]);
  // softPlus(x) - softPlus(-x) = x
  for (const x of [-30, -1, 0.3, 5]) expect(softPlus(x) - softPlus(-x)).toBeCloseTo(x, 12);
});
