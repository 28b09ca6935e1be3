/** The month of a contract in every form, and the decade of a one-digit year. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractMonthOf, expiryOf } from './contract-month.ts';

/** `2026-12` of the text after a root; `continuous` or `none` where there is no month. */
const monthOf = (rest: string, nearMs?: number): string => {
  const contract = contractMonthOf(rest);
  if (contract === null) return 'none';
  return contract.kind === 'continuous' ? 'continuous' : (expiryOf(contract, nearMs) ?? 'undated');
};

test('twelve letters are twelve months', () => {
  expect([...'FGHJKMNQUVXZ'].map((letter) => monthOf(`${letter}26`))).toEqual(
    Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`),
  );
  for (const letter of 'ABCDEILOPRSTWY') expect(monthOf(`${letter}26`), letter).toBe('none');
});

test.each([
  ['Z26', '2026-12'],
  ['Z2026', '2026-12'],
  [' Z26', '2026-12'],
  ['_Z26', '2026-12'],
  ['-Z26', '2026-12'],
  ['Z 26', '2026-12'],
  [' 12-26', '2026-12'],
  [' 03/27', '2027-03'],
  [' 12-2026', '2026-12'],
  ['202612', '2026-12'],
  ['-202612', '2026-12'],
  [' 2026-12', '2026-12'],
  [' DEC26', '2026-12'],
  [' DEC 26', '2026-12'],
  ["DEC'26", '2026-12'],
  [' 18 DEC 26', '2026-12'],
  ['DEC2026', '2026-12'],
])('“%s” is %s', (rest, expected) => {
  expect(monthOf(rest)).toBe(expected);
});

test.each(['', '1!', '2!', '1!-2!', ' ##-##', '#', '#C', '=F', ' CONT', '-CONTINUOUS', 'C1', '.C.0'])(
  '“%s” names a product without a month',
  (rest) => {
    expect(monthOf(rest)).toBe('continuous');
  },
);

test.each([
  'Z',
  '26',
  'Z123',
  ' 13-26',
  ' 00-26',
  ' FOO26',
  '202613',
  '202600',
  '192612',
  'ZZ26',
  '0!',
  ' 1-26',
])('“%s” is no month', (rest) => {
  expect(monthOf(rest)).toBe('none');
});

test('a one-digit year is the one nearest to the trade, in months', () => {
  const at = (year: number, month: number) => Date.UTC(year, month - 1, 15);
  expect(monthOf('Z6', at(2026, 3))).toBe('2026-12');
  expect(monthOf('H0', at(2029, 12))).toBe('2030-03');
  expect(monthOf('Z9', at(2030, 1))).toBe('2029-12');
  // December 2025 is 59 months from November 2030, December 2035 is 61.
  expect(monthOf('Z5', at(2030, 11))).toBe('2025-12');
  expect(monthOf('Z5', at(2031, 1))).toBe('2035-12');
});

test('a one-digit year without an instant is of no known decade', () => {
  expect(monthOf('Z6')).toBe('undated');
  expect(expiryOf({ kind: 'continuous' }, Date.UTC(2026, 0, 1))).toBeNull();
});

test('the year that is found ends in the digit and lies within five years', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.nat(9),
      fc.integer({ min: 1990, max: 2060 }),
      fc.integer({ min: 1, max: 12 }),
      (month, digit, year, now) => {
        const expiry =
          expiryOf({ kind: 'dated', month, year: String(digit) }, Date.UTC(year, now - 1, 10)) ?? '';
        const found = Number(expiry.slice(0, 4));
        expect(found % 10).toBe(digit);
        expect(Math.abs((found - year) * 12 + month - now)).toBeLessThanOrEqual(60);
      },
    ),
  );
});
