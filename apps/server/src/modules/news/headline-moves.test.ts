/** Moves after an instant, by bars of a minute. */
import { type ContractBar, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { movesAfter, priceBefore } from './headline-moves.ts';

const READ = Date.UTC(2026, 10, 30, 12, 0, 20);

/** Minutes from two before `READ`, each a tick higher than the one before. */
const bars = Array.from({ length: 22 }, (_, n) => {
  const startMs = Date.UTC(2026, 10, 30, 11, 58) + n * MINUTE_MS;
  return { startMs, closeTicks: 1000 + n } as ContractBar;
});

test('a move begins with the last price before the minute in which the headline was read', () => {
  expect(movesAfter(bars, READ)).toEqual([
    { minutes: 1, ticks: 2 },
    { minutes: 5, ticks: 6 },
    { minutes: 15, ticks: 16 },
  ]);
});

test('where the market was closed nothing is known', () => {
  const early = bars.slice(0, 5);
  expect(movesAfter(early, READ).map(({ ticks }) => ticks)).toEqual([2, null, null]);
  expect(movesAfter([], READ).map(({ ticks }) => ticks)).toEqual([null, null, null]);
});

test('the price before an instant is that of the last minute that was over, unless it is old', () => {
  expect(priceBefore(bars, READ)).toBe(1001);
  expect(priceBefore(bars, READ + 60 * MINUTE_MS)).toBeNull();
});
