/** Conditions of alert rules at their limits. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';
import { acceptedAt, changed, faultsOf } from '#testing/schema-faults.ts';
import { alertCondition, alertTypeOf, clockTime, NEAR_LEVELS, quietHours } from './alert-conditions.ts';

const LEVEL = { kind: 'price_level', test: 'crosses', price: '5000.00' } as const;
const MOVE = { kind: 'price_move', direction: 'up', ticks: 8, percent: null, withinMinutes: 5 } as const;
const VOLUME = { kind: 'volume', multiple: 3, windowMinutes: 5 } as const;
const TREND = { kind: 'trend', to: ['bullish'] as 'bullish'[] } as const;
const EVENT = {
  kind: 'event',
  eventTypes: ['iceberg'] as 'iceberg'[],
  side: null,
  minConfidence: 0.8,
  minSize: 0,
  perDay: null,
  near: null,
} as const;
const NEAR = { price: null, level: 'vwap', withinTicks: 4 };

test('a condition of every kind is read as it was written', () => {
  for (const condition of [LEVEL, MOVE, VOLUME, TREND, EVENT, { ...EVENT, near: NEAR }])
    expect(alertCondition.parse(condition)).toEqual(condition);
});

test('an unknown kind, and a field of another kind, are refused', () => {
  expect(faultsOf(alertCondition, { kind: 'time' })).toEqual(['kind']);
  expect(faultsOf(alertCondition, {})).toEqual(['kind']);
  expect(faultsOf(alertCondition, { ...LEVEL, multiple: 3 })).toEqual(['unknown: multiple']);
  expect(faultsOf(alertCondition, { ...VOLUME, price: '1' })).toEqual(['unknown: price']);
});

test('conditions of price are alerts of price, the others are named after their kind', () => {
  expect([LEVEL, MOVE, VOLUME, TREND, EVENT].map(alertTypeOf)).toEqual([
    'price',
    'price',
    'volume',
    'trend',
    'event',
  ]);
});

test('a price is a decimal string, never a number', () => {
  expect(acceptedAt(alertCondition, LEVEL, 'price', ['1', '-0.25', 5000, '5,000', '', null])).toEqual([
    '1',
    '-0.25',
  ]);
  const tests = ['crosses', 'crosses_above', 'crosses_below', 'reaches'];
  expect(acceptedAt(alertCondition, LEVEL, 'test', [...tests, 'above', null])).toEqual(tests);
});

test('a move has whole ticks or a percentage within limits, in minutes of a day', () => {
  expect(acceptedAt(alertCondition, MOVE, 'ticks', [1, 100_000, null, 0, -1, 1.5, 100_001, '8'])).toEqual([
    1,
    100_000,
    null,
  ]);
  expect(acceptedAt(alertCondition, MOVE, 'percent', [0.01, 50, null, 0, 0.009, 50.1, '1'])).toEqual([
    0.01,
    50,
    null,
  ]);
  expect(acceptedAt(alertCondition, MOVE, 'withinMinutes', [1, 1440, 0, 1441, 2.5, null])).toEqual([1, 1440]);
  const ways = ['up', 'down', 'either'];
  expect(acceptedAt(alertCondition, MOVE, 'direction', [...ways, 'both', null])).toEqual(ways);
});

test('volume is a multiple of 1.1 to 100 of a window that bars have', () => {
  expect(acceptedAt(alertCondition, VOLUME, 'multiple', [1.1, 100, 1.09, 1, 100.1, '3'])).toEqual([1.1, 100]);
  const windows = [1, 5, 10, 15, 30, 60];
  expect(acceptedAt(alertCondition, VOLUME, 'windowMinutes', [...windows, 0, 2, 120, '5', 5.5])).toEqual(
    windows,
  );
});

test('a trend is one to three of the three', () => {
  const all = ['bullish', 'bearish', 'consolidating'];
  expect(
    acceptedAt(alertCondition, TREND, 'to', [all, ['bearish'], [], [...all, 'bullish'], ['up']]),
  ).toEqual([all, ['bearish']]);
});

test('events have types, a side or either, and limits of confidence and size', () => {
  const all = [...FLOW_EVENT_TYPES];
  expect(
    acceptedAt(alertCondition, EVENT, 'eventTypes', [
      all,
      ['support'],
      [],
      ['volume_spike'],
      [...all, 'support'],
    ]),
  ).toEqual([all, ['support']]);
  expect(acceptedAt(alertCondition, EVENT, 'side', ['bid', 'ask', null, 'buy', ''])).toEqual([
    'bid',
    'ask',
    null,
  ]);
  expect(acceptedAt(alertCondition, EVENT, 'minConfidence', [0, 1, 0.5, -0.01, 1.01, '0.8'])).toEqual([
    0, 1, 0.5,
  ]);
  expect(acceptedAt(alertCondition, EVENT, 'minSize', [0, 10_000_000, -1, 1.5, 10_000_001])).toEqual([
    0, 10_000_000,
  ]);
});

test('a number a day is one of the menu, the choice of the owner, or any', () => {
  expect(
    acceptedAt(alertCondition, EVENT, 'perDay', ['chosen', 3, 10, 30, null, undefined, 5, 0, '10', 'all']),
  ).toEqual(['chosen', 3, 10, 30, null, undefined]);
  // Rules of an earlier release have none: any size
  expect(alertCondition.parse(changed(EVENT, 'perDay', undefined))).toEqual(EVENT);
});

test('near has a level of the session by name, and whole ticks', () => {
  const base = { ...EVENT, near: NEAR };
  expect(acceptedAt(alertCondition, base, 'near.level', [...NEAR_LEVELS, null, 'VWAP', 'close'])).toEqual([
    ...NEAR_LEVELS,
    null,
  ]);
  expect(acceptedAt(alertCondition, base, 'near.withinTicks', [0, 10_000, -1, 10_001, 0.5, null])).toEqual([
    0, 10_000,
  ]);
  expect(acceptedAt(alertCondition, base, 'near.price', ['5000.00', null, 5000])).toEqual(['5000.00', null]);
  expect(faultsOf(alertCondition, changed(base, 'near.other', 1))).toEqual(['unknown: near.other']);
});

test('a time of day has two digits of hours and minutes, on a clock of 24 hours', () => {
  const good = ['00:00', '09:05', '19:59', '23:59'];
  const bad = [
    '24:00',
    '23:60',
    '9:05',
    '09:5',
    '0905',
    '09:05:00',
    ' 09:05',
    '09.05',
    '',
    '١٢:٠٠',
    905,
    null,
  ];
  expect([...good, ...bad].filter((value) => clockTime.safeParse(value).success)).toEqual(good);
  expect(clockTime.safeParse('9:05').error?.issues[0]?.message).toBe('expected a time such as 22:30');
});

test('quiet hours are of two different times, in either order', () => {
  expect(faultsOf(quietHours, { from: '22:00', to: '06:00' })).toEqual([]);
  expect(faultsOf(quietHours, { from: '06:00', to: '22:00' })).toEqual([]);
  expect(quietHours.safeParse({ from: '06:00', to: '06:00' }).error?.issues[0]?.message).toBe(
    'expected two different times',
  );
  expect(faultsOf(quietHours, { from: '06:00' })).toEqual(['to']);
  expect(faultsOf(quietHours, { from: '06:00', to: '07:00', zone: 'UTC' })).toEqual(['unknown: zone']);
});
