/** What makers of other markets do on a small book. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AGENT_STYLES, type AgentStyle, subjectOf } from '#ground-truth/agent-styles.ts';
import { AgentMarket, BEST_BID, LEVEL_SIZE } from '#testing/agent-market.ts';
import { StyledMakers } from './styled-makers.ts';

const MAKERS = 1;
const SIDES = [SIDE_BID, SIDE_ASK] as const;
const SEEDS = Array.from({ length: 24 }, (_, at) => at + 1);
const awayOf = (side: number): number => (side === SIDE_BID ? -1 : 1);
const only = (style: AgentStyle): readonly AgentStyle[] =>
  AGENT_STYLES.filter((one) => subjectOf(one) === subjectOf(style) && one !== style);

function made(seed: number, most = 1, excludedStyles: readonly AgentStyle[] = []): AgentMarket {
  const exchange = new AgentMarket(seed, { answer: 'refill', excludedStyles });
  exchange.install((market, owner) => new StyledMakers(market, { owner, most }));
  // Everybody has looked once within a second.
  exchange.run(1);
  return exchange;
}

interface Quote {
  readonly id: number;
  readonly priceTicks: number;
  readonly size: number;
  /** Ticks behind the best price. */
  readonly behind: number;
}

/** Quotes of a side by distance from its best price. */
function quotes({ market }: AgentMarket, side: number): Quote[] {
  const { orders, ladder } = market.engine;
  const found: Quote[] = [];
  for (let k = 0; k < 40; k++) {
    const priceTicks = market.bestTicks(side) + awayOf(side) * k;
    for (let slot = ladder.headAt(side, priceTicks); slot >= 0; slot = orders.next[slot]!)
      if (orders.owner[slot] === MAKERS)
        found.push({ id: orders.id[slot]!, priceTicks, size: orders.size[slot]!, behind: k });
  }
  return found;
}

const behindOf = (exchange: AgentMarket, side: number): number[] =>
  quotes(exchange, side).map(({ behind }) => behind);

describe('one maker', () => {
  test('quotes one to six neighbouring prices a side, both sides alike, up to two ticks behind the best', () => {
    const counts = new Set<number>();
    const firsts = new Set<number>();
    for (const seed of SEEDS) {
      const exchange = made(seed);
      const [bids, asks] = SIDES.map((side) => behindOf(exchange, side));
      expect(bids).toEqual(asks);
      const [first = -1] = bids ?? [];
      firsts.add(first);
      counts.add(bids?.length ?? 0);
      expect(bids).toEqual((bids ?? []).map((_, at) => first + at));
    }
    expect([...firsts].toSorted()).toEqual([0, 1, 2]);
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBe(6);
  });

  test('follows the price with all its quotes, or with its inner ones where it keeps its places', () => {
    let kept = 0;
    let followed = 0;
    for (const seed of SEEDS) {
      const exchange = made(seed);
      const before = behindOf(exchange, SIDE_BID);
      exchange.quote(BEST_BID + 1);
      exchange.run(8);
      const now = behindOf(exchange, SIDE_BID);
      expect(now).toHaveLength(before.length);
      expect(Math.min(...now)).toBe(Math.min(...before));
      if (before.length === 1) continue;
      if (JSON.stringify(now) === JSON.stringify(before)) followed++;
      else kept++;
    }
    expect(kept).toBeGreaterThan(3);
    expect(followed).toBeGreaterThan(3);
  });

  test('leaves no place where it wants no quote when the price is far off', () => {
    for (const seed of SEEDS) {
      const exchange = made(seed);
      const before = behindOf(exchange, SIDE_ASK);
      exchange.quote(BEST_BID - 30);
      exchange.run(8);
      expect(behindOf(exchange, SIDE_ASK)).toEqual(before);
      expect(exchange.deedsOf(MAKERS, 'trade')).toEqual([]);
    }
  });
});

describe('sizes', () => {
  const entered = (style: AgentStyle, seed: number): number[] => {
    const exchange = made(seed, 1, only(style));
    for (let n = 0; n < 12; n++) {
      exchange.trade(n % 2 === 0 ? SIDE_BID : SIDE_ASK, 10 * LEVEL_SIZE, 8);
      exchange.run(8);
    }
    return exchange.deedsOf(MAKERS, 'add').map(({ size }) => size);
  };

  test('of one kind are always the same share of a level', () => {
    for (const seed of SEEDS.slice(0, 8)) {
      const sizes = entered('maker/fixed', seed);
      expect(sizes.length).toBeGreaterThan(4);
      // A twentieth to a half of a level, which its own quotes make a little larger.
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.floor(0.05 * LEVEL_SIZE));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(0.5 * 1.5 * LEVEL_SIZE + 1);
      expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.6);
    }
  });

  test('of another differ by up to half', () => {
    const spreads = SEEDS.slice(0, 8).map((seed) => {
      const sizes = entered('maker/varied', seed);
      return Math.max(...sizes) / Math.min(...sizes);
    });
    expect(Math.max(...spreads)).toBeGreaterThan(1.6);
    expect(Math.max(...spreads)).toBeLessThanOrEqual(5);
  });

  test('of the third are like those of others: most of them one', () => {
    const sizes = SEEDS.slice(0, 8).flatMap((seed) => entered('maker/as_others', seed));
    // 57 % of the recorded orders are of one contract, and what is below one and a half rounds to it.
    expect(sizes.filter((size) => size === 1).length / sizes.length).toBeGreaterThan(0.5);
    expect(sizes.filter((size) => size === 1).length / sizes.length).toBeLessThan(0.8);
  });
});

describe('a quote that was taken', () => {
  test('is posted again where it was before the next look by many, and not by all', () => {
    let again = 0;
    let never = 0;
    for (const seed of SEEDS) {
      const exchange = made(seed);
      const [near] = quotes(exchange, SIDE_BID);
      const before = exchange.deedsOf(MAKERS, 'add').length;
      exchange.trade(SIDE_ASK, 4 * LEVEL_SIZE, Math.abs((near?.priceTicks ?? 0) - BEST_BID));
      exchange.run(0.15);
      const added = exchange.deedsOf(MAKERS, 'add').slice(before);
      if (added.some(({ priceTicks }) => priceTicks === near?.priceTicks)) again++;
      else never++;
    }
    expect(again).toBeGreaterThan(1);
    expect(never).toBeGreaterThan(1);
  });

  test('is back by the next look whatever its maker is like', () => {
    for (const seed of SEEDS.slice(0, 12)) {
      const exchange = made(seed);
      const before = behindOf(exchange, SIDE_ASK);
      exchange.trade(SIDE_BID, 10 * LEVEL_SIZE, 8);
      exchange.run(8);
      expect(behindOf(exchange, SIDE_ASK)).toEqual(before);
    }
  });
});

test('there are at most as many makers as there may be, and never more than eight', () => {
  const countOf = (seed: number, most: number): number => {
    const exchange = made(seed, most);
    const looks = exchange.deedsOf(MAKERS, 'add').filter(({ side }) => side === SIDE_BID);
    return new Set(looks.map(({ atNs }) => atNs)).size;
  };
  const counts = SEEDS.map((seed) => countOf(seed, 3));
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(2);
  expect(Math.min(...counts)).toBe(1);
  for (const seed of SEEDS) {
    expect(countOf(seed, 1)).toBe(1);
    expect(countOf(seed, 0)).toBe(0);
  }
  // Each maker looks one to five times in the second at most.
  expect(Math.max(...SEEDS.map((seed) => countOf(seed, 500)))).toBeLessThanOrEqual(40);
});

test('makers never trade with each other or with anybody by themselves, whatever the price does', () => {
  const exchange = made(3, 8);
  let n = 0;
  exchange.every(0.37, () => {
    exchange.quote(BEST_BID + ((n * 5) % 9));
    exchange.trade(n++ % 3 === 0 ? SIDE_BID : SIDE_ASK, 60, 1);
  });
  exchange.run(30);
  expect(exchange.deedsOf(MAKERS, 'trade')).toEqual([]);
  expect(exchange.labels).toEqual([]);
});

test('in a market with one side makers wait', () => {
  const exchange = new AgentMarket(1, { empty: true, excludedStyles: [] });
  exchange.market.addLimit(0, SIDE_ASK, BEST_BID + 1, 5, 0);
  exchange.install((market, owner) => new StyledMakers(market, { owner, most: 4 }));
  exchange.run(20);
  expect(exchange.deedsOf(MAKERS)).toEqual([]);
});
