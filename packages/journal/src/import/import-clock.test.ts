/** Times of a file as instants: by the row's offset, the file's zone, the answer, or UTC until answered. */
import { expect, test } from 'vitest';
import { fileTime } from '#testing/raw-trades.ts';
import { ImportClock } from './import-clock.ts';

const MARCH = fileTime('2026-03-05 10:00:00');
const JULY = fileTime('2026-07-02 10:00:00');

test('the zone of the file comes before the answer', () => {
  expect(new ImportClock('America/Chicago', 'Asia/Tokyo').instantOf(MARCH)).toBe(Date.UTC(2026, 2, 5, 16));
  expect(new ImportClock(null, 'Asia/Tokyo').instantOf(MARCH)).toBe(Date.UTC(2026, 2, 5, 1));
});

test('a zone follows its daylight time, an offset does not', () => {
  expect(new ImportClock('America/Chicago', undefined).instantOf(JULY)).toBe(Date.UTC(2026, 6, 2, 15));
  expect(new ImportClock({ offsetMinutes: -360 }, undefined).instantOf(JULY)).toBe(Date.UTC(2026, 6, 2, 16));
});

test('the offset of a row comes before every zone, and assumes nothing', () => {
  const clock = new ImportClock(null, undefined);
  expect(clock.instantOf(fileTime('2026-03-05 10:00:00', 120))).toBe(Date.UTC(2026, 2, 5, 8));
  expect(clock.isAssumed).toBe(false);
  expect(new ImportClock('Asia/Tokyo', undefined).instantOf(fileTime('2026-03-05 10:00:00', 0))).toBe(
    Date.UTC(2026, 2, 5, 10),
  );
});

test('without any zone times are UTC, which is assumed from the first of them on', () => {
  const clock = new ImportClock(null, undefined);
  expect(clock.isAssumed).toBe(false);
  expect(clock.instantOf(null)).toBeNull();
  expect(clock.isAssumed).toBe(false);
  expect(clock.instantOf(MARCH)).toBe(Date.UTC(2026, 2, 5, 10));
  expect(clock.isAssumed).toBe(true);
});

test('a known zone assumes nothing', () => {
  const clock = new ImportClock('UTC', undefined);
  clock.instantOf(MARCH);
  expect(clock.isAssumed).toBe(false);
  expect(clock.unknownZone).toBeNull();
});

test('an answer or a file that names no zone is reported, and an answer helps a file that names none', () => {
  const answered = new ImportClock(null, 'Mars/Olympus');
  expect(answered.unknownZone).toBe('Mars/Olympus');
  answered.instantOf(MARCH);
  expect(answered.isAssumed).toBe(true);
  expect(new ImportClock('Local', undefined).unknownZone).toBe('Local');
  const helped = new ImportClock('Local', 'America/Chicago');
  expect(helped.unknownZone).toBeNull();
  expect(helped.instantOf(MARCH)).toBe(Date.UTC(2026, 2, 5, 16));
});

test('names of zones and offsets from UTC are zones', () => {
  expect(new ImportClock(null, 'EST').instantOf(MARCH)).toBe(Date.UTC(2026, 2, 5, 15));
  expect(new ImportClock(null, 'UTC+2').instantOf(MARCH)).toBe(Date.UTC(2026, 2, 5, 8));
  expect(new ImportClock(null, 'GMT-03:30').instantOf(MARCH)).toBe(Date.UTC(2026, 2, 5, 13, 30));
});
