/** Places in the queue of a price, through adds, modifies, cancels and fills of both sides. */
import { expect, test } from 'vitest';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_HEARTBEAT,
  ACTION_MODIFY,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
} from '#events/market-event.ts';
import { CHANGE_ADD, CHANGE_CANCEL, CHANGE_MODIFY } from '#events/match-event.ts';
import { queueOf } from '#testing/book-view.ts';
import { eventRow, type RowFields } from '#testing/event-row.ts';
import { OrderBook } from './order-book.ts';

const SIDES = [
  ['bid', SIDE_BID],
  ['ask', SIDE_ASK],
] as const;

/** Three orders at 100, of 5, 3 and 2 contracts, in this order. */
function threeOrders(side: number) {
  const book = new OrderBook();
  const apply = (fields: RowFields): number =>
    book.applyRow(eventRow({ side, priceTicks: 100, ...fields }), 0);
  for (const [n, size] of [5, 3, 2].entries()) apply({ id: n + 1, size });
  const slot = (id: number): number => book.findOrder(0, id);
  const ahead = (): number[] => queueOf(book, side, 100).map((id) => book.queueAhead(slot(id)));
  return { book, apply, slot, ahead, ids: () => queueOf(book, side, 100) };
}

test.each(SIDES)('%s orders queue first in, first out', (_, side) => {
  const { book, ids, ahead } = threeOrders(side);
  expect(ids()).toEqual([1, 2, 3]);
  expect(ahead()).toEqual([0, 5, 8]);
  expect([book.levelSize(side, 100), book.levelOrders(side, 100), book.liveOrders]).toEqual([10, 3, 3]);
});

test.each(SIDES)('%s: an order that is in the book is found with its price, size, side and id', (_, side) => {
  const { book, slot } = threeOrders(side);
  const at = slot(2);
  expect([book.orderPriceTicks(at), book.orderSize(at), book.orderSide(at)]).toEqual([100, 3, side]);
  expect([book.orderHi(at), book.orderLo(at)]).toEqual([0, 2]);
  expect([slot(9), book.firstOrder(side, 101), book.firstOrder(SIDE_BID + SIDE_ASK - side, 100)]).toEqual([
    -1, -1, -1,
  ]);
});

test.each(SIDES)(
  '%s: cancelling the first, the middle or the last order leaves the others in their order',
  (_, side) => {
    for (const [gone, left] of [
      [1, [2, 3]],
      [2, [1, 3]],
      [3, [1, 2]],
    ] as const) {
      const { apply, ids, slot, book } = threeOrders(side);
      const size = book.orderSize(slot(gone));
      expect(apply({ action: ACTION_CANCEL, id: gone, size })).toBe(CHANGE_CANCEL);
      expect(ids()).toEqual(left);
      expect(book.levelSize(side, 100)).toBe(10 - size);
      expect([slot(gone), book.liveOrders]).toEqual([-1, 2]);
    }
  },
);

test.each(SIDES)('%s: a new order goes behind the one that is last after a cancel', (_, side) => {
  const { apply, ids, ahead } = threeOrders(side);
  apply({ action: ACTION_CANCEL, id: 3, size: 2 });
  apply({ id: 4, size: 7 });
  expect([ids(), ahead()]).toEqual([
    [1, 2, 4],
    [0, 5, 8],
  ]);
  apply({ action: ACTION_CANCEL, id: 1, size: 5 });
  apply({ id: 5, size: 1 });
  expect([ids(), ahead()]).toEqual([
    [2, 4, 5],
    [0, 3, 10],
  ]);
});

test.each(SIDES)('%s: cancelling the last order of a price takes the price away', (_, side) => {
  const { apply, book } = threeOrders(side);
  for (const [n, size] of [5, 3, 2].entries()) apply({ action: ACTION_CANCEL, id: n + 1, size });
  expect([book.bestBidTicks, book.bestAskTicks, book.levelOrders(side, 100)]).toEqual([
    NO_PRICE,
    NO_PRICE,
    0,
  ]);
});

test.each(SIDES)('%s: a cancel of a part keeps the place in the queue', (_, side) => {
  const { apply, ids, ahead, book } = threeOrders(side);
  apply({ action: ACTION_CANCEL, id: 1, size: 4 });
  expect([ids(), ahead(), book.levelSize(side, 100)]).toEqual([[1, 2, 3], [0, 1, 4], 6]);
});

test.each(SIDES)(
  '%s: a cancel of as much as is shown, of more, or of nothing named removes the order',
  (_, side) => {
    for (const size of [5, 6, 0]) {
      const { apply, ids } = threeOrders(side);
      apply({ action: ACTION_CANCEL, id: 1, size });
      expect(ids()).toEqual([2, 3]);
    }
  },
);

test.each(SIDES)('%s: a smaller or an equal size keeps the place, a larger one loses it', (_, side) => {
  const sizes = [
    [4, [1, 2, 3]],
    [5, [1, 2, 3]],
    [6, [2, 3, 1]],
  ] as const;
  for (const [size, queue] of sizes) {
    const { apply, ids, book } = threeOrders(side);
    expect(apply({ action: ACTION_MODIFY, id: 1, size })).toBe(CHANGE_MODIFY);
    expect(ids()).toEqual(queue);
    expect(book.levelSize(side, 100)).toBe(5 + size);
  }
});

test.each(SIDES)('%s: a new price loses the place, and coming back does not return it', (_, side) => {
  const { apply, ids, book } = threeOrders(side);
  apply({ action: ACTION_MODIFY, id: 1, size: 5, priceTicks: 99 });
  expect([ids(), queueOf(book, side, 99)]).toEqual([[2, 3], [1]]);
  expect([book.levelSize(side, 99), book.levelSize(side, 100)]).toEqual([5, 5]);
  apply({ action: ACTION_MODIFY, id: 1, size: 5 });
  expect([ids(), book.levelOrders(side, 99)]).toEqual([[2, 3, 1], 0]);
});

test('an order that changes its side leaves the queue it was in', () => {
  const { apply, ids, book } = threeOrders(SIDE_BID);
  apply({ action: ACTION_MODIFY, id: 2, side: SIDE_ASK, size: 3 });
  expect([ids(), queueOf(book, SIDE_ASK, 100)]).toEqual([[1, 3], [2]]);
  expect([book.levelSize(SIDE_BID, 100), book.levelSize(SIDE_ASK, 100)]).toEqual([7, 3]);
});

test.each(SIDES)('%s: a modify to no size cancels the order', (_, side) => {
  const { apply, ids } = threeOrders(side);
  expect(apply({ action: ACTION_MODIFY, id: 2, size: 0 })).toBe(CHANGE_CANCEL);
  expect(ids()).toEqual([1, 3]);
});

test.each(SIDES)('%s: what an order was before its change can be read after it', (_, side) => {
  const { apply, book } = threeOrders(side);
  const before = () => [book.changedSide, book.priceBeforeTicks, book.sizeBefore];
  apply({ action: ACTION_MODIFY, id: 3, size: 9, priceTicks: 97 });
  expect(before()).toEqual([side, 100, 2]);
  apply({ action: ACTION_CANCEL, id: 3, size: 4 });
  expect(before()).toEqual([side, 97, 9]);
  apply({ action: ACTION_MODIFY, id: 1, side: SIDE_BID + SIDE_ASK - side, size: 1 });
  expect(before()).toEqual([side, 100, 5]);
});

test.each(SIDES)('%s: a fill that leaves a rest makes room for a smaller size in place', (_, side) => {
  const { apply, ids } = threeOrders(side);
  apply({ action: ACTION_FILL, id: 1, size: 2, flags: 0 });
  apply({ action: ACTION_MODIFY, id: 1, size: 3 });
  expect(ids()).toEqual([1, 2, 3]);
});

test.each(SIDES)('%s: a size above the rest of a fill is a refill and goes to the back', (_, side) => {
  const { apply, ids } = threeOrders(side);
  apply({ action: ACTION_FILL, id: 1, size: 2, flags: 0 });
  apply({ action: ACTION_MODIFY, id: 1, size: 4 });
  expect(ids()).toEqual([2, 3, 1]);
});

test('fills of one event add up, and those of a settled event are forgotten', () => {
  const { apply, ids } = threeOrders(SIDE_BID);
  for (const size of [1, 2]) apply({ action: ACTION_FILL, id: 1, size, flags: 0 });
  apply({ action: ACTION_MODIFY, id: 1, size: 2 });
  expect(ids()).toEqual([1, 2, 3]);
  // Two are left, none of them filled any more
  apply({ action: ACTION_MODIFY, id: 1, size: 2 });
  expect(ids()).toEqual([1, 2, 3]);
  apply({ action: ACTION_MODIFY, id: 1, size: 3 });
  expect(ids()).toEqual([2, 3, 1]);
});

test('adds report an added order, rows without a change report none', () => {
  const { apply } = threeOrders(SIDE_BID);
  expect(apply({ action: ACTION_ADD, id: 4, size: 1 })).toBe(CHANGE_ADD);
  expect(apply({ action: ACTION_HEARTBEAT })).toBe(0);
  expect(apply({ action: ACTION_FILL, id: 4, size: 1 })).toBe(0);
  expect(apply({ action: ACTION_CANCEL, id: 99, size: 1 })).toBe(0);
});

test('the same low half of an id with another high half is another order', () => {
  const book = new OrderBook();
  const high = 2 ** 32;
  for (const [n, id] of [7, high + 7, 2 * high + 7].entries())
    book.applyRow(eventRow({ id, priceTicks: 100, size: n + 1 }), 0);
  expect(book.liveOrders).toBe(3);
  expect(
    [0, 1, 2, 3].map((hi) => book.findOrder(hi, 7)).map((slot) => (slot > 0 ? book.orderSize(slot) : 0)),
  ).toEqual([1, 2, 3, 0]);
  expect(queueOf(book, SIDE_BID, 100)).toEqual([7, high + 7, 2 * high + 7]);
});
