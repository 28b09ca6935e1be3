/** The ring of closed bars: what it returns, in which order, and what falls out. */
import { expect, test } from 'vitest';
import { minuteBar } from '#testing/minute-bar.ts';
import { MINUTE_MS } from '#time/durations.ts';
import { BarSeries } from './bar-series.ts';

/** The series keeps 8192 bars: more than five trading days of 23 hours (6900 minutes). */
const KEPT = 8192;

function series(count: number): BarSeries {
  const bars = new BarSeries();
  for (let n = 0; n < count; n += 1) bars.push(minuteBar({ startMs: n * MINUTE_MS, volume: n }));
  return bars;
}

const numbers = (bars: readonly { readonly volume: number }[]): number[] => bars.map(({ volume }) => volume);

test('an empty series has nothing to read', () => {
  const bars = new BarSeries();
  expect([bars.pushed, bars.length]).toEqual([0, 0]);
  expect(bars.last(10)).toEqual([]);
  expect(bars.after(0)).toEqual([]);
  expect(bars.since(Number.NEGATIVE_INFINITY)).toEqual([]);
});

test('a bar is read as it was pushed, every field of it', () => {
  const bars = new BarSeries();
  const first = minuteBar({
    startMs: 1_795_000_020_000,
    openTicks: -4,
    highTicks: 9,
    lowTicks: -7,
    closeTicks: 3,
    volume: 50,
    buyVolume: 20,
    sellVolume: 19,
    trades: 12,
    vwapTicks: 1.375,
  });
  const second = minuteBar({ startMs: 1_795_000_080_000, vwapTicks: null });
  bars.push(first);
  bars.push(second);
  expect(bars.last(2)).toEqual([first, second]);
});

test('a VWAP of zero is a value', () => {
  const bars = new BarSeries();
  bars.push(minuteBar({ vwapTicks: 0 }));
  expect(bars.last(1)[0]?.vwapTicks).toBe(0);
});

test('the last bars come oldest first, and no more than there are', () => {
  const bars = series(5);
  expect(numbers(bars.last(2))).toEqual([3, 4]);
  expect(numbers(bars.last(5))).toEqual([0, 1, 2, 3, 4]);
  expect(numbers(bars.last(99))).toEqual([0, 1, 2, 3, 4]);
  expect(bars.last(0)).toEqual([]);
});

test('after the first so many come the others', () => {
  const bars = series(5);
  expect(numbers(bars.after(0))).toEqual([0, 1, 2, 3, 4]);
  expect(numbers(bars.after(3))).toEqual([3, 4]);
  expect(bars.after(5)).toEqual([]);
  expect(bars.after(6)).toEqual([]);
});

test('a reader that keeps the count misses none and reads none twice', () => {
  const bars = series(3);
  let known = bars.pushed;
  const read: number[] = [];
  for (let n = 3; n < 9; n += 1) {
    bars.push(minuteBar({ volume: n }));
    if (n % 2 === 0) continue;
    read.push(...numbers(bars.after(known)));
    known = bars.pushed;
  }
  read.push(...numbers(bars.after(known)));
  expect(read).toEqual([3, 4, 5, 6, 7, 8]);
});

test('bars since an instant include the one that starts on it', () => {
  const bars = series(5);
  expect(numbers(bars.since(3 * MINUTE_MS))).toEqual([3, 4]);
  expect(numbers(bars.since(3 * MINUTE_MS + 0.25))).toEqual([4]);
  expect(numbers(bars.since(3 * MINUTE_MS - 0.25))).toEqual([3, 4]);
  expect(bars.since(5 * MINUTE_MS)).toEqual([]);
  expect(numbers(bars.since(-1))).toEqual([0, 1, 2, 3, 4]);
});

test('a full series keeps its last bars and counts all', () => {
  const bars = series(KEPT);
  expect([bars.pushed, bars.length]).toEqual([KEPT, KEPT]);
  expect(numbers(bars.last(KEPT))[0]).toBe(0);
  bars.push(minuteBar({ startMs: KEPT * MINUTE_MS, volume: KEPT }));
  expect([bars.pushed, bars.length]).toEqual([KEPT + 1, KEPT]);
  const kept = numbers(bars.after(0));
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([KEPT, 1, KEPT]);
  expect(numbers(bars.since(0))).toEqual(kept);
  expect(numbers(bars.last(2))).toEqual([KEPT - 1, KEPT]);
});
