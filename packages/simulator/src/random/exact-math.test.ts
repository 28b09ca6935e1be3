/** The mathematics of the simulator against its own laws, and against digits known from tables. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exp, log, pow } from './exact-math.ts';

const positive = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
/** How far two figures are apart, relative to the larger. */
const apart = (a: number, b: number): number => Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1e-300);

describe('the logarithm', () => {
  test.each([
    [2, Math.LN2],
    [Math.E, 1],
    [10, Math.LN10],
    [0.5, -Math.LN2],
    [1e-300, -690.7755278982137],
    [1e300, 690.7755278982137],
    // The largest double, the smallest ordinary one and the smallest of all
    [Number.MAX_VALUE, 709.782712893384],
    [2.2250738585072014e-308, -708.3964185322641],
    [Number.MIN_VALUE, -744.4400719213812],
  ])('of %d is %d', (x, expected) => {
    expect(apart(log(x), expected)).toBeLessThan(3e-16);
  });

  test('of what has none is not a number', () => {
    for (const x of [-1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN, -Number.MIN_VALUE])
      expect(log(x)).toBeNaN();
    expect(log(-0)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('rises with its argument, also where the mantissa wraps and below the ordinary doubles', () => {
    for (const x of [Math.SQRT1_2, 1, Math.SQRT2, 2, 1024, 2 ** -1022, 2 ** -1060, 1e-320])
      for (const near of [1 - 1e-9, 1 + 1e-9]) {
        const other = x * near;
        expect(Math.sign(log(other) - log(x))).toBe(Math.sign(other - x));
      }
  });

  test('is right to the last digits where its series has most to do', () => {
    const wide = fc.oneof(
      fc.double({ min: 0.71, max: 0.85, noNaN: true }),
      fc.double({ min: 1.2, max: 1.4, noNaN: true }),
    );
    fc.assert(
      fc.property(wide, (x) => {
        expect(apart(log(x), Math.log(x))).toBeLessThan(4.5e-16);
      }),
    );
  });

  test('of a product is the sum of those of its factors', () => {
    const factor = fc.double({ min: 1e-150, max: 1e150, noNaN: true });
    fc.assert(
      fc.property(factor, factor, (a, b) => {
        const bound = 1e-15 * (Math.abs(log(a)) + Math.abs(log(b)) + 1);
        expect(Math.abs(log(a * b) - log(a) - log(b))).toBeLessThan(bound);
      }),
    );
  });
});

describe('the exponential', () => {
  test.each([
    [1, Math.E],
    [-1, 0.36787944117144233],
    [0.5, 1.6487212707001282],
    [10, 22026.465794806718],
    [-745, 0],
    [709.7, 1.6549840276802644e308],
  ])('of %d is %d', (x, expected) => {
    expect(apart(exp(x), expected)).toBeLessThan(5e-15);
  });

  test('falls by single smallest doubles before it is nothing', () => {
    // The smallest double is e to the power of -744.44: these are 1.55, 4.22 and 11.47 of it
    for (const [x, smallest] of [
      [-744, 2],
      [-743, 4],
      [-742, 11],
    ] as const)
      expect(exp(x) / Number.MIN_VALUE).toBe(smallest);
  });

  test('of no number is none, and beyond all numbers it is endless or nothing', () => {
    expect(exp(Number.NaN)).toBeNaN();
    expect([exp(Number.POSITIVE_INFINITY), exp(Number.NEGATIVE_INFINITY)]).toEqual([
      Number.POSITIVE_INFINITY,
      0,
    ]);
    expect([exp(-0), exp(1e-300), exp(-1e-300)]).toEqual([1, 1, 1]);
  });

  test('undoes the logarithm', () => {
    fc.assert(
      fc.property(positive, (x) => {
        expect(apart(exp(log(x)), x)).toBeLessThan(5e-13);
      }),
    );
  });

  test('is never below nothing, and never falls', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -800, max: 800, noNaN: true }),
        fc.double({ min: 1e-6, max: 100, noNaN: true }),
        (x, step) => {
          expect(exp(x)).toBeGreaterThanOrEqual(0);
          expect(exp(x + step)).toBeGreaterThanOrEqual(exp(x));
        },
      ),
    );
  });
});

describe('a power', () => {
  test('of a whole exponent is the product of as many factors', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.integer({ min: 0, max: 12 }),
        (base, count) => {
          let product = 1;
          for (let n = 0; n < count; n++) product *= base;
          expect(apart(pow(base, count), product)).toBeLessThan(1e-13);
          expect(apart(pow(base, -count), 1 / product)).toBeLessThan(1e-13);
        },
      ),
    );
  });

  test.each([
    [4, 0.5, 2],
    [27, 1 / 3, 3],
    [2, -1, 0.5],
    [1, 1e6, 1],
    [7, 0, 1],
    [0, 0.3, 0],
  ])('%d to the %d is %d', (base, exponent, expected) => {
    expect(pow(base, exponent)).toBeCloseTo(expected, 13);
  });
});
