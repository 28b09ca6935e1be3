import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AgentMarket, type AgentMarketOptions, BEST_BID, type Deed } from '#testing/agent-market.ts';
import { VwapFaders } from './vwap-faders.ts';

const FADERS = 1;

/** A market in which a hundred contracts traded at the first price. */
function faded(options: AgentMarketOptions = {}, perHour = 600): AgentMarket {
  const exchange = new AgentMarket(2, { answer: 'refill', ...options });
  exchange.install((market, owner) => new VwapFaders(market, { owner, perHour }));
  exchange.trade(SIDE_BID, 50);
  exchange.trade(SIDE_ASK, 50);
  return exchange;
}

const entries = (exchange: AgentMarket): Deed[] => exchange.deedsOf(FADERS, 'add');

describe('faders', () => {
  test.each([
    ['sell above', 12, SIDE_ASK],
    ['buy below', -12, SIDE_BID],
  ] as const)('%s the mean that was paid, at the touch or a tick behind it', (_, moved, side) => {
    const exchange = faded();
    exchange.quote(BEST_BID + moved);
    exchange.run(120);
    expect(entries(exchange).length).toBeGreaterThan(5);
    const touch = exchange.market.bestTicks(side);
    for (const deed of entries(exchange)) {
      expect(deed.side).toBe(side);
      expect([0, 1]).toContain(Math.abs(deed.priceTicks - touch));
      expect((deed.priceTicks - touch) * (side === SIDE_ASK ? 1 : -1)).toBeGreaterThanOrEqual(0);
    }
  });

  test('do nothing within 1.2 swings of it', () => {
    for (const moved of [-6, 0, 6]) {
      const exchange = faded();
      exchange.quote(BEST_BID + moved);
      exchange.run(300);
      expect(entries(exchange)).toEqual([]);
    }
    const exchange = faded();
    exchange.quote(BEST_BID + 8);
    exchange.run(300);
    expect(entries(exchange).length).toBeGreaterThan(0);
  });

  test('do nothing where nobody has traded yet', () => {
    const exchange = new AgentMarket(2);
    exchange.install((market, owner) => new VwapFaders(market, { owner, perHour: 600 }));
    exchange.quote(BEST_BID + 30);
    exchange.run(300);
    expect(entries(exchange)).toEqual([]);
  });

  test('stop when enough has traded at the new price, and sooner where the old trades are hours ago', () => {
    const entriesAfter = (hoursBetween: number, contracts: number): number => {
      const exchange = faded();
      exchange.run(hoursBetween * 3600);
      exchange.quote(BEST_BID + 12);
      for (let traded = 0; traded < contracts; traded += 20) exchange.trade(SIDE_BID, 20);
      exchange.run(120);
      return entries(exchange).length;
    };
    expect(entriesAfter(0, 20)).toBeGreaterThan(0);
    expect(entriesAfter(0, 200)).toBe(0);
    // A hundred contracts of three hours ago count as five.
    expect(entriesAfter(3, 20)).toBe(0);
  });

  test('withdraw what nobody took, once, after a minute and a half on average', () => {
    const exchange = faded();
    exchange.quote(BEST_BID + 12);
    exchange.run(1800);
    const gone = new Map(exchange.deedsOf(FADERS, 'cancel').map((deed) => [deed.id, deed.atNs]));
    expect(gone.size).toBe(exchange.deedsOf(FADERS, 'cancel').length);
    const waits = entries(exchange).flatMap(({ id, atNs }) => {
      const atEndNs = gone.get(id);
      return atEndNs === undefined ? [] : [(atEndNs - atNs) / SECOND_NS];
    });
    expect(waits.length).toBeGreaterThan(100);
    const mean = waits.reduce((sum, seconds) => sum + seconds, 0) / waits.length;
    expect(mean).toBeGreaterThan(60);
    expect(mean).toBeLessThan(120);
  });

  test('leave alone what was traded out meanwhile', () => {
    const exchange = faded();
    exchange.quote(BEST_BID + 12);
    exchange.runUntil(() => entries(exchange).length > 0, 1);
    exchange.trade(SIDE_BID, 400, 3);
    const before = exchange.deedsOf(FADERS, 'cancel').length;
    const [first] = entries(exchange);
    expect(exchange.shown(first?.id ?? '')).toBe(0);
    exchange.run(1200);
    const cancels = exchange.deedsOf(FADERS, 'cancel').slice(before);
    expect(cancels.some(({ id }) => id === first?.id)).toBe(false);
  });

  test('show larger orders where the mechanics are disturbed, and none at a frequency of 0', () => {
    const sizes = (sizeFactor: number): number[] => {
      const exchange = faded({ perturbation: { sizeFactor } });
      exchange.quote(BEST_BID - 12);
      exchange.run(120);
      return entries(exchange).map(({ size }) => size);
    };
    expect(sizes(3)).toEqual(sizes(1).map((size) => 3 * size));
    const still = faded({}, 0);
    still.quote(BEST_BID + 30);
    still.run(3600);
    expect(still.deedsOf(FADERS)).toEqual([]);
  });
});
