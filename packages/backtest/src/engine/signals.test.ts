/** Signals come from what was known: states of events, combinations, filters, and nothing of the future. */
import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import { compileRule } from '#rule/compile-rule.ts';
import type { Condition, EventCondition } from '#rule/condition.ts';
import { RULE } from '#testing/made-rule.ts';
import {
  CALENDAR,
  ES,
  type MadeEvent,
  madeSession,
  randomEvents,
  tradingDays,
} from '#testing/made-session.ts';
import { KnownFacts } from './known-facts.ts';
import { SessionMemory } from './session-memory.ts';
import { SignalReader } from './signals.ts';

const DAY = '2026-03-02';
const OPEN = CALENDAR.sessionBounds(DAY).openMs;
const ICEBERG = RULE.entry.all[0] as EventCondition;

function signalsOf(events: readonly MadeEvent[], rule: Partial<BacktestRule> = {}, made = {}) {
  const facts = madeSession({ tradingDay: DAY, seed: 1, seconds: 4000, events, ...made });
  const reader = new SignalReader(compileRule({ ...RULE, ...rule }, ES, null), CALENDAR, new SessionMemory());
  return reader
    .read(facts)
    .signals.map(({ atMs, side, ...rest }) => ({ second: (atMs - OPEN) / 1000, side, ...rest }));
}

const waitFor = (...all: Condition[]): Partial<BacktestRule> => ({
  entry: { all, withinSeconds: all.length > 1 ? 60 : null },
});

test('an event gives one signal, when its state first fits', () => {
  const grown = signalsOf([
    { atSecond: 100, side: 1, id: 'a', size: 40 },
    { atSecond: 200, side: 1, id: 'a', size: 150 },
    { atSecond: 300, side: 1, id: 'a', size: 900 },
  ]);
  expect(grown.map(({ second, side }) => [second, side])).toEqual([[200, 1]]);
  expect(grown[0]?.evidence).toMatchObject([{ id: 'a', size: 150, side: 'bid', isExact: true }]);
});

test('a probability counts as it was stated then, an exact event always', () => {
  const of = (confidence: number, flags: number) =>
    signalsOf([{ atSecond: 100, side: 1, confidence, flags }]).length;
  expect([of(749, 0), of(750, 0), of(10, 1)]).toEqual([0, 1, 1]);
});

test('what is planted in the future of an event is out of reach', () => {
  // The event ends with the probability 1 where it came true: a rule that could read that would know the outcome
  const events = [
    { atSecond: 100, side: 1, id: 'a', confidence: 500, flags: 0 },
    { atSecond: 900, side: 1, id: 'a', confidence: 1000, flags: 0 },
  ] as const;
  const [signal] = signalsOf(events);
  expect(signal?.second).toBe(900);
  const known = new KnownFacts(madeSession({ tradingDay: DAY, seed: 1, events }));
  known.advance(OPEN + 500_000);
  expect(known.findingCount).toBe(1);
  expect(() => known.finding('confidence', 1)).toThrow(/not known yet/);
  expect(() => known.minute('highTicks', 8)).toThrow(/not over yet/);
  expect(() => known.quote('askHigh', 500)).toThrow(/not over yet/);
  expect(() => known.advance(OPEN)).toThrow(RangeError);
});

test('signals up to an instant do not depend on anything after it', () => {
  const draw = seededDraws(3);
  for (const seed of [1, 2, 3, 4, 5]) {
    const events = randomEvents(draw, 12, 8000);
    const conditions = [
      ICEBERG,
      { kind: 'price_move', direction: 'either', ticks: 6, percent: null, withinMinutes: 5 },
    ] as const;
    const rule = compileRule({ ...RULE, entry: { all: conditions, withinSeconds: 600 } }, ES, null);
    const read = (until: number) => {
      const made = {
        tradingDay: DAY,
        seed,
        seconds: until,
        events: events.filter(({ atSecond }) => atSecond < until),
      };
      return new SignalReader(rule, CALENDAR, new SessionMemory()).read(madeSession(made)).signals;
    };
    const whole = read(8000);
    const cut = 4200;
    expect(read(cut)).toEqual(whole.filter(({ atMs }) => atMs <= OPEN + cut * 1000));
  }
});

test('several conditions have to come within their time, in any order, each anew', () => {
  const rule = waitFor(ICEBERG, { ...ICEBERG, eventTypes: ['absorption'] });
  const events = [
    { atSecond: 100, side: 1, type: 'absorption' },
    { atSecond: 150, side: -1 },
    { atSecond: 155, side: -1 },
    { atSecond: 300, side: 1 },
    { atSecond: 361, side: 1, type: 'absorption' },
  ] as const;
  const signals = signalsOf(events, rule);
  expect(signals.map(({ second, side }) => [second, side])).toEqual([[150, -1]]);
  expect(signals[0]?.evidence).toHaveLength(2);
});

test.each([
  ['with_event', [1, -1]],
  ['against_event', [-1, 1]],
  ['long', [1, 1]],
  ['short', [-1, -1]],
] as const)('%s', (direction, sides) => {
  const events = [
    { atSecond: 100, side: 1 },
    { atSecond: 200, side: -1 },
  ] as const;
  expect(signalsOf(events, { direction }).map(({ side }) => side)).toEqual(sides);
});

test('filters leave out what does not pass them', () => {
  const event = [{ atSecond: 700, side: 1 }] as const;
  const of = (filters: Partial<BacktestRule['filters']>, made = {}) =>
    signalsOf(event, { filters: { ...RULE.filters, ...filters } }, made).length;
  const span = (kind: 'gap' | 'news', from: number, to: number) => ({
    spans: [{ kind, fromMs: OPEN + from * 1000, toMs: OPEN + to * 1000 }],
  });
  expect([of({ session: 'overnight' }), of({ session: 'regular' })]).toEqual([1, 0]);
  expect([of({ weekdays: ['mon'] }), of({ weekdays: ['tue'] })]).toEqual([1, 0]);
  // The session opens at 17:00 in Chicago
  expect([
    of({ hours: { from: '17:00', to: '17:12' } }),
    of({ hours: { from: '17:12', to: '17:00' } }),
  ]).toEqual([1, 0]);
  expect([of({ trend: ['consolidating'] }), of({ trend: ['bullish'] })]).toEqual([1, 0]);
  expect(of({ volatility: ['low', 'mid', 'high'] })).toBe(0);
  expect([
    of({ quality: 'complete' }, span('gap', 200, 300)),
    of({ quality: 'complete' }, span('gap', 10, 50)),
  ]).toEqual([0, 1]);
  // A gap that begins now is not known yet
  expect(of({ quality: 'complete' }, span('gap', 700, 900))).toBe(1);
  expect([
    of({ news: 'inside' }, span('news', 600, 800)),
    of({ news: 'outside' }, span('news', 600, 800)),
  ]).toEqual([1, 0]);
});

test('trades that cross a price give a signal in their direction, once', () => {
  const bids = [...Array(200).fill(20_000), ...Array(200).fill(20_010), ...Array(200).fill(20_000)];
  const rule = waitFor({ kind: 'price_level', test: 'crosses', price: '5001.25' });
  const signals = signalsOf([], rule, { bids, seconds: 600 });
  expect(signals.map(({ second, side }) => [second, side])).toEqual([
    [201, 1],
    [401, -1],
  ]);
});

test('a drawn line is met only from its second point on', () => {
  const at = (second: number): string => new Date(OPEN + second * 1000).toISOString();
  const line = {
    name: 'Line',
    from: { at: at(0), price: '5001.25' },
    to: { at: at(300), price: '5001.25' },
    extent: 'right' as const,
    contract: null,
  };
  const rule = waitFor({ kind: 'price_line', test: 'crosses', drawingId: 'd', part: 'line', line });
  const bids = [...Array(200).fill(20_000), ...Array(200).fill(20_010), ...Array(200).fill(20_000)];
  expect(signalsOf([], rule, { bids, seconds: 600 }).map(({ second }) => second)).toEqual([401]);
});

test('a move counts when it reaches its size, not while it lasts', () => {
  const bids = [...Array(200).fill(20_000), ...Array(50).fill(20_008), ...Array(50).fill(20_009)];
  const rule = waitFor({ kind: 'price_move', direction: 'up', ticks: 6, percent: null, withinMinutes: 5 });
  expect(signalsOf([], rule, { bids, seconds: 300 }).map(({ second, side }) => [second, side])).toEqual([
    [201, 1],
  ]);
});

test('usual volume and volatility come from earlier sessions only', () => {
  const memory = new SessionMemory();
  const days = tradingDays(7).map((tradingDay, seed) => madeSession({ tradingDay, seed, seconds: 4000 }));
  for (const day of days.slice(0, 4)) memory.add(day);
  expect(memory.normalVolume(10, 5)).toBeNull();
  expect(memory.volatility(10, 5)).toBeNull();
  for (const day of days.slice(4)) memory.add(day);
  expect(memory.normalVolume(10, 5)).toBe(3000);
  expect([memory.volatility(10, 0), memory.volatility(10, 100)]).toEqual(['low', 'high']);
});
