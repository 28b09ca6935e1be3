import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chicagoClock, chicagoOffsetMs, chicagoToUtcMs } from './chicago-time.ts';
import { civilFromDays, dayString, daysFromCivil, easterSunday, parseDay, weekdayOf } from './civil-date.ts';
import { HOUR_MS } from './durations.ts';

test('civil dates agree with the platform calendar for every day from 1800 to 2300', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_000, max: 120_000 }), (days) => {
      const platform = new Date(days * 86_400_000);
      expect(civilFromDays(days)).toEqual({
        year: platform.getUTCFullYear(),
        month: platform.getUTCMonth() + 1,
        day: platform.getUTCDate(),
      });
      expect(weekdayOf(days)).toBe(platform.getUTCDay());
      expect(parseDay(dayString(days))).toBe(days);
    }),
  );
});

test('an impossible date is refused with what was expected', () => {
  expect(() => parseDay('2026-02-29')).toThrow('expected YYYY-MM-DD');
  expect(() => parseDay('yesterday')).toThrow(RangeError);
});

test('Easter Sundays are those of the tables', () => {
  const known = [
    '2023-04-09',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2030-04-21',
  ];
  expect(known.map((day) => dayString(easterSunday(Number(day.slice(0, 4)))))).toEqual(known);
});

test('Chicago time agrees with the time zone data for every hour of 2023 to 2030', () => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Chicago',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  const start = daysFromCivil(2023, 1, 1) * 24 * HOUR_MS;
  const end = daysFromCivil(2031, 1, 1) * 24 * HOUR_MS;
  for (let at = start; at < end; at += 3 * HOUR_MS) {
    const { minute } = chicagoClock(at);
    const text = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    expect(text).toBe(format.format(at));
  }
});

test('clocks change at 08:00 UTC in March and 07:00 UTC in November', () => {
  const spring = Date.UTC(2024, 2, 10, 8);
  const autumn = Date.UTC(2024, 10, 3, 7);
  expect(chicagoOffsetMs(spring - 1)).toBe(-6 * HOUR_MS);
  expect(chicagoOffsetMs(spring)).toBe(-5 * HOUR_MS);
  expect(chicagoOffsetMs(autumn - 1)).toBe(-5 * HOUR_MS);
  expect(chicagoOffsetMs(autumn)).toBe(-6 * HOUR_MS);
});

test('a wall-clock minute that exists once maps back to itself', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 19_358, max: 22_280 }),
      fc.integer({ min: 180, max: 1439 }),
      (day, minute) => {
        expect(chicagoClock(chicagoToUtcMs(day, minute))).toEqual({ day, minute });
      },
    ),
  );
});
