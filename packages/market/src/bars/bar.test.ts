/** Longer bars are their minutes joined, in the interval that each minute lies in. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIMEFRAME_MINUTES, type TimeframeMinutes } from '#events/vocabulary.ts';
import { minuteBar } from '#testing/minute-bar.ts';
import { HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import { aggregateBars, type Bar, barStartMs } from './bar.ts';

/** A Wednesday, 18:00 UTC: a full hour. */
const HOUR = Date.parse('2026-11-18T18:00:00Z');

test.each(TIMEFRAME_MINUTES)(
  'an interval of %i min holds its first instant and not the next one',
  (minutes) => {
    const interval = minutes * MINUTE_MS;
    expect(barStartMs(HOUR, minutes)).toBe(HOUR);
    expect(barStartMs(HOUR + interval - 1, minutes)).toBe(HOUR);
    expect(barStartMs(HOUR + interval, minutes)).toBe(HOUR + interval);
    expect(barStartMs(HOUR - 1, minutes)).toBe(HOUR - interval);
  },
);

test('the last fraction of a millisecond of a minute belongs to that minute', () => {
  expect(barStartMs(HOUR + MINUTE_MS - 0.000_25, 1)).toBe(HOUR);
  expect(barStartMs(HOUR + MINUTE_MS + 0.25, 1)).toBe(HOUR + MINUTE_MS);
  expect(barStartMs(HOUR + 5 * MINUTE_MS - 0.25, 5)).toBe(HOUR);
});

test('instants before 1970 lie in the interval that began before them', () => {
  expect(barStartMs(-1, 1)).toBe(-MINUTE_MS);
  expect(barStartMs(-0.5, 60)).toBe(-HOUR_MS);
  expect(barStartMs(-MINUTE_MS, 1)).toBe(-MINUTE_MS);
});

test('an hour has bars of a timeframe at :00, :10 and so on', () => {
  const starts = (minutes: TimeframeMinutes) => [
    ...new Set(
      Array.from({ length: 60 }, (_, n) => (barStartMs(HOUR + n * MINUTE_MS, minutes) - HOUR) / MINUTE_MS),
    ),
  ];
  expect(starts(10)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(starts(15)).toEqual([0, 15, 30, 45]);
  expect(starts(30)).toEqual([0, 30]);
  expect(starts(60)).toEqual([0]);
});

test('no bars make no longer bars', () => {
  for (const minutes of TIMEFRAME_MINUTES) expect(aggregateBars([], minutes)).toEqual([]);
});

test('a lone minute in the middle of an interval is a bar that starts with the interval', () => {
  const only = minuteBar({ startMs: HOUR + 7 * MINUTE_MS, openTicks: 99, closeTicks: 101, vwapTicks: 100.5 });
  expect(aggregateBars([only], 5)).toEqual([{ ...only, startMs: HOUR + 5 * MINUTE_MS }]);
});

test('two minutes join to the first open, the last close and VWAP, the extremes of both and their sums', () => {
  const first: Bar = {
    startMs: HOUR,
    openTicks: 100,
    highTicks: 104,
    lowTicks: 99,
    closeTicks: 103,
    volume: 10,
    buyVolume: 6,
    sellVolume: 3,
    trades: 4,
    vwapTicks: 101.5,
  };
  const second: Bar = {
    startMs: HOUR + 4 * MINUTE_MS,
    openTicks: 102,
    highTicks: 103,
    lowTicks: 97,
    closeTicks: 98,
    volume: 7,
    buyVolume: 1,
    sellVolume: 5,
    trades: 2,
    vwapTicks: 100.25,
  };
  expect(aggregateBars([first, second], 5)).toEqual([
    {
      startMs: HOUR,
      openTicks: 100,
      highTicks: 104,
      lowTicks: 97,
      closeTicks: 98,
      volume: 17,
      buyVolume: 7,
      sellVolume: 8,
      trades: 6,
      vwapTicks: 100.25,
    },
  ]);
});

test('the extremes are found in whichever minute they were traded', () => {
  const bars = [
    minuteBar({ startMs: HOUR, highTicks: 101, lowTicks: 90 }),
    minuteBar({ startMs: HOUR + MINUTE_MS, highTicks: 120, lowTicks: 95 }),
    minuteBar({ startMs: HOUR + 2 * MINUTE_MS, highTicks: 105, lowTicks: 93 }),
  ];
  expect(aggregateBars(bars, 5)).toMatchObject([{ highTicks: 120, lowTicks: 90 }]);
});

test('prices below zero keep their order', () => {
  const bars = [
    minuteBar({ startMs: HOUR, highTicks: -10, lowTicks: -30, closeTicks: -20 }),
    minuteBar({ startMs: HOUR + MINUTE_MS, highTicks: -15, lowTicks: -45, closeTicks: -40 }),
  ];
  expect(aggregateBars(bars, 5)).toMatchObject([{ highTicks: -10, lowTicks: -45, closeTicks: -40 }]);
});

test('the last minute of an interval and the first of the next are in two bars', () => {
  const bars = [
    minuteBar({ startMs: HOUR + 4 * MINUTE_MS, volume: 2 }),
    minuteBar({ startMs: HOUR + 5 * MINUTE_MS, volume: 3 }),
  ];
  expect(aggregateBars(bars, 5).map(({ startMs, volume }) => [startMs - HOUR, volume])).toEqual([
    [0, 2],
    [5 * MINUTE_MS, 3],
  ]);
});

test('an interval without a trade has no bar', () => {
  const bars = [minuteBar({ startMs: HOUR }), minuteBar({ startMs: HOUR + 20 * MINUTE_MS })];
  expect(aggregateBars(bars, 5).map(({ startMs }) => startMs - HOUR)).toEqual([0, 20 * MINUTE_MS]);
});

test('a VWAP that is not known in the last minute is not known in the bar', () => {
  const bars = [
    minuteBar({ startMs: HOUR, vwapTicks: 100 }),
    minuteBar({ startMs: HOUR + MINUTE_MS, vwapTicks: null }),
  ];
  expect(aggregateBars(bars, 5)[0]?.vwapTicks).toBeNull();
});

test('the bars that are joined stay as they were', () => {
  const bars = [minuteBar({ startMs: HOUR }), minuteBar({ startMs: HOUR + MINUTE_MS, closeTicks: 104 })];
  const before = structuredClone(bars);
  aggregateBars(bars, 60);
  expect(bars).toEqual(before);
});

/** Minutes with gaps between them, oldest first. */
const minuteBars = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 25 }),
      price: fc.integer({ min: -500, max: 500 }),
      reach: fc.integer({ min: 0, max: 9 }),
      buyVolume: fc.integer({ min: 0, max: 50 }),
      sellVolume: fc.integer({ min: 0, max: 50 }),
      trades: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 80 },
  )
  .map((steps) => {
    let startMs = HOUR;
    return steps.map(({ gap, price, reach, buyVolume, sellVolume, trades }) => {
      startMs += gap * MINUTE_MS;
      const highTicks = price + reach;
      const lowTicks = price - reach;
      const volume = buyVolume + sellVolume + 1;
      return minuteBar({
        startMs,
        closeTicks: price,
        highTicks,
        lowTicks,
        volume,
        buyVolume,
        sellVolume,
        trades,
      });
    });
  });

test('joining in two steps gives the same bars as joining at once', () => {
  fc.assert(
    fc.property(minuteBars, (bars) => {
      expect(aggregateBars(aggregateBars(bars, 5), 30)).toEqual(aggregateBars(bars, 30));
      expect(aggregateBars(aggregateBars(bars, 10), 60)).toEqual(aggregateBars(bars, 60));
    }),
  );
});

test('no contract and no trade is lost or counted twice, and bars come in order', () => {
  const total = (bars: readonly Bar[], count: (bar: Bar) => number) =>
    bars.reduce((sum, bar) => sum + count(bar), 0);
  fc.assert(
    fc.property(minuteBars, fc.constantFrom(...TIMEFRAME_MINUTES), (bars, minutes) => {
      const joined = aggregateBars(bars, minutes);
      for (const count of [
        (bar: Bar) => bar.volume,
        (bar: Bar) => bar.buyVolume,
        (bar: Bar) => bar.sellVolume,
        (bar: Bar) => bar.trades,
      ])
        expect(total(joined, count)).toBe(total(bars, count));
      const starts = joined.map(({ startMs }) => startMs);
      expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
    }),
  );
});
