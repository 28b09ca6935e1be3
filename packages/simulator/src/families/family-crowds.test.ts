/** What the crowd of every family does and never does, and what is particular to each. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_SLOT, OrderStore } from '#engine/order-store.ts';
import type { PriceLadder } from '#engine/price-ladder.ts';
import { disturbedProfile, flowProfileOf } from '#flow/flow-profile.ts';
import { FAMILY_NAMES, perturbationOf, UNDISTURBED } from '#flow/generator.ts';
import { randomStream } from '#random/random.ts';
import { CrowdBench, OPEN_TICKS } from '#testing/crowd-bench.ts';
import { instrumentOf } from '#testing/instrument.ts';
import { BOOK_LEVELS } from './family-flow.ts';
import { worldOf } from './mechanics.ts';
import { OrderPool } from './order-pool.ts';
import { drawWorld } from './world.ts';

const CASES = { numRuns: 2 };
const anySeed = fc.integer({ min: 1, max: 100_000 });
const anySymbol = fc.constantFrom('ES', 'CL', 'NQ');

/** Prices of a side that hold orders. */
function levelsOf(ladder: PriceLadder, side: number): number {
  let levels = 0;
  let price = ladder.bestTicks(side);
  for (; price !== NO_PRICE && levels < 100; price = ladder.nextTicks(side, price))
    if (ladder.sizeAt(side, price) > 0) levels++;
  return levels;
}

describe.each(FAMILY_NAMES)('%s', (name) => {
  test('fills both sides next to the opening price, twenty levels deep', () => {
    fc.assert(
      fc.property(anySeed, anySymbol, (seed, symbol) => {
        const { ladder } = new CrowdBench(name, symbol, seed).engine;
        const least = name === 'makers' ? 3 : BOOK_LEVELS / 2;
        expect(levelsOf(ladder, SIDE_BID)).toBeGreaterThanOrEqual(least);
        expect(levelsOf(ladder, SIDE_ASK)).toBeGreaterThanOrEqual(least);
        expect(Math.abs(ladder.midTicks - OPEN_TICKS)).toBeLessThan(10);
      }),
      CASES,
    );
  });

  test('always has a rate and two sides that do not cross', () => {
    fc.assert(
      fc.property(anySeed, anySymbol, (seed, symbol) => {
        const bench = new CrowdBench(name, symbol, seed);
        const { ladder } = bench.engine;
        bench.run(200, () => {
          expect(bench.flow.rate() > 0 && bench.flow.rate() < 1e7).toBe(true);
          expect(ladder.bestBidTicks !== NO_PRICE && ladder.bestBidTicks < ladder.bestAskTicks).toBe(true);
        });
        expect(Math.abs(bench.mid - OPEN_TICKS)).toBeLessThan(300);
      }),
      CASES,
    );
  });

  test('buys and sells', () => {
    const bench = new CrowdBench(name, 'NQ', 3);
    for (let n = 0; n < 40 && (bench.bought === 0 || bench.sold === 0); n++) bench.run(50);
    expect([bench.bought, bench.sold].every((contracts) => contracts > 0)).toBe(true);
  });

  test('does the same under one seed, and something else under another', () => {
    const rows = (seed: number): string => {
      const bench = new CrowdBench(name, 'CL', seed);
      bench.run(80);
      return bench.emitted().join(' ');
    };
    const first = rows(4);
    expect(rows(4) === first).toBe(true);
    expect(rows(5) === first).toBe(false);
  });

  test.each([SIDE_BID, SIDE_ASK])('fills side %i again after it was swept empty', (side) => {
    const bench = new CrowdBench(name, 'CL', 3);
    const { ladder } = bench.engine;
    bench.engine.addImmediate(0, side === SIDE_BID ? SIDE_ASK : SIDE_BID, side === SIDE_BID ? 0 : 1e6, 1e6);
    expect(ladder.bestTicks(side)).toBe(NO_PRICE);
    bench.flow.learn();
    bench.flow.restock(1);
    expect(ladder.bestTicks(side)).not.toBe(NO_PRICE);
    expect(ladder.bestBidTicks).toBeLessThan(ladder.bestAskTicks);
  });

  test.each([15, -15])('follows news of %i ticks most of the way, and the gap closes', (jump) => {
    const bench = new CrowdBench(name, 'NQ', 6);
    bench.run(50);
    const before = bench.mid;
    bench.conditions.valueJump = jump;
    bench.trade(
      jump > 0 ? SIDE_BID : SIDE_ASK,
      jump > 0 ? bench.engine.ladder.bestAskTicks : bench.engine.ladder.bestBidTicks,
      1,
    );
    expect(bench.conditions.gapTicks * Math.sign(jump)).toBeGreaterThan(10);
    expect(bench.conditions.valueJump).toBe(0);
    const isThere = (): boolean => Math.abs(before + jump - bench.mid) <= 5;
    for (let n = 0; n < 60 && !isThere(); n++) bench.run(25);
    expect(isThere()).toBe(true);
  });

  test('gathers a drift of a fraction of a tick until it is a whole one', () => {
    const { flow, conditions } = new CrowdBench(name, 'ES', 2);
    conditions.driftTicks = 0.4;
    const jumps = Array.from({ length: 5 }, () => {
      conditions.valueJump = 0;
      flow.stepSecond();
      return conditions.valueJump;
    });
    expect(jumps).toEqual([0, 0, 1, 0, 1]);
  });

  test('is as much faster as the market', () => {
    const { flow, conditions } = new CrowdBench(name, 'ES', 2);
    const usual = flow.rate();
    conditions.pace = 3;
    flow.readBook();
    expect(flow.rate() / usual).toBeCloseTo(3, 6);
  });
});

describe('a pool of orders', () => {
  function pool(count: number) {
    const orders = new OrderStore();
    const made = new OrderPool(orders);
    const slots = Array.from({ length: count }, (_, at) => {
      const slot = orders.allocate();
      orders.id[slot] = 100 + at;
      made.add(slot);
      return slot;
    });
    return { orders, pool: made, slots };
  }

  test('draws every order with the same chance', () => {
    const { pool: made, slots } = pool(5);
    const random = randomStream(1, 'pool', 0);
    const counts = new Map<number, number>();
    for (let n = 0; n < 5000; n++) {
      const slot = made.draw(random);
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
    for (const slot of slots) expect(Math.abs((counts.get(slot) ?? 0) - 1000)).toBeLessThan(150);
  });

  test('never draws an order that is gone, also where another one has its place', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(19), { maxLength: 19 }), (gone) => {
        const { pool: made, orders, slots } = pool(20);
        const lost = new Set(gone.map((at) => slots[at]!));
        for (const slot of lost) orders.id[slot] = 9999;
        const random = randomStream(2, 'pool', 0);
        for (let n = 0; n < 200; n++) expect(lost.has(made.draw(random))).toBe(false);
        expect(made.size).toBeGreaterThanOrEqual(20 - lost.size);
      }),
    );
  });

  test('that is empty draws nothing', () => {
    expect(pool(0).pool.draw(randomStream(1, 'pool', 0))).toBe(NO_SLOT);
  });
});

describe('a world', () => {
  test('is one of the tick regime of its product, whatever is drawn', () => {
    const regimes = {
      ES: { orders: [1, 30], sigma: [0.3, 1.2], spacing: [1, 1] },
      CL: { orders: [1, 30], sigma: [0.5, 2], spacing: [1, 1.5] },
      NQ: { orders: [1, 8], sigma: [1.2, 5], spacing: [2, 6] },
    } as const;
    const isWithin = (value: number, [low, high]: readonly [number, number]): boolean =>
      value >= low - 1e-9 && value <= high + 1e-9;
    fc.assert(
      fc.property(anySeed, fc.constantFrom('ES', 'CL', 'NQ' as const), (seed, symbol) => {
        const regime = regimes[symbol as keyof typeof regimes];
        const world = drawWorld(instrumentOf(symbol), 1, randomStream(seed, 'world', 0));
        expect(isWithin(world.profile.ordersPerLevel, regime.orders)).toBe(true);
        expect(isWithin(world.profile.sigmaTicks, regime.sigma)).toBe(true);
        expect(isWithin(world.spacingTicks, regime.spacing)).toBe(true);
        expect(world.sizeFactor).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  test('keeps between two seconds and three minutes of trading at the touch', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { profile, sizeFactor } = drawWorld(instrumentOf('ES'), 1, randomStream(seed, 'world', 0));
        const contracts = profile.ordersPerLevel * sizeFactor * 2.2 ** profile.sizePower;
        const minutes = contracts / (profile.aggressorsPerSecond * 60 * 3);
        expect(minutes).toBeGreaterThan(0.029);
        expect(minutes).toBeLessThan(3.01);
      }),
      { numRuns: 200 },
    );
  });

  test('has the rates of a real session at any scale', () => {
    const at = (scale: number): number =>
      drawWorld(instrumentOf('ES'), scale, randomStream(5, 'world', 0)).profile.aggressorsPerSecond * scale;
    expect(at(0.25)).toBeCloseTo(at(1), 9);
  });

  test('of G1 is the product’s own, and a disturbed one where the mechanics are', () => {
    const es = instrumentOf('ES');
    const random = randomStream(1, 'world', 0);
    expect(worldOf('g1', es, 1, random)).toEqual({
      profile: flowProfileOf(es),
      sizeFactor: UNDISTURBED.sizeFactor,
      spacingTicks: 1,
    });
    const disturbed = worldOf('g4', es, 1, random);
    expect(disturbed.sizeFactor).toBe(perturbationOf('g4').sizeFactor);
    expect(disturbed.profile).toEqual(disturbedProfile(flowProfileOf(es), perturbationOf('g4')));
    expect(disturbed.profile.ordersPerLevel).toBeLessThan(flowProfileOf(es).ordersPerLevel / 2);
  });
});

describe('what is particular to a family', () => {
  test('buys and sells of the poisson crowd are even', () => {
    let [buys, sells] = [0, 0];
    for (let seed = 1; seed <= 8; seed++) {
      const bench = new CrowdBench('poisson', 'NQ', seed);
      let { bought, sold } = bench;
      bench.run(500, () => {
        if (bench.bought > bought) buys++;
        if (bench.sold > sold) sells++;
        ({ bought, sold } = bench);
      });
    }
    expect(buys + sells).toBeGreaterThan(20);
    expect(buys / (buys + sells)).toBeGreaterThan(0.3);
    expect(buys / (buys + sells)).toBeLessThan(0.7);
  });

  test('a trade excites the hawkes crowd, and the excitement passes', () => {
    const bench = new CrowdBench('hawkes', 'ES', 8);
    const before = bench.flow.rate();
    bench.trade(SIDE_BID, bench.engine.ladder.bestAskTicks, 1);
    const excited = bench.flow.rate();
    expect(excited).toBeGreaterThan(2 * before);
    bench.flow.decay(600);
    expect(bench.flow.rate()).toBeLessThan(1.01 * before);
  });

  test('a trade that nobody follows excites nobody', () => {
    const bench = new CrowdBench('hawkes', 'ES', 8);
    const before = bench.flow.rate();
    bench.conditions.isUnfollowed = true;
    bench.trade(SIDE_BID, bench.engine.ladder.bestAskTicks, 1);
    expect(bench.flow.rate()).toBeLessThan(1.2 * before);
  });

  test('buys lead the quotes of the splitters up, sales down', () => {
    const moved = [SIDE_BID, SIDE_ASK].map((side) => {
      const bench = new CrowdBench('splitters', 'ES', 9);
      for (let n = 0; n < 60; n++) {
        const { bestAskTicks, bestBidTicks } = bench.engine.ladder;
        bench.trade(side, side === SIDE_BID ? bestAskTicks : bestBidTicks, 20);
        bench.run(10);
      }
      return bench.mid - OPEN_TICKS;
    });
    expect(moved[0]!).toBeGreaterThan(2);
    expect(moved[1]!).toBeLessThan(-2);
  });
});
