/** What a footprint marks, against cases by hand: rows of ticks, imbalances, stacks and their zones, auctions, statistics. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PriceVolume } from '#tape/price-volumes.ts';
import { minuteBar } from '#testing/minute-bar.ts';
import { MINUTE_MS } from '#time/durations.ts';
import { barStatistics, unfinishedAuctions } from './bar-statistics.ts';
import { cellRows } from './cell-rows.ts';
import type { FlowBar } from './flow-bar.ts';
import { diagonalImbalances, stackedImbalances } from './imbalances.ts';
import { StackedZones } from './stacked-zones.ts';

/** Cells as [price, sold at bid, bought at ask, without aggressor]. */
const cells = (...rows: readonly (readonly [number, number, number, number?])[]): PriceVolume[] =>
  rows.map(([priceTicks, bidVolume, askVolume, other = 0]) => ({
    priceTicks,
    bidVolume,
    askVolume,
    volume: bidVolume + askVolume + other,
  }));

function bar(minute: number, prices: readonly PriceVolume[]): FlowBar {
  const total = (key: keyof PriceVolume) => prices.reduce((sum, row) => sum + row[key], 0);
  return {
    ...minuteBar({
      startMs: minute * MINUTE_MS,
      lowTicks: prices[0]?.priceTicks ?? 0,
      highTicks: prices.at(-1)?.priceTicks ?? 0,
      volume: total('volume'),
      buyVolume: total('askVolume'),
      sellVolume: total('bidVolume'),
    }),
    endMs: minute * MINUTE_MS,
    minDelta: -3,
    maxDelta: 8,
    prices,
  };
}

test('rows of several ticks are aligned to price 0, also below it, and named by their lowest tick', () => {
  expect(cellRows(cells([-3, 1, 0], [-1, 2, 0], [0, 4, 1], [1, 0, 2, 5], [4, 1, 1]), 2)).toEqual(
    cells([-4, 1, 0], [-2, 2, 0], [0, 4, 3, 5], [4, 1, 1]),
  );
  expect(() => cellRows([], 0)).toThrow('expected a whole number of ticks a row from 1, got 0');
});

const RULE = { ratioPercent: 300, minSize: 20, rowTicks: 1 };

test('buys are compared with the sells one price below, sells with the buys one price above', () => {
  const rows = cells([100, 10, 90], [101, 60, 30], [102, 40, 20], [103, 20, 119]);
  // 30 at 101 are three times the 10 at 100; 20 at 102 are less than 60; 119 at 103 are less than three times 40
  expect(diagonalImbalances(rows, RULE)).toEqual([
    { priceTicks: 101, side: 'buy' },
    { priceTicks: 101, side: 'sell' },
  ]);
});

test('the size below the minimum is none, an untraded opposite counts as 0, and the ends of the bar have no opposite', () => {
  expect(diagonalImbalances(cells([100, 0, 500], [101, 0, 19], [102, 500, 19]), RULE)).toEqual([]);
  expect(diagonalImbalances(cells([100, 50, 0], [102, 0, 20]), RULE)).toEqual([
    { priceTicks: 100, side: 'sell' },
    { priceTicks: 102, side: 'buy' },
  ]);
});

test('rows of ticks are compared with the neighbouring row', () => {
  const rows = cellRows(cells([100, 5, 0], [101, 5, 0], [102, 0, 20], [103, 0, 10]), 2);
  expect(diagonalImbalances(rows, { ...RULE, rowTicks: 2 })).toEqual([{ priceTicks: 102, side: 'buy' }]);
});

const buys = (...prices: readonly number[]) =>
  prices.map((priceTicks) => ({ priceTicks, side: 'buy' }) as const);

test('three consecutive imbalances of one side are a stack, two are none, and a gap divides', () => {
  expect(stackedImbalances(buys(1, 2, 4, 5, 6), 3, 1)).toEqual([
    { side: 'buy', lowTicks: 4, highTicks: 6, rows: 3 },
  ]);
  expect(stackedImbalances([...buys(1, 2), { priceTicks: 3, side: 'sell' }], 3, 1)).toEqual([]);
  expect(stackedImbalances(buys(10, 12, 14), 3, 2)).toEqual([
    { side: 'buy', lowTicks: 10, highTicks: 15, rows: 3 },
  ]);
});

test('a zone lasts until a later bar trades through it, not to it', () => {
  const zones = new StackedZones({ ...RULE, minRows: 3 });
  // Nothing was sold below the buys at 101 to 103
  zones.add(bar(1, cells([100, 0, 0, 1], [101, 0, 60], [102, 0, 60], [103, 0, 60])));
  zones.add(bar(2, cells([101, 1, 1], [104, 1, 1])));
  const zone = { side: 'buy', lowTicks: 101, highTicks: 103, rows: 3, fromMs: MINUTE_MS };
  expect(zones.zones()).toEqual([{ ...zone, endMs: null }]);
  expect(zones.zones({ startMs: 3 * MINUTE_MS, highTicks: 105, lowTicks: 100 })).toEqual([
    { ...zone, endMs: 3 * MINUTE_MS },
  ]);
  expect(zones.zones()).toEqual([{ ...zone, endMs: null }]);
  zones.add(bar(4, cells([100, 1, 1])));
  zones.add(bar(5, cells([99, 1, 1])));
  expect(zones.zones()).toEqual([{ ...zone, endMs: 4 * MINUTE_MS }]);
});

test('a zone of sells ends above it', () => {
  const zones = new StackedZones({ ...RULE, minRows: 3 }, 1);
  const sells = cells([100, 60, 0], [101, 60, 0], [102, 60, 0], [103, 0, 0, 1]);
  zones.add(bar(1, sells));
  zones.add(bar(2, cells([90, 1, 1])));
  expect(zones.zones().map(({ endMs }) => endMs)).toEqual([null]);
  zones.add(bar(3, sells));
  expect(zones.zones().map(({ fromMs, endMs }) => [fromMs, endMs])).toEqual([
    [MINUTE_MS, 3 * MINUTE_MS],
    [3 * MINUTE_MS, null],
  ]);
});

test('an auction is unfinished where both sides traded at the extreme', () => {
  expect(unfinishedAuctions({ prices: cells([1, 5, 1], [2, 0, 7]) })).toEqual({
    unfinishedHigh: false,
    unfinishedLow: true,
  });
  expect(unfinishedAuctions({ prices: cells([1, 5, 0], [2, 1, 7]) })).toEqual({
    unfinishedHigh: true,
    unfinishedLow: false,
  });
  expect(unfinishedAuctions({ prices: [] })).toEqual({ unfinishedHigh: false, unfinishedLow: false });
});

test('the cumulative delta goes on from bar to bar and begins anew with the day', () => {
  const bars = [bar(1, cells([1, 2, 6])), bar(2, cells([1, 3, 0], [2, 1, 0])), bar(3, cells([1, 0, 1]))];
  const read = barStatistics(bars, (timeMs) => (timeMs < 3 * MINUTE_MS ? 'one' : 'two'), 10);
  expect(
    read.map(({ delta, cumulativeDelta, deltaPercent }) => [delta, cumulativeDelta, deltaPercent]),
  ).toEqual([
    [4, 14, 50],
    [-4, 10, -100],
    [1, 1, 100],
  ]);
  expect(read[1]).toMatchObject({ volume: 4, minDelta: -3, maxDelta: 8, pointOfControlTicks: 1 });
});

test('every imbalance of random cells holds by its definition, and none is missing', () => {
  const row = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), fc.integer({ min: 0, max: 30 }), (sides, minSize) => {
      const rows = cells(...sides.map(([bid, ask], n) => [n, bid, ask] as const));
      const expected: string[] = [];
      for (let n = 0; n < rows.length; n += 1) {
        const buy = sides[n]?.[1] ?? 0;
        const sell = sides[n]?.[0] ?? 0;
        if (n > 0 && buy > 0 && buy >= minSize && buy >= 3 * (sides[n - 1]?.[0] ?? 0))
          expected.push(`${n} buy`);
        if (n + 1 < rows.length && sell > 0 && sell >= minSize && sell >= 3 * (sides[n + 1]?.[1] ?? 0))
          expected.push(`${n} sell`);
      }
      const found = diagonalImbalances(rows, { ...RULE, minSize });
      expect(found.map(({ priceTicks, side }) => `${priceTicks} ${side}`)).toEqual(expected);
    }),
  );
});
