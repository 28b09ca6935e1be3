/** The day of every product, hour by hour. */
import { INSTRUMENTS, MINUTE_MS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { instrumentOf } from '#testing/instrument.ts';
import { dayShapeOf } from './day-shape.ts';
import { MarketConditions } from './market-conditions.ts';

interface Day {
  readonly pace: number;
  readonly depth: number;
  readonly narrowing: number;
}

/** A Wednesday in winter, six hours behind Greenwich, and one in summer, five behind. */
const WINTER = Date.UTC(2026, 1, 4, 6);
const SUMMER = Date.UTC(2026, 6, 15, 5);

/** The conditions at a minute of Chicago's day. */
function dayAt(symbol: string, minute: number, midnightMs = WINTER): Day {
  const conditions = new MarketConditions(1);
  dayShapeOf(instrumentOf(symbol), 'exchange').apply(midnightMs + minute * MINUTE_MS, conditions);
  return { ...conditions.day };
}

const minutesOf = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, n) => from + n);

/** One product for each pair of regular hours. */
const DAYS = [
  ...new Map(INSTRUMENTS.map((one) => [`${one.rthOpenMinute} ${one.rthCloseMinute}`, one])).values(),
];

describe.each(DAYS)('the day of $symbol', ({ symbol, rthOpenMinute, rthCloseMinute }) => {
  test('is one on average over its regular hours, and below a half at any other time', () => {
    const regular = minutesOf(rthOpenMinute, rthCloseMinute).map(
      (minute) => dayAt(symbol, minute + 0.5).pace,
    );
    expect(regular.reduce((sum, pace) => sum + pace, 0) / regular.length).toBeCloseTo(1, 9);
    expect(Math.min(...regular)).toBeGreaterThan(0.3);
    for (const minute of [...minutesOf(0, rthOpenMinute), ...minutesOf(rthCloseMinute, 1440)]) {
      const { pace } = dayAt(symbol, minute);
      expect(pace).toBeGreaterThanOrEqual(0.06);
      expect(pace).toBeLessThan(0.5);
    }
  });

  test('is busiest at its open, then at its close', () => {
    const paceAt = (minute: number): number => dayAt(symbol, minute).pace;
    const close = paceAt(rthCloseMinute - 1);
    expect(paceAt(rthOpenMinute)).toBeGreaterThan(close);
    expect(close).toBeGreaterThan(2 * paceAt((rthOpenMinute + rthCloseMinute) / 2));
  });

  test('has regular depth between its bells and two thirds of it outside', () => {
    expect(dayAt(symbol, rthOpenMinute - 0.01).depth).toBe(0.65);
    expect(dayAt(symbol, rthOpenMinute).depth).toBe(0.5);
    expect(dayAt(symbol, rthCloseMinute - 0.01).depth).toBeCloseTo(1, 3);
    expect(dayAt(symbol, rthCloseMinute).depth).toBe(0.65);
    expect(dayAt(symbol, rthOpenMinute).narrowing).toBeCloseTo(0.3, 9);
    expect(dayAt(symbol, rthOpenMinute - 0.01).narrowing).toBe(1);
  });
});

test('depth and narrowing come back after the open by the same law, in twelve minutes to a third', () => {
  const { rthOpenMinute } = instrumentOf('CL');
  const half = dayAt('CL', rthOpenMinute);
  const third = dayAt('CL', rthOpenMinute + 12);
  expect((1 - third.depth) / (1 - half.depth)).toBeCloseTo(Math.exp(-1), 9);
  expect((1 - third.narrowing) / (1 - half.narrowing)).toBeCloseTo(Math.exp(-1), 9);
  let before = half;
  for (const minute of minutesOf(rthOpenMinute + 1, rthOpenMinute + 120)) {
    const day = dayAt('CL', minute);
    expect(day.depth).toBeGreaterThan(before.depth);
    expect(day.narrowing).toBeGreaterThan(before.narrowing);
    before = day;
  }
});

test('the clock is Chicago’s in summer too', () => {
  for (const minute of [0, 150, 509, 510, 700, 899, 900, 1020])
    expect(dayAt('ES', minute, SUMMER)).toEqual(dayAt('ES', minute));
});

test('the day moves on within a minute', () => {
  const first = dayAt('ES', 515);
  const later = dayAt('ES', 515.5);
  expect(later.pace).toBeLessThan(first.pace);
  expect(later.depth).toBeGreaterThan(first.depth);
});

test('the night has its own hours: Europe’s open, the evening’s, and the hour before the bell', () => {
  const pace = (hour: number, minute = 0): number => dayAt('ES', hour * 60 + minute).pace;
  // 02:30 in Chicago is when Europe is busiest
  expect(pace(2, 30)).toBeGreaterThan(pace(0));
  expect(pace(2, 30)).toBeGreaterThan(pace(5, 30));
  expect(pace(17, 1)).toBeGreaterThan(2 * pace(20));
  expect(pace(8, 25)).toBeGreaterThan(2 * pace(6));
});

test('a flat day sets nothing, whatever was set before', () => {
  const conditions = new MarketConditions(1);
  Object.assign(conditions.day, { pace: 7, depth: 8, narrowing: 9 });
  dayShapeOf(instrumentOf('ES'), 'flat').apply(WINTER, conditions);
  expect(conditions.day).toEqual({ pace: 7, depth: 8, narrowing: 9 });
});

test('the day sets its own part of the conditions only', () => {
  const conditions = new MarketConditions(1);
  dayShapeOf(instrumentOf('ES'), 'exchange').apply(WINTER + 520 * MINUTE_MS, conditions);
  expect(conditions.regime).toEqual({ pace: 1, depth: 1 });
  expect(conditions.news).toEqual({ pace: 1, depth: 1 });
  expect([conditions.pace, conditions.depth]).toEqual([1, 1]);
  conditions.refresh();
  expect(conditions.pace).toBeCloseTo(conditions.day.pace, 12);
});
