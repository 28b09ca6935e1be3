/** Money in whole millionths, from text and to text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMicros, microsOf } from './money.ts';

test('plain decimals of either sign are money', () => {
  expect(['12.50', '-12.50', '+7', '0.000001', '999999999', '00012.5'].map(microsOf)).toEqual([
    12_500_000, -12_500_000, 7_000_000, 1, 999_999_999_000_000, 12_500_000,
  ]);
});

test('the seventh decimal rounds half away from zero', () => {
  expect(['0.0000005', '-0.0000005', '0.00000049', '1.9999995'].map(microsOf)).toEqual([1, -1, 0, 2_000_000]);
});

test('nothing is zero without a sign', () => {
  for (const text of ['0', '-0', '-0.00', '-0.0000001']) expect(Object.is(microsOf(text), 0)).toBe(true);
});

test('anything else is no money', () => {
  for (const text of [
    '',
    ' 1',
    '1 ',
    '1,5',
    '.5',
    '5.',
    '1e5',
    'NaN',
    '--1',
    '$5',
    '1234567890',
    `0.${'1'.repeat(19)}`,
  ])
    expect(microsOf(text), text).toBeNull();
});

test('money has two decimals and no more than it needs', () => {
  expect([12_500_000, 12_000_000, 12_345_600, 1, 0, -1_500_000].map(formatMicros)).toEqual([
    '12.50',
    '12.00',
    '12.3456',
    '0.000001',
    '0.00',
    '-1.50',
  ]);
});

test('amounts below a unit keep their sign', () => {
  expect(formatMicros(-500_000)).toBe('-0.50');
  expect(formatMicros(-1)).toBe('-0.000001');
});

test('text and money are inverse for every amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), (micros) => {
      const text = formatMicros(micros);
      expect(microsOf(text)).toBe(micros);
      expect(text).toMatch(/^-?\d+\.\d{2,6}$/);
      expect(text).not.toMatch(/\.\d\d\d*0$(?<!\.\d\d)/);
    }),
  );
});
