/** What all crowds of families do alike, from outside: how they fill a book, flee news, and quote where a side is gone. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { oppositeSide } from '#engine/match-rounds.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { awayStep } from '#flow/book-weights.ts';
import { flowProfileOf } from '#flow/flow-profile.ts';
import { FAMILY_NAMES } from '#flow/generator.ts';
import { MarketConditions } from '#flow/market-conditions.ts';
import { randomStream } from '#random/random.ts';
import { CrowdBench, OPEN_TICKS } from '#testing/crowd-bench.ts';
import { instrumentOf } from '#testing/instrument.ts';
import { BOOK_LEVELS, sideOf, signOf } from './family-flow.ts';

/** Makers quote about their own price, and withdraw by themselves. */
const WITHOUT_MAKERS = FAMILY_NAMES.filter((name) => name !== 'makers');
const JUMPS = [
  [SIDE_ASK, 11.5],
  [SIDE_BID, -11.5],
] as const;

/** Slots that rest on a side between two prices, from the touch away. */
function restingOn({ engine }: CrowdBench, side: number): number[] {
  const { ladder, orders } = engine;
  const slots: number[] = [];
  let price = ladder.bestTicks(side);
  for (; price !== NO_PRICE; price = ladder.nextTicks(side, price))
    for (let slot = ladder.headAt(side, price); slot !== NO_SLOT; slot = orders.next[slot]!) slots.push(slot);
  return slots;
}

/** Takes a whole side away without letting the crowd do anything. */
function sweep({ engine }: CrowdBench, side: number): void {
  engine.addImmediate(1, oppositeSide(side), side === SIDE_BID ? -1e6 : 1e6, 1e7);
  expect(engine.ladder.bestTicks(side)).toBe(NO_PRICE);
}

test('a side has a sign, and a sign a side', () => {
  expect([SIDE_BID, SIDE_ASK].map(signOf)).toEqual([1, -1]);
  expect([1, -1].map(sideOf)).toEqual([SIDE_BID, SIDE_ASK]);
});

describe.each(WITHOUT_MAKERS)('%s', (name) => {
  test('opens with the ask at the opening price and the bid a tick below', () => {
    for (const symbol of ['ES', 'NQ']) {
      const { ladder } = new CrowdBench(name, symbol, 7).engine;
      expect([ladder.bestBidTicks, ladder.bestAskTicks]).toEqual([OPEN_TICKS - 1, OPEN_TICKS]);
    }
  });

  test('opens with fuller levels where the market is deeper', () => {
    const ordersAt = (depth: number): number => {
      const conditions = new MarketConditions(1);
      conditions.depth = depth;
      return new CrowdBench(name, 'ES', 7, { conditions }).engine.ladder.bidOrders;
    };
    expect(ordersAt(3) / ordersAt(1)).toBeGreaterThan(2.4);
    expect(ordersAt(3) / ordersAt(1)).toBeLessThan(3.4);
  });

  test('enters larger orders where its world says so', () => {
    const least = (sizeFactor: number): number => {
      const bench = new CrowdBench(name, 'ES', 7, { sizeFactor });
      return Math.min(...restingOn(bench, SIDE_BID).map((slot) => bench.engine.orders.size[slot]!));
    };
    expect([least(1), least(5)]).toEqual([1, 5]);
  });

  test('leaves ticks between its prices empty where its world is wide', () => {
    const span = (spacingTicks: number): number => {
      const bench = new CrowdBench(name, 'NQ', 7, { spacingTicks });
      const prices = restingOn(bench, SIDE_ASK).map((slot) => bench.engine.orders.priceTicks[slot]!);
      return Math.max(...prices) - OPEN_TICKS;
    };
    expect(span(1)).toBe(BOOK_LEVELS - 1);
    // The last of twenty levels lies about nineteen spacings away, half a spacing early or late
    expect(Math.abs(span(6) - 6 * (BOOK_LEVELS - 1.5))).toBeLessThanOrEqual(4);
  });

  test.each(JUMPS)(
    'withdraws on news what side %i has before the new worth, and nothing else',
    (side, jump) => {
      const bench = new CrowdBench(name, 'ES', 7);
      const { orders } = bench.engine;
      const worth = bench.mid + jump;
      const inTheWay = restingOn(bench, side).filter(
        (slot) => (worth - orders.priceTicks[slot]!) * Math.sign(jump) > 0,
      );
      expect(inTheWay.length).toBeGreaterThan(50);
      bench.planned.length = 0;
      bench.conditions.valueJump = jump;
      bench.flow.restock(1000);
      const gone = bench.planned.map(({ slot }) => slot);
      expect(gone.filter((slot) => !inTheWay.includes(slot))).toEqual([]);
      expect(new Set(gone).size).toBe(gone.length);
      // Nine in ten, each after a reaction of its own
      expect(gone.length / inTheWay.length).toBeGreaterThan(0.8);
      expect(gone.length / inTheWay.length).toBeLessThan(0.98);
      expect(bench.planned.every(({ timeNs, slot, id }) => timeNs > 1000 && orders.id[slot] === id)).toBe(
        true,
      );
      expect(new Set(bench.planned.map(({ timeNs }) => timeNs)).size).toBeGreaterThan(gone.length / 2);
    },
  );

  test('leaves the orders of others alone when news comes', () => {
    const bench = new CrowdBench(name, 'ES', 7);
    const theirs = Array.from({ length: 60 }, () => bench.engine.addLimit(1, SIDE_ASK, OPEN_TICKS, 1, 0, 9));
    bench.planned.length = 0;
    bench.conditions.valueJump = 12;
    bench.flow.restock(1000);
    expect(bench.planned.length).toBeGreaterThan(20);
    expect(bench.planned.filter(({ slot }) => theirs.includes(slot))).toEqual([]);
  });

  test.each(JUMPS)('withdraws nothing where side %i was swept empty as the news came', (side, jump) => {
    const bench = new CrowdBench(name, 'ES', 7);
    sweep(bench, side);
    bench.planned.length = 0;
    bench.conditions.valueJump = jump;
    bench.flow.restock(1000);
    expect(bench.planned).toEqual([]);
    expect(bench.engine.ladder.bestTicks(side)).not.toBe(NO_PRICE);
  });
});

describe.each(FAMILY_NAMES)('%s', (name) => {
  test('restocks nothing while both sides are there and nothing is new', () => {
    const bench = new CrowdBench(name, 'CL', 7);
    bench.emitted();
    bench.flow.restock(1000);
    expect(bench.emitted()).toEqual([]);
  });

  test.each([SIDE_BID, SIDE_ASK])(
    'puts an order at every level of side %i that was emptied, next to the other',
    (side) => {
      const bench = new CrowdBench(name, 'CL', 7, { spacingTicks: 1 });
      sweep(bench, side);
      bench.emitted();
      bench.flow.restock(1000);
      const touch = bench.engine.ladder.bestTicks(oppositeSide(side));
      const prices = restingOn(bench, side).map((slot) => bench.engine.orders.priceTicks[slot]!);
      const expected = Array.from({ length: BOOK_LEVELS }, (_, n) => touch + awayStep(side) * (1 + n));
      expect(prices).toEqual(expected);
      expect(bench.emitted().length).toBe(BOOK_LEVELS);
    },
  );

  test('puts both sides about the worth where nobody is left', () => {
    const bench = new CrowdBench(name, 'CL', 7);
    const worth = Math.round(bench.mid);
    sweep(bench, SIDE_BID);
    sweep(bench, SIDE_ASK);
    bench.flow.restock(1000);
    const { bestBidTicks, bestAskTicks } = bench.engine.ladder;
    expect(bestBidTicks).toBeLessThan(bestAskTicks);
    expect(Math.abs(bestBidTicks - worth)).toBeLessThanOrEqual(2);
    expect(Math.abs(bestAskTicks - worth)).toBeLessThanOrEqual(2);
  });

  test('knows no gap to a worth until there is news, then the whole of it', () => {
    const { flow, conditions } = new CrowdBench(name, 'ES', 7);
    expect(conditions.gapTicks).toBe(0);
    conditions.valueJump = 5;
    flow.readBook();
    expect([conditions.gapTicks, conditions.valueJump]).toEqual([5, 0]);
    conditions.valueJump = 2;
    flow.readBook();
    expect(conditions.gapTicks).toBe(7);
    // News that takes it all back leaves nothing to follow
    conditions.valueJump = -7;
    flow.readBook();
    expect(conditions.gapTicks).toBe(0);
  });

  test.each([
    [SIDE_BID, 3],
    [SIDE_ASK, -3],
  ] as const)(
    'has nothing more to follow once somebody on side %i took the price past the worth',
    (side, jump) => {
      const { flow, conditions, engine } = new CrowdBench(name, 'ES', 7);
      conditions.valueJump = jump;
      flow.readBook();
      expect(conditions.gapTicks).toBe(jump);
      engine.addImmediate(1, side, OPEN_TICKS + 2 * jump, 1e6);
      flow.restock(2);
      flow.readBook();
      expect(conditions.gapTicks).toBe(0);
    },
  );

  test('trades as often as the scale of the session says', () => {
    const rateAt = (scale: number): number => {
      const profile = { ...flowProfileOf(instrumentOf('ES')), aggressorsPerSecond: 4 };
      const conditions = new MarketConditions(scale);
      const random = randomStream(7, 'crowd', 0);
      return new CrowdBench(name, 'ES', 7, { profile, conditions, random }).flow.rate();
    };
    // Withdrawals of orders that rest may not depend on it
    expect(rateAt(2)).toBeGreaterThan(1.1 * rateAt(1));
    expect(rateAt(2)).toBeLessThanOrEqual(2.001 * rateAt(1));
  });

  test('keeps about as many orders as it began with', () => {
    const bench = new CrowdBench(name, 'CL', 7);
    const before = bench.engine.orders.live;
    bench.run(600);
    expect(bench.engine.orders.live / before).toBeGreaterThan(0.3);
    expect(bench.engine.orders.live / before).toBeLessThan(3);
    // Stops are the agents': the crowd has none
    expect(bench.engine.stops.buyCount + bench.engine.stops.sellCount).toBe(0);
  });

  test.each([
    ['buys', 40],
    ['sells', -40],
  ] as const)('mostly %s while the worth is far on that side', (_, jump) => {
    const bench = new CrowdBench(name, 'ES', 7);
    bench.conditions.valueJump = jump;
    bench.flow.readBook();
    const { report } = bench.engine;
    let [trades, towards] = [0, 0];
    for (let n = 0; n < 3000 && trades < 30; n++) {
      const { ordinal } = report;
      bench.flow.act(1000 + n);
      if (report.ordinal === ordinal || report.rounds === 0) continue;
      trades++;
      if (report.buyVolume > 0 === jump > 0) towards++;
    }
    expect(trades).toBe(30);
    // Seven in ten know, and of the others half guess right
    expect(towards / trades).toBeGreaterThan(0.65);
  });
});
