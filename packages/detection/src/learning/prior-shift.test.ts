/** How common the truth is at hand: the fixed point of expectation and maximisation, bounded, and slow to raise. */
import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriorShift, shiftedOdds } from './prior-shift.ts';

const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

test.each([
  [0.5, 3, 0.75],
  [0.2, 4, 0.5],
  [0.9, 1 / 9, 0.5],
  [0.3, 1, 0.3],
  [0, 10, 0],
  [1, 0.1, 1],
])('a probability of %d with odds times %d is %d', (probability, factor, expected) => {
  expect(shiftedOdds(probability, factor)).toBeCloseTo(expected, 12);
});

test('odds multiply, and dividing them again gives the probability back', () => {
  const factor = fc.double({ min: 0.1, max: 10, noNaN: true });
  fc.assert(
    fc.property(share, factor, factor, (probability, one, other) => {
      const twice = shiftedOdds(shiftedOdds(probability, one), other);
      expect(twice).toBeCloseTo(shiftedOdds(probability, one * other), 9);
      expect(shiftedOdds(shiftedOdds(probability, one), 1 / one)).toBeCloseTo(probability, 9);
      expect(shiftedOdds(1 - probability, 1 / one)).toBeCloseTo(1 - shiftedOdds(probability, one), 9);
    }),
  );
});

/** The share whose candidates, shifted to it, have it as their mean: by bisection of what is left. */
function fixedPoint(known: readonly number[], prevalence: number): number {
  const weight = Math.max(200, 25 / prevalence);
  const excess = (at: number): number => {
    const factor = at / (1 - at) / (prevalence / (1 - prevalence));
    const sum = known.reduce((total, one) => total + shiftedOdds(one, factor), weight * prevalence);
    return sum / (weight + known.length) - at;
  };
  let [low, high] = [1e-6, 1 - 1e-6];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return low / (1 - low) / (prevalence / (1 - prevalence));
}

test.each([
  ['more often true than was calibrated', 0.2, 0.35],
  ['less often true', 0.4, 0.15],
  ['as often true', 0.3, 0.3],
])('where candidates are %s the factor is the fixed point', (_, prevalence, mean) => {
  const draw = seededDraws(4);
  const known = Array.from({ length: 160 }, () => Math.min(0.99, 2 * mean * draw()));
  const shift = new PriorShift(prevalence);
  for (const probability of known) shift.add(probability);
  // Expectation and maximisation stops when the share changes by less than a millionth a round
  expect(shift.factor).toBeCloseTo(fixedPoint(known, prevalence), 2);
});

test('the factor is new after every sixteenth candidate, and not between', () => {
  const shift = new PriorShift(0.5);
  const factors: number[] = [];
  for (let n = 1; n <= 48; n += 1) {
    shift.add(0.05);
    factors.push(shift.factor);
  }
  expect(new Set(factors.slice(0, 15))).toEqual(new Set([1]));
  expect(new Set(factors).size).toBe(4);
  expect(factors[15]).toBeLessThan(1);
  expect(factors[31]).toBeLessThan(factors[15]!);
});

test('fewer than a hundred candidates lower and never raise', () => {
  const often = new PriorShift(0.1);
  for (let n = 0; n < 96; n += 1) often.add(0.9);
  expect(often.factor).toBe(1);
  for (let n = 0; n < 16; n += 1) often.add(0.9);
  expect(often.factor).toBeGreaterThan(2);
});

test('only the last 512 candidates count', () => {
  const changed = new PriorShift(0.3);
  const fresh = new PriorShift(0.3);
  for (let n = 0; n < 1024; n += 1) changed.add(0.9);
  for (let n = 0; n < 512; n += 1) {
    changed.add(0.1);
    fresh.add(0.1);
  }
  expect(changed.factor).toBe(fresh.factor);
});

test('the factor stays between a tenth and ten, whatever comes and whatever was calibrated', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(share, { minLength: 16, maxLength: 200 }),
      (prevalence, known) => {
        const shift = new PriorShift(prevalence);
        for (const probability of known) shift.add(probability);
        expect(shift.factor).toBeGreaterThanOrEqual(0.1);
        expect(shift.factor).toBeLessThanOrEqual(10);
      },
    ),
    { numRuns: 50 },
  );
});

test('surer candidates never lower the factor', () => {
  const factorOf = (probability: number): number => {
    const shift = new PriorShift(0.3);
    for (let n = 0; n < 256; n += 1) shift.add(probability);
    return shift.factor;
  };
  const factors = [0.02, 0.1, 0.3, 0.5, 0.9].map(factorOf);
  expect(factors).toEqual([...factors].sort((a, b) => a - b));
  // What says exactly as much as the calibration shifts nothing
  expect(factors[2]).toBeCloseTo(1, 6);
});
