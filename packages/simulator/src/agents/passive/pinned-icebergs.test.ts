/** Icebergs at fixed times, each followed by a clip that trades into it. */
import { HOUR_NS, SECOND_NS, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AgentMarket, BEST_BID } from '#testing/agent-market.ts';
import { NativeIcebergs } from './native-icebergs.ts';

const TRADER = 1;

describe('pinned icebergs', () => {
  const PINNED = { fromNs: 100 * SECOND_NS, everyNs: 50 * SECOND_NS };
  const pinned = (seed: number, perHour: number, isOn = true): AgentMarket => {
    const exchange = new AgentMarket(seed, { answer: 'refill' });
    const own = isOn ? PINNED : null;
    exchange.install((market, owner) => new NativeIcebergs(market, { owner, perHour, pinned: own }));
    return exchange;
  };

  test('come at their times, show five contracts at most, and refill within two seconds', () => {
    const exchange = pinned(1, 0);
    exchange.run(1500);
    const adds = exchange.deedsOf(TRADER, 'add');
    expect(adds.map(({ atNs }) => atNs / SECOND_NS)).toEqual(adds.map((_, at) => 100 + 50 * at));
    expect(adds).toHaveLength(29);
    expect(Math.max(...adds.map(({ size }) => size))).toBeLessThanOrEqual(5);
    exchange.run(10);
    exchange.finish();
    for (const { params, t0Ns, tEvidentNs } of exchange.labels) {
      expect(Number(params['refills'])).toBeGreaterThanOrEqual(1);
      expect(Number((tEvidentNs ?? 0n) - t0Ns)).toBe(1.5 * SECOND_NS);
    }
    expect(exchange.labels).toHaveLength(adds.length);
  });

  test('that the market has left are brought back to the best price to be traded with', () => {
    const exchange = pinned(2, 0);
    exchange.runUntil(() => exchange.deedsOf(TRADER, 'add').length === 1);
    const order = exchange.deedsOf(TRADER, 'add')[0]!;
    exchange.quote(BEST_BID - (order.side === SIDE_BID ? -1 : 1) * 6);
    const best = exchange.market.bestTicks(order.side);
    exchange.run(2);
    expect(exchange.deedsOf(TRADER, 'modify')[0]).toMatchObject({ id: order.id, priceTicks: best });
    const fills = exchange.deeds.filter(({ action, id }) => action === 'fill' && id === order.id);
    expect(fills.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThanOrEqual(3 * order.size);
  });

  test('change nothing of what comes by chance', () => {
    const byChance = (isOn: boolean): unknown[] => {
      const exchange = pinned(3, 40, isOn);
      exchange.run(HOUR_NS / SECOND_NS);
      exchange.finish();
      return exchange.labels
        .filter(({ id }) => Number(id.split('-').at(-1)) < 1_000_000)
        .map(({ id, side, t0Ns, params }) => [id, side, t0Ns, params['display'], params['total']])
        .toSorted();
    };
    expect(byChance(false).length).toBeGreaterThan(20);
    expect(byChance(true)).toEqual(byChance(false));
  });
});
