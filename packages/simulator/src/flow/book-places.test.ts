/** Where in the book the crowd acts next: which level, which order of a queue, and what lies deep. */
import { instrumentBySymbol, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { MatchingEngine } from '#engine/matching-engine.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { randomStream } from '#random/random.ts';
import { engineBench } from '#testing/engine-bench.ts';
import { awayStep, BookWeights, NEAR_LEVELS } from './book-weights.ts';
import { createCrowd } from './create-crowd.ts';
import { DeepOrders } from './deep-orders.ts';
import { flowProfileOf } from './flow-profile.ts';
import { MarketConditions } from './market-conditions.ts';
import { pickRecentOrder } from './pick-recent-order.ts';
import { ADD_SIZES, SizeLaw } from './size-law.ts';

const ES = (() => {
  const found = instrumentBySymbol('ES');
  if (found === undefined) throw new RangeError('no ES');
  return found;
})();
const PROFILE = flowProfileOf(ES);
const BEST = { [SIDE_BID]: 1000, [SIDE_ASK]: 1001 } as const;
const bestOf = (side: number): number => (side === SIDE_BID ? BEST[SIDE_BID] : BEST[SIDE_ASK]);

/** A book with so many orders of one contract at each of ten levels, by side and distance. */
function book(ordersAt: (side: number, distance: number) => number): MatchingEngine {
  const { engine } = engineBench();
  for (const side of [SIDE_BID, SIDE_ASK])
    for (let distance = 0; distance < NEAR_LEVELS; distance++)
      for (let n = 0; n < ordersAt(side, distance); n++)
        engine.addLimit(0, side, bestOf(side) + awayStep(side) * distance, 1);
  return engine;
}

describe('weights of the book', () => {
  function weights(ordersAt: (side: number, distance: number) => number, pressure = 0, depth = 1) {
    const conditions = new MarketConditions(1);
    conditions.depth = depth;
    const made = new BookWeights(book(ordersAt).ladder, PROFILE, conditions);
    made.refresh(pressure);
    return made;
  }

  /** Share of draws that fall on a place. */
  function shareOf(
    made: BookWeights,
    kind: 'pickAdd' | 'pickCancel',
    side: number,
    distance?: number,
  ): number {
    const random = randomStream(1, 'picks', 0);
    let hits = 0;
    for (let n = 0; n < 3000; n++) {
      made[kind](random);
      if (made.side === side && (distance === undefined || made.distance === distance)) hits++;
    }
    return hits / 3000;
  }

  const undisturbed = (_side: number, distance: number): number =>
    Math.round([0.66, 0.95, 1.05, 1.05][distance] ?? 1) * PROFILE.ordersPerLevel || 16;

  test('are even between the sides of an even book, heaviest at the touch', () => {
    const made = weights(undisturbed);
    expect(shareOf(made, 'pickAdd', SIDE_BID)).toBeCloseTo(0.5, 1);
    expect(shareOf(made, 'pickAdd', SIDE_BID, 0)).toBeGreaterThan(shareOf(made, 'pickAdd', SIDE_BID, 3));
    expect(made.addTotal).toBeGreaterThan(0.8);
    expect(made.addTotal).toBeLessThan(1.3);
  });

  test('call orders to short queues, and out of long ones', () => {
    const short = weights((side, distance) => (side === SIDE_BID && distance === 2 ? 4 : 24));
    expect(shareOf(short, 'pickAdd', SIDE_BID, 2)).toBeGreaterThan(
      1.3 * shareOf(short, 'pickAdd', SIDE_ASK, 2),
    );
    expect(shareOf(short, 'pickCancel', SIDE_BID, 2)).toBeLessThan(
      0.5 * shareOf(short, 'pickCancel', SIDE_ASK, 2),
    );
  });

  test('lean against buyers: asks come and bids go', () => {
    const made = weights(() => 24, 0.3);
    expect(shareOf(made, 'pickAdd', SIDE_ASK, 0)).toBeGreaterThan(
      1.3 * shareOf(made, 'pickAdd', SIDE_BID, 0),
    );
    expect(shareOf(made, 'pickCancel', SIDE_BID, 0)).toBeGreaterThan(
      1.3 * shareOf(made, 'pickCancel', SIDE_ASK, 0),
    );
  });

  test('leave the shorter best queue and join the longer one', () => {
    const made = weights((side, distance) => (distance === 0 ? (side === SIDE_BID ? 30 : 6) : 24));
    expect(shareOf(made, 'pickAdd', SIDE_BID, 0)).toBeGreaterThan(shareOf(made, 'pickAdd', SIDE_ASK, 0));
  });

  test('of an empty side are none', () => {
    const made = weights((side) => (side === SIDE_BID ? 24 : 0));
    expect(shareOf(made, 'pickAdd', SIDE_ASK)).toBe(0);
    expect(shareOf(made, 'pickCancel', SIDE_ASK)).toBe(0);
  });

  test('take what a level should hold from the depth of the market', () => {
    expect(weights(() => 24, 0, 0.5).target(4)).toBe(0.5 * PROFILE.ordersPerLevel);
    expect(weights(() => 24).target(0)).toBeCloseTo(0.66 * PROFILE.ordersPerLevel, 9);
    expect(weights(() => 24).target(500)).toBe(weights(() => 24).target(NEAR_LEVELS - 1));
    // The same queues are long in a thin market: more leave.
    expect(weights(() => 24, 0, 0.5).cancelTotal).toBeGreaterThan(weights(() => 24).cancelTotal);
  });

  test('draw a distance of one side only', () => {
    const made = weights((_, distance) => (distance === 5 ? 1 : 60));
    const random = randomStream(2, 'picks', 0);
    const distances = Array.from({ length: 1000 }, () => made.pickAddDistance(random, SIDE_ASK));
    expect(Math.min(...distances)).toBe(0);
    expect(Math.max(...distances)).toBe(NEAR_LEVELS - 1);
    expect(distances.filter((distance) => distance === 5).length).toBeGreaterThan(
      distances.filter((distance) => distance === 4).length,
    );
  });
});

describe('who of a queue leaves', () => {
  /** A queue of twenty, of which those named belong to an agent. */
  function queue(ofAgents: readonly number[] = []) {
    const { engine } = engineBench();
    const slots = Array.from({ length: 20 }, (_, place) =>
      engine.addLimit(place, SIDE_BID, 1000, 1, 0, ofAgents.includes(place) ? 7 : 0),
    );
    return { engine, slots };
  }

  const picks = (engine: MatchingEngine, slots: readonly number[]): number[] => {
    const random = randomStream(3, 'queue', 0);
    return Array.from({ length: 2000 }, () => slots.indexOf(pickRecentOrder(engine, random, SIDE_BID, 1000)));
  };

  test('came late mostly, and may be anybody', () => {
    const { engine, slots } = queue();
    const places = picks(engine, slots);
    const last = places.filter((place) => place === 19).length / places.length;
    // The last of twenty is whoever has u^2.5 below a twentieth: u below 0.3.
    expect(last).toBeGreaterThan(0.26);
    expect(last).toBeLessThan(0.35);
    expect(Math.min(...places)).toBe(0);
    expect(places.filter((place) => place >= 10).length / places.length).toBeGreaterThan(0.7);
  });

  test('is never an agent’s order', () => {
    const { engine, slots } = queue([19, 18, 5]);
    const places = new Set(picks(engine, slots));
    expect([19, 18, 5].filter((place) => places.has(place))).toEqual([]);
    expect(places.has(17)).toBe(true);
  });

  test('is nobody where only agents wait, or nobody does', () => {
    const all = queue(Array.from({ length: 20 }, (_, place) => place));
    expect(new Set(picks(all.engine, all.slots))).toEqual(new Set([-1]));
    expect(pickRecentOrder(queue().engine, randomStream(1, 'x', 0), SIDE_ASK, 1001)).toBe(NO_SLOT);
  });
});

describe('deep orders', () => {
  function deep(perLevel = 3) {
    const engine = book(() => 2);
    const made = new DeepOrders(engine, PROFILE, randomStream(4, 'deep', 0));
    const sizes = new SizeLaw(ADD_SIZES, 1);
    made.fill(0, sizes, perLevel);
    return { engine, made, sizes };
  }
  const countOf = (engine: MatchingEngine, side: number): number =>
    (side === SIDE_BID ? engine.ladder.bidOrders : engine.ladder.askOrders) - 2 * NEAR_LEVELS;

  test('fill both sides behind the tenth level with as many as wanted', () => {
    const { engine } = deep();
    for (const side of [SIDE_BID, SIDE_ASK]) {
      expect(countOf(engine, side)).toBe(3 * PROFILE.deepTicks);
      expect(engine.ladder.countAt(side, bestOf(side) + awayStep(side) * (NEAR_LEVELS - 1))).toBe(2);
      const beyond = bestOf(side) + awayStep(side) * (NEAR_LEVELS + PROFILE.deepTicks);
      expect(engine.ladder.countAt(side, beyond)).toBe(0);
    }
  });

  test('stay about as many as wanted, however often they change', () => {
    const { engine, made, sizes } = deep();
    for (let n = 0; n < 3000; n++) made.change(n, sizes);
    for (const side of [SIDE_BID, SIDE_ASK]) {
      expect(countOf(engine, side)).toBeGreaterThan(3 * PROFILE.deepTicks * 0.7);
      expect(countOf(engine, side)).toBeLessThanOrEqual(3 * PROFILE.deepTicks + 1);
    }
  });

  test('leave oldest first, and not those that the market has come to', () => {
    const { engine, made, sizes } = deep(1);
    const oldest = engine.orders.id.indexOf(4 * NEAR_LEVELS + 1);
    const { ladder } = engine;
    // The touch moves out to where the deep orders lie.
    engine.addImmediate(1, SIDE_ASK, BEST[SIDE_BID] - NEAR_LEVELS + 1, 2 * NEAR_LEVELS);
    const near = Array.from({ length: 6 }, (_, at) => ladder.bestBidTicks - at);
    const before = near.map((price) => ladder.countAt(SIDE_BID, price));
    for (let n = 0; n < 12; n++) made.change(2, sizes);
    const after = near.map((price) => ladder.countAt(SIDE_BID, price));
    expect(after).toEqual(before);
    expect(oldest).toBeGreaterThanOrEqual(0);
  });
});

describe('the crowd without memory', () => {
  function crowd(pace = 1) {
    const { engine } = engineBench();
    const conditions = new MarketConditions(1);
    conditions.pace = pace;
    const flow = createCrowd('g0', {
      engine,
      profile: { ...PROFILE, ordersPerLevel: 4 },
      random: randomStream(5, 'crowd', 0),
      signRandom: randomStream(5, 'signs', 0),
      conditions,
      sizeFactor: 1,
      spacingTicks: 1,
      planCancel: () => undefined,
    });
    flow.fillBook(0, 1001);
    return { engine, flow };
  }

  test('fills twenty-four even levels of either side', () => {
    const { engine } = crowd();
    for (const side of [SIDE_BID, SIDE_ASK])
      for (let distance = 0; distance < 24; distance++)
        expect(engine.ladder.countAt(side, bestOf(side) + awayStep(side) * distance)).toBe(4);
    expect(engine.ladder.countAt(SIDE_BID, 1000 - 24)).toBe(0);
  });

  test('has a rate in proportion to the pace: takers, limits, and withdrawals that keep the book', () => {
    // Six takers; half of eleven changes each are limits; as many withdrawals while the book is as it was.
    expect(crowd().flow.rate()).toBeCloseTo(6 + 33 + 33, 9);
    expect(crowd(2).flow.rate()).toBeCloseTo(2 * 72, 9);
  });

  test('is excited by nothing', () => {
    const { flow } = crowd();
    const before = flow.rate();
    flow.learn();
    flow.decay(5);
    flow.stepSecond();
    flow.readBook();
    expect(flow.rate()).toBe(before);
  });

  test('keeps its book through thousands of events and fills a side that was swept', () => {
    const { engine, flow } = crowd();
    for (let n = 0; n < 3000; n++) {
      flow.act(n);
      flow.restock(n);
      expect(engine.ladder.bestBidTicks).toBeLessThan(engine.ladder.bestAskTicks);
    }
    engine.addImmediate(9000, SIDE_BID, 5000, 1_000_000);
    flow.restock(9000);
    expect(engine.ladder.bestAskTicks).toBe(engine.ladder.bestBidTicks + 1);
  });
});
