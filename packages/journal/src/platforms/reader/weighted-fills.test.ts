/** Several exits or entries of one trade as one. */
import { expect, test } from 'vitest';
import { averagePrice, isAboveZero, quantityLeft, sumMoney, sumQuantities } from './weighted-fills.ts';

test('quantities add up exactly, and one alone stays as it is written', () => {
  expect(sumQuantities(['0.1', '0.2'])).toBe('0.3');
  expect(sumQuantities(['1.50'])).toBe('1.50');
  expect(sumQuantities([])).toBe('0');
  expect(sumQuantities(['1', 'x'])).toBe('1');
  expect(quantityLeft('3', '1.5')).toBe('1.5');
  expect(quantityLeft('3', '3')).toBe('0');
  expect(quantityLeft('1', '3')).toBe('-2');
});

test('money adds up, and one amount that the journal cannot hold is not lost', () => {
  expect(sumMoney(['1.5', null, '2'])).toBe('3.50');
  expect(sumMoney(['1.5', null])).toBe('1.5');
  expect(sumMoney([null])).toBeNull();
  expect(sumMoney(['1', '99999999999'])).toBe('99999999999');
});

test('above zero is no sign and a digit that is not zero', () => {
  expect(['1', '0.01', '0', '0.00', '-1', ''].map(isAboveZero)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('an average price is weighted by quantity, one alone or the same everywhere stays as it is', () => {
  const fills = (...each: readonly (readonly [string | null, string])[]) =>
    each.map(([price, quantity]) => ({ price, quantity }));
  expect(averagePrice(fills(['6000', '1'], ['6003', '2']))).toBe('6002');
  expect(averagePrice(fills(['1', '1'], ['2', '2']))).toBe('1.666666666667');
  expect(averagePrice(fills(['6000.50', '1'], ['6000.50', '9']))).toBe('6000.50');
  expect(averagePrice(fills([null, '1']))).toBeNull();
  expect(averagePrice(fills([null, '1'], ['5', '1']))).toBeNull();
  expect(averagePrice(fills(['1', '0'], ['2', '0']))).toBeNull();
  expect(averagePrice([])).toBeNull();
  expect(averagePrice(fills(['-37.63', '1'], ['-36.63', '1']))).toBe('-37.13');
});
