import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import {
  AgentMarket,
  type AgentMarketOptions,
  BEST_BID,
  type Deed,
  LEVEL_SIZE,
} from '#testing/agent-market.ts';
import { StopHunter } from './stop-hunter.ts';

const HUNTER = 1;
const THIN = 8;
const SIDES = [
  ['above', SIDE_BID, 1],
  ['below', SIDE_ASK, -1],
] as const;
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
/** The price that a taker of the side meets. */
const touchOf = (side: number): number => (side === SIDE_BID ? BEST_BID + 1 : BEST_BID);

interface Hunt {
  readonly exchange: AgentMarket;
  readonly hunter: StopHunter;
  readonly pushes: () => Deed[];
}

/** A market with stops of a side so many ticks beyond the touch, in which hunters come often. */
function hunt(side: number, beyond: readonly number[], options: AgentMarketOptions = {}): Hunt {
  const exchange = new AgentMarket(1, { answer: 'follow', ...options });
  exchange.trade(opposite(side), 1);
  // Thin enough for a clip to move the price.
  exchange.quote(BEST_BID, THIN);
  const step = side === SIDE_BID ? 1 : -1;
  for (const ticks of beyond)
    exchange.market.addStop({ side, triggerTicks: touchOf(side) + step * ticks, size: 1, owner: 9 });
  const hunter = exchange.install((market, owner) => new StopHunter(market, { owner, perHour: 20 }));
  return {
    exchange,
    hunter,
    pushes: () => exchange.deedsOf(HUNTER, 'trade').filter((deed) => deed.by === HUNTER),
  };
}

describe.each(SIDES)('a cluster %s', (_, side, step) => {
  test('of four stops within four ticks and within six of the touch is pushed into until its far end trades', () => {
    const { exchange, hunter, pushes } = hunt(side, [3, 4, 5, 7]);
    exchange.runUntil(() => exchange.market.engine.stops.head(side) < 0, 2);
    expect(new Set(pushes().map((push) => push.side))).toEqual(new Set([side]));
    const { engine, nowNs } = exchange.market;
    expect((engine.lastTradeTicks - touchOf(side)) * step).toBeGreaterThanOrEqual(7);
    expect(hunter).toMatchObject({ lastPushSide: side, lastPushNs: nowNs });
    const count = pushes().length;
    exchange.run(120);
    expect(pushes()).toHaveLength(count);
    expect(exchange.labels).toEqual([]);
  });

  test.each([
    ['three stops', [3, 4, 5]],
    ['four stops of which the last is five ticks beyond the first', [2, 3, 4, 7]],
    ['four stops seven ticks away', [7, 7, 8, 8]],
    ['none', []],
  ])('that is %s is left alone', (__, beyond) => {
    const { exchange, hunter, pushes } = hunt(side, beyond);
    exchange.run(3600);
    expect(pushes()).toEqual([]);
    expect(hunter.lastPushSide).toBe(0);
  });

  test('that comes within reach while the hunter looks is found within fifteen seconds', () => {
    const { exchange, pushes } = hunt(side, [9, 9, 10, 10]);
    exchange.run(1800);
    expect(pushes()).toEqual([]);
    exchange.quote(BEST_BID + 4 * step, THIN);
    exchange.run(15.5);
    expect(pushes().length).toBeGreaterThan(0);
  });

  test('is pushed in clips of three to fifteen, a twentieth to four tenths of a second apart', () => {
    const { exchange, pushes } = hunt(side, [5, 5, 6, 6]);
    exchange.runUntil(() => exchange.market.engine.stops.head(side) < 0, 2);
    // Stops that were elected trade in the same event as the clip that elected them.
    const clips = pushes().filter((push, at) => at === 0 || push.atNs !== pushes()[at - 1]!.atNs);
    expect(clips.length).toBeGreaterThan(3);
    for (const [at, { size, atNs }] of clips.entries()) {
      expect(size).toBeGreaterThanOrEqual(3);
      expect(size).toBeLessThanOrEqual(15);
      if (at === 0) continue;
      const seconds = (atNs - clips[at - 1]!.atNs) / SECOND_NS;
      expect(seconds).toBeGreaterThanOrEqual(0.05);
      expect(seconds).toBeLessThanOrEqual(0.4);
    }
  });
});

test('the money is spent after 45 clips, and the hunter does not go on where the price does not move', () => {
  const { exchange, pushes } = hunt(SIDE_BID, [2, 3, 4, 5], { answer: 'refill' });
  exchange.runUntil(() => pushes().length > 0, 2);
  exchange.run(40);
  // A clip through two prices is two trades of one instant.
  expect(new Set(pushes().map(({ atNs }) => atNs)).size).toBe(45);
  expect(exchange.market.engine.stops.buyCount).toBe(4);
});

test('clips are smaller where the product trades smaller orders', () => {
  const { exchange, pushes } = hunt(SIDE_ASK, [2, 3, 4, 5], { symbol: 'NQ', answer: 'refill' });
  exchange.runUntil(() => pushes().length > 20, 2);
  expect(Math.max(...pushes().map(({ size }) => size))).toBeLessThanOrEqual(2);
  expect(Math.min(...pushes().map(({ size }) => size))).toBe(1);
});

test('a hunter looks at both sides and takes either', () => {
  const found = new Set<number>();
  for (let seed = 1; seed <= 12; seed++) {
    const exchange = new AgentMarket(seed, { answer: 'refill' });
    exchange.trade(SIDE_BID, 1);
    for (const ticks of [2, 3, 4, 5])
      for (const side of [SIDE_BID, SIDE_ASK])
        exchange.market.addStop({
          side,
          triggerTicks: touchOf(side) + (side === SIDE_BID ? ticks : -ticks),
          size: 1,
        });
    const hunter = exchange.install((market, owner) => new StopHunter(market, { owner, perHour: 20 }));
    exchange.runUntil(() => hunter.lastPushSide !== 0, 5);
    found.add(hunter.lastPushSide);
  }
  expect(found).toEqual(new Set([SIDE_BID, SIDE_ASK]));
});

test('hunters come as often as configured and look for ten minutes', () => {
  const exchange = new AgentMarket(5);
  exchange.trade(SIDE_BID, 1);
  exchange.quote(BEST_BID);
  let looks = 0;
  const hunter = exchange.install((market, owner) => new StopHunter(market, { owner, perHour: 0.05 }));
  const { stops } = exchange.market.engine;
  const head = stops.head.bind(stops);
  stops.head = (side) => {
    looks++;
    return head(side);
  };
  exchange.run(3600 * 400);
  // About twenty hunters, forty looks of both sides each.
  expect(looks / 80).toBeGreaterThan(8);
  expect(looks / 80).toBeLessThan(36);
  expect(Number.isInteger(looks / 80)).toBe(true);
  exchange.finish();
  expect([exchange.labels, hunter.lastPushSide]).toEqual([[], 0]);
});

test('nobody hunts at a frequency of 0', () => {
  const exchange = new AgentMarket(1, { answer: 'follow' });
  exchange.trade(SIDE_ASK, 1);
  exchange.quote(BEST_BID, LEVEL_SIZE);
  for (const ticks of [2, 3, 4, 5])
    exchange.market.addStop({ side: SIDE_BID, triggerTicks: BEST_BID + 1 + ticks, size: 1 });
  exchange.install((market, owner) => new StopHunter(market, { owner, perHour: 0 }));
  exchange.run(36_000);
  expect(exchange.deedsOf(HUNTER)).toEqual([]);
});
