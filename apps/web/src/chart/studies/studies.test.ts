/** VWAP of sessions and anchors, and profiles with their naked points, from bars of which only the range is known. */
import {
  type Instrument,
  instrumentBySymbol,
  MINUTE_MS,
  productCalendar,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test } from 'vitest';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { ProfileSet } from './profile-set.ts';
import type { StudyMarket } from './session-bars.ts';
import { areNumbersOf, hasStudies, indicatorSetting, studyChoices } from './study-choices.ts';
import { anchoredSeries, sessionSeries } from './vwap-series.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const MARKET: StudyMarket = {
  instrument: ES,
  calendar: productCalendar(SIMULATED_CALENDAR, ES),
  template: 'ETH',
};
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19'].map(
  (day) => MARKET.calendar.sessionBounds(day).openMs,
);
const [TUESDAY, WEDNESDAY, THURSDAY] = DAYS as [number, number, number];

/** Contracts at one price. */
function at(startMs: number, ticks: number, volume = 10): ChartBar {
  return {
    ...{ startMs, openTicks: ticks, highTicks: ticks, lowTicks: ticks, closeTicks: ticks },
    ...{ volume, buyVolume: volume, sellVolume: 0, vwapTicks: null },
  };
}

test('an anchored VWAP begins at its bar and weighs every contract after it', () => {
  const series = anchoredSeries(2 * MINUTE_MS);
  series.update([at(0, 50), at(MINUTE_MS, 90), at(2 * MINUTE_MS, 98, 10), at(3 * MINUTE_MS, 102, 10)]);
  expect(series.points.map(({ value }) => value)).toEqual([Number.NaN, Number.NaN, 98, 100]);
  expect(series.points[3]?.deviation).toBe(2);
});

test('a bar that forms counts once, however often it changes', () => {
  const series = anchoredSeries(0);
  const first = at(0, 98, 10);
  for (const volume of [1, 4, 10]) series.update([first, at(MINUTE_MS, 102, volume)]);
  expect(series.points.at(-1)?.value).toBe(100);
  series.update([first, at(MINUTE_MS, 102, 10), at(2 * MINUTE_MS, 130, 20)]);
  expect(series.points.at(-1)?.value).toBe(115);
});

test('the VWAP of a session begins anew with each, and of one that began before the bars nothing is known', () => {
  const late = TUESDAY + 60 * MINUTE_MS;
  const series = sessionSeries(MARKET, late);
  series.update([at(late, 100), at(WEDNESDAY, 200), at(WEDNESDAY + MINUTE_MS, 300), at(THURSDAY, 7)]);
  expect(series.points.map(({ value }) => value)).toEqual([Number.NaN, 200, 250, 7]);
});

test('a point of control is naked until a later session trades at it', () => {
  const bars = [
    at(TUESDAY, 100, 50),
    at(TUESDAY + MINUTE_MS, 110, 5),
    at(WEDNESDAY, 120, 50),
    at(THURSDAY, 130),
  ];
  const profiles = new ProfileSet(MARKET);
  profiles.update(bars, 0);
  expect(profiles.naked.map(({ tradingDay, pointTicks }) => [tradingDay, pointTicks])).toEqual([
    ['2026-11-17', 100],
    ['2026-11-18', 120],
  ]);
  profiles.update([...bars, at(THURSDAY + MINUTE_MS, 120)], 5000);
  expect(profiles.naked.map(({ pointTicks }) => pointTicks)).toEqual([100]);
});

test('a session whose opening is not loaded has a profile in part and no naked point', () => {
  const profiles = new ProfileSet(MARKET);
  profiles.update([at(TUESDAY + 60 * MINUTE_MS, 100), at(WEDNESDAY, 120)], 0);
  expect(profiles.sessions.map(({ session }) => session.isPartial)).toEqual([true, false]);
  expect(profiles.naked).toEqual([]);
});

test('settings of studies are read with what is damaged left out', () => {
  expect(hasStudies(studyChoices({}))).toBe(false);
  const damaged = {
    ema: '9|x|0|21|501',
    rsi: 14,
    macd: '26,12,9',
    bollinger: '20',
    anchors: '5,-1,3',
    profileRange: '9,4',
  };
  const choices = studyChoices(damaged);
  expect(choices.indicators).toEqual([
    { kind: 'ema', numbers: [9] },
    { kind: 'ema', numbers: [21] },
  ]);
  expect([choices.anchors, choices.fixedRange]).toEqual([[3, 5], null]);
  expect(indicatorSetting(choices.indicators)).toBe('9|21');
  expect([areNumbersOf('bollinger', [20, 2.5]), areNumbersOf('bollinger', [20, 0])]).toEqual([true, false]);
});
