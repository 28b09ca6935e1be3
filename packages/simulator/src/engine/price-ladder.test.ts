/** The levels of the book: best prices, queues, the ring of ticks and the limits of the day. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SLOT, OrderStore } from './order-store.ts';
import { LADDER_TICKS, PriceLadder, priceLimitsOf } from './price-ladder.ts';

function ladderBench() {
  const orders = new OrderStore();
  const ladder = new PriceLadder(orders);
  let id = 0;
  const rest = (side: number, priceTicks: number, size = 1): number => {
    const slot = orders.allocate();
    orders.id[slot] = ++id;
    orders.side[slot] = side;
    orders.priceTicks[slot] = priceTicks;
    orders.size[slot] = size;
    ladder.append(slot);
    return slot;
  };
  const leave = (slot: number): void => {
    ladder.remove(slot);
    orders.release(slot);
  };
  return { orders, ladder, rest, leave };
}

test('beyond the limits of the day no order is taken', () => {
  const ladder = new PriceLadder(new OrderStore(), priceLimitsOf(1000));
  expect([929, 930, 1070, 1071].map((ticks) => ladder.accepts(ticks))).toEqual([false, true, true, false]);
});

test('before both sides were there the mid is unknown', () => {
  expect(new PriceLadder(new OrderStore()).midTicks).toBeNaN();
});

test('the mid is in half ticks, and the last one that was known while a side is empty', () => {
  const { ladder, rest, leave } = ladderBench();
  const bid = rest(SIDE_BID, 100);
  expect(ladder.midTicks).toBeNaN();
  rest(SIDE_ASK, 103);
  expect(ladder.midTicks).toBe(101.5);
  leave(bid);
  expect(ladder.midTicks).toBe(101.5);
  rest(SIDE_BID, 98);
  expect(ladder.midTicks).toBe(100.5);
});

test('an empty level has no size, no orders and no queue', () => {
  const { ladder, rest } = ladderBench();
  rest(SIDE_BID, 100, 4);
  for (const [side, price] of [
    [SIDE_ASK, 100],
    [SIDE_BID, 99],
    [SIDE_BID, 100 + LADDER_TICKS],
    [SIDE_BID, 100 - LADDER_TICKS],
  ] as const) {
    expect([ladder.sizeAt(side, price), ladder.countAt(side, price)]).toEqual([0, 0]);
    expect([ladder.headAt(side, price), ladder.tailAt(side, price)]).toEqual([NO_SLOT, NO_SLOT]);
  }
});

test.each([100, 0, -5, -LADDER_TICKS, 2_000_000])(
  'while an order rests at %i, prices a whole ring away are refused, those next to them are not',
  (price) => {
    const { ladder, rest, leave } = ladderBench();
    const slot = rest(SIDE_BID, price);
    const far = [price - LADDER_TICKS, price + LADDER_TICKS, price + 2 * LADDER_TICKS];
    expect(far.map((ticks) => ladder.accepts(ticks))).toEqual([false, false, false]);
    expect(far.map((ticks) => ladder.accepts(ticks + 1))).toEqual([true, true, true]);
    expect(ladder.accepts(price)).toBe(true);
    leave(slot);
    expect(far.map((ticks) => ladder.accepts(ticks))).toEqual([true, true, true]);
  },
);

test('the place of a level that emptied serves the price a ring away, of the other side too', () => {
  const { ladder, rest, leave } = ladderBench();
  leave(rest(SIDE_BID, 50, 9));
  const slot = rest(SIDE_ASK, 50 + LADDER_TICKS, 2);
  expect(ladder.sizeAt(SIDE_BID, 50)).toBe(0);
  expect(ladder.sizeAt(SIDE_ASK, 50 + LADDER_TICKS)).toBe(2);
  expect(ladder.headAt(SIDE_ASK, 50 + LADDER_TICKS)).toBe(slot);
  expect([ladder.bestBidTicks, ladder.bestAskTicks]).toEqual([NO_PRICE, 50 + LADDER_TICKS]);
});

test('the next price away from the touch skips empty ticks and the other side', () => {
  const { ladder, rest } = ladderBench();
  rest(SIDE_BID, 100);
  rest(SIDE_BID, 90);
  rest(SIDE_ASK, 104);
  rest(SIDE_ASK, 104 + LADDER_TICKS - 50);
  expect(ladder.nextTicks(SIDE_BID, 100)).toBe(90);
  expect(ladder.nextTicks(SIDE_BID, 90)).toBe(NO_PRICE);
  expect(ladder.nextTicks(SIDE_ASK, 104)).toBe(104 + LADDER_TICKS - 50);
  expect(ladder.nextTicks(SIDE_ASK, 103)).toBe(104);
});

interface Known {
  readonly slot: number;
  readonly side: number;
  readonly price: number;
  size: number;
}

const STEP = fc.record({
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  price: fc.integer({ min: -6, max: 6 }),
  size: fc.integer({ min: 1, max: 9 }),
  what: fc.constantFrom('rest', 'rest', 'leave', 'resize'),
  pick: fc.nat(),
});

type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

/** Does it on the ladder and in the list. */
function apply(bench: ReturnType<typeof ladderBench>, list: Known[], step: Step): void {
  const { side, size, what } = step;
  // Bids and asks on either side of zero: the book is never crossed
  const price = side === SIDE_BID ? -1 - Math.abs(step.price) : 1 + Math.abs(step.price);
  const known = list[step.pick % Math.max(1, list.length)];
  if (what === 'rest') list.push({ slot: bench.rest(side, price, size), side, price, size });
  else if (known !== undefined && what === 'leave') {
    bench.leave(known.slot);
    list.splice(list.indexOf(known), 1);
  } else if (known !== undefined) {
    known.size = size;
    bench.ladder.resize(known.slot, size);
  }
}

/** The ladder's answers about a level, and those of the list. */
function levelsOf(ladder: PriceLadder, list: readonly Known[], side: number, price: number) {
  const queue = list.filter((one) => one.side === side && one.price === price);
  const read = [ladder.sizeAt, ladder.countAt, ladder.headAt, ladder.tailAt];
  return {
    held: read.map((answer) => answer.call(ladder, side, price)),
    listed: [
      queue.reduce((sum, { size }) => sum + size, 0),
      queue.length,
      queue.at(0)?.slot ?? NO_SLOT,
      queue.at(-1)?.slot ?? NO_SLOT,
    ],
  };
}

test('whatever rests, leaves or shrinks, the levels are what a plain list says', () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 60, size: 'max' }), (steps) => {
      const bench = ladderBench();
      const { ladder } = bench;
      const list: Known[] = [];
      for (const step of steps) apply(bench, list, step);
      const bids = list.filter(({ side }) => side === SIDE_BID).map(({ price }) => price);
      const asks = list.filter(({ side }) => side === SIDE_ASK).map(({ price }) => price);
      expect([ladder.bidOrders, ladder.askOrders]).toEqual([bids.length, asks.length]);
      expect(ladder.bestTicks(SIDE_BID)).toBe(bids.length === 0 ? NO_PRICE : Math.max(...bids));
      expect(ladder.bestTicks(SIDE_ASK)).toBe(asks.length === 0 ? NO_PRICE : Math.min(...asks));
      for (let price = -8; price <= 8; price++)
        for (const side of [SIDE_BID, SIDE_ASK]) {
          const { held, listed } = levelsOf(ladder, list, side, price);
          expect(held).toEqual(listed);
        }
    }),
    { numRuns: 60 },
  );
});
