import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dailyTrend } from '#bars/daily-trend.ts';
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { type PriceVolume, PriceVolumes } from './price-volumes.ts';
import { TradeTape } from './trade-tape.ts';
import { valueAreaOf } from './volume-profile.ts';

const closes = (values: readonly number[]): { closeTicks: number }[] =>
  values.map((closeTicks) => ({ closeTicks }));
const profile = (volumes: readonly number[]): PriceVolume[] =>
  volumes.map((volume, index) => ({ priceTicks: 100 + index, bidVolume: 0, askVolume: 0, volume }));

test('the daily trend follows the specified rule over the last ten closes', () => {
  const rise = [10_000, 10_005, 10_010, 10_015, 10_020, 10_025, 10_030, 10_040, 10_045, 10_051];
  expect(dailyTrend(closes(rise))).toBe('bullish');
  expect(dailyTrend(closes(rise.with(9, 10_050)))).toBe('consolidating');
  expect(dailyTrend(closes([...rise].reverse()))).toBe('bearish');
  expect(dailyTrend(closes(rise.slice(1)))).toBe('consolidating');
  expect(dailyTrend(closes([1, ...Array.from({ length: 10 }, () => 10_000)]))).toBe('consolidating');
});

test('a falling negative price is bearish', () => {
  expect(dailyTrend(closes([-1000, -1001, -1002, -1003, -1004, -1005, -1006, -1007, -1008, -1009]))).toBe(
    'bearish',
  );
});

test('the value area grows from the point of control by the heavier pair of prices', () => {
  expect(valueAreaOf(profile([1, 2, 10, 40, 30, 10, 5, 2]))).toEqual({
    pointOfControlTicks: 103,
    highTicks: 105,
    lowTicks: 103,
  });
  expect(valueAreaOf(profile([5, 5, 5]))?.pointOfControlTicks).toBe(101);
  expect(valueAreaOf([])).toBeNull();
});

test('a value area holds at least 70 % of the volume and its point of control the most', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 60 }), (volumes) => {
      const rows = profile(volumes);
      const area = valueAreaOf(rows);
      if (!area) throw new Error('no area');
      const inside = rows.filter(
        (row) => row.priceTicks >= area.lowTicks && row.priceTicks <= area.highTicks,
      );
      const total = volumes.reduce((sum, volume) => sum + volume, 0);
      expect(inside.reduce((sum, row) => sum + row.volume, 0)).toBeGreaterThanOrEqual(total * 0.7);
      const poc = rows.find((row) => row.priceTicks === area.pointOfControlTicks);
      expect(poc?.volume).toBe(Math.max(...volumes));
    }),
  );
});

test('volume by price keeps every price and side, however far apart', () => {
  const sides = fc.constantFrom(SIDE_BID, SIDE_ASK, SIDE_NONE);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer(), fc.integer({ min: 1, max: 99 }), sides), { maxLength: 900 }),
      (adds) => {
        const prices = new PriceVolumes();
        const expected = new Map<number, number>();
        for (const [price, size, side] of adds) {
          prices.add(price, size, side);
          expected.set(price, (expected.get(price) ?? 0) + size);
        }
        const rows = prices.sorted();
        expect(rows.map((one) => [one.priceTicks, one.volume])).toEqual(
          [...expected].sort(([a], [b]) => a - b),
        );
        prices.clear();
        expect(prices.sorted()).toEqual([]);
      },
    ),
  );
});

test('the tape keeps the last 1024 trades, newest first', () => {
  const tape = new TradeTape();
  for (let n = 0; n < 3000; n += 1) tape.add(n, n, 1, SIDE_BID);
  expect(tape.last(2)).toEqual([
    { timeMs: 2999, priceTicks: 2999, size: 1, side: SIDE_BID },
    { timeMs: 2998, priceTicks: 2998, size: 1, side: SIDE_BID },
  ]);
  expect(tape.last(5000).length).toBe(1024);
  expect(tape.countSince(2990)).toBe(10);
  expect(tape.countSince(0)).toBe(1024);
});
