/** The table of plans: what each tier is promised, and that a larger one never permits less. */
import { FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';
import { MAX_PANES } from '#workspace/layout.ts';
import {
  PLANNED_EVENT_TYPES,
  PLANS,
  paidTierName,
  TIER_RULES,
  TIERS,
  type TierRules,
  TRIAL_DAYS,
  tierName,
  UNLIMITED,
} from './plans.ts';

const rules = TIERS.map((tier) => TIER_RULES[tier]);
/** Limits as numbers that can be compared. */
const limit = (value: number): number => (value === UNLIMITED ? Number.POSITIVE_INFINITY : value);

test('the tiers are free, Basic, Pro and Elite, in this order, and each has rules of its own', () => {
  expect(TIERS).toEqual(['free', 'basic', 'pro', 'elite']);
  expect(rules.map(({ tier }) => tier)).toEqual(TIERS);
  expect(paidTierName.options).toEqual(TIERS.slice(1));
  expect(tierName.safeParse('gold').success).toBe(false);
  expect(paidTierName.safeParse('free').success).toBe(false);
});

test('the prices a month are 50, 99 and 199 pounds', () => {
  expect(PLANS.map(({ id, pricePence }) => [id, pricePence])).toEqual([
    ['basic', 5000],
    ['pro', 9900],
    ['elite', 19_900],
  ]);
  expect(TRIAL_DAYS).toBe(14);
});

test('one instrument on Basic, three on Pro, any number on Elite', () => {
  expect(rules.map(({ instrumentsLimit }) => instrumentsLimit)).toEqual([0, 1, 3, -1]);
  expect(rules.map(({ watchlistLimit }) => watchlistLimit)).toEqual([0, 5, 15, -1]);
});

test('Basic is fifteen minutes behind the market, Pro and Elite are not behind', () => {
  expect(rules.map(({ delaySeconds }) => delaySeconds)).toEqual([900, 900, 0, 0]);
});

test('Basic shows absorption, support and resistance; Pro and Elite show every event type', () => {
  expect(TIER_RULES.free.eventTypes).toEqual([]);
  expect(TIER_RULES.basic.eventTypes).toEqual(['absorption', 'support', 'resistance']);
  expect(TIER_RULES.pro.eventTypes).toEqual(FLOW_EVENT_TYPES);
  expect(TIER_RULES.elite.eventTypes).toEqual(FLOW_EVENT_TYPES);
});

test('predictions and what compares instruments are part of Elite only', () => {
  const eliteOnly = ['price_prediction', 'cross_market', 'triple_convergence'] as const;
  for (const type of eliteOnly)
    expect(rules.map(({ patternTypes }) => patternTypes.includes(type))).toEqual([false, false, false, true]);
  expect(rules.map(({ predictiveModels }) => predictiveModels)).toEqual([false, false, false, true]);
  expect(rules.map(({ crossInstrumentAnalysis }) => crossInstrumentAnalysis)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(TIER_RULES.elite.patternTypes).toEqual(PATTERN_TYPES);
});

test('advanced alerts begin with Pro', () => {
  expect(rules.map(({ advancedAlerts }) => advancedAlerts)).toEqual([false, false, true, true]);
});

test('without a plan there is nothing but a delayed view of one device', () => {
  const {
    tier: _tier,
    delaySeconds: _delay,
    liveDevices,
    eventTypes,
    patternTypes,
    workspace,
    news,
    backtesting: { uploads, ...backtests },
    ...others
  } = TIER_RULES.free;
  expect([liveDevices, eventTypes, patternTypes]).toEqual([1, [], []]);
  expect(workspace.panesPerLayout).toBe(0);
  const all = [others, news, backtests, uploads].flatMap((rules) => Object.values(rules));
  expect(new Set(all)).toEqual(new Set([0, false]));
});

const GROWING: readonly (keyof TierRules)[] = [
  'instrumentsLimit',
  'watchlistLimit',
  'liveDevices',
  'alertRulesLimit',
  'patternLookbackHours',
  'maxPatternsPerHour',
];

test.each(GROWING)('a larger plan never has a smaller %s', (name) => {
  const values = rules.map((one) => limit(one[name] as number));
  expect(values).toEqual(values.toSorted((one, other) => one - other));
  expect(values[0]).toBeLessThan(values[3] ?? 0);
});

test('a larger plan shows every type of the smaller ones, and is not further behind', () => {
  for (const [at, larger] of rules.entries()) {
    const smaller = rules[at - 1];
    if (smaller === undefined) continue;
    for (const type of smaller.eventTypes) expect(larger.eventTypes).toContain(type);
    for (const type of smaller.patternTypes) expect(larger.patternTypes).toContain(type);
    expect(larger.delaySeconds).toBeLessThanOrEqual(smaller.delaySeconds);
  }
});

test('layouts have two panes on Basic, four on Pro and six on Elite', () => {
  expect(rules.map(({ workspace }) => workspace.panesPerLayout)).toEqual([0, 2, 4, MAX_PANES]);
});

test('a larger plan sees further back, and who is behind the market replays nothing that they may not see', () => {
  const depths = rules.map(({ workspace }) => workspace.depthHistoryHours);
  const days = rules.map(({ workspace }) => limit(workspace.replayDays));
  for (const values of [depths, days]) expect(values).toEqual(values.toSorted((one, other) => one - other));
  for (const { workspace, delaySeconds } of rules)
    expect(workspace.replayHoldSeconds).toBeGreaterThanOrEqual(delaySeconds);
});

test('no type is listed twice', () => {
  for (const { eventTypes, patternTypes } of rules)
    for (const types of [eventTypes, patternTypes]) expect(new Set<string>(types).size).toBe(types.length);
});

test('what a plan lists as planned is one of its features, and no detector is only planned', () => {
  for (const { features, planned } of PLANS) for (const one of planned) expect(features).toContain(one);
  expect(PLANNED_EVENT_TYPES).toEqual([]);
});

test('what the plans state of instruments and delay is what the rules permit', () => {
  expect(PLANS.map(({ features }) => features[0])).toEqual([
    '1 instrument',
    '3 instruments',
    'Unlimited instruments',
  ]);
  const [basic, pro, elite] = PLANS;
  expect(basic?.features).toContain('15-minute delayed data');
  expect(basic?.description).toBe('One instrument, fifteen minutes behind the market');
  expect(pro?.features).toContain('Real-time data');
  expect(pro?.features).toContain('Advanced alerts');
  expect(elite?.description).toMatch(/^Unlimited instruments/);
});

test('exactly one plan is marked as the most popular', () => {
  expect(PLANS.filter(({ mostPopular }) => mostPopular).map(({ id }) => id)).toEqual(['pro']);
});
