/** What a native iceberg does on a small book, and that its label says so. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AgentMarket,
  type AgentMarketOptions,
  BEST_BID,
  type Deed,
  LEVEL_SIZE,
} from '#testing/agent-market.ts';
import { NativeIcebergs } from './native-icebergs.ts';

const TRADER = 1;
const CASES = { numRuns: 12 };
const DISPLAYS = [1, 2, 4, 5, 10, 25, 31, 50, 100];
const PATIENCE_S = 1800;
const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const wordOf = (side: number): string => (side === SIDE_BID ? 'bid' : 'ask');
const awayOf = (side: number): number => (side === SIDE_BID ? -1 : 1);
const touchOf = (side: number): number => (side === SIDE_BID ? BEST_BID : BEST_BID + 1);

interface Working {
  readonly exchange: AgentMarket;
  readonly order: Deed;
  /** Ticks behind the touch. */
  readonly far: number;
}

/** A market in which one iceberg has just been entered. */
function withIceberg(seed: number, options: AgentMarketOptions = {}): Working {
  const exchange = new AgentMarket(seed, options);
  exchange.install((market, owner) => new NativeIcebergs(market, { owner, perHour: 0.1, pinned: null }), 1);
  exchange.runUntil(() => exchange.deedsOf(TRADER, 'add').length === 1);
  const order = exchange.deedsOf(TRADER, 'add')[0]!;
  return { exchange, order, far: (order.priceTicks - touchOf(order.side)) * awayOf(order.side) };
}

/** Takes the queues before the iceberg and so many contracts of it. */
function takeFrom({ exchange, order, far }: Working, contracts: number): void {
  exchange.trade(opposite(order.side), (far + 1) * LEVEL_SIZE + contracts, far);
}

const totalOf = (exchange: AgentMarket): number => {
  exchange.finish();
  return Number(exchange.labels[0]!.params['total']);
};

test('an iceberg shows one of the usual quantities, at the touch or up to two ticks behind it', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const { exchange, order, far } = withIceberg(seed);
      expect(DISPLAYS).toContain(order.size);
      expect([0, 1, 2]).toContain(far);
      const tranches = totalOf(exchange) / order.size;
      expect(Number.isInteger(tranches)).toBe(true);
      expect(tranches).toBeGreaterThanOrEqual(5);
      expect(tranches).toBeLessThanOrEqual(40);
    }),
    CASES,
  );
});

test('small quantities are the usual ones, and none is larger than a level of the product can hide', () => {
  const shown = (symbol: string): number[] => {
    const exchange = new AgentMarket(2, { symbol });
    exchange.install((market, owner) => new NativeIcebergs(market, { owner, perHour: 600, pinned: null }));
    exchange.run(3600);
    return exchange.deedsOf(TRADER, 'add').map(({ size }) => size);
  };
  const [large, thin] = [shown('ES'), shown('NQ')];
  // Weights of 1, 2, 4 and 5 together.
  expect(large.filter((size) => size <= 5).length / large.length).toBeCloseTo(0.76, 1);
  expect(Math.max(...large)).toBeGreaterThanOrEqual(50);
  expect(Math.max(...thin)).toBe(4);
});

test('about seven of ten begin at the touch, and as many buy as sell', () => {
  const exchange = new AgentMarket(3);
  exchange.install((market, owner) => new NativeIcebergs(market, { owner, perHour: 600, pinned: null }));
  exchange.run(3600);
  const adds = exchange.deedsOf(TRADER, 'add');
  // Poisson with a mean of 600.
  expect(Math.abs(adds.length - 600)).toBeLessThan(125);
  const atTouch = adds.filter(({ side, priceTicks }) => priceTicks === touchOf(side));
  expect(atTouch.length / adds.length).toBeCloseTo(0.7, 1);
  expect(adds.filter(({ side }) => side === SIDE_BID).length / adds.length).toBeCloseTo(0.5, 1);
});

describe('an iceberg that is traded with', () => {
  test('shows the same quantity again, behind those who came meanwhile', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const working = withIceberg(seed);
        const { exchange, order } = working;
        exchange.market.addLimit(0, order.side, order.priceTicks, 9, 0);
        takeFrom(working, order.size);
        expect(exchange.shown(order.id)).toBe(order.size);
        exchange.trade(opposite(order.side), 9);
        expect(exchange.shown(order.id)).toBe(order.size);
        exchange.trade(opposite(order.side), 1);
        expect(exchange.shown(order.id)).toBe(order.size === 1 ? 1 : order.size - 1);
      }),
      CASES,
    );
  });

  test('is exact from its first refill on, and its label counts fills and refills', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 1, max: 4 }), (seed, refills) => {
        const working = withIceberg(seed);
        const { exchange, order } = working;
        takeFrom(working, order.size);
        const refilledNs = exchange.market.nowNs;
        exchange.run(0.5);
        exchange.trade(opposite(order.side), (refills - 1) * order.size);
        exchange.finish();
        expect(exchange.labels[0]).toMatchObject({
          type: 'iceberg',
          sub: 'native',
          side: wordOf(order.side),
          qty: refills * order.size,
          t0Ns: exchange.market.exchangeNs(order.atNs),
          tEvidentNs: exchange.market.exchangeNs(refilledNs),
          orderIds: [order.id],
          params: { display: order.size, refills, reprices: 0, end: 'open' },
          observability: 'exact',
          success: null,
        });
      }),
      CASES,
    );
  });

  test('but less than it shows has shown nothing', () => {
    const working = withIceberg(seedShowing(4));
    takeFrom(working, 3);
    working.exchange.finish();
    expect(working.exchange.labels[0]).toMatchObject({
      qty: 3,
      tEvidentNs: null,
      observability: 'none',
      params: { refills: 0 },
    });
  });

  test('until nothing is left is completed then, and forgotten', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const total = totalOf(withIceberg(seed).exchange);
        const working = withIceberg(seed);
        const { exchange, order } = working;
        takeFrom(working, order.size);
        exchange.run(0.5);
        exchange.trade(opposite(order.side), total - order.size);
        const doneNs = exchange.market.nowNs;
        expect(exchange.shown(order.id)).toBe(0);
        exchange.run(PATIENCE_S);
        exchange.finish();
        expect(exchange.labels).toHaveLength(1);
        expect(exchange.labels[0]).toMatchObject({
          qty: total,
          t1Ns: exchange.market.exchangeNs(doneNs),
          observability: 'exact',
          success: true,
          params: { end: 'completed' },
        });
      }),
      CASES,
    );
  });

  test('by one aggressor to its end at once is but a weak sign: no refill was ever shown', () => {
    const total = totalOf(withIceberg(4).exchange);
    const working = withIceberg(4);
    takeFrom(working, total);
    expect(working.exchange.labels[0]).toMatchObject({ qty: total, observability: 'weak', success: true });
  });
});

function seedShowing(least: number): number {
  for (let seed = 1; ; seed++) if (withIceberg(seed).order.size >= least) return seed;
}

describe('patience', () => {
  test('ends after half an hour, for three of ten much sooner, and the order is withdrawn then', () => {
    const exchange = new AgentMarket(5);
    exchange.install((market, owner) => new NativeIcebergs(market, { owner, perHour: 300, pinned: null }));
    exchange.run(2 * 3600);
    const lives = exchange.labels.map(({ t0Ns, t1Ns }) => Number(t1Ns - t0Ns) / SECOND_NS);
    expect(lives.length).toBeGreaterThan(300);
    expect(Math.max(...lives)).toBeLessThanOrEqual(PATIENCE_S + 0.001);
    const early = lives.filter((seconds) => seconds < PATIENCE_S - 1).length / lives.length;
    // Those who came in the last half hour and waited are still there.
    expect(early).toBeGreaterThan(0.24);
    expect(early).toBeLessThan(0.45);
    for (const { params, success, orderIds, tEvidentNs } of exchange.labels) {
      expect([params['end'], success, tEvidentNs]).toEqual(['cancelled', false, null]);
      expect(orderIds.map((id) => exchange.shown(id))).toEqual([0]);
    }
    const cancels = exchange.deedsOf(TRADER, 'cancel').map(({ id }) => id);
    expect(cancels).toEqual(exchange.labels.flatMap(({ orderIds }) => orderIds));
  });
});

describe('when the market leaves', () => {
  const left = (seed: number, ticks: number, seconds: number): Working & { readonly moves: Deed[] } => {
    const working = withIceberg(seed);
    const { exchange, order } = working;
    exchange.quote(BEST_BID - awayOf(order.side) * ticks);
    exchange.run(seconds);
    return { ...working, moves: exchange.deedsOf(TRADER, 'modify') };
  };
  const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

  test('about six of ten follow to the best price, and the label spans where they rested', () => {
    const runs = seeds
      .map((seed) => left(seed, 5, 60))
      .filter(({ exchange }) => exchange.labels.length === 0);
    const followers = runs.filter(({ moves }) => moves.length > 0);
    expect(followers.length / runs.length).toBeGreaterThan(0.35);
    expect(followers.length / runs.length).toBeLessThan(0.85);
    for (const { exchange, order, moves } of followers) {
      const best = exchange.market.bestTicks(order.side);
      expect(moves.map(({ id, priceTicks }) => [id, priceTicks])).toEqual([[order.id, best]]);
      exchange.finish();
      const { priceLowTicks, priceHighTicks, params } = exchange.labels[0]!;
      const rested = [order.priceTicks, best].toSorted((a, b) => a - b);
      expect([priceLowTicks, priceHighTicks, params['reprices']]).toEqual([...rested, 1]);
    }
  });

  test('by one tick from where the order began at the touch, nobody follows', () => {
    const near = seeds.map((seed) => left(seed, 1, 120)).filter(({ far }) => far === 0);
    expect(near.length).toBeGreaterThan(10);
    expect(near.flatMap(({ moves }) => moves)).toEqual([]);
  });

  test('again and again, it is followed five times at most', () => {
    for (const seed of seeds.slice(0, 12)) {
      const working = withIceberg(seed);
      const { exchange, order } = working;
      for (let step = 1; step <= 9; step++) {
        exchange.quote(BEST_BID - awayOf(order.side) * 3 * step);
        exchange.run(60);
      }
      expect(exchange.deedsOf(TRADER, 'modify').length).toBeLessThanOrEqual(5);
    }
  });
});

test('where sizes and tranches are disturbed it shows more, and another quantity each time', () => {
  const plain = withIceberg(6);
  const working = withIceberg(6, { perturbation: { sizeFactor: 3, displayRandom: true } });
  const { exchange, order } = working;
  expect(order.size).toBe(3 * plain.order.size);
  const shown = new Set<number>();
  takeFrom(working, order.size);
  for (let n = 0; n < 4; n++) {
    const size = exchange.shown(order.id);
    shown.add(size);
    exchange.trade(opposite(order.side), size);
  }
  expect(shown.size).toBeGreaterThan(1);
  for (const size of shown) expect(size).toBeLessThanOrEqual(Math.ceil(1.5 * order.size));
});
