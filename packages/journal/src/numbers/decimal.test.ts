import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideRounded, formatScaled, moneyOf, scaledOf } from './decimal.ts';

const scaled = (text: string): bigint => scaledOf(text) as bigint;

test('decimal text round-trips without trailing zeros', () => {
  expect(
    ['1.0500', '-0.000000000001', '+7', '0.0', '6000.25'].map((text) => formatScaled(scaled(text))),
  ).toEqual(['1.05', '-0.000000000001', '7', '0', '6000.25']);
});

test('text that is not a plain decimal has no value', () => {
  for (const text of ['', '1,5', '1e5', '.5', '5.', 'NaN', '--1', '1234567890123456'])
    expect(scaledOf(text)).toBeNull();
});

test('averages with more than twelve decimals are rounded half away from zero', () => {
  expect(formatScaled(scaled('0.1666666666666666'))).toBe('0.166666666667');
  expect(formatScaled(scaled('-0.0000000000005'))).toBe('-0.000000000001');
});

test('money of a price move is exact where floating point is not', () => {
  expect(moneyOf(scaled('0.1') + scaled('0.2') - scaled('0.3'), scaled('1'), scaled('1000000'))).toBe(0);
  // Three yen contracts over one tick of 0.0000005 are 18.75.
  expect(moneyOf(scaled('0.0067660') - scaled('0.0067655'), scaled('3'), scaled('12500000'))).toBe(
    18_750_000,
  );
});

test('money beyond exact integers is refused, not rounded', () => {
  expect(moneyOf(scaled('999999999999'), scaled('999999'), scaled('1'))).toBeNull();
});

test('division rounds half away from zero on both sides of it', () => {
  expect([
    divideRounded(5n, 2n),
    divideRounded(-5n, 2n),
    divideRounded(4n, 3n),
    divideRounded(-1n, 3n),
  ]).toEqual([3n, -3n, 1n, 0n]);
});

test('formatting and reading are inverse for every value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }), (value) => {
      expect(scaledOf(formatScaled(value))).toBe(value);
    }),
  );
});
