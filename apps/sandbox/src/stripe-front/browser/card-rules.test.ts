/** Cards as people type them. */
import { expect, test } from 'vitest';
import {
  brandOf,
  cvcProblem,
  expiryProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
  postalProblem,
} from './card-rules.ts';

const NOW = new Date(2026, 10, 22);

test.each([
  ['4242424242424242', '4242 4242 4242 4242', 'visa'],
  ['5555-5555-5555-4444', '5555 5555 5555 4444', 'mastercard'],
  ['378282246310005', '3782 822463 10005', 'amex'],
  ['30569309025904', '3056 930902 5904', 'diners'],
  ['42424242424242421111', '4242 4242 4242 4242', 'visa'],
  ['4242 42x', '4242 42', 'visa'],
  ['9', '9', 'unknown'],
  ['', '', 'unknown'],
])('%j is shown as %j, a card of %s', (typed, shown, brand) => {
  expect(formatNumber(typed)).toBe(shown);
  expect(brandOf(shown.replaceAll(' ', '')).name).toBe(brand);
});

test.each([
  ['', 'Your card number is incomplete.'],
  ['4242 4242 4242 424', 'Your card number is incomplete.'],
  ['4242 4242 4242 4241', 'Your card number is invalid.'],
  ['4242 4242 4242 4242', undefined],
  ['3782 822463 10005', undefined],
])('the number %j: %s', (number, message) => {
  expect(numberProblem(number)?.message).toBe(message);
});

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['12 / 34', '12 / 34'],
  ['5', '05 /'],
  ['530', '05 / 30'],
  ['12 /', '12 /'],
  ['12/2034', '12 / 34'],
  ['', ''],
])('the expiry date %j is shown as %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test.each([
  ['', "Your card's expiry date is incomplete."],
  ['12 / 3', "Your card's expiry date is incomplete."],
  ['13 / 30', "Your card's expiry month is invalid."],
  ['00 / 30', "Your card's expiry month is invalid."],
  ['12 / 25', "Your card's expiry year is in the past."],
  ['10 / 26', "Your card's expiry date is in the past."],
  ['11 / 26', undefined],
  ['01 / 76', undefined],
  ['01 / 77', "Your card's expiry year is invalid."],
])('the expiry date %j in November 2026: %s', (expiry, message) => {
  expect(expiryProblem(expiry, NOW)?.message).toBe(message);
});

test('a security code has three digits, of American Express four', () => {
  expect(cvcProblem('12', '4242')?.message).toBe("Your card's security code is incomplete.");
  expect(cvcProblem('123', '4242')).toBeNull();
  expect(cvcProblem('123', '3782')?.code).toBe('incomplete_cvc');
  expect(cvcProblem('1234', '3782')).toBeNull();
});

test.each([
  ['SW1A 1AA', 'GB', true],
  ['m1 1ae', 'GB', true],
  ['SW1A', 'GB', false],
  ['', 'GB', false],
  ['94103', 'US', true],
  ['9410', 'US', false],
  ['K1A 0B1', 'CA', true],
  ['', 'DE', true],
])('the postal code %j of %s is complete: %s', (code, country, whole) => {
  expect(postalProblem(code, country) === null).toBe(whole);
});
