/** Addresses that the payment page loads scripts from. */
import { expect, test } from 'vitest';
import { isOfProvider } from './payment-script.ts';

const STRIPE = 'https://js.stripe.com/endive/stripe.js';

test.each([
  ['https://js.stripe.com/v3/fingerprinted/js/a.js', true],
  ['https://b.js.stripe.com/a.js', true],
  ['/relative.js', true],
  ['https://js.stripe.com.evil.example/a.js', false],
  ['https://evil.example/js.stripe.com/a.js', false],
  ['https://notjs.stripe.com/a.js', false],
  ['http://js.stripe.com/a.js', false],
  ['javascript:alert(1)', false],
  ['data:text/javascript,alert(1)', false],
  ['//evil.example/a.js', false],
  ['https://js.stripe.com@evil.example/a.js', false],
  ['https://js.stripe.com:8443/a.js', false],
])('%s is of the provider: %s', (url, expected) => {
  expect(isOfProvider(url, STRIPE)).toBe(expected);
});

test('on this machine only the very origin is', () => {
  const sandbox = 'http://localhost:3002/stripe.js';
  expect(isOfProvider('http://localhost:3002/other.js', sandbox)).toBe(true);
  expect(isOfProvider('http://localhost:3000/other.js', sandbox)).toBe(false);
  expect(isOfProvider('http://a.localhost:3002/other.js', sandbox)).toBe(false);
});
