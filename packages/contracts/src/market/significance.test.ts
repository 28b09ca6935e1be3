/** An event is significant when its rank by size is within the chosen number of events a day. */
import { expect, test } from 'vitest';
import { EVENTS_PER_DAY, eventsPerDay, isSignificant } from './significance.ts';

test('with ten events a day the tenth largest is significant, the eleventh is not', () => {
  expect(isSignificant(10, 10)).toBe(true);
  expect(isSignificant(10.5, 10)).toBe(false);
});

test('an event without a rank, from before there were ranks, is shown', () => {
  for (const limit of EVENTS_PER_DAY) expect(isSignificant(0, limit)).toBe(true);
});

test('all is all', () => {
  expect(isSignificant(40_000, null)).toBe(true);
});

test('only what the menu offers is a choice', () => {
  for (const limit of EVENTS_PER_DAY) expect(eventsPerDay.parse(limit)).toBe(limit);
  for (const other of [0, -1, 11, Number.NaN, '10', undefined])
    expect(eventsPerDay.safeParse(other).success).toBe(false);
});
