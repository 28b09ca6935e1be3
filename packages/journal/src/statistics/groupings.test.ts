/** Which group each trade belongs to, by hour, weekday, symbol, strategy, side and holding time. */
import { expect, test } from 'vitest';
import { type StatedTrade, statedTrade } from '#testing/stated-trades.ts';
import { groupingsOf } from './groupings.ts';
import { holdingTimesOf } from './time-figures.ts';
import { tradeDaysOf } from './trade-days.ts';

type Kind = keyof ReturnType<typeof groupingsOf>;

/** Labels of the trades in exit order. */
function labelsOf(
  kind: Kind,
  ...each: readonly (StatedTrade & { readonly on?: number })[]
): (string | undefined)[] {
  const trades = each.map(({ on = 0, ...trade }) => statedTrade(on, trade));
  const { names, groupOf } = groupingsOf(tradeDaysOf(trades), holdingTimesOf(trades))[kind];
  return [...groupOf].map((group) => names[group]?.label);
}

test('the hour is that of the entry in New York', () => {
  expect(
    labelsOf('hour', { at: 0, net: 1, lasts: 300 }, { at: 301, net: 1 }, { at: 310, net: 1, entryMs: null }),
  ).toEqual(['09:30 to 10:30', '14:00 to 16:00', 'Entry time unknown']);
});

test('the weekday is that of the trading day', () => {
  expect(labelsOf('weekday', { at: 0, net: 1 }, { at: 0, net: 1, on: 4 }, { at: 0, net: 1, on: 5 })).toEqual([
    'Monday',
    'Friday',
    'Monday',
  ]);
  expect(labelsOf('weekday', { at: 600, net: 1, tradeDay: '2026-01-06' })).toEqual(['Tuesday']);
});

test('symbols and strategies go by the names that trades give them, and without one by words', () => {
  expect(
    labelsOf(
      'symbol',
      { at: 0, net: 1, root: 'NQ' },
      { at: 30, net: 1, root: '' },
      { at: 60, net: 1, root: 'NQ' },
    ),
  ).toEqual(['NQ', 'No symbol', 'NQ']);
  expect(
    labelsOf('strategy', { at: 0, net: 1, strategy: 'Fade' }, { at: 30, net: 1, strategy: null }),
  ).toEqual(['Fade', 'No strategy']);
});

test('a strategy that is named like a property of every object is a name like any other', () => {
  expect(
    labelsOf(
      'strategy',
      { at: 0, net: 1, strategy: '__proto__' },
      { at: 30, net: 1, strategy: 'constructor' },
    ),
  ).toEqual(['__proto__', 'constructor']);
});

test('sides are long and short', () => {
  expect(labelsOf('side', { at: 0, net: 1, side: 'short' }, { at: 30, net: 1 })).toEqual(['Short', 'Long']);
});

test('quarters of the holding time include their upper edge', () => {
  // Quartiles of 1, 2, 3, 4 and 5 minutes: 2, 3 and 4.
  const trades = [1, 2, 3, 4, 5].map((lasts, at) => ({ at: at * 30, net: 1, lasts }));
  expect(labelsOf('holding', ...trades, { at: 200, net: 1, entryMs: null })).toEqual([
    'Up to 2 min',
    'Up to 2 min',
    '2 min to 3 min',
    '3 min to 4 min',
    'Longer than 4 min',
    'Holding time unknown',
  ]);
});

test('a trade that ends before it begins has no holding time', () => {
  expect(labelsOf('holding', { at: 0, net: 1, lasts: 5 }, { at: 60, net: 1, lasts: -1 })).toEqual([
    'Up to 5 min',
    'Holding time unknown',
  ]);
});

test('hours, weekdays, sides and quarters have an order of their own, names have none', () => {
  const trades = [statedTrade(0, { at: 0, net: 1 })];
  const groupings = groupingsOf(tradeDaysOf(trades), holdingTimesOf(trades));
  const natural = Object.entries(groupings).filter(([, grouping]) => grouping.natural);
  expect(natural.map(([kind]) => kind)).toEqual(['hour', 'weekday', 'side', 'holding']);
});
