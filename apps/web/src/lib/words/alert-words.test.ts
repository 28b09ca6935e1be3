/** Rules of alerts in words. */
import type { AlertCondition } from '@undertow/contracts';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';
import { conditionWords, coolDownWords, instrumentWords } from './alert-words.ts';

const EVENT = {
  kind: 'event',
  eventTypes: ['iceberg', 'stop_run'],
  side: 'bid',
  minConfidence: 0.75,
  minSize: 1500,
  perDay: null,
  near: { price: null, level: 'vwap', withinTicks: 4 },
} as const satisfies AlertCondition;

test.each<[AlertCondition, string]>([
  [{ kind: 'price_level', test: 'crosses_below', price: '-4567.25' }, 'Crosses below \u22124567.25'],
  [
    { kind: 'price_move', direction: 'either', ticks: 1, percent: null, withinMinutes: 5 },
    'Moves 1 tick up or down within 5 min',
  ],
  [
    { kind: 'price_move', direction: 'up', ticks: null, percent: 0.5, withinMinutes: 30 },
    'Moves 0.5% up within 30 min',
  ],
  [{ kind: 'volume', multiple: 3, windowMinutes: 5 }, 'Volume of 5 min at least 3 times its normal'],
  [{ kind: 'trend', to: ['bullish', 'bearish'] }, 'Daily trend turns bullish or bearish'],
  [
    { ...EVENT, eventTypes: [...EVENT.eventTypes] },
    'Iceberg or stop run on the bid, exact or from 75%, from 1,500 contracts, within 4 ticks of VWAP',
  ],
  [
    {
      ...EVENT,
      eventTypes: [...FLOW_EVENT_TYPES],
      side: null,
      minConfidence: 0,
      minSize: 0,
      perDay: 10,
      near: { price: '4567.25', level: null, withinTicks: 0 },
    },
    'Any event, about 10 a day, at 4567.25',
  ],
])('a condition is said in one line', (condition, words) => {
  expect(conditionWords({ condition, instrumentIds: [1] })).toBe(words);
});

test('the price of a rule for one Treasury future is in its notation, that of a rule for several is decimal', () => {
  const condition = { kind: 'price_level', test: 'crosses_above', price: '110.390625' } as const;
  expect(conditionWords({ condition, instrumentIds: [13] })).toBe("Crosses above 110'125");
  expect(conditionWords({ condition, instrumentIds: [13, 14] })).toBe('Crosses above 110.390625');
});

test('instruments and waits are said in short', () => {
  const symbolOf = (id: number): string | null => (id === 1 ? 'ES' : null);
  expect(instrumentWords([], symbolOf)).toBe('All your instruments');
  expect(instrumentWords([1, 99], symbolOf)).toBe('ES and No. 99');
  expect([0, 30, 90, 300, 3600, 5400].map(coolDownWords)).toEqual([
    'none',
    '30 s',
    '90 s',
    '5 min',
    '1 h',
    '1 h 30 min',
  ]);
});
