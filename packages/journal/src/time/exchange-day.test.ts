/** The exchange day of an instant, over evenings, weekends and both changes of the clocks. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { exchangeDayOf } from './exchange-day.ts';

test('a day begins at 17:00 Chicago of the evening before', () => {
  // 5 January 2026, 17:00 Chicago is 23:00 UTC.
  const start = Date.UTC(2026, 0, 5, 23);
  expect(exchangeDayOf(start)).toBe('2026-01-06');
  expect(exchangeDayOf(start - 1)).toBe('2026-01-05');
  expect(exchangeDayOf(start + 24 * HOUR_MS - 1)).toBe('2026-01-06');
});

test('in summer it begins an hour earlier in UTC', () => {
  const start = Date.UTC(2026, 6, 6, 22);
  expect(exchangeDayOf(start)).toBe('2026-07-07');
  expect(exchangeDayOf(start - 1)).toBe('2026-07-06');
});

test('on the Sundays of a change the evening session already has the new time', () => {
  // 8 March 2026: clocks go forward in the night before; 17:00 is 22:00 UTC. 1 November: back; 17:00 is 23:00 UTC.
  expect(exchangeDayOf(Date.UTC(2026, 2, 8, 22))).toBe('2026-03-09');
  expect(exchangeDayOf(Date.UTC(2026, 2, 8, 22) - MINUTE_MS)).toBe('2026-03-08');
  expect(exchangeDayOf(Date.UTC(2026, 10, 1, 23))).toBe('2026-11-02');
  expect(exchangeDayOf(Date.UTC(2026, 10, 1, 23) - MINUTE_MS)).toBe('2026-11-01');
});

test('midnight in UTC or in Chicago changes no day', () => {
  expect(exchangeDayOf(Date.UTC(2026, 0, 6, 0))).toBe('2026-01-06');
  expect(exchangeDayOf(Date.UTC(2026, 0, 6, 6))).toBe('2026-01-06');
});

test('the last evening of a year belongs to the next, and weekends stay their own', () => {
  expect(exchangeDayOf(Date.UTC(2026, 11, 31, 23))).toBe('2027-01-01');
  expect(exchangeDayOf(Date.UTC(2026, 0, 10, 18))).toBe('2026-01-10');
  expect(exchangeDayOf(Date.UTC(2026, 0, 9, 23))).toBe('2026-01-10');
});
