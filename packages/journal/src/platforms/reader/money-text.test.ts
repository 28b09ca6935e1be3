/** Money as texts: sums, products, signs, points, currencies. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { microsOf } from '#numbers/money.ts';
import {
  currencyOfText,
  currencyOfTexts,
  isZero,
  magnitudeOf,
  negated,
  shiftPoint,
  sumOf,
  timesQuantity,
} from './money-text.ts';

test('sums are exact, missing amounts count as nothing, and none at all is none', () => {
  expect(sumOf(['0.1', '0.2', null, '-0.3'])).toBe('0.00');
  expect(sumOf(['12.5', '1.005'])).toBe('13.505');
  expect(sumOf([null, null])).toBeNull();
  expect(sumOf([])).toBeNull();
  expect(sumOf(['x', '5'])).toBe('5.00');
});

test('a rate times a quantity is rounded to a millionth', () => {
  expect(timesQuantity('2.05', '3')).toBe('6.15');
  expect(timesQuantity('-0.0000015', '1')).toBe('-0.000002');
  expect(timesQuantity('0.85', '0.5')).toBe('0.425');
  expect(timesQuantity('x', '3')).toBeNull();
  expect(timesQuantity('999999999', '99999999')).toBeNull();
});

test('the other sign of an amount, and none of zero', () => {
  expect(['12.5', '-12.5', '+12.5', '0', '-0.00', '+0'].map(negated)).toEqual([
    '-12.5',
    '12.5',
    '-12.5',
    '0',
    '0.00',
    '0',
  ]);
  expect(['12.5', '-12.5', '+12.5'].map(magnitudeOf)).toEqual(['12.5', '12.5', '12.5']);
  expect(['0', '-0.000', '+0', '0.01', '-5', ''].map(isZero)).toEqual([true, true, true, false, false, true]);
});

test('a point moves to the left, or to the right, without losing a digit', () => {
  expect(shiftPoint('108001', 5)).toBe('1.08001');
  expect(shiftPoint('-108001', 5)).toBe('-1.08001');
  expect(shiftPoint('5', 3)).toBe('0.005');
  expect(shiftPoint('1.5', -2)).toBe('150');
  expect(shiftPoint('0.0125', -4)).toBe('125');
  expect(shiftPoint('1200', 2)).toBe('12');
  expect(shiftPoint('7', 0)).toBe('7');
});

test('moving a point there and back gives the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat(6), (value, places) => {
      const back = shiftPoint(shiftPoint(String(value), places), -places);
      expect(Number(back)).toBe(value);
      expect(Number(shiftPoint(String(value), places))).toBeCloseTo(value / 10 ** places, 6);
    }),
  );
});

test('a currency is named by code or by sign, codes first and dollars of a country before the plain one', () => {
  expect(
    ['45.80 USD', '€12', '£5', '¥300', '$45.80', 'A$5', 'AU$5', 'C$5', 'CA$5', 'HK$5', 'EUR $5'].map(
      currencyOfText,
    ),
  ).toEqual(['USD', 'EUR', 'GBP', 'JPY', 'USD', 'AUD', 'AUD', 'CAD', 'CAD', 'HKD', 'EUR']);
  for (const text of ['45.80', '', 'XUSDX', 'usd']) expect(currencyOfText(text), text).toBeNull();
});

test('texts agree on one currency, or on none', () => {
  expect(currencyOfTexts(['$5', '7', '$9'])).toBe('USD');
  expect(currencyOfTexts(['$5', '€7'])).toBeNull();
  expect(currencyOfTexts(['5', '7'])).toBeNull();
  expect(currencyOfTexts([])).toBeNull();
});

test('a sum of money is the money of its parts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), { minLength: 1, maxLength: 8 }),
      (amounts) => {
        const texts = amounts.map((micros) => (micros / 1e6).toFixed(6));
        expect(microsOf(sumOf(texts) ?? '')).toBe(amounts.reduce((sum, micros) => sum + micros, 0));
      },
    ),
  );
});
