/** The exchange's clock is that of the zone database, through both changes of every year. */
import { expect, test } from 'vitest';
import { chicagoClock, chicagoToUtcMs } from './chicago-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

const ZONE = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Chicago',
  ...{
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
});

function zoneClock(atMs: number): { day: number; minute: number } {
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0] = (ZONE.format(atMs).match(/\d+/g) ?? []).map(
    Number,
  );
  return { day: Date.UTC(year, month - 1, date) / DAY_MS, minute: hour * 60 + minute };
}

test('every hour of the weeks of change of twenty years, and the last minute of each, has the clock of the zone database', () => {
  for (let year = 2010; year < 2030; year += 1) {
    for (const fromMs of [Date.UTC(year, 2, 7), Date.UTC(year, 9, 31)]) {
      for (let atMs = fromMs; atMs < fromMs + 9 * DAY_MS; atMs += HOUR_MS) {
        for (const oneMs of [atMs, atMs - 1]) expect(chicagoClock(oneMs)).toEqual(zoneClock(oneMs));
      }
    }
  }
});

test('a wall-clock minute is its instant again, except in the second pass of the repeated hour, where it is the first', () => {
  for (let atMs = Date.UTC(2026, 0, 1); atMs < Date.UTC(2027, 0, 1); atMs += 17 * MINUTE_MS) {
    const { day, minute } = chicagoClock(atMs);
    const isSecondPass = atMs >= Date.UTC(2026, 10, 1, 7) && atMs < Date.UTC(2026, 10, 1, 8);
    expect(chicagoToUtcMs(day, minute)).toBe(isSecondPass ? atMs - HOUR_MS : atMs);
  }
});

test('the hour that clocks skip maps one hour later', () => {
  const day = Date.UTC(2026, 2, 8) / DAY_MS;
  expect(new Date(chicagoToUtcMs(day, 150)).toISOString()).toBe('2026-03-08T08:30:00.000Z');
});
