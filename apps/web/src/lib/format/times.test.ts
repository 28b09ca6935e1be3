/** How instants are written. */
import { expect, test } from 'vitest';
import {
  clockText,
  formatAge,
  formatClock,
  formatDate,
  formatDayAndTime,
  formatExchangeClock,
  formatTenths,
  formatWait,
  USER_ZONE,
  zoneCity,
} from './times.ts';

const AT = Date.UTC(2026, 10, 20, 16, 51, 55);

test('clocks have 24 hours in the requested zone', () => {
  expect(formatClock(AT, 'Europe/London')).toBe('16:51:55');
  expect(formatClock(AT, 'America/New_York')).toBe('11:51:55');
  expect(formatClock(Date.UTC(2026, 10, 20, 0, 5, 0), 'UTC')).toBe('00:05:00');
});

test("the exchange's clock is Chicago's, and is beside the reader's only where it is wanted", () => {
  expect(formatExchangeClock(AT)).toBe('10:51:55 Chicago');
  expect(clockText(AT, false)).toBe(formatClock(AT));
  expect(clockText(AT, true)).toBe(`${formatClock(AT)} ${zoneCity(USER_ZONE)}, 10:51:55 Chicago`);
});

test('dates name the month', () => {
  expect(formatDate(AT, 'Europe/London')).toBe('20 Nov 2026');
  expect(formatDayAndTime(AT, 'Europe/London')).toBe('Fri 20 Nov 16:51');
});

test('ages are in the largest unit that has at least two', () => {
  expect([0, 12_900, 119_000, 240_000, 7_200_000, 172_800_000].map(formatAge)).toEqual([
    '0 s',
    '12 s',
    '119 s',
    '4 min',
    '2 h',
    '2 d',
  ]);
  expect(formatAge(-50)).toBe('0 s');
});

test('waits have hours and minutes', () => {
  expect(formatWait(8 * 3_600_000 + 12 * 60_000)).toBe('8 h 12 min');
  expect(formatWait(59_000)).toBe('1 min');
});

test('a zone is named by its city', () => {
  expect(zoneCity('America/New_York')).toBe('New York');
  expect(zoneCity('UTC')).toBe('UTC');
});

test('the ends of a gap are given to the tenth of a second', () => {
  expect(formatTenths(Date.parse('2026-11-20T15:14:39.850Z'), 'Europe/London')).toBe('15:14:39.8');
});
