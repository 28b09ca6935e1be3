/** Amounts, counts and instants in the sentences of rules. */
import { expect, test } from 'vitest';
import { standardContracts } from './contract-weight.ts';
import { amountText, breachText, countText, instantText, leftText } from './rule-text.ts';

test('amounts are to the cent, in groups of thousands, with a true minus', () => {
  expect(amountText(1_842_500_000)).toBe('1,842.50');
  expect(amountText(0)).toBe('0.00');
  expect(amountText(-12_345_678_900_000)).toBe('−12,345,678.90');
  expect(amountText(999_000_000)).toBe('999.00');
  expect(amountText(1_000_000_000)).toBe('1,000.00');
});

test('amounts are rounded at half a cent', () => {
  expect(amountText(4_999)).toBe('0.00');
  expect(amountText(5_000)).toBe('0.01');
  expect(amountText(999_995_000)).toBe('1,000.00');
  expect(amountText(-15_000)).toBe('−0.02');
});

test('counts have their noun in its number', () => {
  expect([0, 1, 2].map((n) => countText(n, 'day'))).toEqual(['0 days', '1 day', '2 days']);
});

test('instants are on Chicago’s clock, in winter and in summer', () => {
  expect(instantText(Date.UTC(2026, 0, 7, 15, 41))).toBe('2026-01-07 09:41 Chicago');
  expect(instantText(Date.UTC(2026, 6, 7, 15, 41))).toBe('2026-07-07 10:41 Chicago');
  // Midnight in Chicago is still the evening before an hour earlier.
  expect(instantText(Date.UTC(2026, 0, 7, 5, 59))).toBe('2026-01-06 23:59 Chicago');
  expect(instantText(Date.UTC(2026, 0, 7, 6))).toBe('2026-01-07 00:00 Chicago');
});

test('a breach is by a result, or by an open loss that was seen at the close of its trade', () => {
  const atMs = Date.UTC(2026, 0, 7, 15, 41);
  expect(breachText({ atMs, tradeId: 't', whileOpen: false })).toBe('Breached at 2026-01-07 09:41 Chicago.');
  expect(breachText({ atMs, tradeId: 't', whileOpen: true })).toBe(
    'Breached by the open loss of a trade that closed at 2026-01-07 09:41 Chicago.',
  );
});

test('what is left is also whole contracts at the average loss of one', () => {
  expect(leftText(350e6, 125e6)).toBe('350.00 left: 2 contracts at your average loss of 125.00 each.');
  expect(leftText(125e6, 125e6)).toBe('125.00 left: 1 contract at your average loss of 125.00 each.');
  expect(leftText(124e6, 125e6)).toBe('124.00 left: 0 contracts at your average loss of 125.00 each.');
});

test('without losing trades only the amount is left, and never less than nothing', () => {
  expect(leftText(350e6, null)).toBe('350.00 left.');
  expect(leftText(-5e6, null)).toBe('0.00 left.');
  expect(leftText(-5e6, 125e6)).toBe('0.00 left: 0 contracts at your average loss of 125.00 each.');
});

test('ten micros are one contract, and an unknown root counts as it is', () => {
  expect(standardContracts('ES', 3)).toBe(3);
  expect(standardContracts('MES', 10)).toBe(1);
  expect(standardContracts('M2K', 5)).toBe(0.5);
  expect(standardContracts('MCL', 1)).toBe(0.1);
  expect(standardContracts('XYZ', 7)).toBe(7);
  expect(standardContracts('EURUSD', 2)).toBe(2);
});
