/** Holidays by rule against calendars that CME published, and business days around them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayString,
  daysFromCivil,
  lastDayOfMonth,
  lastWeekday,
  nthWeekday,
  parseDay,
  weekdayOf,
} from './civil-date.ts';
import {
  businessDaysBefore,
  EVE_HALT_MINUTE,
  HOLIDAY_HALT_MINUTE,
  isBusinessDay,
  specialDay,
} from './cme-holidays.ts';
import {
  DAY_MS,
  DAY_S,
  HOUR_MS,
  HOUR_NS,
  HOUR_S,
  MINUTE_MS,
  MS_NS,
  NS_PER_MS,
  NS_PER_SECOND,
  SECOND_MS,
  SECOND_NS,
  WEEK_MS,
} from './durations.ts';

/** Days of a year by what is special about them. */
function daysOf(year: number, special: ReturnType<typeof specialDay>): string[] {
  const first = daysFromCivil(year, 1, 1);
  const days = Array.from({ length: daysFromCivil(year + 1, 1, 1) - first }, (_, n) => first + n);
  return days.filter((day) => specialDay(day) === special).map(dayString);
}

test('lengths of time build on each other', () => {
  expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS, WEEK_MS]).toEqual([
    1000,
    60 * 1000,
    60 * 60 * 1000,
    24 * 60 * 60 * 1000,
    7 * 24 * 60 * 60 * 1000,
  ]);
  expect([HOUR_S, DAY_S]).toEqual([60 * 60, 24 * 60 * 60]);
  expect([NS_PER_MS, NS_PER_SECOND]).toEqual([1_000_000n, 1_000_000_000n]);
  expect([MS_NS, SECOND_NS, HOUR_NS]).toEqual([1_000_000, 1_000_000_000, 60 * 60 * 1_000_000_000]);
});

test('the first, a later and the last weekday of a month are those of the calendar', () => {
  // November 2026 begins on a Sunday and ends on a Monday
  expect(dayString(nthWeekday(2026, 11, 0, 1))).toBe('2026-11-01');
  expect(dayString(nthWeekday(2026, 11, 6, 1))).toBe('2026-11-07');
  expect(dayString(nthWeekday(2026, 11, 4, 4))).toBe('2026-11-26');
  expect(dayString(nthWeekday(2026, 11, 1, 5))).toBe('2026-11-30');
  expect(dayString(lastWeekday(2026, 11, 1))).toBe('2026-11-30');
  expect(dayString(lastWeekday(2026, 11, 0))).toBe('2026-11-29');
  expect(dayString(lastWeekday(2026, 11, 2))).toBe('2026-11-24');
});

test('the last day of a month knows leap years and the turn of the year', () => {
  const last = (year: number, month: number) => dayString(lastDayOfMonth(year, month));
  expect([last(2024, 2), last(2026, 2), last(1900, 2), last(2000, 2)]).toEqual([
    '2024-02-29',
    '2026-02-28',
    '1900-02-28',
    '2000-02-29',
  ]);
  expect([last(2026, 4), last(2026, 12)]).toEqual(['2026-04-30', '2026-12-31']);
});

test('the holidays of 2024 are the published ones', () => {
  expect(daysOf(2024, 'closed')).toEqual(['2024-01-01', '2024-03-29', '2024-12-25']);
  expect(daysOf(2024, HOLIDAY_HALT_MINUTE)).toEqual([
    '2024-01-15',
    '2024-02-19',
    '2024-05-27',
    '2024-06-19',
    '2024-07-04',
    '2024-09-02',
    '2024-11-28',
  ]);
  expect(daysOf(2024, EVE_HALT_MINUTE)).toEqual(['2024-07-03', '2024-11-29', '2024-12-24']);
});

test('a holiday on a Saturday is observed on Friday, one on a Sunday on Monday', () => {
  // 4 July 2026 is a Saturday, 19 June 2027 a Saturday, 25 December 2022 and 1 January 2023 are Sundays
  expect(specialDay(parseDay('2026-07-03'))).toBe(HOLIDAY_HALT_MINUTE);
  expect(specialDay(parseDay('2026-07-04'))).toBeUndefined();
  expect(specialDay(parseDay('2027-06-18'))).toBe(HOLIDAY_HALT_MINUTE);
  expect(specialDay(parseDay('2022-12-26'))).toBe('closed');
  expect(specialDay(parseDay('2023-01-02'))).toBe('closed');
});

test('a New Year on a Saturday closes nothing', () => {
  // 1 January 2028
  expect(specialDay(parseDay('2027-12-31'))).toBeUndefined();
  expect(isBusinessDay(parseDay('2027-12-31'))).toBe(true);
  expect(specialDay(parseDay('2028-01-03'))).toBeUndefined();
});

test('Christmas on a Saturday closes the Friday, which is no early halt then', () => {
  // 25 December 2027
  expect(specialDay(parseDay('2027-12-24'))).toBe('closed');
});

test('weekends and holidays are no business days, early closes beside a holiday are', () => {
  const is = (day: string) => isBusinessDay(parseDay(day));
  expect([is('2024-11-27'), is('2024-11-28'), is('2024-11-29')]).toEqual([true, false, true]);
  expect([is('2024-11-30'), is('2024-12-01'), is('2024-12-02')]).toEqual([false, false, true]);
  expect([is('2024-12-24'), is('2024-12-25'), is('2024-03-29')]).toEqual([true, false, false]);
});

test('business days before a day pass over weekends and holidays', () => {
  const before = (day: string, n: number) => dayString(businessDaysBefore(parseDay(day), n));
  expect(before('2024-12-02', 1)).toBe('2024-11-29');
  expect(before('2024-12-02', 2)).toBe('2024-11-27');
  expect(before('2024-12-01', 1)).toBe('2024-11-29');
});

test('none before a day is the day itself, or the last business day before it', () => {
  const before = (day: string) => dayString(businessDaysBefore(parseDay(day), 0));
  expect(before('2024-12-02')).toBe('2024-12-02');
  expect(before('2024-12-01')).toBe('2024-11-29');
  expect(before('2024-11-28')).toBe('2024-11-27');
  // Good Friday after Maundy Thursday
  expect(before('2024-03-31')).toBe('2024-03-28');
});

test('the n-th business day before is a business day, with n − 1 others between', () => {
  const days = fc.integer({ min: daysFromCivil(2020, 1, 1), max: daysFromCivil(2035, 1, 1) });
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 15 }), (day, n) => {
      const found = businessDaysBefore(day, n);
      expect(isBusinessDay(found)).toBe(true);
      const between = Array.from({ length: day - found - 1 }, (_, k) => found + 1 + k);
      expect(between.filter(isBusinessDay)).toHaveLength(n - 1);
    }),
  );
});

test('nothing is special about a weekend: it is closed anyway', () => {
  for (let year = 2015; year < 2045; year += 1)
    for (const special of ['closed', HOLIDAY_HALT_MINUTE, EVE_HALT_MINUTE] as const)
      for (const day of daysOf(year, special)) expect([0, 6]).not.toContain(weekdayOf(parseDay(day)));
});
