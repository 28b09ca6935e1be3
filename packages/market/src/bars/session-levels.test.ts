/** Levels of the trading day at the edges of its windows: the night, the opening range, the day before. */
import { expect, test } from 'vitest';
import { minuteBar } from '#testing/minute-bar.ts';
import { HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import { SessionLevels } from './session-levels.ts';

/** Regular hours of a made-up day: they open fifteen hours after the day does. */
const OPEN = Date.parse('2026-11-18T14:30:00Z');
const HOURS = { openMs: OPEN, closeMs: OPEN + 6.5 * HOUR_MS };
const NIGHT = OPEN - 5 * HOUR_MS;
const UNKNOWN = {
  priorHighTicks: null,
  priorLowTicks: null,
  priorSettlementTicks: null,
  overnightHighTicks: null,
  overnightLowTicks: null,
  openingRangeHighTicks: null,
  openingRangeLowTicks: null,
};

function day(...trades: readonly (readonly [timeMs: number, priceTicks: number])[]): SessionLevels {
  const levels = new SessionLevels();
  levels.startDay(HOURS);
  for (const [timeMs, priceTicks] of trades) levels.addTrade(timeMs, priceTicks);
  return levels;
}

test('a day without a trade knows nothing', () => {
  const levels = day();
  expect(levels.facts()).toEqual(UNKNOWN);
  expect([levels.dayFirstTicks, levels.dayHighTicks, levels.dayLowTicks]).toEqual([null, null, null]);
});

test('one trade of the night is both extremes of the night and of the day', () => {
  const levels = day([NIGHT, 100]);
  expect(levels.facts()).toEqual({ ...UNKNOWN, overnightHighTicks: 100, overnightLowTicks: 100 });
  expect([levels.dayFirstTicks, levels.dayHighTicks, levels.dayLowTicks]).toEqual([100, 100, 100]);
});

test('a trade exactly at the open of regular hours is the first of the opening range', () => {
  const levels = day([OPEN - 0.25, 90], [OPEN, 110]);
  expect(levels.facts()).toMatchObject({
    overnightHighTicks: 90,
    overnightLowTicks: 90,
    openingRangeHighTicks: 110,
    openingRangeLowTicks: 110,
  });
});

test('the opening range ends half an hour after the open, and what follows counts for the day only', () => {
  const end = OPEN + 30 * MINUTE_MS;
  const levels = day([OPEN, 100], [end - 0.25, 104], [end, 90], [end + HOUR_MS, 120]);
  expect(levels.facts()).toMatchObject({ openingRangeHighTicks: 104, openingRangeLowTicks: 100 });
  expect([levels.dayHighTicks, levels.dayLowTicks]).toEqual([120, 90]);
});

test('a day without regular hours is night throughout', () => {
  const levels = new SessionLevels();
  levels.startDay(null);
  levels.addTrade(OPEN, 100);
  levels.addTrade(OPEN + 20 * HOUR_MS, 105);
  expect(levels.facts()).toEqual({ ...UNKNOWN, overnightHighTicks: 105, overnightLowTicks: 100 });
});

test('the day before gives its extremes and its last price, and the new day starts empty', () => {
  const levels = day([NIGHT, 100], [OPEN, 130], [OPEN + HOUR_MS, 80], [OPEN + 2 * HOUR_MS, 95]);
  levels.startDay(HOURS);
  expect(levels.facts()).toEqual({
    ...UNKNOWN,
    priorHighTicks: 130,
    priorLowTicks: 80,
    priorSettlementTicks: 95,
  });
  expect([levels.dayFirstTicks, levels.dayHighTicks, levels.dayLowTicks]).toEqual([null, null, null]);
});

test('a day without a trade leaves the prior day as it was', () => {
  const levels = day([OPEN, 130], [OPEN + 1, 120]);
  levels.startDay(HOURS);
  levels.startDay(HOURS);
  expect(levels.facts()).toMatchObject({
    priorHighTicks: 130,
    priorLowTicks: 120,
    priorSettlementTicks: 120,
  });
});

test('the first price of the day stays the first', () => {
  const levels = day([NIGHT, 100], [OPEN, 101], [NIGHT, 99]);
  expect(levels.dayFirstTicks).toBe(100);
});

test('prices of zero and below are prices', () => {
  const levels = day([NIGHT, 0], [OPEN, -5], [OPEN + 1, -9]);
  expect([levels.dayFirstTicks, levels.dayHighTicks, levels.dayLowTicks]).toEqual([0, 0, -9]);
  expect(levels.facts()).toMatchObject({
    overnightHighTicks: 0,
    openingRangeHighTicks: -5,
    openingRangeLowTicks: -9,
  });
});

test('a stored bar counts like the trades that it was made of', () => {
  const bar = minuteBar({ startMs: OPEN, openTicks: 100, highTicks: 107, lowTicks: 96, closeTicks: 99 });
  const stored = day();
  stored.addBar(bar);
  const traded = day([OPEN, 100], [OPEN + 1, 107], [OPEN + 2, 96], [OPEN + 3, 99]);
  expect(stored.facts()).toEqual(traded.facts());
  expect(stored.dayFirstTicks).toBe(100);
  for (const levels of [stored, traded]) levels.startDay(HOURS);
  expect(stored.facts()).toEqual(traded.facts());
  expect(stored.facts()).toMatchObject({ priorHighTicks: 107, priorLowTicks: 96, priorSettlementTicks: 99 });
});

test('the last bar of the night and the first of regular hours are kept apart', () => {
  const levels = day();
  levels.addBar(minuteBar({ startMs: OPEN - MINUTE_MS, highTicks: 105, lowTicks: 95, closeTicks: 100 }));
  levels.addBar(minuteBar({ startMs: OPEN, highTicks: 112, lowTicks: 99, closeTicks: 110 }));
  levels.addBar(
    minuteBar({ startMs: OPEN + 29 * MINUTE_MS, highTicks: 113, lowTicks: 101, closeTicks: 110 }),
  );
  levels.addBar(minuteBar({ startMs: OPEN + 30 * MINUTE_MS, highTicks: 150, lowTicks: 50, closeTicks: 110 }));
  expect(levels.facts()).toMatchObject({
    overnightHighTicks: 105,
    overnightLowTicks: 95,
    openingRangeHighTicks: 113,
    openingRangeLowTicks: 99,
  });
});

test('every opening range ends with its minutes, and the first hour is the initial balance', () => {
  const minute = (n: number): number => OPEN + n * MINUTE_MS;
  const levels = day(
    [OPEN - 1, 10],
    [minute(0), 100],
    [minute(5) - 1, 103],
    [minute(5), 97],
    [minute(20), 110],
    [minute(60) - 1, 90],
    [minute(60), 500],
  );
  const facts = levels.regularFacts();
  expect(facts.openingRanges).toEqual([
    { minutes: 5, highTicks: 103, lowTicks: 100 },
    { minutes: 15, highTicks: 103, lowTicks: 97 },
    { minutes: 30, highTicks: 110, lowTicks: 97 },
    { minutes: 60, highTicks: 110, lowTicks: 90 },
  ]);
  expect([facts.initialBalanceHighTicks, facts.initialBalanceLowTicks]).toEqual([110, 90]);
  expect([facts.openTicks, facts.highTicks, facts.lowTicks, facts.closeTicks]).toEqual([100, 500, 90, 500]);
});

test('regular hours end at their close, and are those of the day before until a day has traded in them', () => {
  const levels = day([NIGHT, 1], [OPEN, 100], [HOURS.closeMs - 1, 104], [HOURS.closeMs, 900]);
  expect(levels.regularFacts()).toMatchObject({ highTicks: 104, closeTicks: 104, priorHighTicks: null });
  levels.startDay(null);
  levels.addTrade(OPEN + 20 * HOUR_MS, 50);
  expect(levels.regularFacts()).toMatchObject({ openTicks: null, priorHighTicks: 104, priorLowTicks: 100 });
  levels.startDay(HOURS);
  expect(levels.regularFacts()).toMatchObject({ priorHighTicks: 104, priorCloseTicks: 104 });
  expect(levels.facts().priorHighTicks).toBe(50);
});

test('an early halt cuts the opening range with the hours', () => {
  const levels = new SessionLevels();
  levels.startDay({ openMs: OPEN, closeMs: OPEN + 10 * MINUTE_MS });
  levels.addTrade(OPEN, 100);
  levels.addTrade(OPEN + 10 * MINUTE_MS, 130);
  expect(levels.regularFacts().openingRanges.at(-1)).toEqual({ minutes: 60, highTicks: 100, lowTicks: 100 });
});
