/** How figures are written. */
import { expect, test } from 'vitest';
import {
  alignPrices,
  countOf,
  firstWord,
  formatAmount,
  formatChange,
  formatChangePercent,
  formatConfidence,
  formatPlanPrice,
  formatPrice,
  formatSize,
  listWords,
  subtractDecimals,
  unbroken,
} from './formats.ts';

test('sizes have commas and a true minus', () => {
  expect(formatSize(1166)).toBe('1,166');
  expect(formatSize(-6171)).toBe('\u22126,171');
});

test('prices stay as the exchange prints them', () => {
  expect(formatPrice(2, '15842.75')).toBe('15842.75');
  expect(formatPrice(4, '-37.63')).toBe('\u221237.63');
  expect(formatPrice(1, null)).toBe('\u2013');
  expect(formatPrice(13, '110.390625')).toBe("110'125");
  expect(formatPrice(13, '110.3912')).toBe('110.3912');
  expect(formatChange(formatPrice(13, '-0.015625'))).toBe("\u22120'005");
  expect(formatChange(formatPrice(13, '0.000000'))).toBe("0'000");
});

test('prices beside each other have the same decimals', () => {
  expect(alignPrices('ES', '5966', '6004.5')).toEqual(['5966.00', '6004.50']);
  expect(alignPrices('YM', '35123', '35124')).toEqual(['35123', '35124']);
  expect(alignPrices('US30', '-37', '0.5')).toEqual(['−37.0', '0.5']);
  expect(alignPrices('CL', '73.4', null)).toEqual(['73.40', '–']);
});

test('changes are always signed, no change is not', () => {
  expect(formatChange('8.75')).toBe('+8.75');
  expect(formatChange('-3.00')).toBe('\u22123.00');
  expect(formatChange('0.00')).toBe('0.00');
  expect(formatChangePercent(-0.584)).toBe('\u22120.58%');
  expect(formatChangePercent(0.19)).toBe('+0.19%');
});

test('confidence is whole percent, and what is proven is exact', () => {
  expect(formatConfidence(0.812, false)).toBe('81%');
  expect(formatConfidence(1, true)).toBe('exact');
});

test('plan prices show pence only when there are some', () => {
  expect(formatPlanPrice(9900)).toBe('£99');
  expect(formatPlanPrice(4290)).toBe('£42.90');
});

test('differences of decimals are exact to the last decimal', () => {
  expect(subtractDecimals('4567.25', '4567.00', 2)).toBe('0.25');
  expect(subtractDecimals('0.3', '0.1', 1)).toBe('0.2');
  expect(subtractDecimals('1.1', '1.3', 1)).toBe('-0.2');
});

test('words are counted and listed in plain English', () => {
  expect(countOf(1, 'tick')).toBe('1 tick');
  expect(countOf(1200, 'event')).toBe('1,200 events');
  expect(listWords(['ES', 'NQ', 'CL'])).toBe('ES, NQ and CL');
  expect(listWords(['ES'])).toBe('ES');
  expect(firstWord('E-mini S&P 500')).toBe('E-mini');
});

test('amounts are in their own currency, exactly, with a true minus', () => {
  expect(formatAmount('-1842.5', 'USD')).toBe('−$1,842.50');
  expect(formatAmount('133.30', 'USD', { signed: true })).toBe('+$133.30');
  expect(formatAmount('0.00', 'EUR', { signed: true })).toBe('€0.00');
  expect(formatAmount('-1842.5', 'USD', { whole: true })).toMatch(/^−\$1,84[23]$/);
  expect(formatAmount('900719925474099.31', 'USD')).toBe('$900,719,925,474,099.31');
  expect(formatAmount(null, 'USD')).toBe('–');
  expect(formatAmount('5', '$$$')).toBe('5.00');
});

test('no line break comes between a minus and its amount, nor between a number and its percent sign', () => {
  expect(unbroken('against \u2212$17.44 (95 % range)')).toBe('against \u2212\u2060$17.44 (95% range)');
});
