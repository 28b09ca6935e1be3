/** Volume by price: which side of the book a trade took, whatever the prices and however many. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { PriceVolumes } from './price-volumes.ts';

test('nothing was traded at first', () => {
  const prices = new PriceVolumes();
  expect(prices.size).toBe(0);
  expect(prices.sorted()).toEqual([]);
});

test('a buy aggressor trades at the ask, a sell aggressor at the bid', () => {
  const prices = new PriceVolumes();
  prices.add(100, 7, SIDE_BID);
  prices.add(99, 4, SIDE_ASK);
  expect(prices.sorted()).toEqual([
    { priceTicks: 99, bidVolume: 4, askVolume: 0, volume: 4 },
    { priceTicks: 100, bidVolume: 0, askVolume: 7, volume: 7 },
  ]);
});

test('a print without an aggressor counts in the volume only', () => {
  const prices = new PriceVolumes();
  prices.add(100, 7, SIDE_BID);
  prices.add(100, 4, SIDE_ASK);
  prices.add(100, 2, SIDE_NONE);
  expect(prices.sorted()).toEqual([{ priceTicks: 100, bidVolume: 4, askVolume: 7, volume: 13 }]);
  expect(prices.size).toBe(1);
});

test('prices come lowest first, those below zero before the others', () => {
  const prices = new PriceVolumes();
  for (const price of [5, -3, 0, 12, -40]) prices.add(price, 1, SIDE_BID);
  expect(prices.sorted().map(({ priceTicks }) => priceTicks)).toEqual([-40, -3, 0, 5, 12]);
});

test('the ends of the range of prices are kept apart', () => {
  const prices = new PriceVolumes();
  const ends = [-0x8000_0000, -1, 0, 0x7fff_ffff];
  for (const [n, price] of ends.entries()) prices.add(price, n + 1, SIDE_ASK);
  expect(prices.sorted().map(({ priceTicks, volume }) => [priceTicks, volume])).toEqual(
    ends.map((price, n) => [price, n + 1]),
  );
});

test('prices that share a place in the table are kept apart', () => {
  const prices = new PriceVolumes();
  // Steps of 2^20 leave only the highest bits to differ
  const far = Array.from({ length: 100 }, (_, n) => n * 2 ** 20);
  for (const price of far) prices.add(price, 2, SIDE_BID);
  for (const price of far) prices.add(price, 3, SIDE_ASK);
  expect(prices.size).toBe(100);
  expect(prices.sorted()).toEqual(
    far.map((priceTicks) => ({ priceTicks, bidVolume: 3, askVolume: 2, volume: 5 })),
  );
});

test('the table grows without losing a contract', () => {
  const prices = new PriceVolumes();
  for (let price = 0; price < 5000; price += 1) prices.add(price, price + 1, price % 2 ? SIDE_BID : SIDE_ASK);
  expect(prices.size).toBe(5000);
  const rows = prices.sorted();
  expect(rows.every((row, price) => row.priceTicks === price && row.volume === price + 1)).toBe(true);
  expect(rows.every((row, price) => (price % 2 ? row.bidVolume : row.askVolume) === 0)).toBe(true);
});

test('after a clear old volume does not come back with its price', () => {
  const prices = new PriceVolumes();
  prices.add(100, 50, SIDE_BID);
  prices.add(100, 60, SIDE_ASK);
  prices.clear();
  expect([prices.size, prices.sorted().length]).toEqual([0, 0]);
  prices.add(100, 1, SIDE_NONE);
  expect(prices.sorted()).toEqual([{ priceTicks: 100, bidVolume: 0, askVolume: 0, volume: 1 }]);
});

test('with the sides exchanged the columns are exchanged', () => {
  const trades = fc.array(
    fc.tuple(
      fc.integer({ min: -20, max: 20 }),
      fc.integer({ min: 1, max: 99 }),
      fc.constantFrom(SIDE_BID, SIDE_ASK),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(trades, (made) => {
      const prices = new PriceVolumes();
      const mirrored = new PriceVolumes();
      for (const [price, size, side] of made) {
        prices.add(price, size, side);
        mirrored.add(price, size, side === SIDE_BID ? SIDE_ASK : SIDE_BID);
      }
      expect(mirrored.sorted()).toEqual(
        prices.sorted().map(({ bidVolume, askVolume, ...row }) => ({
          ...row,
          bidVolume: askVolume,
          askVolume: bidVolume,
        })),
      );
      const bought = made.filter(([, , side]) => side === SIDE_BID).reduce((sum, [, size]) => sum + size, 0);
      expect(prices.sorted().reduce((sum, row) => sum + row.askVolume, 0)).toBe(bought);
    }),
  );
});
