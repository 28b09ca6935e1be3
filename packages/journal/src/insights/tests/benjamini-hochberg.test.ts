/** The correction against figures of R's p.adjust and by hand. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { benjaminiHochberg } from './benjamini-hochberg.ts';

const close = (q: readonly number[], wanted: readonly number[]) => {
  expect(q).toHaveLength(wanted.length);
  wanted.forEach((value, at) => {
    expect(q[at]).toBeCloseTo(value, 12);
  });
};

test('q-values are those of p.adjust', () => {
  close(benjaminiHochberg([0.01, 0.04, 0.03, 0.5]), [0.04, 0.16 / 3, 0.16 / 3, 0.5]);
});

test('no tests have none, one test keeps its p', () => {
  expect(benjaminiHochberg([])).toEqual([]);
  close(benjaminiHochberg([0.3]), [0.3]);
});

test('a test of weight 3 among four has three times the bound, the other a third of it less', () => {
  // Weights scaled to average 1: 1.5 and 0.5.
  close(benjaminiHochberg([0.01, 1], [3, 1]), [(0.01 / 1.5) * 2, 1]);
  close(benjaminiHochberg([1, 0.01], [3, 1]), [1 / 1.5, (0.01 / 0.5) * 2]);
});

test('only the proportion of weights counts, and equal weights are none', () => {
  const p = [0.002, 0.2, 0.03, 0.04];
  close(benjaminiHochberg(p, [2, 2, 2, 2]), benjaminiHochberg(p));
  close(benjaminiHochberg(p, [1, 2, 3, 4]), benjaminiHochberg(p, [10, 20, 30, 40]));
});

test('q is never below p and never above 1, and of the same order as p', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }), (p) => {
      const q = benjaminiHochberg(p);
      p.forEach((value, at) => {
        expect(q[at]).toBeGreaterThanOrEqual(value - 1e-12);
        expect(q[at]).toBeLessThanOrEqual(1);
        p.forEach((other, place) => {
          if (value < other) expect(q[at]).toBeLessThanOrEqual(q[place]!);
        });
      });
    }),
  );
});

test('one more test that found nothing raises the others', () => {
  close(benjaminiHochberg([0.01, 0.02]), [0.02, 0.02]);
  close(benjaminiHochberg([0.01, 0.02, 1]), [0.03, 0.03, 1]);
});
