/** The footprint of bars: sides, order, and what the two rings keep. */
import { expect, test } from 'vitest';
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { MINUTE_MS } from '#time/durations.ts';
import { Footprint } from './footprint.ts';

/** Bars and cells (prices of bars) that are kept. */
const BARS = 256;
const CELLS = 16_384;

/** One bar of prices from `from` on, each of one contract. */
function addBar(footprint: Footprint, bar: number, prices: number, from = 0): void {
  for (let n = 0; n < prices; n += 1) footprint.add(from + n, 1, SIDE_BID);
  footprint.close(bar * MINUTE_MS);
}

const starts = (footprint: Footprint, count: number): number[] =>
  footprint.last(count).map(({ startMs }) => startMs / MINUTE_MS);

test('an empty footprint has neither bars nor forming prices', () => {
  const footprint = new Footprint();
  expect(footprint.last(10)).toEqual([]);
  expect(footprint.forming()).toEqual([]);
});

test('forming prices have buys at the ask and sells at the bid, lowest price first', () => {
  const footprint = new Footprint();
  footprint.add(101, 5, SIDE_BID);
  footprint.add(100, 3, SIDE_ASK);
  footprint.add(101, 2, SIDE_NONE);
  expect(footprint.forming()).toEqual([
    { priceTicks: 100, bidVolume: 3, askVolume: 0, volume: 3 },
    { priceTicks: 101, bidVolume: 0, askVolume: 5, volume: 7 },
  ]);
});

test('a closed bar has the prices that formed, and the next one starts empty', () => {
  const footprint = new Footprint();
  footprint.add(100, 3, SIDE_ASK);
  footprint.add(-2, 4, SIDE_BID);
  const formed = footprint.forming();
  footprint.close(7 * MINUTE_MS);
  expect(footprint.last(1)).toEqual([{ startMs: 7 * MINUTE_MS, prices: formed }]);
  expect(footprint.forming()).toEqual([]);
  footprint.add(100, 1, SIDE_BID);
  footprint.close(8 * MINUTE_MS);
  expect(footprint.last(1)[0]?.prices).toEqual([{ priceTicks: 100, bidVolume: 0, askVolume: 1, volume: 1 }]);
});

test('forming prices that are discarded are in no bar', () => {
  const footprint = new Footprint();
  footprint.add(100, 3, SIDE_ASK);
  footprint.discard();
  expect(footprint.forming()).toEqual([]);
  footprint.add(101, 1, SIDE_BID);
  footprint.close(0);
  expect(footprint.last(5).map(({ prices }) => prices.map(({ priceTicks }) => priceTicks))).toEqual([[101]]);
});

test('a bar without a price is kept as an empty one', () => {
  const footprint = new Footprint();
  footprint.close(0);
  addBar(footprint, 1, 2);
  expect(footprint.last(2).map(({ prices }) => prices.length)).toEqual([0, 2]);
});

test('the last bars come oldest first, no more than there are', () => {
  const footprint = new Footprint();
  for (let bar = 0; bar < 5; bar += 1) addBar(footprint, bar, bar + 1);
  expect(starts(footprint, 2)).toEqual([3, 4]);
  expect(starts(footprint, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(starts(footprint, 9)).toEqual([0, 1, 2, 3, 4]);
  expect(starts(footprint, 0)).toEqual([]);
  expect(footprint.last(5).map(({ prices }) => prices.length)).toEqual([1, 2, 3, 4, 5]);
});

test('the oldest bar falls out when there is one too many', () => {
  const footprint = new Footprint();
  for (let bar = 0; bar < BARS; bar += 1) addBar(footprint, bar, 1, bar);
  expect(starts(footprint, 999)[0]).toBe(0);
  addBar(footprint, BARS, 1, BARS);
  const bars = footprint.last(999);
  expect([bars.length, bars[0]?.startMs, bars.at(-1)?.startMs]).toEqual([BARS, MINUTE_MS, BARS * MINUTE_MS]);
  expect(bars.every(({ startMs, prices }) => prices[0]?.priceTicks === startMs / MINUTE_MS)).toBe(true);
});

test('a bar of which a cell was written over is not returned', () => {
  const footprint = new Footprint();
  addBar(footprint, 0, 10);
  addBar(footprint, 1, 20, 50);
  // Together exactly what is kept
  addBar(footprint, 2, CELLS - 30, -100);
  expect(starts(footprint, 9)).toEqual([0, 1, 2]);
  addBar(footprint, 3, 1);
  expect(starts(footprint, 9)).toEqual([1, 2, 3]);
  expect(footprint.last(3)[0]?.prices.map(({ priceTicks }) => priceTicks)).toEqual(
    Array.from({ length: 20 }, (_, n) => 50 + n),
  );
});

test('a bar of more prices than are kept has the lowest ones', () => {
  const footprint = new Footprint();
  addBar(footprint, 0, CELLS + 5, 1000);
  const prices = footprint.last(1)[0]?.prices ?? [];
  expect([prices.length, prices[0]?.priceTicks, prices.at(-1)?.priceTicks]).toEqual([
    CELLS,
    1000,
    1000 + CELLS - 1,
  ]);
});
