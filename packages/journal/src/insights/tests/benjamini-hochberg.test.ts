/** The correction against figures of R's p.adjust. */
import { describe, expect, test } from 'vitest';
import { benjaminiHochberg } from './benjamini-hochberg.ts';

describe('q-values by Benjamini and Hochberg', () => {
  test('are those of p.adjust', () => {
    const q = benjaminiHochberg([0.01, 0.04, 0.03, 0.5]);
    [0.04, 0.16 / 3, 0.16 / 3, 0.5].forEach((wanted, at) => {
      expect(q[at]).toBeCloseTo(wanted, 12);
    });
  });

  test('are none for no tests', () => {
    expect(benjaminiHochberg([])).toEqual([]);
  });

  test('hold a test of weight 3 among four to three times the bound', () => {
    const q = benjaminiHochberg([0.01, 1], [3, 1]);
    expect(q[0]).toBeCloseTo((0.01 / 1.5) * 2, 12);
  });
});
