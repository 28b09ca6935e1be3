/** Days and months of the exchange calendar. */
import { expect, test } from 'vitest';
import { formatDay, formatMonth, laterMonth, monthOf, weeksOf } from './exchange-days.ts';

test('a day is written as a person says it', () => {
  expect(formatDay('2026-10-14')).toBe('14 Oct 2026');
  expect(formatDay('2026-10-14', 2026)).toBe('14 Oct');
  expect(formatMonth(monthOf('2026-10-14'))).toBe('October 2026');
});

test('months follow each other over the turn of a year', () => {
  expect(laterMonth('2026-12', 1)).toBe('2027-01');
  expect(laterMonth('2026-01', -1)).toBe('2025-12');
});

test('weeks begin on Monday and hold every day of the month once', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30);
  expect(weeksOf('2027-02')).toHaveLength(4);
  expect(weeksOf('2028-02').flat()).toContain('2028-02-29');
});
