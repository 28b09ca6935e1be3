import { expect, test } from 'vitest';
import { countdown, labelledBars, zoneClock } from './time-labels.ts';

const NOON = Date.UTC(2026, 10, 20, 12, 0);
const starts = Array.from({ length: 60 }, (_, index) => NOON + index * 600_000);

test('labels are at round times of the user zone, at least 54 px apart', () => {
  const clock = zoneClock('Europe/London');
  const labelled = labelledBars(starts, 10, 9.5, clock);
  expect(labelled.map((index) => clock.minute(starts[index]!))).toEqual([
    '12:00',
    '13:00',
    '14:00',
    '15:00',
    '16:00',
    '17:00',
    '18:00',
    '19:00',
    '20:00',
    '21:00',
  ]);
});

test('half-hour zones get round times of their own', () => {
  const clock = zoneClock('Asia/Kolkata');
  const labelled = labelledBars(starts, 10, 9.5, clock);
  expect(clock.minute(starts[labelled[0]!]!)).toBe('18:00');
});

test('the crosshair label has the second and the zone', () => {
  expect(zoneClock('Europe/London').second(NOON)).toBe('12:00:00 GMT');
});

test('the time to the close counts down in minutes, hours from an hour on', () => {
  expect(countdown(473_900)).toBe('07:53');
  expect(countdown(3_661_000)).toBe('1:01:01');
  expect(countdown(-5)).toBe('00:00');
});

test('young bars without a round time are named by the first one', () => {
  const young = [NOON + 600_000, NOON + 1_200_000];
  expect(labelledBars(young, 10, 11, zoneClock('Europe/London'))).toEqual([0]);
});
