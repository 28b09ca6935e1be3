/** Figures as sentences write them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counted, countText, moneyText, rateText, ratioText, signedMoney } from './wording.ts';

test('money has the sign of its currency before it, or its code behind it, or neither', () => {
  expect(moneyText(12_500_000, 'USD')).toBe('$12.50');
  expect(moneyText(12_500_000, 'EUR')).toBe('€12.50');
  expect(moneyText(12_500_000, 'GBP')).toBe('£12.50');
  expect(moneyText(12_500_000, 'JPY')).toBe('¥12.50');
  expect(moneyText(12_500_000, 'CHF')).toBe('12.50 CHF');
  expect(moneyText(12_500_000, null)).toBe('12.50');
});

test('money below 100 has two decimals, from there on none, without a jump between them', () => {
  expect(moneyText(99_990_000, 'USD')).toBe('$99.99');
  expect(moneyText(99_994_999, 'USD')).toBe('$99.99');
  expect(moneyText(99_995_000, 'USD')).toBe('$100');
  expect(moneyText(100_490_000, 'USD')).toBe('$100');
  expect(moneyText(100_510_000, 'USD')).toBe('$101');
  expect(moneyText(-99_995_000, 'USD')).toBe('−$100');
});

test('thousands are grouped', () => {
  expect(moneyText(999_000_000, 'USD')).toBe('$999');
  expect(moneyText(1_000_000_000, 'USD')).toBe('$1,000');
  expect(moneyText(-1_234_567_000_000, 'USD')).toBe('−$1,234,567');
});

test('what rounds to zero has no sign', () => {
  expect(moneyText(-4999, 'USD')).toBe('$0.00');
  expect(moneyText(-5001, 'USD')).toBe('−$0.01');
  expect(rateText(-0.0004)).toBe('0.0%');
});

test('gains have a plus where the sign matters', () => {
  expect(signedMoney(12_500_000, 'USD')).toBe('+$12.50');
  expect(signedMoney(-12_500_000, 'USD')).toBe('−$12.50');
  expect(signedMoney(0, 'USD')).toBe('$0.00');
});

test('rates below ten percent have a decimal, zero and the others none', () => {
  expect(rateText(0.0512)).toBe('5.1%');
  expect(rateText(0.0994)).toBe('9.9%');
  expect(rateText(0.1)).toBe('10%');
  expect(rateText(0.125)).toBe('13%');
  expect(rateText(0)).toBe('0%');
  expect(rateText(-0.41)).toBe('−41%');
  expect(rateText(12.5)).toBe('1250%');
});

test('counts are whole and grouped, with the noun in its number', () => {
  expect(countText(1234.4)).toBe('1,234');
  expect(countText(-1234)).toBe('−1,234');
  expect(counted(0, 'trade')).toBe('0 trades');
  expect(counted(1, 'trade')).toBe('1 trade');
  expect(counted(2, 'trade')).toBe('2 trades');
  expect(counted(1000, 'entry', 'entries')).toBe('1,000 entries');
});

test('ratios have two decimals', () => {
  expect(ratioText(1.417)).toBe('1.42');
  expect(ratioText(-0.5)).toBe('−0.50');
});

test('money reads back as the amount, to half a cent below 100 and half a unit above', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (micros) => {
      const text = moneyText(micros, null);
      const back = Number(text.replace('−', '-').replaceAll(',', '')) * 1e6;
      expect(Math.abs(back - micros)).toBeLessThanOrEqual(
        Math.abs(micros) < 99_995_000 ? 5000.001 : 500_000.001,
      );
      expect(text).toMatch(/^−?\d{1,3}(,\d{3})*(\.\d\d)?$/);
    }),
  );
});

test('a currency that is named like a property of every object is a code like any other', () => {
  expect(moneyText(12_500_000, 'constructor')).toBe('12.50 constructor');
});
