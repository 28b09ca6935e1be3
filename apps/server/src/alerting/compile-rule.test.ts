/** A rule as the watches compare it: prices in ticks of the instrument, minutes in milliseconds, the owner's choice. */
import type { AlertCondition } from '@undertow/contracts';
import { type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { ES, makeRule } from '#testing/rule-board.ts';
import { compileRule, isKind } from './compile-rule.ts';

const ZN = instrumentBySymbol('ZN') as Instrument;
const testOf = (condition: AlertCondition, instrument = ES, chosen: 3 | 10 | null = 10) =>
  compileRule(makeRule('r', condition), instrument, chosen).test;

const EVENT: Extract<AlertCondition, { kind: 'event' }> = {
  kind: 'event',
  eventTypes: ['iceberg', 'stop_run'],
  side: 'ask',
  minConfidence: 0.7,
  minSize: 40,
  perDay: 3,
  near: null,
};

test('a price is counted in ticks of the instrument', () => {
  const condition: AlertCondition = { kind: 'price_level', test: 'reaches', price: '110.50' };
  // ES moves in quarters, ZN in 64ths
  expect(testOf(condition)).toEqual({ kind: 'price_level', test: 'reaches', priceTicks: 442 });
  expect(testOf(condition, ZN)).toEqual({ kind: 'price_level', test: 'reaches', priceTicks: 7072 });
});

test.each(['crosses', 'crosses_above', 'crosses_below', 'reaches'] as const)(
  'the test %s stays what it is',
  (name) => {
    expect(testOf({ kind: 'price_level', test: name, price: '1' })).toMatchObject({ test: name });
  },
);

test('a price off the tick is refused with the nearest one', () => {
  expect(() => testOf({ kind: 'price_level', test: 'reaches', price: '5000.10' })).toThrow(
    'ES moves in 0.25. Try 5000.00.',
  );
  expect(() => testOf({ ...EVENT, near: { price: '5000.10', level: null, withinTicks: 1 } })).toThrow(
    RangeError,
  );
});

test('a move is in ticks or a share of the price, within milliseconds', () => {
  const move = { kind: 'price_move', direction: 'down', withinMinutes: 5 } as const;
  expect(testOf({ ...move, ticks: 8, percent: null })).toEqual({
    kind: 'price_move',
    direction: 'down',
    ticks: 8,
    ratio: null,
    windowMs: 300_000,
  });
  expect(testOf({ ...move, ticks: null, percent: 1.5 })).toMatchObject({ ticks: null, ratio: 0.015 });
});

test('volume and trends are compared as they were written', () => {
  expect(testOf({ kind: 'volume', multiple: 2.5, windowMinutes: 15 })).toEqual({
    kind: 'volume',
    multiple: 2.5,
    windowMinutes: 15,
  });
  expect(testOf({ kind: 'trend', to: ['bullish', 'bearish'] })).toEqual({
    kind: 'trend',
    to: new Set(['bullish', 'bearish']),
  });
});

test('an event keeps its side, confidence, size and number a day', () => {
  expect(testOf(EVENT)).toEqual({
    kind: 'event',
    types: new Set(['iceberg', 'stop_run']),
    side: 'ask',
    minConfidence: 0.7,
    minSize: 40,
    perDay: 3,
    near: null,
  });
});

test('only "chosen" follows the preference of the owner', () => {
  expect(testOf({ ...EVENT, perDay: 'chosen' }, ES, 10)).toMatchObject({ perDay: 10 });
  expect(testOf({ ...EVENT, perDay: 'chosen' }, ES, null)).toMatchObject({ perDay: null });
  expect(testOf({ ...EVENT, perDay: null }, ES, 10)).toMatchObject({ perDay: null });
  expect(testOf({ ...EVENT, perDay: 30 }, ES, 3)).toMatchObject({ perDay: 30 });
});

test('what an event must be near to is a price in ticks or a level by name', () => {
  expect(testOf({ ...EVENT, near: { price: '5000.25', level: null, withinTicks: 4 } })).toMatchObject({
    near: { priceTicks: 20_001, level: null, withinTicks: 4 },
  });
  expect(testOf({ ...EVENT, near: { price: null, level: 'vwap', withinTicks: 0 } })).toMatchObject({
    near: { priceTicks: null, level: 'vwap', withinTicks: 0 },
  });
});

test('a compiled rule is of the one kind of its condition', () => {
  const compiled = compileRule(makeRule('r', EVENT), ES, null);
  const kinds = ['price_level', 'price_move', 'volume', 'trend', 'event'] as const;
  expect(kinds.filter((kind) => isKind(compiled, kind))).toEqual(['event']);
  expect([compiled.rule.id, compiled.instrument]).toEqual(['r', ES]);
});
