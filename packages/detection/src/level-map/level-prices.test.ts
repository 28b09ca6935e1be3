/** What is remembered of each price: who traded there, what rested there, and how that differs from its neighbours. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  COL_ACTION,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LevelPrices } from './level-prices.ts';

function applied(
  book: OrderBook,
  action: number,
  id: number,
  side: number,
  priceTicks: number,
  size: number,
): void {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = action;
  row[COL_ORDER_LO] = id;
  row[COL_SIDE] = side;
  row[COL_PRICE_TICKS] = priceTicks;
  row[COL_SIZE] = size;
  book.applyRow(row, 0);
}

/** Bids from 999 down and asks from 1001 up, one order a price, `size` contracts each. */
function bookOf(size: number, levels = 20): OrderBook {
  const book = new OrderBook();
  for (let away = 0; away < levels; away += 1) {
    applied(book, ACTION_ADD, 1 + away, SIDE_BID, 999 - away, size);
    applied(book, ACTION_ADD, 1001 + away, SIDE_ASK, 1001 + away, size);
  }
  return book;
}
function watched(book: OrderBook, seconds: number, prices = new LevelPrices()): LevelPrices {
  for (let second = 0; second < seconds; second += 1) prices.readBook(book);
  return prices;
}

test('contracts count for the aggressor’s side, over a span with both ends', () => {
  const prices = new LevelPrices();
  prices.addTrade(100, 5, SIDE_BID);
  prices.addTrade(102, 7, SIDE_BID);
  prices.addTrade(102, 11, SIDE_ASK);
  prices.addTrade(103, 13, SIDE_ASK);
  expect([prices.traded(SIDE_BID, 100, 102), prices.traded(SIDE_ASK, 100, 102)]).toEqual([12, 11]);
  expect([prices.traded(SIDE_BID, 101, 101), prices.traded(SIDE_ASK, 103, 103)]).toEqual([0, 13]);
  expect([prices.volumeAt(102), prices.volumeAt(101)]).toEqual([18, 0]);
});

test('a trade without an aggressor counts for neither side', () => {
  const prices = new LevelPrices();
  prices.addTrade(100, 5, 0);
  expect(prices.volumeAt(100)).toBe(0);
});

test('a new trading day halves what the days before traded', () => {
  const prices = new LevelPrices();
  prices.addTrade(100, 8, SIDE_BID);
  prices.addTrade(100, 6, SIDE_ASK);
  prices.fade();
  expect([prices.traded(SIDE_BID, 100, 100), prices.traded(SIDE_ASK, 100, 100)]).toEqual([4, 3]);
});

test('while the market stays within reach nothing traded is lost, whatever its path', () => {
  const step = fc.tuple(fc.integer({ min: -1500, max: 1500 }), fc.integer({ min: 1, max: 9 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (trades) => {
      const prices = new LevelPrices();
      for (const [price, size, isBuy] of trades) prices.addTrade(price, size, isBuy ? SIDE_BID : SIDE_ASK);
      for (const [price] of trades) {
        const expected = trades.reduce((sum, [at, size]) => sum + (at === price ? size : 0), 0);
        expect(prices.volumeAt(price)).toBe(expected);
      }
    }),
  );
});

test('a market that leaves the array takes it along, and what is then out of reach is dropped', () => {
  const prices = new LevelPrices();
  prices.addTrade(0, 5, SIDE_BID);
  prices.addTrade(2600, 7, SIDE_BID);
  expect([prices.volumeAt(0), prices.volumeAt(2600)]).toEqual([5, 7]);
  prices.addTrade(-9000, 3, SIDE_ASK);
  expect([prices.volumeAt(0), prices.volumeAt(2600), prices.volumeAt(-9000)]).toEqual([0, 0, 3]);
});

test('before a price was visible for some seconds nothing is known of it', () => {
  expect(watched(bookOf(10), 6).restingAt(999)).toBeNaN();
  expect(watched(bookOf(10), 7).restingAt(999)).toBeCloseTo(10, 9);
});

test('what rests is the mean of what was displayed while the price was visible', () => {
  const prices = watched(bookOf(10), 600);
  expect([prices.restingAt(999), prices.restingAt(1001)].map(Math.round)).toEqual([10, 10]);
  // Twice as much for a long time
  watched(bookOf(20), 600, prices);
  expect(prices.restingAt(1001)).toBeCloseTo(20, 2);
});

test('an empty price between levels is visible and holds nothing', () => {
  const book = bookOf(10);
  applied(book, ACTION_CANCEL, 1 + 3, SIDE_BID, 996, 10);
  const prices = watched(book, 60);
  expect(prices.restingAt(996)).toBe(0);
  expect(prices.restingAt(995)).toBeCloseTo(10, 9);
  // Within the spread nothing is visible
  expect(prices.restingAt(1000)).toBeNaN();
});

test('over a span the fullest price counts, and the sum of those that are visible', () => {
  const book = bookOf(10);
  applied(book, ACTION_ADD, 5000, SIDE_ASK, 1004, 40);
  const prices = watched(book, 60);
  expect(prices.fullest(1001, 1006)).toBeCloseTo(50, 6);
  expect(prices.fullest(1005, 1006)).toBeCloseTo(10, 6);
  expect(prices.fullest(1000, 1000)).toBeNaN();
  expect(prices.restingIn(1000, 1004)).toBeCloseTo(80, 6);
  expect(prices.restingIn(1000, 1000)).toBe(0);
});

test('a zone as full as its neighbours has no contrast and no prominence, a fuller one has both', () => {
  const flat = watched(bookOf(10), 60);
  expect(flat.contrast(1008, 1010)).toBeCloseTo(0, 9);
  expect(flat.prominenceOf(1008, 1010)).toMatchObject({
    size: expect.closeTo(0, 9),
    count: expect.closeTo(0, 9),
  });
  const book = bookOf(10);
  applied(book, ACTION_ADD, 5000, SIDE_ASK, 1009, 90);
  const fuller = watched(book, 60);
  // 100 over 10 beside it, of two orders over one
  expect(fuller.prominenceOf(1009, 1009).size).toBeCloseTo(Math.log(101 / 11), 6);
  expect(fuller.prominenceOf(1009, 1009).count).toBeCloseTo(Math.log(2.5 / 1.5), 6);
  expect(fuller.contrast(1008, 1010)).toBeCloseTo(Math.log(56 / 11), 6);
});

test('bids stand out as asks do', () => {
  const book = bookOf(10);
  applied(book, ACTION_ADD, 5000, SIDE_ASK, 1009, 90);
  applied(book, ACTION_ADD, 5001, SIDE_BID, 991, 90);
  const prices = watched(book, 60);
  expect(prices.prominenceOf(991, 991)).toEqual(prices.prominenceOf(1009, 1009));
  expect(prices.contrast(990, 992)).toBe(prices.contrast(1008, 1010));
});

test('where too few neighbours are visible nothing stands out', () => {
  const prices = watched(bookOf(10, 3), 60);
  expect(prices.prominenceOf(1001, 1003)).toEqual({ size: 0, count: 0, order: 0 });
  expect(prices.contrast(1001, 1003)).toBe(0);
});
