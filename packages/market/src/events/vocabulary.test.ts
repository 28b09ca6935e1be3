/** Lists of names whose order or divisors other code and recordings rest on. */
import { expect, test } from 'vitest';
import { byEventType, EVENT_TYPES, FLOW_EVENT_TYPES } from './event-types.ts';
import { FLOW_EVENT_STATUSES } from './flow-event.ts';
import { PATTERN_DIRECTIONS } from './pattern.ts';
import * as words from './vocabulary.ts';

const LISTS = { ...words, FLOW_EVENT_TYPES, FLOW_EVENT_STATUSES, PATTERN_DIRECTIONS };

test.each(Object.entries(LISTS))('%s has no name twice', (_, list) => {
  expect(list.length).toBeGreaterThan(1);
  expect(new Set<unknown>(list).size).toBe(list.length);
});

test('status rows store a trading status as its place in the list', () => {
  expect(words.TRADING_STATUSES).toEqual(['preopen', 'open', 'halt', 'close']);
});

test('every timeframe divides the hour, so that no bar reaches over the open of a trading day', () => {
  expect(words.TIMEFRAME_MINUTES.map((minutes) => 60 % minutes)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(words.TIMEFRAME_MINUTES).toEqual([...words.TIMEFRAME_MINUTES].sort((a, b) => a - b));
});

test('a name of an event type is no name of a pattern', () => {
  const patterns: readonly string[] = words.PATTERN_TYPES;
  expect(FLOW_EVENT_TYPES.filter((type) => patterns.includes(type))).toEqual([]);
});

test('what is made by event type has a value of each, in the order of the table', () => {
  const titles = byEventType((type) => EVENT_TYPES[type].title);
  expect(Object.keys(titles)).toEqual(FLOW_EVENT_TYPES);
  expect(Object.values(titles)).toEqual(Object.values(EVENT_TYPES).map(({ title }) => title));
});

test('the event types of the specification are active for as long as its section 9 states', () => {
  expect(byEventType((type) => EVENT_TYPES[type].windowMs)).toMatchObject({
    iceberg: 120_000,
    absorption: 90_000,
    support: 180_000,
    resistance: 180_000,
    stop_run: 60_000,
    spoofing: 45_000,
  });
});

test('support is judged by a rise, resistance by a fall, a stop run by a move against the stops', () => {
  const direction = byEventType((type) => EVENT_TYPES[type].outcome?.direction ?? null);
  expect(direction).toMatchObject({ support: 'up', resistance: 'down', stop_run: 'against_side' });
  expect([direction.iceberg, direction.absorption]).toEqual(['with_side', 'with_side']);
});
