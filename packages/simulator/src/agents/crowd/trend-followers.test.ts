import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AgentMarket, type AgentMarketOptions, BEST_BID, type Deed } from '#testing/agent-market.ts';
import { TrendFollowers } from './trend-followers.ts';

const FOLLOWERS = 1;

/** Clips of followers in a market that moves by so many ticks a minute for ten minutes. */
function clipsIn(ticksPerMinute: number, perHour = 600, options: AgentMarketOptions = {}): Deed[] {
  const exchange = new AgentMarket(2, { answer: 'refill', ...options });
  exchange.install((market, owner) => new TrendFollowers(market, { owner, perHour }));
  for (let minute = 1; minute <= 10; minute++) {
    exchange.run(60);
    exchange.quote(BEST_BID + Math.round(minute * ticksPerMinute));
  }
  return exchange.deedsOf(FOLLOWERS, 'trade');
}

describe('followers', () => {
  test('buy what rises and sell what falls', () => {
    for (const [ticks, side] of [
      [2, SIDE_BID],
      [-2, SIDE_ASK],
    ] as const) {
      const clips = clipsIn(ticks);
      expect(clips.length).toBeGreaterThan(40);
      expect(new Set(clips.map((clip) => clip.side))).toEqual(new Set([side]));
    }
  });

  test('do nothing where the price stays, or while its means are within a quarter of a swing of each other', () => {
    expect(clipsIn(0)).toEqual([]);
    // Half a tick a minute: the means lie about two minutes of it apart, less than one and a half ticks.
    expect(clipsIn(0.3)).toEqual([]);
  });

  test('act only after the price has moved, and turn with it', () => {
    const exchange = new AgentMarket(3, { answer: 'refill' });
    exchange.install((market, owner) => new TrendFollowers(market, { owner, perHour: 1200 }));
    exchange.run(300);
    expect(exchange.deedsOf(FOLLOWERS)).toEqual([]);
    exchange.quote(BEST_BID + 10);
    exchange.run(120);
    const up = exchange.deedsOf(FOLLOWERS, 'trade');
    exchange.quote(BEST_BID - 20);
    exchange.run(240);
    const down = exchange.deedsOf(FOLLOWERS, 'trade').slice(up.length);
    expect(new Set(up.map(({ side }) => side))).toEqual(new Set([SIDE_BID]));
    expect(down.at(-1)?.side).toBe(SIDE_ASK);
    const turns = down.filter((clip, at) => at > 0 && clip.side !== down[at - 1]!.side).length;
    expect(turns).toBeLessThanOrEqual(1);
  });

  test('take about four contracts at a time, fewer in thin products, more where disturbed', () => {
    const meanOf = (clips: readonly Deed[]): number =>
      clips.reduce((sum, { size }) => sum + size, 0) / clips.length;
    const plain = meanOf(clipsIn(2));
    expect(plain).toBeGreaterThan(2.5);
    expect(plain).toBeLessThan(5);
    expect(meanOf(clipsIn(2, 600, { perturbation: { sizeFactor: 3 } }))).toBeCloseTo(3 * plain, 9);
    expect(meanOf(clipsIn(9, 600, { symbol: 'NQ' }))).toBeLessThan(plain);
  });

  test('come as often as configured and not at a frequency of 0', () => {
    // A sixth of an hour, of which the first minutes show no trend.
    expect(clipsIn(3, 1200).length).toBeGreaterThan(100);
    expect(clipsIn(3, 1200).length).toBeLessThan(240);
    expect(clipsIn(3, 0)).toEqual([]);
  });
});
