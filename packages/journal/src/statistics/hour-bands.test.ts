/** The bands of New York time: their edges, and both changes of the clocks. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { HOUR_BANDS, hourBandOf } from './hour-bands.ts';

const labelOf = (timeMs: number) => HOUR_BANDS[hourBandOf(timeMs)]?.label;

/** A moment of Tuesday, 6 January 2026, by New York's clock (UTC is five hours ahead). */
const winter = (hour: number, minute = 0) => labelOf(Date.UTC(2026, 0, 6, hour + 5, minute));

test('a band holds its first minute and not its last', () => {
  expect([winter(3), winter(8, 29), winter(8, 30), winter(9, 29), winter(9, 30)]).toEqual([
    '03:00 to 08:30',
    '03:00 to 08:30',
    '08:30 to 09:30',
    '08:30 to 09:30',
    '09:30 to 10:30',
  ]);
  expect([winter(10, 30), winter(12), winter(14), winter(16), winter(16, 59)]).toEqual([
    '10:30 to 12:00',
    '12:00 to 14:00',
    '14:00 to 16:00',
    '16:00 to 17:00',
    '16:00 to 17:00',
  ]);
});

test('the first band runs over midnight, the last is the daily break', () => {
  expect([winter(18), winter(23, 59), winter(24), winter(26, 59)]).toEqual(
    Array.from({ length: 4 }, () => '18:00 to 03:00'),
  );
  expect([winter(17), winter(17, 59)]).toEqual(['17:00 to 18:00', '17:00 to 18:00']);
});

test('a fraction of a second before an edge is still before it', () => {
  const open = Date.UTC(2026, 0, 6, 14, 30);
  expect(labelOf(open - 1)).toBe('08:30 to 09:30');
  expect(labelOf(open)).toBe('09:30 to 10:30');
});

test('keys are start and end, each once, and together they are a whole day', () => {
  expect(HOUR_BANDS.map(({ key }) => key)).toEqual([
    '1800-0300',
    '0300-0830',
    '0830-0930',
    '0930-1030',
    '1030-1200',
    '1200-1400',
    '1400-1600',
    '1600-1700',
    '1700-1800',
  ]);
  const minutes = HOUR_BANDS.map(({ startMinute, endMinute }) => (endMinute - startMinute + 1440) % 1440);
  expect(minutes.reduce((sum, length) => sum + length, 0)).toBe(1440);
});

test('the opening at 09:30 is an hour earlier in UTC once New York has daylight time', () => {
  // The clocks change on 8 March 2026 and on 1 November 2026, on Sundays.
  expect(labelOf(Date.UTC(2026, 2, 6, 14, 30))).toBe('09:30 to 10:30');
  expect(labelOf(Date.UTC(2026, 2, 9, 13, 30))).toBe('09:30 to 10:30');
  expect(labelOf(Date.UTC(2026, 2, 9, 13, 29))).toBe('08:30 to 09:30');
  expect(labelOf(Date.UTC(2026, 9, 30, 13, 30))).toBe('09:30 to 10:30');
  expect(labelOf(Date.UTC(2026, 10, 2, 14, 30))).toBe('09:30 to 10:30');
  expect(labelOf(Date.UTC(2026, 10, 2, 14, 29))).toBe('08:30 to 09:30');
});

test('the weeks in which Europe has changed and New York has not follow New York', () => {
  // Europe changes on 29 March and 25 October 2026.
  expect(labelOf(Date.UTC(2026, 2, 27, 13, 30))).toBe('09:30 to 10:30');
  expect(labelOf(Date.UTC(2026, 2, 30, 13, 30))).toBe('09:30 to 10:30');
  expect(labelOf(Date.UTC(2026, 9, 26, 13, 30))).toBe('09:30 to 10:30');
});

test('the evening session after a change belongs to the first band at its new hour', () => {
  // 18:00 New York of Sunday, 8 March 2026 is 22:00 UTC; a week before it was 23:00.
  expect(labelOf(Date.UTC(2026, 2, 8, 22))).toBe('18:00 to 03:00');
  expect(labelOf(Date.UTC(2026, 2, 8, 22) - MINUTE_MS)).toBe('17:00 to 18:00');
  expect(labelOf(Date.UTC(2026, 2, 1, 23))).toBe('18:00 to 03:00');
  expect(labelOf(Date.UTC(2026, 2, 1, 23) - HOUR_MS)).toBe('17:00 to 18:00');
});
