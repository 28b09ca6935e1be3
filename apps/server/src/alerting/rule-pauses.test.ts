/** Why a rule does not fire under a plan, which reason comes first, and when it fires again. */
import { type AlertCondition, TIER_RULES, type Tier } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { makeRule, T } from '#testing/rule-board.ts';
import { instrumentsOf, isAdvanced, pauseOf, pauseText } from './rule-pauses.ts';

const planOf = (tier: Tier, activeInstrumentIds: readonly number[] = [1]) => ({
  rules: TIER_RULES[tier],
  activeInstrumentIds,
});
const LEVEL: AlertCondition = { kind: 'price_level', test: 'reaches', price: '5000.00' };
const VOLUME: AlertCondition = { kind: 'volume', multiple: 3, windowMinutes: 5 };
const MOVE: AlertCondition = {
  kind: 'price_move',
  direction: 'up',
  ticks: 8,
  percent: null,
  withinMinutes: 5,
};
const TREND: AlertCondition = { kind: 'trend', to: ['bullish'] };
const eventsOf = (
  eventTypes: Extract<AlertCondition, { kind: 'event' }>['eventTypes'],
  near: Extract<AlertCondition, { kind: 'event' }>['near'] = null,
): AlertCondition => ({
  ...{ kind: 'event', eventTypes, side: null, minConfidence: 0.8, minSize: 0, perDay: null, near },
});
const NEAR = { price: null, level: 'vwap', withinTicks: 2 } as const;
const pause = (condition: AlertCondition, tier: Tier, place = 0, ids: readonly number[] = [1]) =>
  pauseOf(makeRule('r', condition), place, planOf(tier, ids), T);

test('volume, moves and what is near a level are advanced, prices, trends and events are not', () => {
  const advanced = [VOLUME, MOVE, eventsOf(['iceberg'], NEAR)];
  const simple = [LEVEL, TREND, eventsOf(['iceberg'])];
  expect(advanced.map((condition) => isAdvanced({ condition }))).toEqual([true, true, true]);
  expect(simple.map((condition) => isAdvanced({ condition }))).toEqual([false, false, false]);
});

test('without a plan no rule fires', () => {
  for (const condition of [LEVEL, VOLUME, TREND]) expect(pause(condition, 'free')).toBe('no_plan');
});

test('the oldest rules up to the limit fire', () => {
  // Basic has 20 rules, Pro 200
  expect([pause(LEVEL, 'basic', 19), pause(LEVEL, 'basic', 20)]).toEqual([null, 'over_limit']);
  expect([pause(LEVEL, 'pro', 199), pause(LEVEL, 'pro', 200)]).toEqual([null, 'over_limit']);
});

test('advanced rules fire on Pro and Elite', () => {
  for (const condition of [VOLUME, MOVE, eventsOf(['absorption'], NEAR)])
    expect([pause(condition, 'basic'), pause(condition, 'pro'), pause(condition, 'elite')]).toEqual([
      'advanced',
      null,
      null,
    ]);
});

test('a rule of event types fires when the plan shows one of them', () => {
  expect(pause(eventsOf(['iceberg', 'stop_run']), 'basic')).toBe('event_types');
  expect(pause(eventsOf(['iceberg', 'absorption']), 'basic')).toBeNull();
  expect(pause(eventsOf(['iceberg', 'stop_run']), 'pro')).toBeNull();
});

test('a rule needs one of its instruments among the active ones', () => {
  expect(pause(LEVEL, 'pro', 0, [])).toBe('instruments');
  const of = (instrumentIds: readonly number[]) =>
    pauseOf(makeRule('r', LEVEL, { instrumentIds }), 0, planOf('pro', [1, 2]), T);
  expect([of([]), of([2, 9]), of([9])]).toEqual([null, null, 'instruments']);
});

test('a rule that names no instrument follows all active ones, in their order', () => {
  expect(instrumentsOf({ instrumentIds: [] }, planOf('pro', [3, 1, 2]))).toEqual([3, 1, 2]);
  expect(instrumentsOf({ instrumentIds: [2, 3, 8] }, planOf('pro', [3, 1, 2]))).toEqual([3, 2]);
  expect(instrumentsOf({ instrumentIds: [] }, planOf('pro', []))).toEqual([]);
});

test('a rule has expired from its instant on', () => {
  const at = (expiresAtMs: number | null) =>
    pauseOf(makeRule('r', LEVEL, { expiresAtMs }), 0, planOf('pro'), T);
  expect([at(null), at(T + 1), at(T), at(T - 1)]).toEqual([null, null, 'expired', 'expired']);
});

test('what the plan lacks is named before what the rule lacks', () => {
  const rule = makeRule('r', VOLUME, { instrumentIds: [9], expiresAtMs: T - 1 });
  expect(pauseOf(rule, 0, planOf('free'), T)).toBe('no_plan');
  expect(pauseOf(rule, 20, planOf('basic'), T)).toBe('over_limit');
  expect(pauseOf(rule, 0, planOf('basic'), T)).toBe('advanced');
  expect(pauseOf(rule, 0, planOf('pro'), T)).toBe('instruments');
  expect(pauseOf(rule, 0, planOf('pro', [9]), T)).toBe('expired');
});

test('every reason is explained in sentences, that of the limit with its number', () => {
  const pauses = ['no_plan', 'over_limit', 'advanced', 'instruments', 'event_types', 'expired'] as const;
  const texts = pauses.map((one) => pauseText(one, planOf('basic')));
  expect(new Set(texts).size).toBe(pauses.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/);
  expect(texts[1]).toBe('Your plan runs the oldest 20 rules. Delete others, or change your plan.');
});
