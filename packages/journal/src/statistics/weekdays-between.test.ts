/** How many weekdays lie between two days. */
import { parseDay, weekdayOf } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdaysBetween } from './weekdays-between.ts';

const between = (first: string, last: string) => weekdaysBetween(parseDay(first), parseDay(last));

test('both ends are included', () => {
  // 5 January 2026 is a Monday.
  expect(between('2026-01-05', '2026-01-05')).toBe(1);
  expect(between('2026-01-05', '2026-01-09')).toBe(5);
  expect(between('2026-01-09', '2026-01-12')).toBe(2);
});

test('weekends are none, and whole weeks are five', () => {
  expect(between('2026-01-10', '2026-01-11')).toBe(0);
  expect(between('2026-01-05', '2026-01-11')).toBe(5);
  expect(between('2026-01-07', '2026-01-13')).toBe(5);
  expect(between('2026-01-01', '2026-12-31')).toBe(261);
});

test('it is the count of days that are neither Saturday nor Sunday', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 30_000 }), fc.nat(60), (first, more) => {
      let count = 0;
      for (let day = first; day <= first + more; day++) if (![0, 6].includes(weekdayOf(day))) count += 1;
      expect(weekdaysBetween(first, first + more)).toBe(count);
    }),
  );
});

test('a span that ends before it begins has none', () => {
  expect(between('2026-01-06', '2026-01-05')).toBe(0);
});
