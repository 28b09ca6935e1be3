/** The oracle's own rules of price, moves and volume: what one-minute bars make certain, and what they exclude. */
import { expect, test } from 'vitest';
import { couldFire, type Minute, Minutes, sureWindows } from './market-rules.ts';

const MINUTE_MS = 60_000;
const START = 1_000 * MINUTE_MS;

/** Bars that follow each other, each with its low, high and close in ticks, and its volume. */
function minutesOf(rows: readonly (readonly [low: number, high: number, close: number, volume?: number])[]) {
  const all = rows.map(([lowTicks, highTicks, closeTicks, volume = 10], at): Minute => {
    return { startMs: START + at * MINUTE_MS, lowTicks, highTicks, closeTicks, volume };
  });
  return new Minutes(all);
}

const at = (minute: number): number => START + minute * MINUTE_MS;

const ABOVE = { kind: 'price_level', test: 'crosses_above', price: '100.00' } as const;

test('closes on both sides of a price are a crossing, in that minute', () => {
  const minutes = minutesOf([
    [90, 99, 98],
    [97, 103, 102],
    [101, 104, 103],
  ]);
  expect(sureWindows(ABOVE, 1, minutes)).toEqual([{ fromMs: at(1), toMs: at(2) }]);
});

test('a price that was only touched from below was not crossed, and cannot have been', () => {
  const minutes = minutesOf([
    [90, 99, 98],
    [97, 100, 99],
    [95, 98, 96],
  ]);
  expect(sureWindows(ABOVE, 1, minutes)).toEqual([]);
  expect(couldFire(ABOVE, 1, minutes, at(1) + 500)).toBe(false);
});

test('a gap between bars decides nothing', () => {
  const [first, , third] = minutesOf([
    [90, 99, 98],
    [97, 100, 99],
    [101, 104, 103],
  ]).all;
  const minutes = new Minutes([first, third].filter((minute) => minute !== undefined));
  expect(sureWindows(ABOVE, 1, minutes)).toEqual([]);
});

const RISE = { kind: 'price_move', direction: 'up', ticks: 10, percent: null, withinMinutes: 5 } as const;

test('a move is due in the minute in which it became large enough, once', () => {
  const minutes = minutesOf([
    [100, 102, 101],
    [100, 103, 102],
    [103, 112, 111],
    [110, 113, 112],
  ]);
  expect(sureWindows(RISE, 1, minutes)).toEqual([{ fromMs: at(2), toMs: at(3) }]);
});

test('a fall is no rise', () => {
  const minutes = minutesOf([
    [110, 113, 112],
    [108, 112, 109],
    [96, 105, 97],
  ]);
  expect(sureWindows(RISE, 1, minutes)).toEqual([]);
  expect(couldFire(RISE, 1, minutes, at(2) + 500)).toBe(false);
});

const MUCH = { kind: 'volume', multiple: 3, windowMinutes: 1 } as const;

test('volume is due where it passes the multiple of the median of the minutes before', () => {
  const quiet = Array.from({ length: 10 }, () => [100, 101, 100, 10] as const);
  const minutes = minutesOf([...quiet, [100, 101, 100, 40], [100, 101, 100, 10]]);
  expect(sureWindows(MUCH, 1, minutes)).toEqual([{ fromMs: at(10), toMs: at(11) }]);
  expect(couldFire(MUCH, 1, minutes, at(10) + 500)).toBe(true);
  expect(couldFire(MUCH, 1, minutes, at(5) + 500)).toBe(false);
});

const BEARISH = { kind: 'trend' as const, to: ['bearish' as const] };

test('a trend can turn where a price of the minute makes it, and not where none does', () => {
  // Ten bars of ten minutes at 10,000; the eleventh falls by 0.6 %
  const START_OF_BAR = Math.ceil(START / (10 * MINUTE_MS)) * 10;
  const flat = Array.from({ length: 100 }, (): readonly [number, number, number] => [9990, 10_010, 10_000]);
  const minutes = minutesOf([
    ...flat,
    ...flat.slice(0, 20),
    [9940, 10_000, 9950],
    [9950, 9990, 9985],
    [9990, 9995, 9990],
    [9990, 9995, 9990],
  ]);
  const turn = START_OF_BAR + 120 - START / MINUTE_MS;
  expect(couldFire(BEARISH, 1, minutes, at(turn + 1) + 500)).toBe(true);
  expect(couldFire(BEARISH, 1, minutes, at(turn - 5) + 500)).toBe(false);
});
