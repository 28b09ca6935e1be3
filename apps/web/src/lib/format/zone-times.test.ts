/** Wall-clock times across changes of the clocks. */
import { expect, test } from 'vitest';
import { instantOfWallTime, wallTime } from './zone-times.ts';

const iso = (text: string, zone: string): string =>
  new Date(instantOfWallTime(text, zone) ?? Number.NaN).toISOString();

test('a time of a form is the instant at which a clock of the zone shows it, in winter and in summer', () => {
  expect(iso('2026-01-15T09:30:05', 'America/Chicago')).toBe('2026-01-15T15:30:05.000Z');
  expect(iso('2026-07-15T09:30', 'America/Chicago')).toBe('2026-07-15T14:30:00.000Z');
});

test('of an hour that comes twice the first is meant, and an hour that is left out counts on from before it', () => {
  expect(iso('2026-11-01T01:30:00', 'America/Chicago')).toBe('2026-11-01T06:30:00.000Z');
  expect(iso('2026-03-08T02:30:00', 'America/Chicago')).toBe('2026-03-08T08:30:00.000Z');
});

test('what is no time is null', () => {
  for (const text of ['', 'yesterday', '2026-13-01T00:00:00', '2026-01-15'])
    expect(instantOfWallTime(text, 'UTC')).toBeNull();
});

test('an instant and its wall time are the same moment again', () => {
  for (const zone of ['America/Chicago', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'])
    for (let hour = 0; hour < 366 * 24; hour += 11) {
      const timeMs = Date.UTC(2026, 0, 1, hour);
      const again = instantOfWallTime(wallTime(timeMs, zone), zone) ?? 0;
      // In the repeated hour the first one represents both
      expect([0, 3_600_000]).toContain(timeMs - again);
    }
});
