/** False discovery rates against the step-up procedure that defines them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { falseDiscoveryRates } from './false-discovery.ts';

const anyPValues = fc.array(
  fc.integer({ min: 1, max: 1000 }).map((thousandths) => thousandths / 1000),
  { minLength: 1, maxLength: 20 },
);

/** Benjamini and Hochberg 1995: the largest k whose p-value is at most k/m of the level claims the first k. */
function claimedAt(pValues: readonly number[], level: number): boolean[] {
  const sorted = pValues.toSorted((one, other) => one - other);
  const last = sorted.findLastIndex((p, at) => p * pValues.length <= (at + 1) * level + 1e-12);
  return pValues.map((p) => last >= 0 && p <= sorted[last]!);
}

test('at any level the same tests are claimed as by the procedure of its authors', () => {
  fc.assert(
    fc.property(anyPValues, fc.constantFrom(0.01, 0.05, 0.1, 0.3), (pValues, level) => {
      const rates = falseDiscoveryRates(pValues);
      expect(rates.map((rate) => rate <= level + 1e-12)).toEqual(claimedAt(pValues, level));
    }),
  );
});

test('one test alone keeps its p-value, none gives none, and no rate exceeds one', () => {
  expect(falseDiscoveryRates([0.03])).toEqual([0.03]);
  expect(falseDiscoveryRates([])).toEqual([]);
  expect(falseDiscoveryRates([1, 1, 0.9])).toEqual([1, 1, 1]);
});

test('the order of the tests changes none of their rates', () => {
  fc.assert(
    fc.property(anyPValues, (pValues) => {
      expect(falseDiscoveryRates(pValues.toReversed()).toReversed()).toEqual(falseDiscoveryRates(pValues));
    }),
  );
});
