/** What a synthetic iceberg does on a small book, and that its label says so. */
import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AGENT_STYLES, type AgentStyle, subjectOf } from '#ground-truth/agent-styles.ts';
import type { Label } from '#ground-truth/labels.ts';
import {
  AgentMarket,
  type AgentMarketOptions,
  BEST_BID,
  type Deed,
  LEVEL_SIZE,
  lastOf,
} from '#testing/agent-market.ts';
import { SyntheticIcebergs } from './synthetic-icebergs.ts';

const TRADER = 1;
const CASES = { numRuns: 15 };
const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const awayOf = (side: number): number => (side === SIDE_BID ? -1 : 1);
const touchOf = (side: number): number => (side === SIDE_BID ? BEST_BID : BEST_BID + 1);

/** A market in which the first slice has just been posted. */
function withSlice(seed: number, options: AgentMarketOptions = {}): AgentMarket {
  const exchange = new AgentMarket(seed, { answer: 'refill', ...options });
  exchange.install((market, owner) => new SyntheticIcebergs(market, { owner, perHour: 0.1 }), 1);
  exchange.runUntil(() => slices(exchange).length === 1);
  return exchange;
}

const slices = (exchange: AgentMarket): Deed[] => exchange.deedsOf(TRADER, 'add');

/** Takes the queues up to the present slice, and of it all or so many contracts. */
function hit(exchange: AgentMarket, contracts = Number.POSITIVE_INFINITY): void {
  const { side, priceTicks, size, id } = lastOf(slices(exchange));
  const far = Math.abs(priceTicks - exchange.market.bestTicks(side));
  const before = (far + 1) * LEVEL_SIZE;
  exchange.trade(opposite(side), before + Math.min(size, contracts), far);
  if (contracts >= size && exchange.shown(id) > 0) exchange.trade(opposite(side), 2 * before, far);
}

/** So many slices trade one after the other; the times at which they did. */
function hitAll(exchange: AgentMarket, count: number): number[] {
  const times: number[] = [];
  for (let n = 1; n <= count; n++) {
    hit(exchange);
    times.push(exchange.market.nowNs);
    if (n < count) exchange.runUntil(() => slices(exchange).length === n + 1);
  }
  return times;
}

function labelOf(exchange: AgentMarket): Label {
  exchange.finish();
  expect(exchange.labels).toHaveLength(1);
  return exchange.labels[0]!;
}

test('the first slice lies at the touch or one tick behind it', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const exchange = withSlice(seed);
      const { side, priceTicks, size } = slices(exchange)[0]!;
      expect([0, 1]).toContain((priceTicks - touchOf(side)) * awayOf(side));
      const { params } = labelOf(exchange);
      expect(size).toBeGreaterThanOrEqual(1);
      expect(Number(params['slice'])).toBeLessThanOrEqual(30);
      expect(Number(params['planned'])).toBeGreaterThanOrEqual(4);
      expect(Number(params['planned'])).toBeLessThanOrEqual(40);
    }),
    CASES,
  );
});

// Most that a slice, and a pause, differs from the usual one.
const SCATTER = { constant: [0, 0.05], jittered: [0.3, 0.05], randomised: [0.7, 1e9] } as const;

test('a slice follows where and as soon as the last has traded, as large and as punctual as its trader works', () => {
  const variants = new Set<string>();
  fc.assert(
    fc.property(anySeed, (seed) => {
      const exchange = withSlice(seed);
      const times = hitAll(exchange, 4);
      const posted = slices(exchange);
      const { params } = labelOf(exchange);
      const variant = String(params['variant']) as keyof typeof SCATTER;
      variants.add(variant);
      const [ofSize, ofPause] = SCATTER[variant];
      const [slice, latencyMs] = [Number(params['slice']), Number(params['latencyMs'])];
      const away = awayOf(posted[0]!.side);
      const steps = posted.slice(1).map(({ priceTicks }, at) => (priceTicks - posted[at]!.priceTicks) * away);
      // A follower whose slice lay behind the touch may come a tick nearer.
      expect(steps.every((step) => step === 0 || step === -1)).toBe(true);
      for (const [at, { size, atNs }] of posted.entries()) {
        expect(Math.abs(size - slice)).toBeLessThanOrEqual(ofSize * slice + 0.5);
        if (at === 0) continue;
        const pauseMs = (atNs - times[at - 1]!) / MS_NS;
        expect(pauseMs).toBeGreaterThanOrEqual(Math.max(0.28, latencyMs * (1 - ofPause)) * 0.999);
        expect(pauseMs).toBeLessThanOrEqual(latencyMs * (1 + ofPause) * 1.001);
      }
      expect(latencyMs).toBeGreaterThanOrEqual(0.3);
      expect(latencyMs).toBeLessThanOrEqual(20);
    }),
    { numRuns: 30 },
  );
  expect(variants).toEqual(new Set(['constant', 'jittered', 'randomised']));
});

test('there is never more than one slice, and one of which a part traded is left alone', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const exchange = withSlice(seed);
      const first = slices(exchange)[0]!;
      hit(exchange, first.size - 1);
      exchange.run(1.5);
      expect(slices(exchange)).toHaveLength(1);
      expect(exchange.shown(first.id)).toBe(1);
    }),
    CASES,
  );
});

describe('the label', () => {
  /** Labels of traders of whom so many slices were posted and all but the last traded. */
  const after = (count: number): { label: Label; posted: Deed[]; exchange: AgentMarket }[] =>
    Array.from({ length: 12 }, (_, at) => at + 1)
      .filter((seed) => Number(labelOf(withSlice(seed)).params['planned']) >= count)
      .map((seed) => {
        const exchange = withSlice(seed);
        hitAll(exchange, count - 1);
        if (count > 1) exchange.runUntil(() => slices(exchange).length === count);
        return { label: labelOf(exchange), posted: slices(exchange), exchange };
      });

  test.each([1, 2, 3, 4, 6])('of %i slices counts those, from the first one on', (count) => {
    for (const { label, posted, exchange } of after(count)) {
      expect(label.qty).toBe(posted.slice(0, -1).reduce((sum, { size }) => sum + size, 0));
      expect(label.orderIds).toEqual(posted.map(({ id }) => id));
      expect(label).toMatchObject({ success: null, params: { slices: count, end: 'open' } });
      expect(label.t0Ns).toBe(exchange.market.exchangeNs(posted[0]!.atNs));
    }
  });

  test('shows nothing up to two slices, is weak with the third and strong from the fourth where they are large', () => {
    for (const count of [1, 2])
      for (const { label } of after(count))
        expect([label.observability, label.tEvidentNs]).toEqual(['none', null]);
    for (const count of [3, 4, 6])
      for (const { label, posted, exchange } of after(count)) {
        const isStrong = count > 3 && Number(label.params['slice']) >= 4;
        expect(label.observability).toBe(isStrong ? 'strong' : 'weak');
        expect(label.tEvidentNs).toBe(exchange.market.exchangeNs(posted[Math.min(count, 4) - 1]!.atNs));
      }
  });

  test('of one whose planned slices have all traded says that it was completed, at once', () => {
    const seed = seedPlanning(8);
    const exchange = withSlice(seed);
    const planned = Number(labelOf(withSlice(seed)).params['planned']);
    hitAll(exchange, planned);
    expect(exchange.labels[0]).toMatchObject({
      success: true,
      qty: slices(exchange).reduce((sum, { size }) => sum + size, 0),
      t1Ns: exchange.market.exchangeNs(exchange.market.nowNs),
      params: { end: 'completed', slices: planned, planned },
    });
    exchange.run(3600);
    exchange.finish();
    expect([exchange.labels.length, slices(exchange).length]).toEqual([1, planned]);
  });
});

function seedPlanning(most: number): number {
  for (let seed = 1; ; seed++) if (Number(labelOf(withSlice(seed)).params['planned']) <= most) return seed;
}

test('who meets nobody gives up after two and a half to thirty minutes, and withdraws the slice', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const exchange = withSlice(seed);
      const { id, atNs } = slices(exchange)[0]!;
      exchange.runUntil(() => exchange.labels.length > 0);
      const seconds = (exchange.market.nowNs - atNs) / SECOND_NS;
      expect(seconds).toBeGreaterThanOrEqual(150);
      expect(seconds).toBeLessThanOrEqual(1800);
      expect(exchange.labels[0]).toMatchObject({ qty: 0, success: false, params: { end: 'cancelled' } });
      expect(exchange.shown(id)).toBe(0);
    }),
    CASES,
  );
});

describe('when the market moves', () => {
  test('away, a follower comes after it by a tick at a time, three times at most; the others stay', () => {
    let followers = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const exchange = withSlice(seed);
      const { side, priceTicks } = slices(exchange)[0]!;
      exchange.quote(BEST_BID - awayOf(side) * 6);
      exchange.run(140);
      const moves = exchange.deedsOf(TRADER, 'modify');
      expect(moves.map((move) => move.priceTicks)).toEqual(
        moves.map((_, at) => priceTicks - awayOf(side) * (at + 1)),
      );
      expect(moves.length).toBeLessThanOrEqual(3);
      const { params, priceLowTicks, priceHighTicks } = labelOf(exchange);
      // Who comes a tick nearer with the first slice already has made one.
      const atFirst = Number(labelOf(withSlice(seed)).params['moves']);
      expect(params['moves']).toBe(atFirst + moves.length);
      expect(priceHighTicks - priceLowTicks).toBe(atFirst + moves.length);
      if (moves.length > 0) followers++;
    }
    expect(followers).toBeGreaterThan(7);
    expect(followers).toBeLessThan(23);
  });

  test('by one tick, nobody follows a slice that lies at the touch', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const exchange = withSlice(seed);
      const { side, priceTicks } = slices(exchange)[0]!;
      if (priceTicks !== touchOf(side)) continue;
      exchange.quote(BEST_BID - awayOf(side));
      exchange.run(140);
      expect(exchange.deedsOf(TRADER, 'modify')).toEqual([]);
    }
  });

  test('through the price, the next slice waits for its return and trades with nobody on its way', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const exchange = withSlice(seed);
      const { side } = slices(exchange)[0]!;
      hit(exchange);
      exchange.quote(BEST_BID + awayOf(side) * 9);
      exchange.run(20);
      expect(exchange.deedsOf(TRADER, 'trade')).toEqual([]);
      exchange.quote(BEST_BID);
      exchange.run(5);
      expect(slices(exchange)).toHaveLength(2);
      expect(exchange.deedsOf(TRADER, 'trade')).toEqual([]);
    }
  });
});

describe('of the styles of other markets', () => {
  const only = (style: AgentStyle): AgentMarketOptions => ({
    excludedStyles: AGENT_STYLES.filter((one) => subjectOf(one) === subjectOf(style) && one !== style),
  });
  const pausesOf = (exchange: AgentMarket, count: number): number[] => {
    const times = hitAll(exchange, count);
    return slices(exchange)
      .slice(1)
      .map(({ atNs }, at) => (atNs - times[at]!) / SECOND_NS);
  };

  test('slices by the clock are equal and come about a second after the last one traded', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const exchange = withSlice(seed, only('iceberg/timed'));
      for (const pause of pausesOf(exchange, 4)) {
        expect(pause).toBeGreaterThanOrEqual(0.8);
        expect(pause).toBeLessThanOrEqual(1.2);
      }
      expect(new Set(slices(exchange).map(({ size }) => size)).size).toBe(1);
      expect(labelOf(exchange).params['variant']).toBe('timed');
    }
  });

  test('sizes like those of others are mostly one, whatever the mean slice is', () => {
    const sizes: number[] = [];
    for (let seed = 1; seed <= 12; seed++) {
      const exchange = withSlice(seed, only('iceberg/as_others'));
      hitAll(exchange, 4);
      sizes.push(...slices(exchange).map(({ size }) => size));
    }
    expect(sizes.filter((size) => size === 1).length / sizes.length).toBeGreaterThan(0.35);
    expect(Math.max(...sizes)).toBeGreaterThan(2);
  });

  test('pauses reach from microseconds to a second and a half, one class a trader', () => {
    const means: number[] = [];
    for (let seed = 1; seed <= 24; seed++) {
      const pauses = pausesOf(withSlice(seed, only('iceberg/constant')), 3);
      expect(Math.max(...pauses) / Math.min(...pauses)).toBeLessThan(1.12);
      means.push(pauses[0]!);
    }
    expect(Math.min(...means)).toBeLessThan(0.005);
    expect(Math.max(...means)).toBeGreaterThan(0.3);
    expect(Math.max(...means)).toBeLessThanOrEqual(1.6);
  });
});

test('sizes and pauses are as much larger as the mechanics are disturbed', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const plain = labelOf(withSlice(seed)).params;
    const disturbed = labelOf(withSlice(seed, { perturbation: { sizeFactor: 3, latencyFactor: 10 } })).params;
    expect(Number(disturbed['latencyMs'])).toBeCloseTo(10 * Number(plain['latencyMs']), 6);
    expect(Math.abs(Number(disturbed['slice']) - 3 * Number(plain['slice']))).toBeLessThanOrEqual(2);
  }
});
