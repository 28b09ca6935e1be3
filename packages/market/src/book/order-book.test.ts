/** The order book against a naive one made of maps, on random streams with far prices and a wandering touch. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '#events/market-event.ts';
import { queueOf, topOf } from '#testing/book-view.ts';
import { eventRow } from '#testing/event-row.ts';
import { OrderBook } from './order-book.ts';

interface NaiveOrder {
  readonly id: number;
  side: number;
  priceTicks: number;
  size: number;
}

/** Orders in priority order; every question is answered by looking at all of them. */
class NaiveBook {
  orders: NaiveOrder[] = [];

  add(order: NaiveOrder): void {
    this.orders.push(order);
  }

  modify(order: NaiveOrder, side: number, priceTicks: number, size: number): void {
    const keeps = order.side === side && order.priceTicks === priceTicks && size <= order.size;
    if (!keeps) {
      this.orders = [...this.orders.filter((other) => other !== order), order];
    }
    Object.assign(order, { side, priceTicks, size });
  }

  cancel(order: NaiveOrder, size: number): void {
    if (size < order.size) {
      order.size -= size;
    } else {
      this.orders = this.orders.filter((other) => other !== order);
    }
  }

  queue(side: number, priceTicks: number): NaiveOrder[] {
    return this.orders.filter((order) => order.side === side && order.priceTicks === priceTicks);
  }

  prices(side: number): number[] {
    const prices = new Set(
      this.orders.filter((order) => order.side === side).map((order) => order.priceTicks),
    );
    return [...prices].sort((a, b) => (side === SIDE_BID ? b - a : a - b));
  }
}

type Step = readonly [choice: number, pick: number, offset: number, size: number];

const steps = fc.array(
  fc.tuple(fc.nat(99), fc.nat(9999), fc.integer({ min: -40, max: 40 }), fc.integer({ min: 1, max: 50 })),
  { minLength: 20, maxLength: 250 },
);

/** Turns a step into one valid row for both books. The touch wanders by thousands of ticks, some prices lie far off. */
class Stream {
  readonly naive = new NaiveBook();
  readonly book = new OrderBook();
  #nextId = 6_412_000_000_000;
  #centre = 19_000;

  take([choice, pick, offset, size]: Step): void {
    const order = this.naive.orders[pick % Math.max(1, this.naive.orders.length)];
    const side = pick % 2 === 0 ? SIDE_BID : SIDE_ASK;
    if (choice < 3) {
      this.#centre += offset * 100;
    }
    const reach = pick % 11 === 0 ? 150 : 1;
    const priceTicks = this.#centre + offset * reach;
    if (order === undefined || choice < 45) {
      this.#nextId += 1 + (pick % 3);
      this.naive.add({ id: this.#nextId, side, priceTicks, size });
      this.#apply({ action: ACTION_ADD, id: this.#nextId, side, priceTicks, size });
    } else if (choice < 70) {
      const removed = choice < 55 ? Math.min(size, order.size) : order.size;
      this.#apply({ action: ACTION_CANCEL, id: order.id, side: order.side, size: removed });
      this.naive.cancel(order, removed);
    } else {
      const price = choice < 85 ? order.priceTicks : priceTicks;
      const newSide = choice > 97 ? side : order.side;
      this.#apply({ action: ACTION_MODIFY, id: order.id, side: newSide, priceTicks: price, size });
      this.naive.modify(order, newSide, price, size);
    }
  }

  #apply(fields: Parameters<typeof eventRow>[0]): void {
    this.book.applyRow(eventRow(fields), 0);
  }
}

function expectSame(book: OrderBook, naive: NaiveBook): void {
  for (const side of [SIDE_BID, SIDE_ASK]) {
    const prices = naive.prices(side);
    expect(side === SIDE_BID ? book.bestBidTicks : book.bestAskTicks).toBe(prices[0] ?? NO_PRICE);
    const levels = prices.map((priceTicks) => {
      const queue = naive.queue(side, priceTicks);
      return [priceTicks, queue.reduce((sum, order) => sum + order.size, 0), queue.length];
    });
    expect(topOf(book, side, prices.length + 1)).toEqual(levels);
    for (const priceTicks of prices) {
      const queue = naive.queue(side, priceTicks);
      expect(queueOf(book, side, priceTicks)).toEqual(queue.map((order) => order.id));
      const last = queue.at(-1);
      const slot = book.findOrder(Math.floor((last?.id ?? 0) / 2 ** 32), (last?.id ?? 0) | 0);
      const all = queue.reduce((sum, order) => sum + order.size, 0);
      expect(book.queueAhead(slot)).toBe(all - (last?.size ?? 0));
      expect(book.orderPriceTicks(slot)).toBe(priceTicks);
    }
  }
  expect(book.liveOrders).toBe(naive.orders.length);
}

test('levels are the sum of their orders, queues are first in first out, best prices are right on random streams', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const stream = new Stream();
      for (const step of taken) {
        stream.take(step);
        expect(stream.book.bestBidTicks).toBe(stream.naive.prices(SIDE_BID)[0] ?? NO_PRICE);
        expect(stream.book.bestAskTicks).toBe(stream.naive.prices(SIDE_ASK)[0] ?? NO_PRICE);
      }
      expectSame(stream.book, stream.naive);
    }),
    { numRuns: 400 },
  );
});

test('tables grow past their first size without losing an order', () => {
  const book = new OrderBook();
  const naive = new NaiveBook();
  for (let index = 0; index < 20_000; index += 1) {
    const side = index % 2 === 0 ? SIDE_BID : SIDE_ASK;
    const priceTicks = side === SIDE_BID ? 10_000 - (index % 9000) : 10_001 + (index % 9000);
    book.applyRow(eventRow({ id: 1 + index * 7, side, priceTicks, size: 2 }), 0);
    if (index % 3 === 0) {
      book.applyRow(eventRow({ action: ACTION_CANCEL, id: 1 + index * 7, side, size: 2 }), 0);
    } else if (index % 100 === 1) {
      naive.add({ id: 1 + index * 7, side, priceTicks, size: 2 });
    }
  }
  expect(book.liveOrders).toBe(20_000 - Math.ceil(20_000 / 3));
  for (const order of naive.orders) {
    const slot = book.findOrder(0, order.id);
    expect([book.orderPriceTicks(slot), book.orderSize(slot), book.orderSide(slot)]).toEqual([
      order.priceTicks,
      2,
      order.side,
    ]);
  }
  const shown = [...topOf(book, SIDE_BID, 10_000), ...topOf(book, SIDE_ASK, 10_000)];
  expect(shown.reduce((sum, level) => sum + level[2]!, 0)).toBe(book.liveOrders);
});

test('trades and fills never change the book', () => {
  const book = new OrderBook();
  book.applyRow(eventRow({ id: 1, priceTicks: 100, size: 5 }), 0);
  book.applyRow(eventRow({ action: ACTION_TRADE, id: 9, side: SIDE_ASK, priceTicks: 100, size: 5 }), 0);
  book.applyRow(eventRow({ action: ACTION_FILL, id: 1, priceTicks: 100, size: 5 }), 0);
  expect([book.bestBidTicks, book.levelSize(SIDE_BID, 100), book.levelOrders(SIDE_BID, 100)]).toEqual([
    100, 5, 1,
  ]);
});

test('an order refilled after a fill goes to the back of the queue though its displayed size stayed the same', () => {
  const book = new OrderBook();
  book.applyRow(eventRow({ id: 1, priceTicks: 100, size: 4 }), 0);
  book.applyRow(eventRow({ id: 2, priceTicks: 100, size: 3 }), 0);
  book.applyRow(eventRow({ action: ACTION_FILL, id: 1, priceTicks: 100, size: 4, flags: 0 }), 0);
  book.applyRow(eventRow({ action: ACTION_MODIFY, id: 1, priceTicks: 100, size: 4 }), 0);
  expect(queueOf(book, SIDE_BID, 100)).toEqual([2, 1]);
  book.applyRow(eventRow({ action: ACTION_FILL, id: 2, priceTicks: 100, size: 1, flags: 0 }), 0);
  book.applyRow(eventRow({ action: ACTION_MODIFY, id: 2, priceTicks: 100, size: 2 }), 0);
  expect(queueOf(book, SIDE_BID, 100)).toEqual([2, 1]);
});

test('a modify of an unknown id adds the order and is counted, a cancel of one is counted', () => {
  const book = new OrderBook();
  book.applyRow(eventRow({ action: ACTION_MODIFY, id: 7, priceTicks: 50, size: 2 }), 0);
  book.applyRow(eventRow({ action: ACTION_CANCEL, id: 8, priceTicks: 50, size: 2 }), 0);
  expect([book.unknownOrderEvents, book.liveOrders, book.bestBidTicks]).toEqual([2, 1, 50]);
});

test('rows without a side, a price or a size leave the book as it was and are counted', () => {
  const book = new OrderBook();
  book.applyRow(eventRow({ id: 1, side: SIDE_NONE, priceTicks: 50 }), 0);
  book.applyRow(eventRow({ id: 2, priceTicks: NO_PRICE }), 0);
  book.applyRow(eventRow({ id: 3, priceTicks: 50, size: -1 }), 0);
  expect([book.refusedRows, book.liveOrders, book.bestBidTicks]).toEqual([3, 0, NO_PRICE]);
});

test('an add of a live id replaces the order and is counted', () => {
  const book = new OrderBook();
  book.applyRow(eventRow({ id: 1, priceTicks: 50, size: 2 }), 0);
  book.applyRow(eventRow({ id: 1, priceTicks: 51, size: 3 }), 0);
  expect([book.duplicateOrders, book.liveOrders, book.levelSize(SIDE_BID, 50)]).toEqual([1, 1, 0]);
  expect(book.levelSize(SIDE_BID, 51)).toBe(3);
});

test('clear empties the book, and ids can be used again', () => {
  const book = new OrderBook();
  for (let id = 1; id < 5000; id += 1) {
    book.applyRow(eventRow({ id, priceTicks: id * 3, size: 1 }), 0);
  }
  book.applyRow(eventRow({ action: ACTION_CLEAR }), 0);
  expect([book.liveOrders, book.bestBidTicks, book.bestAskTicks]).toEqual([0, NO_PRICE, NO_PRICE]);
  book.applyRow(eventRow({ id: 1, side: SIDE_ASK, priceTicks: -5, size: 1 }), 0);
  expect([book.bestAskTicks, book.findOrder(0, 1), book.levelSize(SIDE_ASK, -5)]).toEqual([-5, 1, 1]);
});
