/** What the agents read of an event: who was filled, who was elected, and how much was bought and sold. */
import { NO_PRICE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { engineBench } from '#testing/engine-bench.ts';
import { oppositeSide } from './match-rounds.ts';
import { NO_SLOT } from './order-store.ts';

const SIDES = [
  ['buy', SIDE_BID, 1],
  ['sell', SIDE_ASK, -1],
] as const;

test('the side opposite to bids is asks, and the other way round', () => {
  expect([SIDE_BID, SIDE_ASK].map(oppositeSide)).toEqual([SIDE_ASK, SIDE_BID]);
});

describe.each(SIDES)('an aggressor that comes to %s', (_, side, sign) => {
  const against = oppositeSide(side);

  test('is counted with its contracts, its side and its last price', () => {
    const { engine } = engineBench();
    engine.addLimit(1, against, 100, 2);
    engine.addLimit(1, against, 100 + sign, 2);
    engine.addLimit(7, side, 100 + sign, 3);
    const { report } = engine;
    expect(report.timeNs).toBe(7);
    expect([report.rounds, report.firstSide, report.lastTradeTicks]).toEqual([1, side, 100 + sign]);
    expect([report.buyVolume, report.sellVolume]).toEqual(side === SIDE_BID ? [3, 0] : [0, 3]);
  });

  test('and the stops it elects are one event, the other way too', () => {
    const { engine } = engineBench();
    // One stop follows the aggressor; its trade at 100 + sign reaches nothing else
    engine.addStop(1, { side, triggerTicks: 100, size: 4, owner: 8 });
    engine.addLimit(1, against, 100, 1);
    engine.addLimit(1, against, 100 + sign, 9);
    engine.addImmediate(2, side, 100, 1);
    const { report } = engine;
    expect(report.rounds).toBe(2);
    expect(report.buyVolume + report.sellVolume).toBe(5);
    expect([report.electedOwner[0], report.electedSide[0], report.electedSize[0]]).toEqual([8, side, 4]);
  });
});

test('a plain change of the book is an event of no rounds, and forgets what the last one did', () => {
  const { engine } = engineBench();
  const slot = engine.addLimit(1, SIDE_BID, 100, 5);
  engine.addLimit(2, SIDE_ASK, 100, 2);
  const { report } = engine;
  const { ordinal } = report;
  expect([report.rounds, report.touchedCount]).toEqual([1, 1]);
  engine.modify(3, slot, 99, 3);
  expect([report.rounds, report.touchedCount, report.sellVolume, report.firstSide]).toEqual([0, 0, 0, 0]);
  expect(report.ordinal).toBe(ordinal + 1);
  engine.cancel(4, slot);
  expect(report.ordinal).toBe(ordinal + 2);
});

test('what does nothing is no event', () => {
  const { engine } = engineBench();
  const { ordinal } = engine.report;
  expect(engine.addImmediate(1, SIDE_BID, 100, 5)).toBe(0);
  expect(engine.addMarket(1, SIDE_BID, 5)).toBe(NO_SLOT);
  engine.addStop(1, { side: SIDE_BID, triggerTicks: 100, size: 1 });
  expect(engine.report.ordinal).toBe(ordinal);
});

test('an order that is filled several times is touched once, with its owner and what it showed before', () => {
  const { engine } = engineBench();
  engine.addLimit(1, SIDE_ASK, 100, 10, 2, 6);
  engine.addLimit(1, SIDE_ASK, 100, 1, 0, 7);
  engine.addImmediate(2, SIDE_BID, 100, 8);
  const { report } = engine;
  expect(report.touchedCount).toBe(2);
  expect(Array.from(report.touchedOwner.subarray(0, 2))).toEqual([6, 7]);
  // 2 shown, the order behind, then 2, 2 and one of the last two: three refills
  expect([report.touchedSizeBefore[0], report.touchedFilled[0], report.touchedRefills[0]]).toEqual([2, 7, 3]);
  expect(Array.from(report.touchedAlive.subarray(0, 2))).toEqual([1, 0]);
});

test('a hundred and fifty orders and stops in one event are all reported', () => {
  const { engine } = engineBench();
  const many = 150;
  for (let n = 0; n < many; n++)
    engine.addStop(1, { side: SIDE_BID, triggerTicks: 100, size: 1, owner: 500 + n });
  for (let n = 0; n <= many; n++) engine.addLimit(1, SIDE_ASK, 100, 1, 0, 1000 + n);
  engine.addImmediate(2, SIDE_BID, 100, 1);
  const { report } = engine;
  const count = (length: number) => Array.from({ length }, (_, n) => n);
  expect([report.rounds, report.electedCount, report.touchedCount]).toEqual([many + 1, many, many + 1]);
  expect(Array.from(report.electedOwner.subarray(0, many))).toEqual(count(many).map((n) => 500 + n));
  expect(Array.from(report.electedId.subarray(0, many))).toEqual(count(many).map((n) => n + 1));
  expect(Array.from(report.electedTriggerTicks.subarray(0, many)).every((ticks) => ticks === 100)).toBe(true);
  expect(Array.from(report.touchedOwner.subarray(0, many + 1))).toEqual(count(many + 1).map((n) => 1000 + n));
  expect(Array.from(report.touchedFilled.subarray(0, many + 1)).every((filled) => filled === 1)).toBe(true);
  expect(report.buyVolume).toBe(many + 1);
  engine.addLimit(3, SIDE_BID, 90, 1);
  expect([report.rounds, report.electedCount, report.touchedCount, report.buyVolume]).toEqual([0, 0, 0, 0]);
});

describe('an auction', () => {
  test('prints once without an aggressor, under orders that come and go in the feed', () => {
    const { engine, emitted } = engineBench();
    for (const size of [3, 4]) engine.addLimit(0, SIDE_BID, 100, size);
    engine.addLimit(0, SIDE_BID, 99, 9);
    emitted();
    engine.auction(5, SIDE_BID, [1, 4]);
    expect(emitted()).toEqual([
      'AA 100x1 #4|',
      'AA 100x4 #5|',
      // Of no side and no order: the letter is that of whatever is not a bid
      'TA 100x5 #0',
      'FA 100x1 #4',
      'FA 100x4 #5',
      'FB 100x3 #1',
      'FB 100x2 #2',
      'CA 100x1 #4',
      'CA 100x4 #5',
      'CB 100x3 #1',
      'MB 100x2 #2|',
    ]);
    const { report } = engine;
    expect([report.rounds, report.firstSide, report.buyVolume, report.sellVolume]).toEqual([
      1,
      SIDE_NONE,
      0,
      0,
    ]);
    expect([report.lastTradeTicks, engine.lastTradeTicks]).toEqual([100, 100]);
    expect(engine.nextOrderId).toBe(6);
    expect(engine.ladder.sizeAt(SIDE_BID, 100)).toBe(2);
  });

  test('elects the stops that its price reaches, which trade after it', () => {
    const { engine } = engineBench();
    engine.addStop(0, { side: SIDE_BID, triggerTicks: 101, size: 2 });
    engine.addStop(0, { side: SIDE_BID, triggerTicks: 103, size: 2 });
    engine.addLimit(0, SIDE_ASK, 101, 8);
    expect(engine.hasTraded).toBe(false);
    engine.auction(5, SIDE_ASK, [3]);
    const { report } = engine;
    expect([report.electedCount, report.rounds, report.buyVolume]).toEqual([1, 2, 2]);
    expect(report.firstSide).toBe(SIDE_NONE);
    expect(engine.ladder.sizeAt(SIDE_ASK, 101)).toBe(3);
    expect(engine.stops.buyCount).toBe(1);
  });
});

describe('the limits of the day', () => {
  const limited = () => engineBench(1, 0, { lowestTicks: 95, highestTicks: 105 });

  test.each([
    ['bid', SIDE_BID, 94],
    ['ask', SIDE_ASK, 106],
  ] as const)('a %s beyond them is refused without an id or an event', (_, side, price) => {
    const { engine, emitted } = limited();
    expect(engine.addLimit(1, side, price, 5)).toBe(NO_SLOT);
    expect(engine.nextOrderId).toBe(1);
    expect(emitted()).toEqual([]);
    expect([engine.ladder.bestBidTicks, engine.ladder.bestAskTicks]).toEqual([NO_PRICE, NO_PRICE]);
  });

  test('a re-pricing beyond them leaves the order where it is', () => {
    const { engine, emitted } = limited();
    const slot = engine.addLimit(1, SIDE_BID, 100, 5);
    emitted();
    expect(engine.modify(2, slot, 94, 9)).toBe(true);
    expect(emitted()).toEqual([]);
    expect(engine.ladder.sizeAt(SIDE_BID, 100)).toBe(5);
  });

  test('an order that trades and whose rest would lie beyond them drops it', () => {
    const { engine, emitted } = limited();
    engine.addLimit(1, SIDE_ASK, 105, 2);
    emitted();
    expect(engine.addLimit(2, SIDE_BID, 110, 5)).toBe(NO_SLOT);
    expect(emitted()).toEqual(['TB 105x2 #2', 'FA 105x2 #1', 'CA 105x2 #1|']);
    expect(engine.orders.live).toBe(0);
  });

  test('a stop whose protection would rest beyond them drops what is left', () => {
    const { engine } = limited();
    engine.addStop(1, { side: SIDE_BID, triggerTicks: 104, size: 9 });
    engine.addLimit(1, SIDE_ASK, 104, 3);
    engine.addImmediate(2, SIDE_BID, 104, 1);
    expect(engine.report.buyVolume).toBe(3);
    expect(engine.orders.live).toBe(0);
  });
});

test('a stop that is withdrawn is never elected and shows nothing', () => {
  const { engine, emitted } = engineBench();
  const slot = engine.addStop(1, { side: SIDE_ASK, triggerTicks: 100, size: 2 });
  engine.cancelStop(slot);
  engine.addLimit(1, SIDE_BID, 100, 5);
  engine.addImmediate(2, SIDE_ASK, 100, 1);
  expect(engine.report.electedCount).toBe(0);
  expect(emitted()).toEqual(['AB 100x5 #2|', 'TA 100x1 #3', 'FB 100x1 #2', 'MB 100x4 #2|']);
});

test('a market order finds nobody: it is refused, and takes no id', () => {
  const { engine } = engineBench();
  engine.addLimit(1, SIDE_BID, 100, 5);
  expect(engine.addMarket(2, SIDE_BID, 1)).toBe(NO_SLOT);
  expect(engine.nextOrderId).toBe(2);
  expect(engine.addMarket(2, SIDE_ASK, 7, 4)).not.toBe(NO_SLOT);
  // Two contracts rest at the protection limit, under the owner of the order
  const rest = engine.ladder.headAt(SIDE_ASK, 95);
  expect([engine.orders.size[rest], engine.orders.owner[rest]]).toEqual([2, 4]);
});
