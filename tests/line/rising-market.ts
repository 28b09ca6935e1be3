/** A market with a price of its own each second: a number above the price of then was made after then. */
import { block, iceberg, quotes, type TapeFeed } from '@undertow/server/testing/tape-feed.ts';

export const RISING_SINCE = Date.UTC(2026, 10, 20, 16);
/** Seconds that are written before the test begins. */
export const HISTORY_SECONDS = 1200;
/** Prices rise by ten ticks a second. */
const BASE_TICKS = 20_000;
const STEP_TICKS = 10;
const TICK_SIZE = 0.25;
/** On the watchlist of the delayed viewer, and analysed by nobody. */
export const WATCHED_ONLY = 6;

const priceTicks = (second: number): number => BASE_TICKS + (second + HISTORY_SECONDS) * STEP_TICKS;
/** The highest price of the market up to the second, the ask included. */
export const ceiling = (second: number): number => (priceTicks(second) + 1) * TICK_SIZE;

export function writeSecond(feed: TapeFeed, second: number, previous: number | null): void {
  const idOf = (n: number): number => 1000 + (n + HISTORY_SECONDS) * 100;
  const price = priceTicks(second);
  const lines = quotes(price, idOf(second), previous === null ? null : idOf(previous));
  const id = idOf(second) + 10;
  const isEventful = second % 30 === 0;
  feed.push(1, RISING_SINCE + second * 1000, [
    ...lines,
    ...iceberg(price, id, id + 1, isEventful ? 6 : 1),
    // Each larger than all before it: an AI pattern whose text holds the price
    ...(isEventful ? block(price, 1000 + second + HISTORY_SECONDS) : []),
  ]);
  feed.push(WATCHED_ONLY, RISING_SINCE + second * 1000, [...lines, ...iceberg(price, id, id + 1, 1)]);
}

/** Everything up to the first second of the test. */
export function writeHistory(feed: TapeFeed): void {
  for (let second = -HISTORY_SECONDS; second < 0; second += 1)
    writeSecond(feed, second, second === -HISTORY_SECONDS ? null : second - 1);
}
