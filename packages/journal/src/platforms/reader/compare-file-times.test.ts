/** Times of one file in their order, before their zone is known. */
import { DAY_MS, dayString } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileTime } from '#testing/raw-trades.ts';
import { compareFileTimes, dayNumber, isoDayOf } from './compare-file-times.ts';
import { earliestTime, latestTime } from './time-extremes.ts';

const order = (a: string, b: string, offsets: readonly [number | null, number | null] = [null, null]) =>
  Math.sign(compareFileTimes(fileTime(a, offsets[0]), fileTime(b, offsets[1])));

test('times are ordered by day, then by time of the day', () => {
  expect(order('2026-03-05 10:00:00', '2026-03-05 10:00:00')).toBe(0);
  expect(order('2026-03-05 10:00:00', '2026-03-05 10:00:01')).toBe(-1);
  expect(order('2026-03-05 23:59:59', '2026-03-06 00:00:00')).toBe(-1);
  expect(order('2026-12-31 00:00:00', '2027-01-01 00:00:00')).toBe(-1);
  expect(order('2026-10-01 00:00:00', '2026-09-30 23:00:00')).toBe(1);
});

test('milliseconds count', () => {
  const time = fileTime('2026-03-05 10:00:00');
  expect(compareFileTimes(time, { ...time, millisecond: 7 })).toBe(-7);
});

test('offsets are taken out where both times have one', () => {
  // 10:00 at +120 is 08:00, 09:00 at 0 is 09:00.
  expect(order('2026-03-05 10:00:00', '2026-03-05 09:00:00', [120, 0])).toBe(-1);
  expect(order('2026-03-05 10:00:00', '2026-03-05 09:00:00', [120, null])).toBe(1);
});

test('days are numbered without gaps over leap years and centuries', () => {
  fc.assert(
    fc.property(fc.integer({ min: -25_000, max: 60_000 }), (day) => {
      const [year = 0, month = 0, date = 0] = dayString(day).split('-').map(Number);
      // Day 719468 of the count is 1 January 1970.
      expect(dayNumber({ year, month, day: date })).toBe(day + 719_468);
    }),
  );
  expect(dayNumber({ year: 1970, month: 1, day: 1 })).toBe(719_468);
});

test('a day is written with four, two and two digits', () => {
  expect(isoDayOf({ year: 2026, month: 3, day: 5 })).toBe('2026-03-05');
  expect(isoDayOf({ year: 987, month: 12, day: 31 })).toBe('0987-12-31');
});

test('the first and the last of times, whatever their order, and none of none', () => {
  const times = ['2026-03-05 10:00:00', '2026-03-04 12:00:00', '2026-03-06 01:00:00'].map((text) =>
    fileTime(text),
  );
  expect(earliestTime([...times, null])).toBe(times[1]);
  expect(latestTime([null, ...times])).toBe(times[2]);
  expect(earliestTime([null])).toBeNull();
  expect(latestTime([])).toBeNull();
});

test('the distance of two times is that of their instants', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 * 10 ** 12 }),
      fc.integer({ min: 0, max: 2 * 10 ** 12 }),
      (a, b) => {
        const timeOf = (ms: number) => {
          const date = new Date(ms);
          return {
            ...fileTime(dayString(Math.floor(ms / DAY_MS))),
            hour: date.getUTCHours(),
            minute: date.getUTCMinutes(),
            second: date.getUTCSeconds(),
            millisecond: date.getUTCMilliseconds(),
          };
        };
        expect(compareFileTimes(timeOf(a), timeOf(b))).toBe(a - b);
      },
    ),
  );
});
