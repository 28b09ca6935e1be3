import { expect, test } from 'vitest';
import { rthOpenMs, sessionMarks } from './session-marks.ts';

/** ES opens at 08:30 Chicago, 14:30 UTC in winter; trading days begin at 17:00 Chicago, 23:00 UTC. */
const RTH = 510;
const starts = (fromMs: number, count: number, minutes: number): number[] =>
  Array.from({ length: count }, (_, index) => fromMs + index * minutes * 60_000);

test('the stretch before regular hours ends at their opening', () => {
  const bars = starts(Date.UTC(2026, 10, 20, 7, 0), 60, 10);
  const marks = sessionMarks(bars, 10, RTH);
  expect(marks.overnight).toEqual({ from: 0, to: 45 });
  expect(marks.rthOpen).toBe(45);
  expect(bars[45]).toBe(Date.UTC(2026, 10, 20, 14, 30));
});

test('an hourly bar that holds the opening belongs to regular hours and the opening is inside it', () => {
  const bars = starts(Date.UTC(2026, 10, 20, 7, 0), 12, 60);
  const marks = sessionMarks(bars, 60, RTH);
  expect(marks.rthOpen).toBe(7);
  expect(rthOpenMs(bars[7]!, RTH)).toBe(Date.UTC(2026, 10, 20, 14, 30));
});

test('a new trading day begins at 17:00 Chicago', () => {
  const bars = starts(Date.UTC(2026, 10, 19, 21, 0), 30, 10);
  expect(sessionMarks(bars, 10, RTH).dayStarts).toEqual([12]);
});

test('in the evening regular hours have not opened yet', () => {
  const bars = starts(Date.UTC(2026, 10, 19, 20, 0), 40, 10);
  const marks = sessionMarks(bars, 10, RTH);
  expect(marks.overnight).toEqual({ from: 18, to: 40 });
  expect(marks.rthOpen).toBeNull();
});

test('summer time moves the opening by an hour of UTC', () => {
  const bars = starts(Date.UTC(2026, 6, 10, 7, 0), 60, 10);
  const open = sessionMarks(bars, 10, RTH).rthOpen;
  expect(bars[open as number]).toBe(Date.UTC(2026, 6, 10, 13, 30));
});
