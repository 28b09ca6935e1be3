import { FLAG_SNAPSHOT, HOUR_MS, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { eventRow } from '#testing/event-row.ts';
import { OpenHours } from './open-hours.ts';

/** The market opens. */
const OPEN_MS = Date.UTC(2026, 2, 2, 23);

function hoursOf(timesMs: readonly number[]): number {
  const open = new OpenHours();
  for (const timeMs of timesMs) open.applyRow(eventRow({ timeMs }), 0);
  open.finish();
  return open.hours;
}

const everyMinute = (fromMs: number, minutes: number): number[] =>
  Array.from({ length: minutes + 1 }, (_, minute) => fromMs + minute * MINUTE_MS);

test('hours count from the first row to the last', () => {
  expect(hoursOf(everyMinute(OPEN_MS, 90))).toBeCloseTo(1.5, 6);
});

test('hours before the open do not count', () => {
  expect(hoursOf(everyMinute(OPEN_MS - 30 * MINUTE_MS, 60))).toBeCloseTo(0.5, 6);
});

test('a hole does not count', () => {
  expect(hoursOf([...everyMinute(OPEN_MS, 30), ...everyMinute(OPEN_MS + HOUR_MS, 30)])).toBeCloseTo(1, 6);
});

test('time that goes back is not counted again', () => {
  expect(hoursOf([...everyMinute(OPEN_MS, 30), ...everyMinute(OPEN_MS + 15 * MINUTE_MS, 30)])).toBeCloseTo(
    0.75,
    6,
  );
});

test('a snapshot has the time of its orders, which covers nothing', () => {
  const open = new OpenHours();
  open.applyRow(eventRow({ timeMs: OPEN_MS, flags: FLAG_SNAPSHOT }), 0);
  open.finish();
  expect(open.hours).toBe(0);
  expect(open.fromMs).toBeNaN();
});
