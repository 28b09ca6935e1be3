/** Micro contracts and the market they belong to. */
import { expect, test } from 'vitest';
import { isShareIndex, underlyingOf } from './underlying.ts';

test.each([
  ['MES', 'ES'],
  ['MNQ', 'NQ'],
  ['MYM', 'YM'],
  ['M2K', 'RTY'],
  ['MCL', 'CL'],
  ['MGC', 'GC'],
  ['SIL', 'SI'],
  ['M6E', '6E'],
])('%s is %s at another size', (micro, standard) => {
  expect(underlyingOf(micro)).toBe(standard);
  expect(underlyingOf(standard)).toBe(standard);
});

test('any other symbol is itself, also one that is a word of the language', () => {
  for (const root of ['ZB', 'EURUSD', '', 'toString', 'constructor', '__proto__'])
    expect(underlyingOf(root)).toBe(root);
});

test('share indices are ES, NQ, YM and RTY with their micros, and nothing else', () => {
  for (const root of ['ES', 'MES', 'NQ', 'MNQ', 'YM', 'MYM', 'RTY', 'M2K'])
    expect(isShareIndex(root)).toBe(true);
  for (const root of ['CL', 'MCL', 'GC', 'SIL', '6E', 'FDAX', '']) expect(isShareIndex(root)).toBe(false);
});
