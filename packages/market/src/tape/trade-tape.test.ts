/** Time and sales: what the ring returns, in which order, and how trades since an instant are counted. */
import { expect, test } from 'vitest';
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { TradeTape } from './trade-tape.ts';

/** The tape keeps its last 1024 trades. */
const KEPT = 1024;
const T = 1_795_000_000_000;

function tape(count: number): TradeTape {
  const trades = new TradeTape();
  for (let n = 0; n < count; n += 1) trades.add(T + n, 100 + n, n + 1, SIDE_BID);
  return trades;
}

const sizes = (trades: readonly { readonly size: number }[]): number[] => trades.map(({ size }) => size);

test('an empty tape has no trade to read or to count', () => {
  const trades = new TradeTape();
  expect(trades.total).toBe(0);
  expect(trades.last(10)).toEqual([]);
  expect(trades.countSince(Number.NEGATIVE_INFINITY)).toBe(0);
});

test('each trade keeps its time with its fraction, price, size and aggressor', () => {
  const trades = new TradeTape();
  trades.add(T + 0.25, -7, 3, SIDE_BID);
  trades.add(T + 0.5, 0, 4, SIDE_ASK);
  trades.add(T + 0.75, 9, 5, SIDE_NONE);
  expect(trades.last(3)).toEqual([
    { timeMs: T + 0.75, priceTicks: 9, size: 5, side: SIDE_NONE },
    { timeMs: T + 0.5, priceTicks: 0, size: 4, side: SIDE_ASK },
    { timeMs: T + 0.25, priceTicks: -7, size: 3, side: SIDE_BID },
  ]);
});

test('the newest trade comes first, and no more come than there are', () => {
  const trades = tape(4);
  expect(sizes(trades.last(2))).toEqual([4, 3]);
  expect(sizes(trades.last(4))).toEqual([4, 3, 2, 1]);
  expect(sizes(trades.last(5))).toEqual([4, 3, 2, 1]);
  expect(trades.last(0)).toEqual([]);
});

test('a full tape keeps all its trades until one more comes', () => {
  const trades = tape(KEPT);
  expect(sizes(trades.last(KEPT)).at(-1)).toBe(1);
  trades.add(T + KEPT, 5, 9999, SIDE_ASK);
  const kept = sizes(trades.last(KEPT + 1));
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([KEPT, 9999, 2]);
  expect(trades.total).toBe(KEPT + 1);
});

test('a trade exactly at the instant counts as since it', () => {
  const trades = tape(5);
  expect(trades.countSince(T + 2)).toBe(3);
  expect(trades.countSince(T + 2.25)).toBe(2);
  expect(trades.countSince(T + 1.75)).toBe(3);
  expect(trades.countSince(T + 5)).toBe(0);
});

test('trades of one instant all count', () => {
  const trades = new TradeTape();
  for (const size of [1, 2, 3]) trades.add(T, 100, size, SIDE_ASK);
  expect([trades.countSince(T), trades.countSince(T + 0.001)]).toEqual([3, 0]);
});

test('what was read does not change with the trades that follow', () => {
  const trades = tape(1);
  const read = trades.last(1);
  for (let n = 0; n < KEPT; n += 1) trades.add(T, 7, 7, SIDE_ASK);
  expect(sizes(read)).toEqual([1]);
});
