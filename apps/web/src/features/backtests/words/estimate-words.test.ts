/** Figures of backtests as text. */
import { expect, test } from 'vitest';
import { expectancyText, namedProbability, probabilityText, signedText } from './estimate-words.ts';

test('a value that rounds to nothing has no sign', () => {
  expect([signedText(-0.001), signedText(0.04), signedText(-0.084)]).toEqual(['0.00', '+0.04', '−0.08']);
});

test('a small probability has three decimals, and none is written as zero', () => {
  expect([0.3, 0.011, 0.0004, 1].map(probabilityText)).toEqual(['.30', '.011', '< .001', '1.00']);
  expect(namedProbability('p', 0.0004)).toBe('p < .001');
});

test('an expectancy names its interval and its trades', () => {
  expect(expectancyText({ value: 0.04, low: -0.08, high: 0.15, n: 1412 })).toBe(
    '+0.04 R (−0.08 to +0.15), n = 1,412',
  );
  expect(expectancyText({ value: null, low: null, high: null, n: 3 })).toBe('n = 3');
});
