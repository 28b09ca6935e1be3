/** Merging polled history with the socket's forming minute. */
import { MINUTE_MS, seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { bucketStart, groupMinutes, mergeBars, mergeMinutes } from './merge-bars.ts';

const TEN = 10 * MINUTE_MS;
const START = Date.UTC(2026, 10, 20, 16, 0);

function bar(
  startMs: number,
  close: number,
  volume: number,
  range: readonly [number, number] = [close, close],
): ChartBar {
  return {
    startMs,
    openTicks: close,
    highTicks: range[1],
    lowTicks: range[0],
    closeTicks: close,
    volume,
    buyVolume: volume,
    sellVolume: 0,
    vwapTicks: null,
  };
}

test('the forming minute moves the last bar of ten minutes', () => {
  const history = [bar(START, 100, 50), bar(START + TEN, 104, 20)];
  const minutes = [
    ...Array.from({ length: 10 }, (_, i) => bar(START + i * MINUTE_MS, 100, 5)),
    bar(START + TEN, 104, 20),
    bar(START + TEN + MINUTE_MS, 107, 3, [103, 108]),
  ];
  const merged = mergeBars(history, minutes, 10);
  expect(merged).toHaveLength(2);
  expect(merged[1]).toMatchObject({ closeTicks: 107, highTicks: 108, lowTicks: 103, volume: 23 });
});

test('no bar joins two contracts: where both traded in an interval the later one is drawn', () => {
  const minutes = [
    { ...bar(START, 100, 5), contract: 'ESZ6' },
    { ...bar(START + MINUTE_MS, 120, 3), contract: 'ESH7' },
    { ...bar(START + 2 * MINUTE_MS, 121, 4), contract: 'ESH7' },
  ];
  expect(groupMinutes(minutes, 10)).toMatchObject([
    { startMs: START, openTicks: 120, closeTicks: 121, volume: 7, contract: 'ESH7' },
  ]);
});

test('a minute after the last known bar begins a new bar', () => {
  const merged = mergeBars([bar(START, 100, 50)], [bar(START + TEN, 101, 2)], 10);
  expect(merged.map((one) => one.startMs)).toEqual([START, START + TEN]);
});

test('minutes that do not cover the bar from its start leave the polled bar', () => {
  const history = [bar(START, 100, 50)];
  expect(mergeBars(history, [bar(START + 5 * MINUTE_MS, 99, 400)], 10)).toEqual(history);
});

test('a polled bar that knows more volume is kept', () => {
  const history = [bar(START, 100, 50)];
  expect(mergeBars(history, [bar(START, 99, 10)], 10)).toEqual(history);
});

test('the newer state of a minute is the one with more volume', () => {
  const merged = mergeMinutes([bar(START, 100, 10)], [bar(START, 101, 12), bar(START + MINUTE_MS, 102, 1)]);
  expect(merged.map((one) => one.closeTicks)).toEqual([101, 102]);
  expect(mergeMinutes([bar(START, 100, 10)], [bar(START, 99, 4)])[0]?.closeTicks).toBe(100);
});

test('without minutes history stays unchanged', () => {
  const history = [bar(START, 100, 1)];
  expect(mergeBars(history, [], 30)).toBe(history);
});

test.each([5, 10, 15, 30, 60] as const)(
  'grouping to %i minutes keeps every contract and every extreme',
  (timeframe) => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const draw = seededDraws(seed);
      const next = (below: number): number => Math.floor(draw() * below);
      const minutes = Array.from({ length: 300 }, (_, at) => at)
        .filter(() => next(3) === 0)
        .map((at) => bar(START + at * MINUTE_MS, 0, next(1000), [-next(50), 1 + next(50)]));
      const grouped = groupMinutes(minutes, timeframe);
      const sum = (bars: readonly ChartBar[]): number => bars.reduce((all, one) => all + one.volume, 0);
      expect(sum(grouped)).toBe(sum(minutes));
      for (const one of grouped) {
        const inside = minutes.filter((each) => bucketStart(each.startMs, timeframe) === one.startMs);
        expect(one.highTicks).toBe(Math.max(...inside.map((each) => each.highTicks)));
        expect(one.lowTicks).toBe(Math.min(...inside.map((each) => each.lowTicks)));
      }
    }
  },
);
