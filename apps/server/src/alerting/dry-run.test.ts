/** A rule on the recorded past: what fires, what the cool-down holds back, and where price was later. */
import type { AlertCondition } from '@undertow/contracts';
import { CME_CALENDAR, type Instrument, instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { AlertRule } from '#ports/alerts.ts';
import { ES, makeRule, T } from '#testing/rule-board.ts';
import { makeBar, makeEvent } from '#testing/views.ts';
import { DryRun, FOLLOW_MINUTES } from './dry-run.ts';
import { asDetected, minuteStep } from './past-steps.ts';

const LEVEL = 20_000;
const CROSSES: AlertCondition = { kind: 'price_level', test: 'crosses', price: '5000.00' };
const EVENTS: AlertCondition = {
  ...{
    kind: 'event',
    eventTypes: ['iceberg'],
    side: null,
    minConfidence: 0.8,
    minSize: 0,
    perDay: null,
    near: null,
  },
};

/** Bars of one price each, a minute apart, from the instant on. */
const barsAt = (fromMs: number, ...ticks: readonly number[]) =>
  ticks.map((price, at) => ({
    ...makeBar(fromMs + at * MINUTE_MS, LEVEL + price),
    highTicks: LEVEL + price,
    lowTicks: LEVEL + price,
  }));

function run(condition: AlertCondition, changes: Partial<AlertRule> = {}): DryRun {
  return new DryRun(makeRule('r', condition, changes), ES, CME_CALENDAR, null);
}

const minutesOf = ({ fired }: DryRun): number[] =>
  fired.map(({ firing }) => Math.floor((firing.atMs - T) / MINUTE_MS));

test('a rule fires in the minutes in which its condition became true', () => {
  const dry = run(CROSSES);
  dry.takeDay({ bars: barsAt(T, -1, 1, 2, -1, -2, 1), events: [], isHistory: false });
  expect(minutesOf(dry)).toEqual([1, 3, 5]);
  expect(dry.heldBack).toBe(0);
  expect(dry.fired.map(({ priceTicks }) => priceTicks)).toEqual([LEVEL, LEVEL, LEVEL]);
});

test('a day without bars fires nothing', () => {
  const dry = run(CROSSES);
  dry.takeDay({ bars: [], events: [makeEvent('e', T)], isHistory: false });
  expect(dry.fired).toEqual([]);
});

test('history fires nothing, and the state that it left counts', () => {
  const dry = run(CROSSES);
  dry.takeDay({ bars: barsAt(T, -1, 1, -1), events: [], isHistory: true });
  dry.takeDay({ bars: barsAt(T + 3 * MINUTE_MS, 1), events: [], isHistory: false });
  expect(minutesOf(dry)).toEqual([3]);
});

test('the cool-down holds back what comes too soon, and counts it', () => {
  const dry = run(CROSSES, { coolDownSeconds: 120 });
  dry.takeDay({ bars: barsAt(T, -1, 1, -1, 1, -1), events: [], isHistory: false });
  // Crossings in minutes 1, 2, 3 and 4: two minutes after the first the next is free
  expect(minutesOf(dry)).toEqual([1, 3]);
  expect(dry.heldBack).toBe(2);
});

test('outside the hours of the rule nothing fires, nor counts as held back', () => {
  const night = T - 9 * 60 * MINUTE_MS;
  const bars = [...barsAt(night, -1, 1), ...barsAt(T, -1)];
  const fired = (sessionHours: 'any' | 'regular' | 'overnight') => {
    const dry = run(CROSSES, { sessionHours, coolDownSeconds: 60 });
    dry.takeDay({ bars, events: [], isHistory: false });
    return [dry.fired.map(({ isOvernight }) => isOvernight), dry.heldBack];
  };
  expect(fired('any')).toEqual([[true, false], 0]);
  expect(fired('regular')).toEqual([[false], 0]);
  expect(fired('overnight')).toEqual([[true], 0]);
});

test('in and outside the window around a release only the rules fire that require it', () => {
  const window = { kind: 'cpi' as const, startMs: T, endMs: T + 2 * MINUTE_MS };
  const fired = (newsWindow: AlertRule['newsWindow']) => {
    const rule = makeRule('r', CROSSES, { newsWindow });
    const dry = new DryRun(rule, ES, CME_CALENDAR, null, [window]);
    dry.takeDay({ bars: barsAt(T, -1, 1, -1, 1), events: [], isHistory: false });
    return minutesOf(dry);
  };
  expect([fired('any'), fired(undefined), fired('inside'), fired('outside')]).toEqual([
    ...[[1, 2, 3], [1, 2, 3], [1], [2, 3]],
  ]);
});

test('an event fires in the minute in which it was detected, at its price, once', () => {
  const dry = run(EVENTS);
  const events = [
    makeEvent('late', T + 2 * MINUTE_MS - 1, { priceTicks: 77 }),
    makeEvent('early', T + 1000, { status: 'expired', updatedNs: BigInt(T + 10 * MINUTE_MS) * 1_000_000n }),
  ];
  dry.takeDay({ bars: barsAt(T, 0, 0, 0), events, isHistory: false });
  expect(dry.fired.map(({ firing, priceTicks }) => [firing.atMs - T, priceTicks])).toEqual([
    [1000, LEVEL],
    [2 * MINUTE_MS - 1, 77],
  ]);
});

test('an event exactly on the minute belongs to the next bar', () => {
  const dry = run(EVENTS);
  const events = [makeEvent('e', T + MINUTE_MS)];
  dry.takeDay({ bars: barsAt(T, 0), events, isHistory: false });
  expect(dry.fired).toEqual([]);
  const longer = run(EVENTS);
  longer.takeDay({ bars: barsAt(T, 0, 0), events, isHistory: false });
  expect(longer.fired).toHaveLength(1);
});

test('an event near a level of the session needs that level at its time', () => {
  const near = { price: null, level: 'vwap', withinTicks: 2 } as const;
  const condition = { ...EVENTS, near } as AlertCondition;
  const fires = (ticks: number) => {
    const dry = run(condition);
    const event = makeEvent('e', T + MINUTE_MS + 1, { priceLowTicks: ticks, priceHighTicks: ticks });
    dry.takeDay({ bars: barsAt(T, 0, 0, 500), events: [event], isHistory: false });
    return dry.fired.length;
  };
  // Until then everything traded at the level
  expect([fires(LEVEL), fires(LEVEL + 2), fires(LEVEL + 3), fires(LEVEL - 2), fires(LEVEL - 3)]).toEqual([
    1, 1, 0, 1, 0,
  ]);
});

test('the price so many minutes later is the close of the last minute that was over by then', () => {
  const dry = run(CROSSES);
  // Fires at the end of minute 1
  dry.takeDay({ bars: barsAt(T, -1, 3, 10, 20, 30, 40, 50), events: [], isHistory: false });
  const [firing] = dry.fired;
  if (firing === undefined) throw new Error('nothing fired');
  // The level is the price of a crossing
  expect(FOLLOW_MINUTES.map((minutes) => dry.after(firing, minutes))).toEqual([10, 50, null, null]);
});

test('a minute without a trade has the price of the one before, until the record ends', () => {
  const dry = run(CROSSES);
  const bars = [...barsAt(T, -1, 3), ...barsAt(T + 10 * MINUTE_MS, -8)];
  dry.takeDay({ bars, events: [], isHistory: false });
  const [firing] = dry.fired;
  if (firing === undefined) throw new Error('nothing fired');
  expect([1, 5, 9, 10].map((minutes) => dry.after(firing, minutes))).toEqual([3, 3, -8, null]);
});

test('an event is as it was when it was detected', () => {
  const event = makeEvent('e', T, { status: 'failed', updatedNs: 5n, size: 99 });
  expect(asDetected(event)).toEqual({ ...event, status: 'open', updatedNs: event.detectedNs });
});

test('the step of a minute has its trades, ends before the next minute, and names the trend', () => {
  const bar = { ...makeBar(T, 104), lowTicks: 97, highTicks: 111 };
  const step = minuteStep(bar, [bar], [], true);
  expect(step).toMatchObject({
    atMs: T + MINUTE_MS - 1,
    traded: { lowTicks: 97, highTicks: 111, lastTicks: 104 },
    closed: [{ startMs: T, lowTicks: 97, highTicks: 111, volume: 10 }],
    forming: null,
    trend: 'consolidating',
    isHistory: true,
  });
});

test('the trend of a minute is that of the last ten bars of ten minutes', () => {
  // A hundred minutes, the first ten at 1000, the others a per cent higher
  const recent = Array.from({ length: 100 }, (_, n) =>
    makeBar(T - n * MINUTE_MS, n >= 90 ? 1000 : 1010),
  ).reverse();
  const bar = makeBar(T, 1010);
  expect(T % (10 * MINUTE_MS)).toBe(0);
  const full = recent.map((one) => ({ ...one, startMs: one.startMs - MINUTE_MS }));
  expect(minuteStep(bar, full, [], false).trend).toBe('bullish');
  expect(minuteStep(bar, full.slice(10), [], false).trend).toBe('consolidating');
});

test('regular hours are those of the product: corn stops at 12:05 on the Friday after Thanksgiving, crude oil at 12:45', () => {
  // 12:00 to 12:49 in Chicago, above and below the level in turn
  const noon = Date.parse('2026-11-27T18:00:00Z');
  const bars = barsAt(noon, ...Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? -1 : 1)));
  const lastOf = (symbol: string, price: string): number => {
    const rule = makeRule('r', { ...CROSSES, price }, { sessionHours: 'regular' });
    const dry = new DryRun(rule, instrumentBySymbol(symbol) as Instrument, CME_CALENDAR, null);
    dry.takeDay({ bars, events: [], isHistory: false });
    return Math.floor(((dry.fired.at(-1)?.firing.atMs ?? 0) - noon) / MINUTE_MS);
  };
  expect([lastOf('ZC', '5000.00'), lastOf('CL', '200.00')]).toEqual([4, 44]);
});

test('over a roll nothing is crossed, and no price after is stated', () => {
  const dry = run(CROSSES);
  const days = [
    barsAt(T, -1, 1, -1).map((bar) => ({ ...bar, contract: 'ESZ6' })),
    barsAt(T + 3 * MINUTE_MS, 240, 241).map((bar) => ({ ...bar, contract: 'ESH7' })),
  ];
  for (const bars of days) dry.takeDay({ bars, events: [], isHistory: false });
  expect(minutesOf(dry)).toEqual([1, 2]);
  expect(dry.fired.map((past) => dry.after(past, 1))).toEqual([-1, null]);
});
