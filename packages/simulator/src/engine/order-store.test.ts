/** Slots of orders, and the stops that wait in them. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_SLOT, OrderStore } from './order-store.ts';
import { StopBook } from './stop-book.ts';

describe('the store of orders', () => {
  test('gives a released slot to the next order, as clean as a new one', () => {
    const orders = new OrderStore();
    const slot = orders.allocate();
    orders.allocate();
    orders.id[slot] = 7;
    for (const column of [orders.hidden, orders.display, orders.owner, orders.waiting, orders.touched])
      column[slot] = 1;
    orders.stopLimitTicks[slot] = 99;
    orders.next[slot] = 5;
    orders.previous[slot] = 5;
    orders.release(slot);
    expect(orders.live).toBe(1);
    expect(orders.id[slot]).toBe(0);
    expect(orders.allocate()).toBe(slot);
    expect([orders.hidden, orders.display, orders.owner, orders.waiting].map((of) => of[slot])).toEqual([
      0, 0, 0, 0,
    ]);
    expect([orders.next, orders.previous].map((of) => of[slot])).toEqual([NO_SLOT, NO_SLOT]);
    expect(orders.touched[slot]).toBe(-1);
    expect(orders.stopLimitTicks[slot]).toBe(NO_PRICE);
  });

  test('gives every released slot again before it takes a new one', () => {
    const orders = new OrderStore();
    const slots = Array.from({ length: 50 }, () => orders.allocate());
    for (const slot of slots) orders.release(slot);
    expect(new Set(slots.map(() => orders.allocate()))).toEqual(new Set(slots));
  });

  test('keeps every column of every order while it grows', () => {
    const orders = new OrderStore();
    const count = 10_000;
    const columns = [
      'id',
      'side',
      'priceTicks',
      'size',
      'hidden',
      'display',
      'stopLimitTicks',
      'waiting',
      'owner',
      'entryNs',
      'next',
      'previous',
      'touched',
    ] as const;
    for (let n = 0; n < count; n++) {
      const slot = orders.allocate();
      for (const [at, column] of columns.entries()) orders[column][slot] = (n * 13 + at) % 200;
    }
    expect(orders.live).toBe(count);
    const isKept = (n: number): boolean =>
      columns.every((column, at) => orders[column][n] === (n * 13 + at) % 200);
    expect(Array.from({ length: count }, (_, n) => n).filter((n) => !isKept(n))).toEqual([]);
    expect(orders.touched[orders.allocate()]).toBe(-1);
  });

  test('never gives one slot to two orders that are alive', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(), { freq: 1 }), { maxLength: 120, size: 'max' }), (steps) => {
        const orders = new OrderStore();
        const alive: number[] = [];
        for (const step of steps) {
          if (step === null) {
            alive.push(orders.allocate());
          } else if (alive.length > 0) orders.release(alive.splice(step % alive.length, 1)[0]!);
        }
        expect(new Set(alive).size).toBe(alive.length);
        expect(orders.live).toBe(alive.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the book of stops', () => {
  function stopBench() {
    const orders = new OrderStore();
    const stops = new StopBook(orders);
    const wait = (side: number, triggerTicks: number): number => {
      const slot = orders.allocate();
      orders.side[slot] = side;
      orders.priceTicks[slot] = triggerTicks;
      stops.insert(slot);
      return slot;
    };
    const list = (side: number): number[] => {
      const slots: number[] = [];
      for (let slot = stops.head(side); slot !== NO_SLOT; slot = orders.next[slot]!) slots.push(slot);
      return slots;
    };
    return { orders, stops, wait, list };
  }

  test.each([
    [
      'buy',
      SIDE_BID,
      [
        [99, false],
        [100, true],
        [101, true],
      ],
    ],
    [
      'sell',
      SIDE_ASK,
      [
        [101, false],
        [100, true],
        [99, true],
      ],
    ],
  ] as const)('a %s stop is elected by a trade at its trigger and beyond', (_, side, trades) => {
    const { stops, wait } = stopBench();
    wait(side, 100);
    for (const [price, isElected] of trades) expect(stops.isElectedBy(side, price)).toBe(isElected);
    expect(stops.isElectedBy(side === SIDE_BID ? SIDE_ASK : SIDE_BID, 100)).toBe(false);
  });

  test('holds an order until it is removed', () => {
    const { stops, wait } = stopBench();
    const slot = wait(SIDE_BID, 100);
    expect(stops.holds(slot)).toBe(true);
    expect([stops.buyCount, stops.sellCount]).toEqual([1, 0]);
    stops.remove(slot);
    expect(stops.holds(slot)).toBe(false);
    expect([stops.buyCount, stops.sellCount]).toEqual([0, 0]);
    expect(stops.head(SIDE_BID)).toBe(NO_SLOT);
  });

  test('is sorted by trigger, buys upwards and sales downwards, in the order of entry within one', () => {
    const step = fc.record({
      side: fc.constantFrom(SIDE_BID, SIDE_ASK),
      trigger: fc.integer({ min: 95, max: 105 }),
      goes: fc.option(fc.nat(), { freq: 1 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const { stops, wait, list } = stopBench();
        const known: { slot: number; side: number; trigger: number }[] = [];
        for (const { side, trigger, goes } of steps)
          if (goes === null || known.length === 0) known.push({ slot: wait(side, trigger), side, trigger });
          else stops.remove(known.splice(goes % known.length, 1)[0]!.slot);
        const expected = (side: number): number[] => {
          const sign = side === SIDE_BID ? 1 : -1;
          const own = known.filter((stop) => stop.side === side);
          return own.toSorted((a, b) => sign * (a.trigger - b.trigger)).map(({ slot }) => slot);
        };
        expect(list(SIDE_BID)).toEqual(expected(SIDE_BID));
        expect(list(SIDE_ASK)).toEqual(expected(SIDE_ASK));
        const buys = known.filter(({ side }) => side === SIDE_BID).length;
        expect([stops.buyCount, stops.sellCount]).toEqual([buys, known.length - buys]);
      }),
      { numRuns: 60 },
    );
  });
});
