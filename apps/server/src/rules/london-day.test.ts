/** Days in London are those of its clocks. */
import { HOUR_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { dayAfter, londonDayOf, londonMidnightMs } from './london-day.ts';

test('every hour of three years has the day that the zone database gives it', () => {
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });
  for (let atMs = Date.UTC(2025, 0, 1); atMs < Date.UTC(2028, 0, 1); atMs += HOUR_MS) {
    expect(londonDayOf(atMs)).toBe(zone.format(atMs));
    expect(londonDayOf(atMs - 1)).toBe(zone.format(atMs - 1));
  }
});

test('a day begins with its midnight', () => {
  for (let day = '2025-12-25'; day < '2027-01-05'; day = dayAfter(day, 1)) {
    const beginsMs = londonMidnightMs(day);
    expect([londonDayOf(beginsMs), londonDayOf(beginsMs - 1)]).toEqual([day, dayAfter(day, -1)]);
  }
});
