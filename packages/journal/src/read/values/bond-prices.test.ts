import { expect, test } from 'vitest';
import { readBondPrice } from './bond-prices.ts';

test.each([
  ["110'16", 'ZB', '110.5'],
  ["110'165", 'ZN', '110.515625'],
  ["110'16.5", 'ZN', '110.515625'],
  ["107'162", 'ZF', '107.5078125'],
  ["107'167", 'ZF', '107.5234375'],
  ["103'161", 'ZT', '103.50390625'],
  ["103'168", 'ZT', '103.52734375'],
  ['110-165', 'ZN', '110.515625'],
  ["458'2", 'ZC', '458.25'],
  ['110.515625', 'ZN', '110.515625'],
  ["-0'08", 'ZB', '-0.25'],
])('%s of %s is %s', (text, root, expected) => {
  expect(readBondPrice(text, root)).toBe(expected);
});

test.each([
  ["110'32", 'ZB'],
  ["110'165", 'ZB'],
  ["110'161", 'ZN'],
  ["110'164", 'ZT'],
  ["458'9", 'ZC'],
  ["110'16", 'ES'],
  ['', 'ZB'],
  ['abc', 'ZB'],
])('%s of %s is not a price', (text, root) => {
  expect(readBondPrice(text, root)).toBeUndefined();
});
