/** Large orders while they rest, how they are moved, and which of them count as withdrawn together. */
import { type MatchEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { LargeOrder, Posture, PostureBook, type Watch } from './spoofing-posture.ts';

const at = (timeMs: number): MatchEvent => handEvent(timeMs, []);

interface Reported {
  readonly side: number;
  readonly ids: readonly number[];
  readonly size: number;
  readonly moves: number;
  readonly timeMs: number;
}

/** A book of postures in which everything is large, unless the watch says otherwise. */
class Desk {
  readonly reported: Reported[] = [];
  readonly book: PostureBook;

  constructor(watch: Partial<Watch> = {}) {
    const all = { leastSize: 1, leastTotal: 1, mostTicks: 10, leastGenuine: 0, ...watch };
    this.book = new PostureBook(all, ({ side, orders, size, moves }, timeMs) =>
      this.reported.push({ side, ids: orders.map(({ lo }) => lo), size, moves, timeMs }),
    );
  }

  get ids(): readonly (readonly number[])[] {
    return this.reported.map(({ ids }) => ids);
  }

  place(id: number, timeMs: number, size = 60, priceTicks = 998, side = SIDE_BID): LargeOrder {
    return this.book.place(at(timeMs), side, priceTicks, size, 0, id);
  }

  withdraw(id: number, timeMs: number): void {
    const order = this.book.find(0, id);
    if (order === undefined) throw new Error(`order ${id} does not rest`);
    this.book.withdraw(order, at(timeMs));
  }
}

function postureOf(...orders: readonly Partial<LargeOrder>[]): Posture {
  const posture = new Posture();
  posture.orders.push(...orders.map((part) => Object.assign(new LargeOrder(), part)));
  return posture;
}

describe('a posture', () => {
  const time = fc.integer({ min: 0, max: 100_000 });
  const order = fc.record({
    priceTicks: fc.integer({ min: 900, max: 1100 }),
    size: fc.integer({ min: 1, max: 500 }),
    filled: fc.integer({ min: 0, max: 100 }),
    moves: fc.integer({ min: 0, max: 40 }),
    placedMs: time,
    movedMs: time,
    withdrawnMs: time,
  });

  test('is the sum of its contracts, the span of its prices, and the span of the times at which it went', () => {
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 8 }), (orders) => {
        const posture = postureOf(...orders);
        const all = (key: keyof (typeof orders)[number]): number[] => orders.map((one) => one[key]);
        const sum = (key: keyof (typeof orders)[number]): number => all(key).reduce((a, b) => a + b, 0);
        expect(posture.size).toBe(sum('size'));
        expect(posture.filled).toBe(sum('filled'));
        expect(posture.lowTicks).toBe(Math.min(...all('priceTicks')));
        expect(posture.highTicks).toBe(Math.max(...all('priceTicks')));
        expect(posture.withdrawnMs).toBe(Math.min(...all('withdrawnMs')));
        expect(posture.goneMs).toBe(Math.max(...all('withdrawnMs')));
        expect(posture.movedMs).toBe(Math.max(...all('movedMs')));
        expect(posture.moves).toBe(Math.max(...all('moves')));
        expect(posture.placedMs).toBe(orders[0]?.placedMs);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    { name: 'two orders at two prices', sizes: [50, 50], prices: [998, 997], layered: false },
    { name: 'three orders at one price', sizes: [50, 50, 50], prices: [998, 998, 998], layered: false },
    { name: 'three equal orders at two prices', sizes: [50, 50, 50], prices: [998, 997, 998], layered: true },
    {
      name: 'sizes that differ by half their mean',
      sizes: [1, 1, 3, 3],
      prices: [4, 3, 2, 1],
      layered: true,
    },
    { name: 'sizes that differ by more', sizes: [1, 1, 1, 5], prices: [4, 3, 2, 1], layered: false },
  ])('of $name is layered: $layered', ({ sizes, prices, layered }) => {
    const posture = postureOf(...sizes.map((size, n) => ({ size, priceTicks: prices[n] ?? 0 })));
    expect(posture.isLayered).toBe(layered);
  });
});

test('a withdrawal is reported once, more than 50 ms after it, with the time of the call', () => {
  const desk = new Desk();
  desk.place(1, 1000);
  desk.withdraw(1, 2000);
  desk.book.settle(2050);
  expect(desk.reported).toEqual([]);
  desk.book.settle(2051);
  desk.book.settle(9000);
  expect(desk.reported).toEqual([{ side: SIDE_BID, ids: [1], size: 60, moves: 0, timeMs: 2051 }]);
});

test('the 50 ms begin with the first withdrawal, and what comes after them is another posture', () => {
  const desk = new Desk();
  for (const id of [1, 2, 3]) desk.place(id, 1000, 60, 998 - id);
  desk.withdraw(1, 2000);
  desk.withdraw(2, 2045);
  desk.book.settle(2051);
  desk.withdraw(3, 2051);
  desk.book.settle(2101);
  expect(desk.ids).toEqual([[1, 2]]);
  desk.book.settle(2102);
  expect(desk.ids).toEqual([[1, 2], [3]]);
});

test('orders placed within half a second of the first are one posture, in the order of their placing', () => {
  const desk = new Desk();
  desk.place(1, 1000, 40, 998);
  desk.place(2, 1500, 41, 997);
  desk.place(3, 1501, 42, 996);
  desk.place(4, 2001, 43, 995);
  for (const id of [4, 2, 3, 1]) desk.withdraw(id, 3000);
  desk.book.settle(3051);
  expect(desk.ids).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('the two sides are two postures, whatever their times', () => {
  const desk = new Desk();
  desk.place(1, 1000, 60, 998, SIDE_BID);
  desk.place(2, 1000, 60, 1003, SIDE_ASK);
  desk.withdraw(2, 2000);
  desk.withdraw(1, 2000);
  desk.book.settle(2051);
  const sides = desk.reported.map(({ side, ids }) => [side, ...ids]);
  expect(sides.toSorted()).toEqual([
    [SIDE_BID, 1],
    [SIDE_ASK, 2],
  ]);
});

describe('with 100 contracts as the least that is large', () => {
  const watch = { leastTotal: 100, leastSize: 25 };
  const withdrawn = (...sizes: readonly number[]): readonly (readonly number[])[] => {
    const desk = new Desk(watch);
    sizes.forEach((size, n) => {
      desk.place(n + 1, 1000, size, 998 - n);
    });
    sizes.forEach((_, n) => {
      desk.withdraw(n + 1, 2000);
    });
    desk.book.settle(2051);
    return desk.ids;
  };

  test.each([
    { name: 'one order of a hundred', sizes: [100], ids: [[1]] },
    { name: 'one order of less', sizes: [99], ids: [] },
    { name: 'layers of a hundred together', sizes: [34, 33, 33], ids: [[1, 2, 3]] },
    { name: 'layers of less together', sizes: [33, 33, 33], ids: [] },
    { name: 'a large order beside small ones that are no layers', sizes: [30, 100, 26], ids: [[2]] },
    { name: 'two small orders of a hundred together', sizes: [60, 60], ids: [] },
  ])('$name: $ids', ({ sizes, ids }) => {
    expect(withdrawn(...sizes)).toEqual(ids);
  });
});

describe('an order that comes at another price while its size is missing', () => {
  test.each([
    { name: 'of the same size', size: 60, priceTicks: 999, moves: 1 },
    { name: 'a tenth smaller', size: 54, priceTicks: 999, moves: 1 },
    { name: 'a tenth larger', size: 66, priceTicks: 999, moves: 1 },
    { name: 'smaller by more', size: 53, priceTicks: 999, moves: 0 },
    { name: 'larger by more', size: 67, priceTicks: 999, moves: 0 },
    { name: 'at the same price', size: 60, priceTicks: 998, moves: 0 },
  ])('$name was moved $moves times', ({ size, priceTicks, moves }) => {
    const desk = new Desk();
    desk.place(1, 1000);
    desk.withdraw(1, 2000);
    const order = desk.place(2, 2030, size, priceTicks);
    expect(order.moves).toBe(moves);
    expect(order).toMatchObject({ lo: 2, priceTicks, movedMs: 2030, placedMs: moves === 1 ? 1000 : 2030 });
    // What it displayed at most stays what it was before.
    expect(order.size).toBe(moves === 1 ? 60 : size);
    desk.book.settle(2051);
    expect(desk.ids).toEqual(moves === 1 ? [] : [[1]]);
  });

  test('is a new one on the other side, and after the 50 ms', () => {
    const desk = new Desk();
    desk.place(1, 1000);
    desk.withdraw(1, 2000);
    expect(desk.place(2, 2010, 60, 1003, SIDE_ASK).moves).toBe(0);
    desk.book.settle(2051);
    expect(desk.place(3, 2052, 60, 999).moves).toBe(0);
  });

  test('takes only one of two that are missing', () => {
    const desk = new Desk();
    desk.place(1, 1000, 60, 998);
    desk.place(2, 1000, 60, 997);
    desk.withdraw(1, 2000);
    desk.withdraw(2, 2000);
    desk.place(3, 2010, 60, 996);
    desk.book.settle(2051);
    expect(desk.ids).toEqual([[2]]);
  });
});

describe('an order that its owner changes', () => {
  test('has moved when its price is another, not when its size is', () => {
    const desk = new Desk();
    const order = desk.place(1, 1000);
    desk.book.change(order, at(1100), 998, 90);
    expect(order).toMatchObject({ moves: 0, movedMs: 1000, size: 90 });
    desk.book.change(order, at(1200), 999, 80);
    expect(order).toMatchObject({ moves: 1, movedMs: 1200, size: 90, placedMs: 1000, priceTicks: 999 });
  });

  test.each([
    { left: 20, filled: 0, isWithdrawn: false },
    { left: 19, filled: 0, isWithdrawn: true },
    // Of 100 half was filled: a fifth of the other half is ten.
    { left: 10, filled: 50, isWithdrawn: false },
    { left: 9, filled: 50, isWithdrawn: true },
  ])('to $left of 100 with $filled filled is withdrawn: $isWithdrawn', ({ left, filled, isWithdrawn }) => {
    const desk = new Desk();
    const order = desk.place(1, 1000, 100);
    order.filled = filled;
    desk.book.change(order, at(2000), 998, left);
    expect(desk.book.find(0, 1) === undefined).toBe(isWithdrawn);
    desk.book.settle(2051);
    expect(desk.ids).toEqual(isWithdrawn ? [[1]] : []);
  });
});

test('an order that was filled is forgotten without a report, and so is everything after a hole in the feed', () => {
  const desk = new Desk();
  desk.book.forget(desk.place(1, 1000));
  desk.place(2, 1000);
  desk.place(3, 1000, 60, 997);
  desk.withdraw(3, 1500);
  desk.book.clear();
  for (const id of [1, 2, 3]) expect(desk.book.find(0, id)).toBeUndefined();
  desk.book.settle(9000);
  expect(desk.reported).toEqual([]);
  // Reused orders begin anew.
  const fresh = desk.place(4, 9100, 33, 990);
  expect(fresh).toMatchObject({ size: 33, filled: 0, moves: 0, placedMs: 9100, movedMs: 9100, lo: 4 });
});

test('of 17 orders that go at once 16 are reported, and of 513 that rest the one placed first is given up', () => {
  const desk = new Desk();
  for (let id = 1; id <= 17; id += 1) desk.place(id, 1000, 60, 998 - id);
  for (let id = 1; id <= 17; id += 1) desk.withdraw(id, 2000);
  desk.book.settle(2051);
  expect(desk.ids.map((ids) => ids.length)).toEqual([16]);
  for (let id = 100; id <= 612; id += 1) desk.place(id, 3000 + id, 60, 998);
  expect(desk.book.find(0, 100)).toBeUndefined();
  expect(desk.book.find(0, 101)).toBeDefined();
});

test('every order that is withdrawn is reported once and no other, in order of time', () => {
  const step = fc.record({ wait: fc.integer({ min: 0, max: 400 }), isBid: fc.boolean(), goes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const desk = new Desk();
      const resting: number[] = [];
      const gone: number[] = [];
      let now = 1000;
      steps.forEach(({ wait, isBid, goes }, n) => {
        now += wait;
        desk.book.settle(now);
        const first = goes ? resting.shift() : undefined;
        if (first === undefined) resting.push(desk.place(n, now, 60, 998, isBid ? SIDE_BID : SIDE_ASK).lo);
        else {
          gone.push(first);
          desk.withdraw(first, now);
        }
      });
      desk.book.settle(now + 51);
      expect(desk.ids.flat().toSorted((a, b) => a - b)).toEqual(gone.toSorted((a, b) => a - b));
      for (const { ids } of desk.reported) expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      const times = desk.reported.map(({ timeMs }) => timeMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
    { numRuns: 40 },
  );
});
