import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileTime } from '#time/file-time.ts';
import { readFileTime } from './dates.ts';
import { daysSince1970, isZone, offsetOfAbbreviation, utcMsOf } from './zones.ts';

function timeOf(text: string): FileTime {
  const time = readFileTime(text, 'ymd');
  if (!time) throw new Error(`${text} is no time`);
  return time;
}

function utcOf(text: string, zone: string | { offsetMinutes: number }, occurrence?: 'second'): string {
  return new Date(utcMsOf(timeOf(text), zone, occurrence)).toISOString().slice(0, 19);
}

test('winter and summer of a zone have their own offsets', () => {
  expect(utcOf('2026-01-15 08:30', 'America/Chicago')).toBe('2026-01-15T14:30:00');
  expect(utcOf('2026-07-15 08:30', 'America/Chicago')).toBe('2026-07-15T13:30:00');
  expect(utcOf('2026-07-15 08:30', 'Asia/Kolkata')).toBe('2026-07-15T03:00:00');
  expect(utcOf('2026-07-15 08:30', 'UTC')).toBe('2026-07-15T08:30:00');
  expect(utcOf('2026-07-15 08:30', { offsetMinutes: 180 })).toBe('2026-07-15T05:30:00');
});

test('the repeated hour of autumn is its first occurrence unless the second is requested', () => {
  expect(utcOf('2026-11-01 01:30', 'America/Chicago')).toBe('2026-11-01T06:30:00');
  expect(utcOf('2026-11-01 01:30', 'America/Chicago', 'second')).toBe('2026-11-01T07:30:00');
  expect(utcOf('2026-10-25 02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00');
});

test('the hours around a change are read as they are', () => {
  expect(utcOf('2026-11-01 00:59:59', 'America/Chicago')).toBe('2026-11-01T05:59:59');
  expect(utcOf('2026-11-01 02:00', 'America/Chicago')).toBe('2026-11-01T08:00:00');
  expect(utcOf('2026-03-08 01:59:59', 'America/Chicago')).toBe('2026-03-08T07:59:59');
  expect(utcOf('2026-03-08 03:00', 'America/Chicago')).toBe('2026-03-08T08:00:00');
});

test('the skipped hour of spring moves one hour later', () => {
  expect(utcOf('2026-03-08 02:30', 'America/Chicago')).toBe('2026-03-08T08:30:00');
  expect(utcOf('2026-03-29 02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00');
});

test('an offset in the row wins over the zone', () => {
  expect(utcOf('2026-03-02T09:31:05-05:00', 'Asia/Tokyo')).toBe('2026-03-02T14:31:05');
});

test('zones are distinguished from other words', () => {
  expect(isZone('America/Chicago')).toBe(true);
  expect(isZone('UTC')).toBe(true);
  expect(isZone('Mars/Olympus')).toBe(false);
  expect(isZone('')).toBe(false);
  expect(isZone('x'.repeat(1000))).toBe(false);
});

test.each([
  ['EDT', -240],
  ['cst', -360],
  ['RDT', 120],
  ['UTC+2', 120],
  ['UTC-03:30', -210],
  ['GMT+0', 0],
  ['+0530', 330],
  ['\u221205:00', -300],
])('%s is %i minutes east of UTC', (text, minutes) => {
  expect(offsetOfAbbreviation(text)).toBe(minutes);
});

test.each(['', 'XYZ', 'UTC+15', '+5:99', 'constructor'])('%j names no offset', (text) => {
  expect(offsetOfAbbreviation(text)).toBeNull();
});

test('days are counted as the calendar counts them', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), (day) => {
      const date = new Date(day * 86_400_000);
      expect(daysSince1970(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(day);
    }),
  );
});

test('an instant shown in a zone and read back is itself or the first of its hour', () => {
  const zones = fc.constantFrom(
    'America/Chicago',
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Tokyo',
  );
  fc.assert(
    fc.property(zones, fc.integer({ min: 946_684_800, max: 2_051_222_400 }), (zone, second) => {
      const shown = new Date(second * 1000).toLocaleString('sv-SE', { timeZone: zone });
      const read = utcMsOf(timeOf(shown), zone);
      const isRepeated = new Date(read).toLocaleString('sv-SE', { timeZone: zone }) === shown;
      expect(isRepeated).toBe(true);
      expect(second * 1000 - read).toBeGreaterThanOrEqual(0);
      expect(second * 1000 - read).toBeLessThanOrEqual(3_600_000);
    }),
    { numRuns: 300 },
  );
});
