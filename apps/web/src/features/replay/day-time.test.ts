/** Times of day within a recorded span. */
import { expect, test } from 'vitest';
import { instantOfTime, timeText } from './day-time.ts';

/** A trading day that begins in the evening. */
const SPAN = { from: '2026-11-18T23:00:00.200Z', to: '2026-11-19T21:59:59.000Z' };

test('a time before the clock at which the span begins is of the next day', () => {
  expect(instantOfTime(SPAN, '23:30:00', 'UTC')).toBe('2026-11-18T23:30:00.000Z');
  expect(instantOfTime(SPAN, '16:51:47', 'UTC')).toBe('2026-11-19T16:51:47.000Z');
  expect(instantOfTime(SPAN, '16:51', 'America/New_York')).toBe('2026-11-19T21:51:00.000Z');
});

test('a time that the span does not have is none, and neither is what is no time', () => {
  for (const time of ['22:30:00', '23:00:00', '', '25', 'noon'])
    expect(instantOfTime(SPAN, time, 'UTC'), time).toBeNull();
});

test('every second of the span is found again by its own text', () => {
  for (let timeMs = Date.parse(SPAN.from) + 800; timeMs <= Date.parse(SPAN.to); timeMs += 977_000)
    expect(Date.parse(instantOfTime(SPAN, timeText(timeMs, 'Europe/London'), 'Europe/London') ?? '')).toBe(
      timeMs,
    );
});
