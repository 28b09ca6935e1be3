/** Places on a line of figures. */
import { describe, expect, test } from 'vitest';
import { boundsOf, marksOf, placeOf, roundStep, shareOf } from './linear-scale.ts';

describe('a line of figures', () => {
  test('always holds zero, and every value inside its margin', () => {
    expect(boundsOf([20, 50], 0)).toEqual({ low: 0, high: 50 });
    expect(boundsOf([-30, -10], 0)).toEqual({ low: -30, high: 0 });
    const { low, high } = boundsOf([-30, 70]);
    expect(low).toBeCloseTo(-34);
    expect(high).toBeCloseTo(74);
  });

  test('without values has bounds around zero', () => {
    const bounds = boundsOf([]);
    expect(shareOf(0, bounds)).toBeCloseTo(0.5);
    expect(boundsOf([Number.NaN])).toEqual(bounds);
  });

  test('puts what lies beyond its ends at the end', () => {
    expect(shareOf(500, { low: 0, high: 100 })).toBe(1);
    expect(shareOf(-1, { low: 0, high: 100 })).toBe(0);
    expect(placeOf(shareOf(25, { low: 0, high: 100 }))).toBe('25.00%');
  });

  test('is marked at round figures', () => {
    expect(roundStep(0.03)).toBeCloseTo(0.05);
    expect(marksOf({ low: -120, high: 260 }, 4)).toEqual([-100, 0, 100, 200]);
    expect(marksOf({ low: 3, high: 3 }, 4)).toEqual([3]);
  });

  test('has few marks, all within, from cents to millions', () => {
    for (const size of [0.03, 1, 7, 42, 999, 12_345, 8e6]) {
      for (const values of [[size], [-size], [-size, size / 3], [size, size * 1.001]]) {
        const bounds = boundsOf(values);
        const marks = marksOf(bounds, 5);
        expect(marks.length).toBeLessThanOrEqual(6);
        for (const mark of marks) expect(shareOf(mark, bounds)).toBeGreaterThan(0);
        for (const value of values) expect(shareOf(value, bounds)).toBeGreaterThan(0);
      }
    }
  });
});
