import { expect, test } from 'vitest';
import { countdown, labelledBars, labelText, zoneClock } from './time-labels.ts';

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

test('bars of a second are named once a minute, by the first one of it', () => {
  const clock = zoneClock('UTC');
  const seconds = Array.from({ length: 150 }, (_, at) => NOON + 55_000 + at * 1000);
  const labelled = labelledBars(seconds, 1 / 60, 6, clock);
  expect(labelled.map((index) => clock.minute(seconds[index]!))).toEqual(['12:01', '12:02', '12:03']);
});

test('bars that no time ends are named after round times, wherever they begin', () => {
  const clock = zoneClock('UTC');
  const odd = [0, 7, 8, 9, 31, 33, 62, 64].map((minutes) => NOON + minutes * 60_000);
  expect(labelledBars(odd, 0, 30, clock).map((index) => clock.minute(odd[index]!))).toEqual([
    '12:31',
    '13:02',
  ]);
});

test('a bar of a day is named by its trading day, whether it begins in the evening or with regular hours', () => {
  const clock = zoneClock('Europe/London');
  // 17:00 Chicago on the 19th, and 08:30 on the 20th
  expect(labelText(Date.UTC(2026, 10, 19, 23), 1440, clock)).toBe('20 Nov');
  expect(labelText(Date.UTC(2026, 10, 20, 14, 30), 1440, clock)).toBe('20 Nov');
  expect(labelText(NOON, 10, clock)).toBe('12:00');
});
