import {
  ACTION_FILL,
  ACTION_TRADE,
  COL_ACTION,
  COL_ORDER_LO,
  COL_RPT_SEQ,
  COL_SIZE,
  NO_PRICE,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineBench } from '#testing/engine-bench.ts';
import type { MatchingEngine } from './matching-engine.ts';
import { NO_SLOT } from './order-store.ts';

const ORDERS = fc.array(
  fc.record({
    kind: fc.constantFrom('limit', 'iceberg', 'immediate', 'market', 'stop', 'stopLimit', 'modify', 'cancel'),
    side: fc.constantFrom(SIDE_BID, SIDE_ASK),
    price: fc.integer({ min: 90, max: 110 }),
    size: fc.integer({ min: 1, max: 12 }),
    pick: fc.nat(),
  }),
  { minLength: 1, maxLength: 120 },
);
type Order = typeof ORDERS extends fc.Arbitrary<(infer O)[]> ? O : never;

/** Enters an order of any kind; resting ones are found through the ladder. */
function enter(engine: MatchingEngine, order: Order, timeNs: number): void {
  const { side, price, size } = order;
  const resting: number[] = [];
  for (let ticks = 60; ticks <= 140; ticks++)
    for (let slot = engine.ladder.headAt(side, ticks); slot !== NO_SLOT; slot = engine.orders.next[slot]!)
      resting.push(slot);
  const picked = resting[order.pick % Math.max(1, resting.length)];
  if (order.kind === 'limit') engine.addLimit(timeNs, side, price, size);
  else if (order.kind === 'iceberg') engine.addLimit(timeNs, side, price, size * 5, size);
  else if (order.kind === 'immediate') engine.addImmediate(timeNs, side, price, size);
  else if (order.kind === 'market') engine.addMarket(timeNs, side, size);
  else if (order.kind === 'stop') engine.addStop(timeNs, { side, triggerTicks: price, size });
  else if (order.kind === 'stopLimit')
    engine.addStop(timeNs, { side, triggerTicks: price, size, limitTicks: price });
  else if (picked !== undefined && order.kind === 'modify') engine.modify(timeNs, picked, price, size);
  else if (picked !== undefined) engine.cancel(timeNs, picked);
}

/** What an outside book made of the rows, and what the exchange itself holds, by price. */
function levels(read: (side: number, priceTicks: number) => number): string {
  const held: string[] = [];
  for (let price = 60; price <= 140; price++)
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const size = read(side, price);
      if (size > 0) held.push(`${side}:${price}x${size}`);
    }
  return held.join(' ');
}

test('whatever is entered, the rows rebuild the displayed book, never crossed, without an unknown id or a hole', () => {
  fc.assert(
    fc.property(ORDERS, (orders) => {
      const { engine, rows } = engineBench();
      const book = new OrderBook();
      let read = 0;
      orders.forEach((order, index) => {
        enter(engine, order, index);
        for (; read < rows.count; read++) {
          book.applyRow(rows.rows, read * ROW_LENGTH);
          expect(rows.rows[read * ROW_LENGTH + COL_RPT_SEQ]).toBe(read + 1);
        }
        expect(levels((side, price) => book.levelSize(side, price))).toBe(
          levels((side, price) => engine.ladder.sizeAt(side, price)),
        );
        const { bestBidTicks, bestAskTicks } = engine.ladder;
        if (bestBidTicks !== NO_PRICE && bestAskTicks !== NO_PRICE)
          expect(bestBidTicks).toBeLessThan(bestAskTicks);
      });
      expect(book.unknownOrderEvents).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test('traded contracts are bought and sold: fills of resting orders add up to the trades', () => {
  fc.assert(
    fc.property(ORDERS, (orders) => {
      const { engine, rows } = engineBench();
      orders.forEach((order, index) => {
        rows.clear();
        enter(engine, order, index);
        // A stop that rests what is left of it may be filled by the next stop of the same event: only the aggressor of
        // the round itself is not a resting order.
        let aggressor = -1;
        let traded = 0;
        let filled = 0;
        for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
          const id = rows.rows[at + COL_ORDER_LO]!;
          const size = rows.rows[at + COL_SIZE]!;
          if (rows.rows[at + COL_ACTION] === ACTION_TRADE) {
            aggressor = id;
            traded += size;
          } else if (rows.rows[at + COL_ACTION] === ACTION_FILL && id !== aggressor) filled += size;
        }
        expect(filled).toBe(traded);
      });
    }),
    { numRuns: 100 },
  );
});

test('a venue that allots in proportion serves the large order first, then the rest by time', () => {
  const { engine, emitted } = engineBench(1, 0.4);
  for (const size of [2, 10, 28]) engine.addLimit(0, SIDE_ASK, 1000, size);
  emitted();
  engine.addImmediate(1, SIDE_BID, 1000, 20);
  // Of 8 contracts the order of 28 gets 5 and that of 10 gets 2; the 2's share is below two contracts. The first in
  // line are served with the 13 that are left.
  expect(emitted().filter((line) => line.startsWith('FA'))).toEqual([
    'FA 1000x2 #2',
    'FA 1000x5 #3',
    'FA 1000x2 #1',
    'FA 1000x8 #2',
    'FA 1000x3 #3',
  ]);
});

test('an aggressor that takes the whole level meets the queue in order under any allotment', () => {
  const { engine, emitted } = engineBench(1, 0.4);
  for (const size of [2, 10]) engine.addLimit(0, SIDE_ASK, 1000, size);
  emitted();
  engine.addImmediate(1, SIDE_BID, 1000, 12);
  expect(emitted().filter((line) => line.startsWith('FA'))).toEqual(['FA 1000x2 #1', 'FA 1000x10 #2']);
});
