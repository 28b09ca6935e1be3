/** What is wrong with a rule that can be read: every limit at its last good and its first bad value, with the text of the refusal. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyRule } from '#testing/any-rule.ts';
import { RULE } from '#testing/made-rule.ts';
import { ES } from '#testing/made-session.ts';
import type { BacktestRule } from './backtest-rule.ts';
import { checkRule } from './check-rule.ts';
import type { Condition, EventCondition } from './condition.ts';

const EVENT = RULE.entry.all[0] as EventCondition;
const faultsOf = (part: Partial<BacktestRule>) =>
  checkRule({ ...RULE, ...part }, ES).map(({ kind, path, message }) => [kind, path, message]);
const waitFor = (...all: Condition[]) => ({
  entry: { all, withinSeconds: all.length > 1 ? 60 : null },
  direction: 'long' as const,
});
const filters = (part: Partial<BacktestRule['filters']>) => ({ filters: { ...RULE.filters, ...part } });
const exits = (part: Partial<BacktestRule['exits']>) => ({ exits: { ...RULE.exits, ...part } });
const fills = (part: Partial<BacktestRule['fills']>) => ({ fills: { ...RULE.fills, ...part } });
const ticks = (value: number) => ({ value, unit: 'ticks' as const });
const move = (part: object): Condition =>
  ({
    kind: 'price_move',
    direction: 'up',
    ticks: 1,
    percent: null,
    withinMinutes: 1,
    ...part,
  }) as Condition;
const line = (part: object): Condition =>
  ({
    kind: 'price_line',
    test: 'crosses',
    drawingId: 'd',
    part: 'line',
    line: {
      name: 'Line',
      from: { at: '2026-03-02T15:00:00Z', price: '5000' },
      to: { at: '2026-03-02T16:00:00Z', price: '5010' },
      extent: 'right',
      contract: null,
      ...part,
    },
  }) as Condition;

describe('the last good value of each limit is accepted', () => {
  test.each<readonly [string, Partial<BacktestRule>]>([
    ['four conditions', waitFor(EVENT, EVENT, EVENT, EVENT)],
    ['a second between them', { entry: { all: [EVENT, EVENT], withinSeconds: 1 } }],
    ['four hours between them', { entry: { all: [EVENT, EVENT], withinSeconds: 14_400 } }],
    ['a move of one tick within a minute', waitFor(move({}))],
    ['a part more than the usual volume', waitFor({ kind: 'volume', multiple: 1.01, windowMinutes: 1 })],
    ['a thousand contracts', { position: { size: 1000, max: 20 } }],
    ['orders that take a minute', fills({ latencyMs: 60_000, jitterMs: 60_000 })],
    ['an exit after a second', exits({ timeSeconds: 1 })],
    ['a stop of a part of a range', exits({ stop: { value: 0.01, unit: 'ranges' } })],
    ['an order that waits a second', { order: { kind: 'limit', behindTicks: 0, waitSeconds: 1 } }],
    ['a flat line of one instant', waitFor(line({ to: { at: '2026-03-02T15:00:00Z', price: '5000' } }))],
    ['hours over midnight', filters({ hours: { from: '22:00', to: '02:00' }, session: 'overnight' })],
    [
      'the last minute of regular hours',
      filters({ hours: { from: '14:59', to: '15:00' }, session: 'regular' }),
    ],
    [
      'a trend among others with a side',
      {
        ...waitFor({ kind: 'trend', to: ['consolidating', 'bullish'] }),
        direction: 'with_event',
      },
    ],
  ])('%s', (_, part) => {
    expect(faultsOf(part)).toEqual([]);
  });
});

describe('the first bad one is refused', () => {
  const distance = 'A distance is more than 0.';
  test.each<readonly [string, Partial<BacktestRule>, kind: string, path: string, message: string]>([
    ['no name', { name: '  ' }, 'unreadable', 'name', 'expected a name'],
    ['nothing to wait for', waitFor(), 'never_fires', 'entry', 'Choose what the rule waits for.'],
    [
      'five conditions',
      waitFor(EVENT, EVENT, EVENT, EVENT, EVENT),
      'contradiction',
      'entry.all',
      'expected at most 4 conditions, got 5',
    ],
    [
      'two without a time',
      { entry: { all: [EVENT, EVENT], withinSeconds: null } },
      'contradiction',
      'entry.within',
      'Give the time within which all of them become true.',
    ],
    [
      'no time between them',
      { entry: { all: [EVENT, EVENT], withinSeconds: 0 } },
      'never_fires',
      'entry.within',
      'expected a time from 1 s to 4 h',
    ],
    [
      'more than four hours',
      { entry: { all: [EVENT, EVENT], withinSeconds: 14_401 } },
      'never_fires',
      'entry.within',
      'expected a time from 1 s to 4 h',
    ],
    ['no event', waitFor({ ...EVENT, eventTypes: [] }), 'never_fires', 'entry.event', 'Choose an event.'],
    [
      'near nothing',
      waitFor({ ...EVENT, near: { price: null, level: null, withinTicks: 1 } }),
      'contradiction',
      'entry.near',
      'Give either a price or a level of the session.',
    ],
    [
      'near two things',
      waitFor({ ...EVENT, near: { price: '5000', level: 'vwap', withinTicks: 1 } }),
      'contradiction',
      'entry.near',
      'Give either a price or a level of the session.',
    ],
    [
      'a move of both units',
      waitFor(move({ percent: 1 })),
      'contradiction',
      'entry.move',
      'Give either ticks or a percentage.',
    ],
    [
      'a move of nothing',
      waitFor(move({ ticks: 0 })),
      'contradiction',
      'entry.move',
      'A move is at least one tick.',
    ],
    [
      'a move in no time',
      waitFor(move({ withinMinutes: 0 })),
      'never_fires',
      'entry.within',
      'A move takes at least a minute.',
    ],
    [
      'the usual volume',
      waitFor({ kind: 'volume', multiple: 1, windowMinutes: 1 }),
      'contradiction',
      'entry.volume',
      'Unusual volume is more than the usual one.',
    ],
    [
      'the volume of no time',
      waitFor({ kind: 'volume', multiple: 2, windowMinutes: 0 }),
      'never_fires',
      'entry.window',
      'A window takes at least a minute.',
    ],
    [
      'a line backwards',
      waitFor(line({ to: { at: '2026-03-02T14:59:59Z', price: '5000' } })),
      'contradiction',
      'entry.line',
      'A line begins at its earlier point.',
    ],
    [
      'a vertical line',
      waitFor(line({ to: { at: '2026-03-02T15:00:00Z', price: '5010' } })),
      'never_fires',
      'entry.line',
      'A vertical line has no price to cross.',
    ],
    [
      'a line that ends',
      waitFor(line({ extent: 'left' })),
      'looks_ahead',
      'entry.line.extent',
      'The line is known at its second point and ends there. Extend it to the right.',
    ],
    [
      'no side to go with',
      { ...waitFor({ kind: 'trend', to: ['consolidating'] }), direction: 'against_event' },
      'never_fires',
      'direction',
      'The first condition has no side to go with. Choose long or short.',
    ],
    [
      'hours of no length',
      filters({ hours: { from: '09:00', to: '09:00' } }),
      'never_fires',
      'filters.hours',
      'expected two different times',
    ],
    [
      'hours that are over',
      filters({ hours: { from: '15:00', to: '16:00' }, session: 'regular' }),
      'contradiction',
      'filters.hours',
      'These hours are never regular.',
    ],
    [
      'regular hours overnight',
      filters({ hours: { from: '08:30', to: '15:00' }, session: 'overnight' }),
      'contradiction',
      'filters.hours',
      'These hours are never overnight.',
    ],
    ['no weekday', filters({ weekdays: [] }), 'never_fires', 'filters.weekdays', 'The list is empty.'],
    [
      'a trend that is left out',
      { ...waitFor({ kind: 'trend', to: ['bullish'] }), ...filters({ trend: ['bearish'] }) },
      'contradiction',
      'filters.trend',
      'The entry waits for a trend that the filter leaves out.',
    ],
    ['no stop at all', exits({ stop: ticks(0) }), 'contradiction', 'exits.stop', distance],
    [
      'a trailing stop that is no number',
      exits({ trailing: ticks(Number.NaN) }),
      'contradiction',
      'exits.trailing',
      distance,
    ],
    ['a part of a tick', exits({ stop: ticks(1.5) }), 'contradiction', 'exits.stop', 'Ticks are whole.'],
    ['an exit at once', exits({ timeSeconds: 0 }), 'contradiction', 'exits.time', 'expected at least 1 s'],
    [
      'no contract',
      { position: { size: 0, max: 1 } },
      'contradiction',
      'position.size',
      'expected 1 to 1000 contracts',
    ],
    [
      'too many contracts',
      { position: { size: 1001, max: 1 } },
      'contradiction',
      'position.size',
      'expected 1 to 1000 contracts',
    ],
    [
      'no position',
      { position: { size: 1, max: 0 } },
      'contradiction',
      'position.max',
      'expected 1 to 20 positions',
    ],
    [
      'too many positions',
      { position: { size: 1, max: 21 } },
      'contradiction',
      'position.max',
      'expected 1 to 20 positions',
    ],
    [
      'an order that does not wait',
      { order: { kind: 'limit', behindTicks: 0, waitSeconds: 0 } },
      'never_fires',
      'order.wait',
      'A limit order needs at least 1 s to be reached.',
    ],
    ['slow orders', fills({ latencyMs: 60_001 }), 'never_fires', 'fills.latency', 'expected at most 60 s'],
    [
      'a part of a second between entries',
      { coolDownSeconds: 0.5 },
      'contradiction',
      'cool_down',
      'expected whole seconds',
    ],
  ])('%s', (_, part, kind, path, message) => {
    expect(faultsOf(part)).toEqual([[kind, path, message]]);
  });
});

test('a fault of one of several conditions names its place', () => {
  expect(faultsOf(waitFor(EVENT, { ...EVENT, eventTypes: [] }))).toEqual([
    ['never_fires', 'entry.all.1.event', 'Choose an event.'],
  ]);
});

test('without an instrument the product is the fault, and prices are nobody’s', () => {
  const rule = {
    ...RULE,
    ...waitFor({ kind: 'price_level' as const, test: 'crosses' as const, price: '5000.10' }),
  };
  expect(checkRule(rule, null).map(({ path, message }) => [path, message])).toEqual([
    ['product', 'expected a product, got ES'],
  ]);
  expect(checkRule(rule, ES).map(({ kind, path }) => [kind, path])).toEqual([['never_fires', 'entry.price']]);
});

test('checking changes nothing', () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      const before = structuredClone(rule);
      checkRule(rule, ES);
      expect(rule).toEqual(before);
    }),
  );
});
