/** The steps of a calibrator: the curve of Platt cut up, the bounds of a probability, and where a step begins. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Calibrator } from './calibrator.ts';
import type { ModelSpec } from './judge.ts';
import { makeCalibrator, probabilityAt } from './make-calibrator.ts';

const SPEC: ModelSpec = { name: 'probe', version: 3, features: ['a'], truth: { from: 'outcome' } };
const SCORER = { kind: 'logistic', center: [0], scale: [1], weights: [1], intercept: 0 } as const;
const ORIGIN = { command: 'undertow train', trainSeeds: '1-2', calibrationSeeds: '200-201' };

/** Candidates with scores from -4 to 4 that are true as often as their score says. */
const fair = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const score = -4 + (8 * (at % 400)) / 399;
    const share = 1 / (1 + Math.exp(-score));
    return { score, truth: Math.floor(((at / 400) % 1) * 10 + at / 400) % 10 < 10 * share };
  });

function made(count: number): Calibrator {
  return makeCalibrator(SPEC, 'L3', SCORER, fair(count), ORIGIN);
}

describe('the curve of Platt', () => {
  const { steps, method } = made(1200);

  test('is cut at each hundredth from 0.01 to 0.99', () => {
    expect(method).toBe('platt');
    expect(steps).toHaveLength(98);
    for (const [at, { probability }] of steps.entries()) {
      expect(probability).toBeGreaterThanOrEqual(0.01 + at / 100 - 1e-9);
      expect(probability).toBeLessThanOrEqual(0.02 + at / 100 + 1e-9);
    }
  });

  test('has in each step at least as many of the nearest samples as an isotonic block', () => {
    for (const { count, positives } of steps) {
      expect(count).toBeGreaterThanOrEqual(50);
      expect(positives).toBeLessThanOrEqual(count);
    }
    // Their share follows the curve
    const middle = steps[49]!;
    expect(Math.abs(middle.positives / middle.count - middle.probability)).toBeLessThan(0.15);
  });

  test('of fewer candidates than a block rests on all of them', () => {
    const few = makeCalibrator(
      SPEC,
      'L3',
      SCORER,
      fair(1200).filter((_, at) => at % 30 === 0),
      ORIGIN,
    );
    expect(new Set(few.steps.map(({ count }) => count))).toEqual(new Set([40]));
  });
});

test('a calibrator begins to be isotonic with the thousandth true one', () => {
  const methodOf = (positives: number): string => {
    const scored = Array.from({ length: 3000 }, (_, at) => ({
      score: at < positives ? 1 : -1,
      truth: at < positives,
    }));
    return makeCalibrator(SPEC, 'L3', SCORER, scored, ORIGIN).method;
  };
  expect([methodOf(999), methodOf(1000)]).toEqual(['platt', 'isotonic']);
});

test('what is always true or never true stays a percent from certainty', () => {
  const parted = Array.from({ length: 2400 }, (_, at) => ({
    score: at % 2 === 0 ? 1 : -1,
    truth: at % 2 === 0,
  }));
  const { steps, prevalence } = makeCalibrator(SPEC, 'L3', SCORER, parted, ORIGIN);
  expect(steps).toEqual([
    { fromScore: -1, probability: 0.01, count: 1200, positives: 0 },
    { fromScore: 1, probability: 0.99, count: 1200, positives: 1200 },
  ]);
  expect(prevalence).toBeCloseTo(0.5, 12);
});

test.each([
  ['another tier', () => makeCalibrator(SPEC, 'L2S', SCORER, fair(1200), ORIGIN)],
  [
    'other seeds',
    () => makeCalibrator(SPEC, 'L3', SCORER, fair(1200), { ...ORIGIN, calibrationSeeds: '200-202' }),
  ],
  ['another weight', () => makeCalibrator(SPEC, 'L3', { ...SCORER, weights: [2] }, fair(1200), ORIGIN)],
  [
    'another name of a feature',
    () => makeCalibrator({ ...SPEC, features: ['b'] }, 'L3', SCORER, fair(1200), ORIGIN),
  ],
  ['one candidate less', () => makeCalibrator(SPEC, 'L3', SCORER, fair(1199), ORIGIN)],
])('a calibrator of %s has another hash', (_, other) => {
  expect(other().hash).not.toBe(made(1200).hash);
});

test('a step begins at the lowest score of its samples, also where that is a sum that no nine digits hold', () => {
  // 0.3 - 0.1 is a little below 0.2
  const lowest = 0.3 - 0.1;
  const scored = Array.from({ length: 2400 }, (_, at) => ({
    score: at % 2 === 0 ? lowest : 0,
    truth: at % 2 === 0,
  }));
  const { steps, prevalence } = makeCalibrator(SPEC, 'L3', SCORER, scored, ORIGIN);
  expect([probabilityAt(steps, 0), probabilityAt(steps, lowest)]).toEqual([0.01, 0.99]);
  expect(prevalence).toBeCloseTo(0.5, 12);
});

test('every score from which a step was made belongs to it', () => {
  const scale = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
  const shift = fc.double({ min: -50, max: 50, noNaN: true });
  fc.assert(
    fc.property(scale, shift, (factor, moved) => {
      const scored = Array.from({ length: 2800 }, (_, at) => {
        const kind = at % 4;
        return { score: kind * factor + moved, truth: (at >> 2) % 4 < kind };
      });
      const { steps } = makeCalibrator(SPEC, 'L3', SCORER, scored, ORIGIN);
      const stated = [0, 1, 2, 3].map((kind) => probabilityAt(steps, kind * factor + moved));
      expect(stated).toEqual([0.01, 0.25, 0.5, 0.75]);
    }),
    { numRuns: 25 },
  );
});
