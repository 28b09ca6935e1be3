import { MS_NS, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { AgentMarket, type AgentMarketOptions } from '#testing/agent-market.ts';
import { InformedTraders } from './informed-traders.ts';

const TRADERS = 2;

/** What the crowd knows of the worth: it takes in what has jumped whenever anybody trades. */
class Worth implements Agent {
  readonly gaps: { readonly side: number; readonly gap: number; readonly isUnfollowed: boolean }[] = [];
  ticks: number;
  readonly #market: MarketAccess;

  constructor(market: MarketAccess) {
    this.#market = market;
    this.ticks = market.midTicks();
  }

  wake(): void {
    // It looks at trades only.
  }

  onMatch({ firstSide }: { readonly firstSide: number }): void {
    const { conditions } = this.#market;
    const gap = conditions.gapTicks + conditions.valueJump;
    this.gaps.push({ side: firstSide, gap, isUnfollowed: conditions.isUnfollowed });
    this.#follow();
  }

  finish(): void {
    this.#follow();
  }

  #follow(): void {
    const { conditions } = this.#market;
    this.ticks += conditions.valueJump;
    conditions.valueJump = 0;
    conditions.gapTicks = this.ticks - this.#market.midTicks();
  }
}

function informed(
  perHour: number,
  seconds: number,
  options: AgentMarketOptions = {},
): { exchange: AgentMarket; worth: Worth } {
  const exchange = new AgentMarket(3, { answer: 'follow', ...options });
  const worth = exchange.install((market) => new Worth(market));
  exchange.install((market, owner) => new InformedTraders(market, { owner, perHour }));
  exchange.run(seconds);
  return { exchange, worth };
}

describe('those who learn first', () => {
  const { exchange, worth } = informed(1200, 2400);

  test('buy when the worth is above the price, and sell when it is below', () => {
    const first = worth.gaps.filter(({ gap }) => Math.abs(gap) >= 0.5);
    expect(first.length).toBeGreaterThan(120);
    for (const { side, gap } of first) expect(side === SIDE_BID).toBe(gap > 0);
  });

  test('bring the price to the worth, to within a tick or two of what they learnt', () => {
    const { market } = exchange;
    expect(Math.abs(market.conditions.gapTicks)).toBeLessThan(12);
    expect(exchange.deedsOf(TRADERS, 'trade').length).toBeGreaterThan(120);
  });

  test('trade on their own account only: what they do calls nobody forth, what comes after may', () => {
    expect(worth.gaps.every(({ isUnfollowed }) => isUnfollowed)).toBe(true);
    expect(exchange.market.conditions.isUnfollowed).toBe(false);
  });

  test('never rest an order', () => {
    expect(exchange.deedsOf(TRADERS, 'add')).toEqual([]);
    expect(exchange.labels).toEqual([]);
  });
});

test('a gap of less than half a tick is left alone', () => {
  // Moves of a hundredth of a tick never add up to half a tick of jump in so short a time.
  const exchange = new AgentMarket(3);
  exchange.market.conditions.volatility = 0.001;
  exchange.install((market, owner) => new InformedTraders(market, { owner, perHour: 3600 }));
  exchange.run(600);
  expect(exchange.market.conditions.valueJump).not.toBe(0);
  expect(exchange.deeds.filter(({ action }) => action === 'trade')).toEqual([]);
});

test('the worth diffuses by the product\u2019s own measure, whatever the number of moves', () => {
  const spreadOf = (perHour: number): number => {
    const squares: number[] = [];
    for (let seed = 1; seed <= 16; seed++) {
      const exchange = new AgentMarket(seed, { empty: true });
      exchange.install((market, owner) => new InformedTraders(market, { owner, perHour }));
      exchange.run(400);
      squares.push(exchange.market.conditions.valueJump ** 2);
    }
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  };
  // 1.25 ticks a root second over 400 seconds; 16 draws scatter by a sixth, and here both streams are one.
  for (const perHour of [600, 1800]) {
    expect(spreadOf(perHour)).toBeGreaterThan(25 * 0.6);
    expect(spreadOf(perHour)).toBeLessThan(25 * 1.9);
  }
});

describe('who learns first', () => {
  const lagsOf = (symbol: string, latencyFactor = 1): AgentMarket['lags'] =>
    informed(240, 4 * 3600, { symbol, empty: true, perturbation: { latencyFactor } }).exchange.lags;
  const spoos = lagsOf('ES');
  const nasdaq = lagsOf('NQ');
  const dow = lagsOf('YM');
  const crude = lagsOf('CL');

  test('is the S&P or the Nasdaq, for about twenty minutes each, and the other follows 5 to 40 ms later', () => {
    expect(spoos.length).toBeGreaterThan(4);
    expect(spoos.length).toBeLessThan(30);
    for (const [at, { fromNs, lagMs }] of spoos.entries()) {
      const other = nasdaq[at]!;
      expect(other.fromNs).toBe(fromNs);
      expect(Math.min(lagMs, other.lagMs)).toBe(0);
      expect(Math.max(lagMs, other.lagMs)).toBeGreaterThanOrEqual(5);
      expect(Math.max(lagMs, other.lagMs)).toBeLessThanOrEqual(40);
    }
    expect(spoos.filter(({ lagMs }) => lagMs === 0).length).toBeGreaterThan(0.4 * spoos.length);
  });

  test('is never another: the Dow and crude follow last, 1.4 times as late', () => {
    for (const [at, { lagMs }] of dow.entries()) {
      expect(lagMs).toBeCloseTo(1.4 * Math.max(spoos[at]!.lagMs, nasdaq[at]!.lagMs), 9);
      expect(crude[at]!.lagMs).toBeCloseTo(lagMs, 9);
    }
  });

  test('is as much earlier as the mechanics are disturbed', () => {
    const slow = lagsOf('YM', 10);
    for (const [at, { lagMs }] of slow.entries()) expect(lagMs).toBeCloseTo(10 * dow[at]!.lagMs, 6);
  });

  test('moves first: the worth of a follower jumps that much later', () => {
    const jumpsAt = (symbol: string): number[] => {
      const exchange = new AgentMarket(3, { symbol, empty: true });
      exchange.install((market, owner) => new InformedTraders(market, { owner, perHour: 60 }));
      const times: number[] = [];
      let before = 0;
      exchange.runUntil(() => {
        const { valueJump } = exchange.market.conditions;
        if (valueJump !== before) times.push(exchange.market.nowNs);
        before = valueJump;
        return times.length >= 4;
      });
      return times;
    };
    const lagMs = lagsOf('YM')[0]!.lagMs;
    const leader = spoos[0]!.lagMs === 0 ? jumpsAt('ES') : jumpsAt('NQ');
    const follower = jumpsAt('YM');
    // The first of each is of the product alone and of the world, drawn at one instant here.
    const delays = follower.map((timeNs) =>
      Math.min(...leader.map((first) => Math.abs(timeNs - first - lagMs * MS_NS))),
    );
    expect(Math.min(...delays)).toBeLessThanOrEqual(1);
  });
});

test('nothing is learnt at a frequency of 0', () => {
  const { exchange } = informed(0, 7200);
  expect(exchange.market.conditions.valueJump).toBe(0);
  expect([exchange.deedsOf(TRADERS), exchange.lags]).toEqual([[], []]);
});
