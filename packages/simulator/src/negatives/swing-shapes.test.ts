import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import { AgentMarket, type Deed, lastOf } from '#testing/agent-market.ts';
import { SweepNews } from './sweep-news.ts';
import { ThinDrifts } from './thin-drifts.ts';
import { TrueBreakouts } from './true-breakouts.ts';

type Kind = typeof SweepNews | typeof ThinDrifts | typeof TrueBreakouts;

const AGENT = 2;
/** Where the price turned on its way, and where it is when a trader looks for a swing. */
const HIGH = 1010;
const LOW = 1002;
const NOW = 1006;
const SEEDS = [1, 2, 3, 4, 5, 6];

const levelOf = (side: number): number => (side === SIDE_BID ? HIGH : LOW);
/** Ticks beyond the swing that a trader of this side wants to pass. */
const beyond = (side: number, ticks: number): number => (side === SIDE_BID ? ticks - HIGH : LOW - ticks);
const wordOf = (side: number): string => (side === SIDE_BID ? 'bid' : 'ask');

/** Trades one contract at a price, about which the crowd then quotes. */
function print(exchange: AgentMarket, ticks: number, levelSize = 50): void {
  exchange.quote(ticks, levelSize);
  exchange.trade(SIDE_ASK, 1);
}

/**
 * A market of ES, whose usual range is ten ticks, between a high and a low, and with one trader who looks for either. It
 * has been seen for almost five minutes in which four contracts a second traded; now the crowd quotes levels of this size.
 */
function market(seed: number, Make: Kind, levelSize: number): AgentMarket {
  const exchange = new AgentMarket(seed);
  const gauge = exchange.install((access, owner) => new MarketGauge(access, owner));
  exchange.install((access, owner) => new Make(access, { owner, perHour: 60, gauge }), 1);
  exchange.answer = 'refill';
  for (const ticks of [NOW, HIGH, 1005, LOW, 1007, NOW]) print(exchange, ticks);
  for (let time = 0; time < 290; time += 4) {
    exchange.run(4);
    exchange.trade(time % 8 === 0 ? SIDE_BID : SIDE_ASK, 16);
  }
  exchange.answer = 'none';
  print(exchange, NOW, levelSize);
  return exchange;
}

/** The agents' trades by order, in order of time. */
function ordersOf(exchange: AgentMarket): Deed[][] {
  const orders = new Map<string, Deed[]>();
  for (const deed of exchange.deedsOf(AGENT, 'trade'))
    orders.set(deed.id, [...(orders.get(deed.id) ?? []), deed]);
  return [...orders.values()];
}

/** The side that the trader takes from. */
const sideOf = (exchange: AgentMarket): number => exchange.deedsOf(AGENT, 'trade')[0]!.side;

/** Stops have their ids from entry, before those of the orders that elect them. */
const isStop = (exchange: AgentMarket, id: string): boolean =>
  Number(id) < Number(exchange.deedsOf(AGENT, 'trade')[0]!.id);

describe('a sweep on news', () => {
  /** So many stops wait a tick beyond either swing; the price comes near the high, then near the low. */
  function sweep(seed: number, stops: number): AgentMarket {
    const exchange = market(seed, SweepNews, 20);
    for (let n = 0; n < stops; n++)
      for (const side of [SIDE_BID, SIDE_ASK])
        exchange.market.addStop({ side, triggerTicks: side === SIDE_BID ? HIGH + 1 : LOW - 1, size: 1 });
    exchange.run(60);
    for (const ticks of [NOW + 1, NOW - 1]) {
      if (exchange.deedsOf(AGENT).length === 0) print(exchange, ticks, 20);
      exchange.run(20);
    }
    return exchange;
  }

  test.each(SEEDS)('is one order through the swing and two to four ticks further (%i)', (seed) => {
    const first = ordersOf(sweep(seed, 0))[0]!;
    const { side } = first[0]!;
    const from = beyond(side, first[0]!.priceTicks);
    expect(from).toBeLessThan(0);
    for (const [at, { priceTicks }] of first.entries()) expect(beyond(side, priceTicks) - from).toBe(at);
    const to = beyond(side, lastOf(first).priceTicks);
    expect(to).toBeGreaterThanOrEqual(2);
    expect(to).toBeLessThanOrEqual(4);
  });

  test.each([0, 1, 2])(
    'is followed on its side by two to ten clips and labelled with the %i stops it met',
    (stops) => {
      for (const seed of SEEDS) {
        const exchange = sweep(seed, stops);
        // What a stop trades is the stop's.
        const own = ordersOf(exchange).filter((trades) => !isStop(exchange, trades[0]!.id));
        const { side, atNs } = own[0]![0]!;
        expect(own.length).toBeGreaterThanOrEqual(3);
        expect(own.length).toBeLessThanOrEqual(11);
        expect(own.every((trades) => trades[0]!.side === side)).toBe(true);
        expect(exchange.labels).toHaveLength(1);
        expect(exchange.labels[0]).toMatchObject({
          type: 'neg',
          sub: 'sweepNews',
          side: wordOf(side),
          t0Ns: exchange.market.exchangeNs(atNs),
          observability: 'strong',
          success: null,
          params: { levelTicks: levelOf(side), stops },
        });
      }
    },
  );

  test('passes highs and lows', () => {
    const sides = SEEDS.map((seed) => sweep(seed, 0).deedsOf(AGENT, 'trade')[0]!.side);
    expect(new Set(sides).size).toBe(2);
  });

  test.each(SEEDS)('does not happen where three stops wait beyond the swing, a stop run (%i)', (seed) => {
    const exchange = sweep(seed, 3);
    expect(exchange.deedsOf(AGENT)).toEqual([]);
    expect(exchange.labels).toEqual([]);
  });

  test.each(SEEDS)('waits while the price is four ticks before the swing, for three minutes (%i)', (seed) => {
    const exchange = market(seed, SweepNews, 20);
    exchange.run(120);
    expect(exchange.deedsOf(AGENT)).toEqual([]);
    exchange.run(120);
    for (const ticks of [NOW + 2, NOW - 2]) {
      print(exchange, ticks, 20);
      exchange.run(5);
    }
    expect(exchange.deedsOf(AGENT)).toEqual([]);
  });
});

describe('a thin drift', () => {
  /** It has passed its swing by two ticks, and stays for ten seconds before it is judged. */
  function passed(seed: number): AgentMarket {
    const exchange = market(seed, ThinDrifts, 2);
    exchange.runUntil(
      () => exchange.deedsOf(AGENT, 'trade').some(({ side, priceTicks }) => beyond(side, priceTicks) > 1),
      1,
    );
    return exchange;
  }

  test.each(SEEDS)('passes the swing price by price and meets one or two stops (%i)', (seed) => {
    const exchange = passed(seed);
    const side = sideOf(exchange);
    exchange.run(30);
    for (const trades of ordersOf(exchange)) {
      expect(trades).toHaveLength(1);
      expect(trades[0]!.side).toBe(side);
    }
    const label = exchange.labels[0]!;
    expect(label).toMatchObject({
      type: 'neg',
      sub: 'thinDrift',
      side: wordOf(side),
    });
    expect(label.params['levelTicks']).toBe(levelOf(side));
    expect([1, 2]).toContain(label.params['stops']);
    expect(Number(label.t1Ns - label.t0Ns) / SECOND_NS).toBeGreaterThanOrEqual(10);
  });

  test.each(SEEDS)('is none where others trade more than twice the usual volume beyond it (%i)', (seed) => {
    const labelsWith = (contracts: number): number => {
      const exchange = passed(seed);
      exchange.answer = 'refill';
      exchange.quote(sideOf(exchange) === SIDE_BID ? HIGH + 3 : LOW - 4);
      exchange.every(1, () => exchange.trade(SIDE_BID, contracts));
      exchange.every(1, () => exchange.trade(SIDE_ASK, contracts));
      exchange.run(30);
      return exchange.labels.length;
    };
    // Usual are four a second.
    expect(labelsWith(2)).toBe(1);
    expect(labelsWith(6)).toBe(0);
  });

  test.each(SEEDS)('is none where the price leaps on by more than six tenths of its range (%i)', (seed) => {
    const exchange = passed(seed);
    exchange.trade(sideOf(exchange), 40, 14);
    exchange.run(30);
    expect(exchange.labels).toEqual([]);
  });

  test.each(SEEDS)('does not begin where somebody has a stop beyond the swing (%i)', (seed) => {
    const exchange = market(seed, ThinDrifts, 2);
    exchange.market.addStop({ side: SIDE_BID, triggerTicks: HIGH + 2, size: 1 });
    exchange.market.addStop({ side: SIDE_ASK, triggerTicks: LOW - 2, size: 1 });
    exchange.run(100);
    expect(exchange.deedsOf(AGENT)).toEqual([]);
  });

  test.each(SEEDS)('rests while a third more trades than usual (%i)', (seed) => {
    const exchange = market(seed, ThinDrifts, 50);
    exchange.answer = 'refill';
    const clipsOf = (contracts: number): number => {
      for (let second = 0; second < 60; second++) {
        exchange.trade(second % 2 === 0 ? SIDE_BID : SIDE_ASK, contracts);
        exchange.run(1);
      }
      const late = exchange.market.nowNs - 45 * SECOND_NS;
      return exchange.deedsOf(AGENT, 'trade').filter(({ atNs }) => atNs > late).length;
    };
    expect(clipsOf(9)).toBe(0);
    expect(clipsOf(1)).toBeGreaterThan(5);
  });
});

describe('a true breakout', () => {
  function begun(seed: number): AgentMarket {
    const exchange = market(seed, TrueBreakouts, 3);
    exchange.answer = 'follow';
    exchange.runUntil(
      () => exchange.deedsOf(AGENT, 'trade').some(({ side, priceTicks }) => beyond(side, priceTicks) > 0),
      1,
    );
    return exchange;
  }

  test.each(SEEDS)('goes on by eight tenths of its range and is labelled then (%i)', (seed) => {
    const exchange = begun(seed);
    const side = sideOf(exchange);
    exchange.runUntil(() => exchange.labels.length > 0, 0.2);
    const label = exchange.labels[0]!;
    const { market: access, deeds } = exchange;
    expect(label).toMatchObject({ type: 'neg', sub: 'trueBreakout', observability: 'strong' });
    expect(label.side).toBe(wordOf(side));
    expect(label.params['levelTicks']).toBe(levelOf(side));
    const reached = deeds
      .filter(({ action, atNs }) => action === 'trade' && access.exchangeNs(atNs) >= label.t0Ns)
      .map(({ priceTicks }) => beyond(side, priceTicks));
    // It is labelled with the first clip after the price has arrived there.
    expect(Math.max(...reached)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...reached.slice(0, -2))).toBeLessThan(8);
    // Two ticks before the swing it would have failed.
    expect(Math.min(...reached)).toBeGreaterThan(-2);
    expect(label.t0Ns).toBe(label.tEvidentNs);
  });

  test('comes back to within a tick of the swing first, unless it needs no retest', () => {
    const all = SEEDS.map((seed) => {
      const exchange = begun(seed);
      const own = sideOf(exchange);
      exchange.runUntil(() => exchange.labels.length > 0, 0.2);
      const { retest, retestTicks } = exchange.labels[0]!.params;
      const against = exchange.deedsOf(AGENT, 'trade').some(({ side }) => side !== own);
      expect(against).toBe(retest);
      if (retest === true) expect([-1, 0, 1]).toContain(retestTicks);
      return retest;
    });
    expect(all).toContain(true);
  });

  test.each(SEEDS)('is none where the price falls back through the swing (%i)', (seed) => {
    const exchange = begun(seed);
    exchange.answer = 'refill';
    print(exchange, sideOf(exchange) === SIDE_BID ? HIGH - 2 : LOW + 2, 500);
    exchange.run(3);
    const before = exchange.deedsOf(AGENT).length;
    exchange.run(10);
    expect(exchange.deedsOf(AGENT)).toHaveLength(before);
    expect(exchange.labels).toEqual([]);
  });
});

test.each([
  ['sweep', SweepNews],
  ['drift', ThinDrifts],
  ['breakout', TrueBreakouts],
] as const)(
  'no %s happens at a swing that is out of reach or in a market seen for less than five minutes',
  (_, Make) => {
    const far = market(1, Make, 3);
    print(far, NOW - 15, 3);
    far.run(60);
    expect(far.deedsOf(AGENT)).toEqual([]);

    const unknown = new AgentMarket(1);
    const gauge = unknown.install((access, owner) => new MarketGauge(access, owner));
    unknown.install((access, owner) => new Make(access, { owner, perHour: 300, gauge }));
    for (const ticks of [NOW, HIGH, 1005, LOW, 1007, NOW]) print(unknown, ticks);
    unknown.run(290);
    expect(unknown.deedsOf(AGENT)).toEqual([]);
  },
);
