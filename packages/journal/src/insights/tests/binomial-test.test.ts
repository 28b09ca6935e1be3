/** The exact binomial test against figures of R and against sums by hand. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialTest } from './binomial-test.ts';

test('it gives the figures of R: 39 of 100 against one half, 5 of 20 against a tenth', () => {
  expect(binomialTest(39, 100, 0.5, 'both')).toBeCloseTo(0.0352, 4);
  expect(binomialTest(5, 20, 0.1, 'greater')).toBeCloseTo(0.0431745, 6);
});

test('few trials can be counted: three of three heads, two or more of three', () => {
  expect(binomialTest(3, 3, 0.5, 'greater')).toBeCloseTo(1 / 8, 12);
  expect(binomialTest(2, 3, 0.5, 'greater')).toBeCloseTo(4 / 8, 12);
  expect(binomialTest(3, 3, 0.5, 'both')).toBeCloseTo(2 / 8, 12);
  expect(binomialTest(1, 3, 0.2, 'greater')).toBeCloseTo(1 - 0.8 ** 3, 12);
});

test('two-sided at another rate than one half takes all counts that are no more likely', () => {
  // At 0.2 of 5: 0.32768, 0.4096, 0.2048, 0.0512, 0.0064, 0.00032. Of 3 or less likely: 3, 4 and 5; of 0 all but 1.
  expect(binomialTest(3, 5, 0.2, 'both')).toBeCloseTo(0.0512 + 0.0064 + 0.00032, 12);
  expect(binomialTest(0, 5, 0.2, 'both')).toBeCloseTo(1 - 0.4096, 12);
  expect(binomialTest(1, 5, 0.2, 'both')).toBeCloseTo(1, 12);
});

test('it is 1 for nothing tried, for the expected count and for at least none', () => {
  expect(binomialTest(0, 0, 0.5, 'both')).toBe(1);
  expect(binomialTest(5, 10, 0.5, 'both')).toBeCloseTo(1, 9);
  expect(binomialTest(0, 30, 0.1, 'greater')).toBeCloseTo(1, 9);
});

test('it stays finite for a hundred thousand trials', () => {
  expect(binomialTest(50_400, 100_000, 0.5, 'greater')).toBeCloseTo(0.0057, 3);
});

test('k or more hits, and n - k + 1 or more misses, are everything', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.nat(200),
      fc.integer({ min: 1, max: 99 }),
      (n, k, percent) => {
        fc.pre(k >= 1 && k <= n);
        const rate = percent / 100;
        const both = binomialTest(k, n, rate, 'greater') + binomialTest(n - k + 1, n, 1 - rate, 'greater');
        expect(both).toBeCloseTo(1, 9);
      },
    ),
  );
});
