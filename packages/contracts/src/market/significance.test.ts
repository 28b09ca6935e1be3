/** An event is significant when its rank by size is within the chosen number of events a day. */
import { expect, test } from 'vitest';
import { EVENTS_PER_DAY, eventsPerDay, isSignificant } from './significance.ts';

test('with ten events a day the tenth largest is significant, the eleventh is not', () => {
  expect(isSignificant(10, 10)).toBe(true);
  expect(isSignificant(10.5, 10)).toBe(false);
});

test('an event without a rank is significant', () => {
  for (const limit of EVENTS_PER_DAY) expect(isSignificant(0, limit)).toBe(true);
});

test('without a limit every event is significant', () => {
  expect(isSignificant(40_000, null)).toBe(true);
});

test('only options of the menu are valid', () => {
  for (const limit of EVENTS_PER_DAY) expect(eventsPerDay.parse(limit)).toBe(limit);
  for (const other of [0, -1, 11, Number.NaN, '10', undefined])
    expect(eventsPerDay.safeParse(other).success).toBe(false);
});
