/** A rate is never written without its sample and its interval. */
import { expect, test } from 'vitest';
import { intervalText, isUnproven, rateText, wholeRate } from './rate-words.ts';

const share = { value: 0.6127, low: 0.5648, high: 0.6589, count: 1408 };

test('a rate has one decimal, an interval in words and its sample', () => {
  expect(rateText(share)).toBe('61.3%');
  expect(intervalText(share)).toBe('56.5 to 65.9');
  expect(wholeRate(share)).toBe('61.3% (56.5 to 65.9, n = 1,408)');
});

test('a type is unproven when each of its kinds has a rate of nothing, and not while the rates are awaited', () => {
  const none = { ...share, value: 0 };
  expect(isUnproven([{ precision: none, recall: none }])).toBe(true);
  expect(isUnproven([{ precision: null, recall: none }])).toBe(true);
  expect(isUnproven([{ precision: share, recall: none }])).toBe(true);
  expect(
    isUnproven([
      { precision: none, recall: none },
      { precision: share, recall: share },
    ]),
  ).toBe(false);
  expect(isUnproven([])).toBe(false);
});
