import {
  ACTION_TRADE,
  COL_ACTION,
  COL_SEQUENCE,
  NO_PRICE,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { engineBench } from '#testing/engine-bench.ts';
import { NO_SLOT } from './order-store.ts';

test('an order that meets nothing rests and is announced by one add', () => {
  const { engine, emitted } = engineBench();
  engine.addLimit(1, SIDE_BID, 100, 3);
  expect(emitted()).toEqual(['AB 100x3 #1|']);
  expect(engine.ladder.bestBidTicks).toBe(100);
});

test('an aggressor fills the oldest order first and the book changes follow its trades', () => {
  const { engine, emitted } = engineBench();
  engine.addLimit(1, SIDE_ASK, 101, 2);
  engine.addLimit(1, SIDE_ASK, 101, 5);
  emitted();
  engine.addLimit(2, SIDE_BID, 101, 4);
  expect(emitted()).toEqual(['TB 101x4 #3', 'FA 101x2 #1', 'FA 101x2 #2', 'CA 101x2 #1', 'MA 101x3 #2|']);
});

test('a sweep prints one trade a price and leaves its rest as an add of the same id', () => {
  const { engine, emitted } = engineBench();
  engine.addLimit(1, SIDE_ASK, 101, 1);
  engine.addLimit(1, SIDE_ASK, 102, 1);
  emitted();
  engine.addLimit(2, SIDE_BID, 102, 5);
  expect(emitted()).toEqual([
    'TB 101x1 #3',
    'FA 101x1 #1',
    'TB 102x1 #3',
    'FA 102x1 #2',
    'CA 101x1 #1',
    'CA 102x1 #2',
    'AB 102x3 #3|',
  ]);
});

test('an immediate order drops its remainder and emits nothing when it meets nothing', () => {
  const { engine, emitted } = engineBench();
  engine.addImmediate(1, SIDE_BID, 100, 5);
  expect(emitted()).toEqual([]);
  engine.addLimit(1, SIDE_ASK, 100, 2);
  emitted();
  engine.addImmediate(2, SIDE_BID, 100, 5);
  expect(emitted()).toEqual(['TB 100x2 #2', 'FA 100x2 #1', 'CA 100x2 #1|']);
  expect(engine.ladder.bestBidTicks).toBe(NO_PRICE);
});

test('a market order stops at the protection limit and rests there', () => {
  const { engine, emitted } = engineBench();
  engine.addLimit(1, SIDE_ASK, 100, 1);
  engine.addLimit(1, SIDE_ASK, 106, 1);
  emitted();
  engine.addMarket(2, SIDE_BID, 3);
  expect(emitted()).toEqual(['TB 100x1 #3', 'FA 100x1 #1', 'CA 100x1 #1', 'AB 105x2 #3|']);
});

test('an iceberg shows its display quantity and is reinstated behind the queue under the same id', () => {
  const { engine, emitted } = engineBench();
  engine.addLimit(1, SIDE_ASK, 100, 10, 3);
  engine.addLimit(1, SIDE_ASK, 100, 2);
  expect(emitted()).toEqual(['AA 100x3 #1|', 'AA 100x2 #2|']);
  engine.addLimit(2, SIDE_BID, 100, 4);
  // The shown three, then one of the order queued behind: the reserve waits at the back.
  expect(emitted()).toEqual(['TB 100x4 #3', 'FA 100x3 #1', 'FA 100x1 #2', 'MA 100x3 #1', 'MA 100x1 #2|']);
});

test('one aggressor eats several tranches of an iceberg in one event', () => {
  const { engine, emitted } = engineBench();
  engine.addLimit(1, SIDE_ASK, 100, 10, 3);
  emitted();
  engine.addLimit(2, SIDE_BID, 100, 7);
  expect(emitted()).toEqual(['TB 100x7 #2', 'FA 100x3 #1', 'FA 100x3 #1', 'FA 100x1 #1', 'MA 100x2 #1|']);
  engine.addLimit(3, SIDE_BID, 100, 3);
  expect(emitted()).toEqual(['TB 100x3 #3', 'FA 100x2 #1', 'FA 100x1 #1', 'CA 100x2 #1|']);
  expect(engine.orders.live).toBe(0);
});

test('a smaller size keeps priority; a larger size or a new price loses it', () => {
  const { engine, emitted } = engineBench();
  const first = engine.addLimit(1, SIDE_ASK, 100, 5);
  engine.addLimit(1, SIDE_ASK, 100, 5);
  engine.modify(2, first, 100, 2);
  expect(engine.ladder.headAt(SIDE_ASK, 100)).toBe(first);
  engine.modify(3, first, 100, 3);
  expect(engine.ladder.tailAt(SIDE_ASK, 100)).toBe(first);
  engine.modify(4, first, 101, 3);
  engine.modify(5, first, 100, 3);
  expect(engine.ladder.tailAt(SIDE_ASK, 100)).toBe(first);
  expect(emitted().slice(2)).toEqual(['MA 100x2 #1|', 'MA 100x3 #1|', 'MA 101x3 #1|', 'MA 100x3 #1|']);
});

test('an order re-priced through the spread trades under its old id, with a fill of its own', () => {
  const { engine, emitted } = engineBench();
  const resting = engine.addLimit(1, SIDE_BID, 98, 3);
  engine.addLimit(1, SIDE_ASK, 100, 2);
  emitted();
  expect(engine.modify(2, resting, 100, 3)).toBe(true);
  expect(emitted()).toEqual(['TB 100x2 #1', 'FB 100x2 #1', 'FA 100x2 #2', 'CA 100x2 #2', 'MB 100x1 #1|']);
  engine.addLimit(3, SIDE_ASK, 101, 9);
  emitted();
  expect(engine.modify(4, resting, 101, 1)).toBe(false);
  expect(emitted()).toEqual(['TB 101x1 #1', 'FB 101x1 #1', 'FA 101x1 #3', 'CB 100x1 #1', 'MA 101x8 #3|']);
});

test('a cancel always takes the whole displayed size and drops the reserve', () => {
  const { engine, emitted } = engineBench();
  const slot = engine.addLimit(1, SIDE_BID, 99, 40, 4);
  emitted();
  engine.cancel(2, slot);
  expect(emitted()).toEqual(['CB 99x4 #1|']);
  expect(engine.orders.live).toBe(0);
});

test('a stop has its id from entry, is elected by the last trade and runs in a later round of the event', () => {
  const { engine, emitted } = engineBench();
  engine.addStop(1, { side: SIDE_BID, triggerTicks: 101, size: 2 });
  engine.addLimit(1, SIDE_ASK, 101, 1);
  engine.addLimit(1, SIDE_ASK, 102, 5);
  expect(emitted()).toEqual(['AA 101x1 #2|', 'AA 102x5 #3|']);
  engine.addLimit(2, SIDE_BID, 101, 1);
  expect(emitted()).toEqual([
    'TB 101x1 #4',
    'FA 101x1 #2',
    'TB 102x2 #1',
    'FA 102x2 #3',
    'CA 101x1 #2',
    'MA 102x3 #3|',
  ]);
  expect(engine.report.electedCount).toBe(1);
});

test('elected stops elect further stops in the same event, nearest trigger first', () => {
  const { engine } = engineBench();
  engine.addStop(1, { side: SIDE_ASK, triggerTicks: 98, size: 1 });
  engine.addStop(1, { side: SIDE_ASK, triggerTicks: 99, size: 1 });
  engine.addStop(1, { side: SIDE_ASK, triggerTicks: 90, size: 1 });
  for (let price = 99; price >= 95; price--) engine.addLimit(1, SIDE_BID, price, 1);
  engine.addLimit(2, SIDE_ASK, 99, 1);
  expect(engine.report.electedCount).toBe(2);
  expect(Array.from(engine.report.electedTriggerTicks.subarray(0, 2))).toEqual([99, 98]);
  expect(engine.lastTradeTicks).toBe(97);
  expect(engine.stops.sellCount).toBe(1);
});

test('a stop-limit that finds nothing within its limit rests under its old id', () => {
  const { engine, emitted } = engineBench();
  engine.addStop(1, { side: SIDE_BID, triggerTicks: 100, size: 3, limitTicks: 101 });
  engine.addLimit(1, SIDE_ASK, 100, 1);
  engine.addLimit(1, SIDE_ASK, 104, 1);
  emitted();
  engine.addLimit(2, SIDE_BID, 100, 1);
  expect(emitted()).toEqual(['TB 100x1 #4', 'FA 100x1 #2', 'CA 100x1 #2', 'AB 101x3 #1|']);
});

test('a stop whose trigger has traded is refused', () => {
  const { engine } = engineBench();
  engine.addLimit(1, SIDE_ASK, 100, 1);
  engine.addLimit(2, SIDE_BID, 100, 1);
  expect(engine.addStop(3, { side: SIDE_BID, triggerTicks: 99, size: 1 })).toBe(NO_SLOT);
});

test('every round has its own sequence, and in about half of the events several stops share one', () => {
  let shared = 0;
  const events = 200;
  for (let seed = 0; seed < events; seed++) {
    const { engine, rows } = engineBench(seed);
    for (let n = 0; n < 3; n++) engine.addStop(1, { side: SIDE_BID, triggerTicks: 100, size: 1 });
    engine.addLimit(1, SIDE_ASK, 100, 9);
    rows.clear();
    engine.addLimit(2, SIDE_BID, 100, 1);
    const sequences = new Set<number>();
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH)
      if (rows.rows[at + COL_ACTION] === ACTION_TRADE) sequences.add(rows.rows[at + COL_SEQUENCE]!);
    expect([2, 4]).toContain(sequences.size);
    if (sequences.size === 2) shared++;
  }
  expect(shared).toBeGreaterThan(events * 0.35);
  expect(shared).toBeLessThan(events * 0.65);
});
