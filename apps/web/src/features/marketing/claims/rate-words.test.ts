/** A rate is never written without its sample and its interval. */
import { expect, test } from 'vitest';
import { intervalText, rateText, wholeRate } from './rate-words.ts';

const share = { value: 0.6127, low: 0.5648, high: 0.6589, count: 1408 };

test('a rate has one decimal, an interval in words and its sample', () => {
  expect(rateText(share)).toBe('61.3%');
  expect(intervalText(share)).toBe('56.5 to 65.9');
  expect(wholeRate(share)).toBe('61.3% (56.5 to 65.9, n = 1,408)');
});
