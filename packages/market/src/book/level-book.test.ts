/** The level book against a map of levels, on random rows with far prices and a wandering touch. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTION_CLEAR, ACTION_LEVEL, NO_PRICE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { eventRow } from '#testing/event-row.ts';
import { LevelBook } from './level-book.ts';

const levelRows = fc.array(
  fc.tuple(
    fc.constantFrom(SIDE_BID, SIDE_ASK),
    fc.oneof(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -20_000, max: 20_000 })),
    fc.integer({ min: 0, max: 4 }),
  ),
  { minLength: 10, maxLength: 200 },
);

function sorted(levels: Map<number, number>, side: number): number[][] {
  return [...levels].sort((a, b) => (side === SIDE_BID ? b[0] - a[0] : a[0] - b[0]));
}

function top(book: LevelBook, side: number): number[][] {
  const prices = new Int32Array(300);
  const sizes = new Int32Array(300);
  const orders = new Int32Array(300);
  const count = book.copyTop(side, 300, prices, sizes, orders);
  return Array.from({ length: count }, (_, row) => [prices[row]!, sizes[row]!]);
}

test('levels and best prices are those of the last row of each price', () => {
  fc.assert(
    fc.property(levelRows, (rows) => {
      const book = new LevelBook();
      const levels = { [SIDE_BID]: new Map<number, number>(), [SIDE_ASK]: new Map<number, number>() };
      for (const [side, priceTicks, size] of rows) {
        const map = levels[side as 1 | 2];
        book.applyRow(eventRow({ action: ACTION_LEVEL, side, priceTicks, size, aux: 1 }), 0);
        map.delete(priceTicks);
        if (size > 0) {
          map.set(priceTicks, size);
        }
        const best = sorted(map, side)[0]?.[0] ?? NO_PRICE;
        expect(side === SIDE_BID ? book.bestBidTicks : book.bestAskTicks).toBe(best);
      }
      expect(top(book, SIDE_BID)).toEqual(sorted(levels[SIDE_BID], SIDE_BID));
      expect(top(book, SIDE_ASK)).toEqual(sorted(levels[SIDE_ASK], SIDE_ASK));
    }),
    { numRuns: 300 },
  );
});

test('the number of orders of a level is kept, and gone with the level', () => {
  const book = new LevelBook();
  book.applyRow(eventRow({ action: ACTION_LEVEL, side: SIDE_ASK, priceTicks: 10, size: 40, aux: 7 }), 0);
  expect([book.levelSize(SIDE_ASK, 10), book.levelOrders(SIDE_ASK, 10)]).toEqual([40, 7]);
  book.applyRow(eventRow({ action: ACTION_LEVEL, side: SIDE_ASK, priceTicks: 10, size: 0, aux: 7 }), 0);
  expect([book.levelSize(SIDE_ASK, 10), book.levelOrders(SIDE_ASK, 10)]).toEqual([0, 0]);
});

test('rows without a side or a price are counted and change nothing, clear empties the book', () => {
  const book = new LevelBook();
  book.applyRow(eventRow({ action: ACTION_LEVEL, side: SIDE_NONE, priceTicks: 10, size: 4 }), 0);
  book.applyRow(eventRow({ action: ACTION_LEVEL, priceTicks: NO_PRICE, size: 4 }), 0);
  expect([book.refusedRows, book.bestBidTicks]).toEqual([2, NO_PRICE]);
  book.applyRow(eventRow({ action: ACTION_LEVEL, priceTicks: 10, size: 4 }), 0);
  book.applyRow(eventRow({ action: ACTION_CLEAR }), 0);
  expect([book.bestBidTicks, book.levelSize(SIDE_BID, 10)]).toEqual([NO_PRICE, 0]);
});
