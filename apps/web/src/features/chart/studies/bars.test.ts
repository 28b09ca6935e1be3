/** Bars of a chart in a pane: which are chosen, where they come from, how pages and longer bars are joined. */
import {
  DAY_MS,
  HOUR_MS,
  type Instrument,
  instrumentBySymbol,
  MINUTE_MS,
  productCalendar,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test } from 'vitest';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { studyChoices } from '#chart/studies/study-choices.ts';
import { BAR_CHOICES, barChoice, barPlan, sessionTemplate, zoneChoice } from './bar-choice.ts';
import { joinPages, longerBars, ofSession, withKnown } from './join-bars.ts';
import { neededFromMs, wantsOlder } from './use-older-bars.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const calendar = productCalendar(SIMULATED_CALENDAR, ES);
const ETH = { instrument: ES, calendar, template: 'ETH' } as const;
const RTH = { ...ETH, template: 'RTH' } as const;
const DAY = '2026-11-18';
const { openMs } = calendar.sessionBounds(DAY);
const regular = calendar.regularHours(ES, DAY) ?? { openMs: 0, closeMs: 0 };

function bar(startMs: number, closeTicks = 100, contract = 'ESZ6'): ChartBar {
  return {
    ...{ startMs, contract, openTicks: 100, highTicks: Math.max(100, closeTicks) },
    ...{
      lowTicks: Math.min(100, closeTicks),
      closeTicks,
      volume: 2,
      buyVolume: 2,
      sellVolume: 0,
      vwapTicks: 100,
    },
  };
}

test('every offered choice is read back from what is stored of it', () => {
  for (const choice of BAR_CHOICES.flatMap(({ choices }) => choices))
    expect(barChoice({ bars: choice.value })).toEqual(choice);
});

test('what no bars can be made of shows those of the timeframe', () => {
  for (const bars of [
    undefined,
    5,
    '',
    'time:1',
    'time:7000',
    'trades:0',
    'renko:4',
    'volume:-1',
    'range:1.5',
  ])
    expect(barChoice({ bars })).toBeNull();
  expect(barChoice({ bars: 'trades:250' })?.rule).toEqual({ kind: 'trades', trades: 250 });
  expect([sessionTemplate({ session: 'night' }), zoneChoice({ zone: 4 })]).toEqual(['ETH', 'user']);
});

test('bars of a minute and longer come from stored ones, the others from executions', () => {
  expect(barPlan(null, '10m', 'ETH')).toEqual({ from: 'bars', base: '10m', minutes: 10 });
  expect(barPlan(barChoice({ bars: `time:${DAY_MS}` }), '10m', 'ETH')).toEqual({
    from: 'bars',
    base: '60m',
    minutes: 1440,
  });
  expect(barPlan(null, '60m', 'RTH')).toEqual({ from: 'bars', base: '30m', minutes: 60 });
  expect(barPlan(barChoice({ bars: 'time:5000' }), '10m', 'ETH')).toMatchObject({
    from: 'executions',
    minutes: 1 / 12,
  });
  expect(barPlan(barChoice({ bars: 'range:8' }), '10m', 'ETH')).toMatchObject({
    from: 'executions',
    minutes: 0,
  });
});

test('pages are joined where they overlap or touch at a known bar, and a hole between them is noticed', () => {
  const older = [bar(0), bar(1)];
  expect(joinPages(older, [bar(1, 105), bar(2)])?.map(({ closeTicks }) => closeTicks)).toEqual([
    100, 105, 100,
  ]);
  expect(joinPages([], older)).toBe(older);
  expect(joinPages(older, [])).toBe(older);
  expect(joinPages(older, [bar(5)])).toBeNull();
});

test('bars that did not change keep their identity', () => {
  const known = [bar(0), bar(1)];
  const next = withKnown(known, [bar(0), bar(1, 104)]);
  expect([next[0] === known[0], next[1] === known[1]]).toEqual([true, false]);
});

test('regular hours leave the night out, and their bars have no VWAP of a day', () => {
  const bars = [bar(openMs), bar(regular.openMs - MINUTE_MS), bar(regular.openMs), bar(regular.closeMs)];
  const shown = ofSession(bars, RTH);
  expect(shown.map(({ startMs, vwapTicks }) => [startMs, vwapTicks])).toEqual([[regular.openMs, null]]);
  expect(ofSession(bars, ETH)).toBe(bars);
});

test('a bar of a day is a trading day, and one of regular hours begins with them', () => {
  const hours = Array.from({ length: 30 }, (_, at) => bar(openMs + at * HOUR_MS));
  const days = longerBars(hours, 1440, ETH);
  expect(days.map(({ startMs, volume }) => [startMs, volume])).toEqual([
    [openMs, 48],
    [openMs + DAY_MS, 12],
  ]);
  const halves = Array.from({ length: 4 }, (_, at) => bar(regular.openMs + at * 30 * MINUTE_MS));
  expect(longerBars(halves, 60, RTH).map(({ startMs }) => startMs)).toEqual([
    regular.openMs,
    regular.openMs + HOUR_MS,
  ]);
});

test('no bar holds prices of two contracts: the later one counts', () => {
  const [only, ...rest] = longerBars([bar(openMs, 90, 'ESZ6'), bar(openMs + HOUR_MS, 120, 'ESH7')], 240, ETH);
  expect([only?.contract, only?.lowTicks, rest.length]).toEqual(['ESH7', 100, 0]);
});

test('older bars are wanted near the left edge, for too few bars, and for what studies count', () => {
  const bars = Array.from({ length: 300 }, (_, at) => bar(openMs + at * MINUTE_MS));
  const never = Number.POSITIVE_INFINITY;
  expect(wantsOlder({ bars }, openMs + 200 * MINUTE_MS, never)).toBe(false);
  expect(wantsOlder({ bars }, openMs + 10 * MINUTE_MS, never)).toBe(true);
  expect(wantsOlder({ bars: bars.slice(0, 20) }, never, never)).toBe(true);
  expect(wantsOlder({ bars }, never, openMs - 1)).toBe(true);
  const now = openMs + 5 * HOUR_MS;
  expect(neededFromMs(studyChoices({}), ETH, now)).toBe(never);
  expect(neededFromMs(studyChoices({ vwapBands: true }), ETH, now)).toBe(openMs);
  expect(neededFromMs(studyChoices({ anchors: '77' }), ETH, now)).toBe(77);
});
