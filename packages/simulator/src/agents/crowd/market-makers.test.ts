import { MS_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import {
  AgentMarket,
  type AgentMarketOptions,
  BEST_BID,
  type Deed,
  LEVEL_SIZE,
} from '#testing/agent-market.ts';
import { MarketMakers } from './market-makers.ts';

const MAKERS = 1;
const SIDES = [SIDE_BID, SIDE_ASK] as const;
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const awayOf = (side: number): number => (side === SIDE_BID ? -1 : 1);

function made(seed: number, most = 4, options: AgentMarketOptions = {}): AgentMarket {
  const exchange = new AgentMarket(seed, { answer: 'refill', ...options });
  exchange.install((market, owner) => new MarketMakers(market, { owner, most }));
  return exchange;
}

interface Quote {
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
}

/** What of the makers rests now. */
function quotes({ market }: AgentMarket): Quote[] {
  const { orders, ladder } = market.engine;
  const found: Quote[] = [];
  for (const side of SIDES)
    for (let k = 0; k < 40; k++) {
      const priceTicks = market.bestTicks(side) + awayOf(side) * k;
      for (let slot = ladder.headAt(side, priceTicks); slot >= 0; slot = orders.next[slot]!)
        if (orders.owner[slot] === MAKERS) found.push({ side, priceTicks, size: orders.size[slot]! });
    }
  return found;
}

const of = (exchange: AgentMarket, side: number): Quote[] =>
  quotes(exchange).filter((quote) => quote.side === side);
const behind = ({ market }: AgentMarket, { side, priceTicks }: Quote): number =>
  (priceTicks - market.bestTicks(side)) * awayOf(side);

describe('makers', () => {
  test('are eight and up to so many more, each with one quote a side within two seconds', () => {
    const counts = new Set<number>();
    for (let seed = 1; seed <= 12; seed++) {
      const exchange = made(seed);
      exchange.run(2);
      const [bids, asks] = SIDES.map((side) => of(exchange, side).length);
      counts.add(bids ?? 0);
      expect(bids).toBeGreaterThanOrEqual(8);
      expect(bids).toBeLessThanOrEqual(12);
      expect(asks).toBe(bids);
    }
    expect(counts.size).toBeGreaterThan(2);
  });

  test('show one to five contracts at the touch or up to three ticks behind it', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const exchange = made(seed);
      exchange.run(2);
      for (const quote of quotes(exchange)) {
        expect(quote.size).toBeGreaterThanOrEqual(1);
        expect(quote.size).toBeLessThanOrEqual(5);
        expect(behind(exchange, quote)).toBeGreaterThanOrEqual(0);
        expect(behind(exchange, quote)).toBeLessThanOrEqual(3);
      }
    }
  });

  test('never take, whatever the price does, and never show a second quote of a side', () => {
    const exchange = made(3);
    let step = 0;
    exchange.every(0.7, () => {
      exchange.quote(BEST_BID + ((step * 7) % 11));
      exchange.trade(step++ % 2 === 0 ? SIDE_BID : SIDE_ASK, 30);
    });
    for (let second = 0; second < 60; second++) {
      exchange.run(1);
      for (const side of SIDES) expect(of(exchange, side).length).toBeLessThanOrEqual(12);
    }
    expect(exchange.deedsOf(MAKERS, 'trade')).toEqual([]);
  });

  test('follow a price that has left them by more than a tick, within a minute', () => {
    for (const moved of [-6, 6]) {
      const exchange = made(4);
      exchange.run(2);
      const before = quotes(exchange).length;
      exchange.quote(BEST_BID + moved);
      exchange.run(60);
      const now = quotes(exchange);
      expect(now.length).toBeGreaterThanOrEqual(before - 1);
      for (const quote of now) expect(behind(exchange, quote)).toBeLessThanOrEqual(4);
      expect(exchange.deedsOf(MAKERS, 'modify').length).toBeGreaterThan(0);
    }
  });

  test('leave quotes where they are while the price moves by a tick', () => {
    const exchange = made(5);
    exchange.run(2);
    const before = exchange.deedsOf(MAKERS, 'modify').length;
    exchange.quote(BEST_BID - 1);
    exchange.run(60);
    // Behind by none, one, two and three, each at most a tick off.
    expect(exchange.deedsOf(MAKERS, 'modify').length - before).toBeLessThanOrEqual(2);
  });

  test('that were traded with quote again at once', () => {
    const exchange = made(6);
    exchange.run(2);
    const before = of(exchange, SIDE_BID).length;
    const atTouch = of(exchange, SIDE_BID).filter((quote) => behind(exchange, quote) === 0).length;
    expect(atTouch).toBeGreaterThan(0);
    exchange.trade(SIDE_ASK, 2 * LEVEL_SIZE, 0);
    expect(of(exchange, SIDE_BID).length).toBeLessThan(before);
    exchange.run(0.2);
    expect(of(exchange, SIDE_BID).length).toBeGreaterThanOrEqual(before - 1);
  });

  test('take a few quotes back within milliseconds, to enter them again', () => {
    const exchange = made(7);
    let n = 0;
    // Both sides in turn, so that positions stay small and quotes near.
    exchange.every(0.5, () => exchange.trade(n++ % 2 === 0 ? SIDE_ASK : SIDE_BID, 2 * LEVEL_SIZE));
    exchange.run(120);
    const entered = new Map<string, Deed>();
    let flickers = 0;
    for (const deed of exchange.deedsOf(MAKERS)) {
      if (deed.action === 'add') entered.set(deed.id, deed);
      const entry = entered.get(deed.id);
      if (deed.action === 'cancel' && entry !== undefined && deed.atNs - entry.atNs < 30 * MS_NS) flickers++;
    }
    const share = flickers / entered.size;
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.15);
  });
});

describe('a position', () => {
  test('that has grown long moves the bids back and the asks forward, as that of a short does the other way', () => {
    const meanBehind = (exchange: AgentMarket, side: number): number => {
      const all = of(exchange, side).map((quote) => behind(exchange, quote));
      return all.reduce((sum, ticks) => sum + ticks, 0) / Math.max(1, all.length);
    };
    for (const side of SIDES) {
      const exchange = made(8);
      exchange.run(2);
      const before = meanBehind(exchange, side);
      // Others sell to (buy from) the makers again and again, four prices deep.
      for (let n = 0; n < 40; n++) {
        exchange.trade(opposite(side), 5 * LEVEL_SIZE, 3);
        exchange.run(0.3);
      }
      exchange.run(20);
      expect(meanBehind(exchange, side)).toBeGreaterThan(before + 2);
      expect(meanBehind(exchange, opposite(side))).toBeLessThan(1);
    }
  });
});

describe('before news', () => {
  test('makers leave the book when its depth falls below six tenths, and return with it', () => {
    const exchange = made(9);
    exchange.run(2);
    const before = quotes(exchange).length;
    const { news } = exchange.market.conditions;
    news.depth = 0.61;
    exchange.run(30);
    expect(quotes(exchange).length).toBeGreaterThanOrEqual(before - 2);
    news.depth = 0.59;
    exchange.run(90);
    expect(quotes(exchange)).toEqual([]);
    news.depth = 1;
    exchange.run(90);
    expect(quotes(exchange).length).toBeGreaterThanOrEqual(before - 2);
  });
});

test('the same makers come under one seed, others under another, none where there are to be none', () => {
  const textOf = (seed: number): string => {
    const exchange = made(seed);
    exchange.run(5);
    return JSON.stringify(exchange.deedsOf(MAKERS));
  };
  const first = textOf(1);
  expect(textOf(1) === first).toBe(true);
  expect(textOf(2) === first).toBe(false);
  const none = made(1, 0);
  none.run(60);
  expect(none.deedsOf(MAKERS)).toEqual([]);
});

test('sizes are as much larger as the mechanics are disturbed, and smaller in thinner products', () => {
  const sizesOf = (options: AgentMarketOptions): number[] => {
    const exchange = made(2, 4, options);
    exchange.run(2);
    return quotes(exchange).map(({ size }) => size);
  };
  expect(Math.max(...sizesOf({ perturbation: { sizeFactor: 3 } }))).toBeGreaterThan(5);
  expect(Math.max(...sizesOf({ symbol: 'NQ' }))).toBeLessThanOrEqual(3);
});
