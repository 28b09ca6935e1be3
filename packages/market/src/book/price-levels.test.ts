/** What every book shows of its two sides: bid and ask are never confused, whichever kind of book it is. */
import { expect, test } from 'vitest';
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_LEVEL,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
} from '#events/market-event.ts';
import { topOf } from '#testing/book-view.ts';
import { eventRow } from '#testing/event-row.ts';
import { LevelBook } from './level-book.ts';
import { OrderBook } from './order-book.ts';
import type { PriceLevels } from './price-levels.ts';

type Level = readonly [side: number, priceTicks: number, size: number];

function filled(kind: string, levels: readonly Level[]): PriceLevels {
  const book = kind === 'orders' ? new OrderBook() : new LevelBook();
  const action = kind === 'orders' ? ACTION_ADD : ACTION_LEVEL;
  levels.forEach(([side, priceTicks, size], n) => {
    book.applyRow(eventRow({ action, id: n + 1, side, priceTicks, size, aux: 1 }), 0);
  });
  return book;
}

const QUOTES: readonly Level[] = [
  [SIDE_ASK, 103, 6],
  [SIDE_BID, 98, 4],
  [SIDE_ASK, 101, 2],
  [SIDE_BID, 100, 3],
  [SIDE_ASK, 110, 8],
  [SIDE_BID, 91, 7],
];

test.each(['orders', 'levels'])('a book of %s without rows has no price on either side', (kind) => {
  const book = filled(kind, []);
  expect([book.bestBidTicks, book.bestAskTicks]).toEqual([NO_PRICE, NO_PRICE]);
  expect([topOf(book, SIDE_BID), topOf(book, SIDE_ASK)]).toEqual([[], []]);
  expect([book.levelSize(SIDE_BID, 100), book.levelOrders(SIDE_ASK, 100)]).toEqual([0, 0]);
});

test.each(['orders', 'levels'])(
  'in a book of %s the best bid is the highest, the best ask the lowest',
  (kind) => {
    const book = filled(kind, QUOTES);
    expect([book.bestBidTicks, book.bestAskTicks]).toEqual([100, 101]);
  },
);

test.each(['orders', 'levels'])('a book of %s shows bids downwards and asks upwards', (kind) => {
  const book = filled(kind, QUOTES);
  expect(topOf(book, SIDE_BID)).toEqual([
    [100, 3, 1],
    [98, 4, 1],
    [91, 7, 1],
  ]);
  expect(topOf(book, SIDE_ASK)).toEqual([
    [101, 2, 1],
    [103, 6, 1],
    [110, 8, 1],
  ]);
});

test.each(['orders', 'levels'])('no more levels of a book of %s come than were requested', (kind) => {
  const book = filled(kind, QUOTES);
  expect(topOf(book, SIDE_BID, 2).map(([price]) => price)).toEqual([100, 98]);
  expect(topOf(book, SIDE_ASK, 1).map(([price]) => price)).toEqual([101]);
  expect(topOf(book, SIDE_ASK, 0)).toEqual([]);
  expect(topOf(book, SIDE_ASK, 3)).toHaveLength(3);
});

test.each(['orders', 'levels'])('in a book of %s a level is on its own side only', (kind) => {
  const book = filled(kind, QUOTES);
  expect([book.levelSize(SIDE_BID, 98), book.levelSize(SIDE_ASK, 98)]).toEqual([4, 0]);
  expect([book.levelSize(SIDE_ASK, 103), book.levelSize(SIDE_BID, 103)]).toEqual([6, 0]);
  expect([book.levelOrders(SIDE_BID, 98), book.levelOrders(SIDE_ASK, 98)]).toEqual([1, 0]);
});

test.each(['orders', 'levels'])('a book of %s holds both sides at one price', (kind) => {
  const book = filled(kind, [
    [SIDE_BID, 100, 3],
    [SIDE_ASK, 100, 5],
  ]);
  expect([book.levelSize(SIDE_BID, 100), book.levelSize(SIDE_ASK, 100)]).toEqual([3, 5]);
  expect([book.bestBidTicks, book.bestAskTicks]).toEqual([100, 100]);
});

test.each(['orders', 'levels'])('prices of zero and below are prices in a book of %s', (kind) => {
  const book = filled(kind, [
    [SIDE_BID, -3, 1],
    [SIDE_BID, -1, 2],
    [SIDE_ASK, 0, 3],
    [SIDE_ASK, 1, 4],
  ]);
  expect([book.bestBidTicks, book.bestAskTicks]).toEqual([-1, 0]);
  expect(topOf(book, SIDE_BID).map(([price]) => price)).toEqual([-1, -3]);
  expect(topOf(book, SIDE_ASK).map(([price]) => price)).toEqual([0, 1]);
});

test.each(['orders', 'levels'])(
  'a side that empties has no price in a book of %s, the other keeps its own',
  (kind) => {
    const book = filled(kind, [[SIDE_ASK, 101, 2]]);
    expect([book.bestBidTicks, book.bestAskTicks]).toEqual([NO_PRICE, 101]);
    const mirrored = filled(kind, [[SIDE_BID, 101, 2]]);
    expect([mirrored.bestBidTicks, mirrored.bestAskTicks]).toEqual([101, NO_PRICE]);
  },
);

test.each(['orders', 'levels'])('a mirrored market is a mirrored book of %s', (kind) => {
  const book = filled(kind, QUOTES);
  const mirrored = filled(
    kind,
    QUOTES.map(([side, price, size]) => [side === SIDE_BID ? SIDE_ASK : SIDE_BID, -price, size] as const),
  );
  expect(mirrored.bestBidTicks).toBe(-book.bestAskTicks);
  expect(mirrored.bestAskTicks).toBe(-book.bestBidTicks);
  const flipped = topOf(book, SIDE_ASK).map(([price = 0, ...rest]) => [-price, ...rest]);
  expect(topOf(mirrored, SIDE_BID)).toEqual(flipped);
});

test.each(['orders', 'levels'])(
  'clearing a book of %s empties both sides, and it can be filled again',
  (kind) => {
    const book = filled(kind, QUOTES);
    book.applyRow(eventRow({ action: ACTION_CLEAR }), 0);
    expect([book.bestBidTicks, book.bestAskTicks]).toEqual([NO_PRICE, NO_PRICE]);
    expect([topOf(book, SIDE_BID), topOf(book, SIDE_ASK)]).toEqual([[], []]);
    const action = kind === 'orders' ? ACTION_ADD : ACTION_LEVEL;
    book.applyRow(eventRow({ action, id: 1, side: SIDE_ASK, priceTicks: 103, size: 9 }), 0);
    expect([book.bestAskTicks, book.levelSize(SIDE_ASK, 103)]).toEqual([103, 9]);
  },
);

test.each(['orders', 'levels'])(
  'a price beyond 30 bits is refused by a book of %s, the last one is not',
  (kind) => {
    const last = 0x3fff_ffff;
    const book = filled(kind, [
      [SIDE_BID, last + 1, 1],
      [SIDE_ASK, -last - 1, 1],
    ]);
    expect([book.refusedRows, book.bestBidTicks, book.bestAskTicks]).toEqual([2, NO_PRICE, NO_PRICE]);
    const ends = filled(kind, [
      [SIDE_BID, -last, 1],
      [SIDE_BID, last, 2],
      [SIDE_ASK, last, 3],
      [SIDE_ASK, -last, 4],
    ]);
    expect([ends.refusedRows, ends.bestBidTicks, ends.bestAskTicks]).toEqual([0, last, -last]);
    expect(topOf(ends, SIDE_BID).map(([price]) => price)).toEqual([last, -last]);
    expect(topOf(ends, SIDE_ASK).map(([price]) => price)).toEqual([-last, last]);
  },
);
