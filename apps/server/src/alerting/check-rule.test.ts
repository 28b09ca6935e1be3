/** Which rules are refused before they are stored, which get a warning, and where a form shows it. */
import { type AlertCondition, TIER_RULES, type Tier } from '@undertow/contracts';
import { CME_CALENDAR, type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import type { AlertRuleContent } from '#ports/alerts.ts';
import { ES, makeRule, T } from '#testing/rule-board.ts';
import { type RuleCheck, ruleFaults, ruleWarnings } from './check-rule.ts';

const CL = instrumentBySymbol('CL') as Instrument;
/** ES last traded at 5000.00. */
const LAST = 20_000;

function check(changes: Partial<RuleCheck> = {}, tier: Tier = 'pro'): RuleCheck {
  return {
    instruments: [ES],
    plan: { rules: TIER_RULES[tier] },
    calendar: CME_CALENDAR,
    nowMs: T,
    lastTicksOf: () => LAST,
    ...changes,
  };
}

const content = (condition: AlertCondition, changes: Partial<AlertRuleContent> = {}): AlertRuleContent =>
  makeRule('r', condition, { instrumentIds: [ES.id], coolDownSeconds: 60, ...changes });
const level = (price: string): AlertCondition => ({ kind: 'price_level', test: 'crosses', price });
const move = (ticks: number | null, percent: number | null): AlertCondition => ({
  ...{ kind: 'price_move', direction: 'either', ticks, percent, withinMinutes: 5 },
});
type EventCondition = Extract<AlertCondition, { kind: 'event' }>;
const events = (changes: Partial<EventCondition> = {}): AlertCondition => ({
  ...{
    kind: 'event',
    eventTypes: ['iceberg'],
    side: null,
    minConfidence: 0.8,
    minSize: 0,
    perDay: null,
    near: null,
  },
  ...changes,
});
const faults = (rule: AlertRuleContent, given = check()) =>
  ruleFaults(rule, given).map(({ path, message }) => `${path}: ${message}`);

test('a sensible rule of every kind has neither faults nor warnings', () => {
  const conditions = [
    level('5010.00'),
    move(20, null),
    move(null, 1),
    { kind: 'volume', multiple: 3, windowMinutes: 5 },
    { kind: 'trend', to: ['bullish'] },
    events(),
    events({ near: { price: '5000.00', level: null, withinTicks: 2 } }),
    events({ near: { price: null, level: 'vwap', withinTicks: 2 } }),
  ] as const satisfies readonly AlertCondition[];
  for (const condition of conditions) {
    expect(faults(content(condition))).toEqual([]);
    expect(ruleWarnings(content(condition), check())).toEqual([]);
  }
});

test('a price off the tick is refused with the nearest price', () => {
  expect(faults(content(level('5000.30')))).toEqual(['condition.price: ES moves in 0.25. Try 5000.25.']);
  const near = { price: '5000.30', level: null, withinTicks: 1 };
  expect(faults(content(events({ near })))).toEqual(['condition.near.price: ES moves in 0.25. Try 5000.25.']);
});

test('a price must be one of every instrument of the rule', () => {
  const both = check({ instruments: [ES, CL] });
  expect(faults(content(level('73.50')), both)).toEqual([]);
  expect(faults(content(level('73.45')), both)).toEqual(['condition.price: ES moves in 0.25. Try 73.50.']);
  expect(faults(content(level('73.455')), both)).toHaveLength(2);
});

test('a price without an instrument is refused', () => {
  const rule = content(level('5000.00'), { instrumentIds: [] });
  expect(faults(rule)).toEqual(['instrumentIds: A price needs an instrument. Choose one.']);
  const near = { price: '5000.00', level: null, withinTicks: 1 };
  expect(faults(content(events({ near }), { instrumentIds: [] }))).toEqual([
    'instrumentIds: A price needs an instrument. Choose one.',
  ]);
});

test('a move has either ticks or a percentage', () => {
  const message = 'condition.ticks: Give either ticks or a percentage.';
  expect(faults(content(move(8, 1)))).toEqual([message]);
  // Without either it is the missing percentage that the form shows last: the fault is at the ticks all the same
  expect(faults(content(move(null, null)))).toEqual([message]);
});

test('a move of one tick is refused, of two it is not', () => {
  expect(faults(content(move(1, null)))).toEqual([
    'condition.ticks: ES moves by one tick with almost every trade. Try at least 2 ticks.',
  ]);
  expect(faults(content(move(2, null)))).toEqual([]);
});

test('a percentage of less than two ticks of the last price is refused', () => {
  // 0.01 % of 20 000 ticks are two, of 19 999 less
  expect(faults(content(move(null, 0.01)))).toEqual([]);
  expect(faults(content(move(null, 0.01)), check({ lastTicksOf: () => 19_999 }))).toEqual([
    'condition.percent: ES moves by one tick with almost every trade. Try at least 2 ticks.',
  ]);
  expect(faults(content(move(null, 0.01)), check({ lastTicksOf: () => -20_000 }))).toEqual([]);
});

test('a percentage of a price that is not known is accepted', () => {
  expect(faults(content(move(null, 0.01)), check({ lastTicksOf: () => null }))).toEqual([]);
});

test('event types must include one that the plan shows', () => {
  const message = 'condition.eventTypes: Your plan shows none of these event types.';
  expect(faults(content(events({ eventTypes: ['iceberg', 'spoofing'] })), check({}, 'basic'))).toEqual([
    message,
  ]);
  expect(faults(content(events({ eventTypes: ['iceberg', 'absorption'] })), check({}, 'basic'))).toEqual([]);
  expect(faults(content(events({ eventTypes: ['iceberg'] })), check({}, 'free'))).toEqual([message]);
});

test('near is either a price or a level of the session', () => {
  const message = 'condition.near: Give either a price or a level of the session.';
  const none = { price: null, level: null, withinTicks: 1 };
  const both = { price: '5000.00', level: 'vwap', withinTicks: 1 } as const;
  expect(faults(content(events({ near: none })))).toEqual([message]);
  expect(faults(content(events({ near: both })))).toEqual([message]);
});

test('advanced rules are refused on Basic', () => {
  const message = 'condition.kind: Volume, moves in a time and levels are part of Pro and Elite.';
  const near = { price: null, level: 'vwap', withinTicks: 1 } as const;
  const advanced = [
    move(8, null),
    { kind: 'volume', multiple: 3, windowMinutes: 5 } as const,
    events({ eventTypes: ['support'], near }),
  ];
  for (const condition of advanced) expect(faults(content(condition), check({}, 'basic'))).toEqual([message]);
  expect(faults(content(level('5000.00')), check({}, 'basic'))).toEqual([]);
});

test('an expiry must be in the future', () => {
  const at = (expiresAtMs: number) => faults(content(level('5000.00'), { expiresAtMs }));
  const message = 'expiresAt: This time is in the past. Choose a later one.';
  expect([at(T - 1), at(T), at(T + 1)]).toEqual([[message], [message], []]);
});

test('an expiry before the hours of the rule begin is refused', () => {
  // T is 10:00 in Chicago on a Friday: regular hours end at 15:00, and the night begins then
  const at = (hours: number) =>
    faults(content(level('5000.00'), { sessionHours: 'overnight', expiresAtMs: T + hours * 3_600_000 }));
  const message = 'expiresAt: It would expire before its session hours begin.';
  expect(at(4.9)).toEqual([message]);
  expect(at(5)).toEqual([message]);
  expect(at(5.1)).toEqual([]);
});

test('several faults are all named', () => {
  const near = { price: '5000.30', level: 'vwap', withinTicks: 1 } as const;
  const rule = content(events({ eventTypes: ['iceberg'], near }), { expiresAtMs: T });
  expect(ruleFaults(rule, check({}, 'basic')).map(({ path }) => path)).toEqual([
    'expiresAt',
    'condition.eventTypes',
    'condition.near',
    'condition.near.price',
    'condition.kind',
  ]);
});

test('a price a tenth away from the last one is far', () => {
  const warnings = (price: string) => ruleWarnings(content(level(price)), check());
  expect(warnings('5499.75')).toEqual([]);
  expect(warnings('5500.00')).toEqual(['ES last traded at 5000.00: this price is 10% away.']);
  expect(warnings('4500.00')).toEqual(['ES last traded at 5000.00: this price is 10% away.']);
  expect(warnings('10000.00')).toEqual(['ES last traded at 5000.00: this price is 100% away.']);
  expect(ruleWarnings(content(level('9999.00')), check({ lastTicksOf: () => null }))).toEqual([]);
});

test('what fires often is warned of, at its threshold it is not', () => {
  const warnings = (condition: AlertCondition, coolDownSeconds = 60) =>
    ruleWarnings(content(condition, { coolDownSeconds }), check()).length;
  expect([warnings(level('5000.00'), 9), warnings(level('5000.00'), 10)]).toEqual([1, 0]);
  expect([warnings(events({ minConfidence: 0.49 })), warnings(events({ minConfidence: 0.5 }))]).toEqual([
    1, 0,
  ]);
  const volume = (multiple: number) => warnings({ kind: 'volume', multiple, windowMinutes: 5 });
  expect([volume(1.4), volume(1.5)]).toEqual([1, 0]);
  expect([warnings(move(3, null)), warnings(move(4, null))]).toEqual([1, 0]);
});

test('unlikely events near a level are no noise', () => {
  const near = { price: null, level: 'vwap', withinTicks: 1 } as const;
  expect(ruleWarnings(content(events({ minConfidence: 0.1, near })), check())).toEqual([]);
});

test('event types that the plan does not show are named', () => {
  const types = ['iceberg', 'absorption', 'stop_run'] as const;
  const rule = content(events({ eventTypes: [...types] }));
  expect(ruleWarnings(rule, check({}, 'basic'))).toEqual([
    'Your plan does not show iceberg, stop run: of these it does not fire.',
  ]);
  expect(ruleWarnings(rule, check({}, 'pro'))).toEqual([]);
});
