import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import { AgentMarket, BEST_BID, type Deed, LEVEL_SIZE } from '#testing/agent-market.ts';
import { Churns } from './churns.ts';
import { DaySurges } from './day-surges.ts';
import { Herds } from './herds.ts';

const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const total = (deeds: readonly Deed[]): number => deeds.reduce((sum, { size }) => sum + size, 0);

describe('a churn', () => {
  const CHURN = 1;
  const CASES = { numRuns: 8 };

  function churn(seed: number, onBegin: (exchange: AgentMarket) => void = () => undefined): AgentMarket {
    const exchange = new AgentMarket(seed, { answer: 'refill' });
    exchange.install((market, owner) => new Churns(market, owner, 0.05));
    exchange.runUntil(() => exchange.deedsOf(CHURN).length > 0);
    onBegin(exchange);
    exchange.runUntil(() => exchange.labels.length > 0);
    return exchange;
  }

  test('is all that trades while it lasts, on both sides, and is evident at twice the depth of five levels', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = churn(seed);
        const trades = exchange.deeds.filter(({ action }) => action === 'trade');
        const label = exchange.labels[0]!;
        expect(label).toMatchObject({ type: 'neg', sub: 'churn', side: null, orderIds: [], qty: 0 });
        expect(label.params).toEqual({ volume: total(trades), depth5: 5 * LEVEL_SIZE });
        let volume = 0;
        const evident = trades.find(({ size }) => {
          volume += size;
          return volume >= 10 * LEVEL_SIZE;
        });
        expect(label.tEvidentNs).toBe(evident ? exchange.market.exchangeNs(evident.atNs) : null);
        expect(label.observability).toBe(evident ? 'strong' : 'none');
        const bought = total(trades.filter(({ side }) => side === SIDE_BID));
        expect(bought / total(trades)).toBeGreaterThan(0.2);
        expect(bought / total(trades)).toBeLessThan(0.8);
      }),
      CASES,
    );
  });

  test('adds orders that belong to the crowd, at the touch or a tick behind it, and never through the spread', () => {
    const { deeds, market } = churn(9);
    const adds = deeds.filter(({ by, action }) => by === CHURN && action === 'add');
    expect(adds.length).toBeGreaterThan(20);
    for (const { side, priceTicks } of adds)
      expect(side === SIDE_BID ? [BEST_BID, BEST_BID - 1] : [BEST_BID + 1, BEST_BID + 2]).toContain(
        priceTicks,
      );
    const rests = adds.filter(({ id }) => market.engine.orders.id.includes(Number(id)));
    expect(rests.length).toBeGreaterThan(0);
    for (const { id } of rests) {
      const slot = market.engine.orders.id.indexOf(Number(id));
      expect(market.engine.orders.owner[slot]).toBe(0);
    }
  });

  test.each([
    [SIDE_ASK, 4],
    [SIDE_BID, -4],
  ])('aggressors of side %i bring a price back that is %i ticks away', (side, moved) => {
    let begun = 0;
    const exchange = churn(10, (started) => {
      begun = started.deeds.length;
      started.quote(BEST_BID + moved);
    });
    const trades = exchange.deeds.slice(begun).filter(({ by, action }) => by === CHURN && action === 'trade');
    const back = trades.filter((deed) => deed.side === side).length;
    expect(back / trades.length).toBeGreaterThan(0.85);
  });

  test('lasts between little more than ten seconds and two minutes, and its label spans the prices traded', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { labels } = churn(seed);
        const seconds = Number(labels[0]!.t1Ns - labels[0]!.t0Ns) / SECOND_NS;
        expect(seconds).toBeGreaterThan(8);
        expect(seconds).toBeLessThan(120);
        expect([labels[0]!.priceLowTicks, labels[0]!.priceHighTicks]).toEqual([BEST_BID, BEST_BID + 1]);
      }),
      CASES,
    );
  });
});

describe('a herd', () => {
  const CROWD = 0;
  const GAUGE = 1;
  const HERD = 2;
  const CASES = { numRuns: 6 };

  /** The crowd trades four contracts every two seconds, buying and selling in turn. */
  function market(seed: number, perHour: number): AgentMarket {
    const exchange = new AgentMarket(seed, { answer: 'refill' });
    const gauge = exchange.install((access, owner) => new MarketGauge(access, owner));
    exchange.install((access, owner) => new Herds(access, { owner, perHour, gauge }));
    let side = SIDE_BID;
    exchange.every(2, () => {
      exchange.trade(side, 8);
      side = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    });
    return exchange;
  }

  function herd(seed: number): AgentMarket {
    const exchange = market(seed, 4);
    exchange.runUntil(() => exchange.labels.length > 0);
    return exchange;
  }

  /** Trades of the herd that the label is about: another one may have come meanwhile. */
  const tradesOf = (exchange: AgentMarket): Deed[] => {
    const ids = new Set(exchange.labels[0]!.orderIds);
    return exchange.deedsOf(HERD, 'trade').filter(({ id }) => ids.has(id));
  };

  test('copies the last direction at least five times in six', () => {
    let pairs = 0;
    let same = 0;
    fc.assert(
      fc.property(anySeed, (seed) => {
        const trades = tradesOf(herd(seed));
        for (let at = 1; at < trades.length; at++) if (trades[at]!.side === trades[at - 1]!.side) same++;
        pairs += Math.max(0, trades.length - 1);
      }),
      CASES,
    );
    expect(pairs).toBeGreaterThan(50);
    // Of the 5 to 14 in a hundred that do not copy, half go on by chance.
    expect(same / pairs).toBeGreaterThan(5 / 6);
    expect(same / pairs).toBeLessThan(1);
  });

  test('is labelled with what it bought and sold, its runs, and the side of the greater part', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = herd(seed);
        const trades = tradesOf(exchange);
        const bought = total(trades.filter(({ side }) => side === SIDE_BID));
        const sold = total(trades) - bought;
        const label = exchange.labels[0]!;
        expect(label).toMatchObject({
          type: 'neg',
          sub: 'autocorrNoise',
          side: bought >= sold ? 'bid' : 'ask',
          qty: total(trades),
          observability: 'strong',
        });
        const turns = trades.filter((deed, at) => at > 0 && deed.side !== trades[at - 1]!.side).length;
        expect(label.params).toMatchObject({ bought, sold });
        // Turns before its first trade are counted, but not to be seen.
        expect(Number(label.params['runs'])).toBeGreaterThanOrEqual(turns + 1);
        const seconds = Number(label.t1Ns - label.t0Ns) / SECOND_NS;
        expect(seconds).toBeGreaterThanOrEqual(120);
      }),
      CASES,
    );
  });

  test('never rests an order, and takes less than half of what the crowd trades', () => {
    const exchange = herd(5);
    expect(exchange.deedsOf(HERD, 'add')).toEqual([]);
    const label = exchange.labels[0]!;
    const during = exchange
      .deedsOf(CROWD, 'trade')
      .filter(({ atNs }) => exchange.market.exchangeNs(atNs) >= label.t0Ns);
    expect(label.qty).toBeLessThan(0.5 * total(during));
    expect(exchange.deedsOf(GAUGE)).toEqual([]);
  });

  test('that comes before a market is known waits until five minutes of it have been seen', () => {
    const exchange = market(6, 120);
    exchange.run(299);
    expect(exchange.deedsOf(HERD)).toEqual([]);
    exchange.run(300);
    expect(exchange.deedsOf(HERD, 'trade').length).toBeGreaterThan(3);
  });

  test('that has not traded when the session ends is not labelled', () => {
    const exchange = market(6, 120);
    exchange.run(200);
    exchange.finish();
    expect(exchange.labels).toEqual([]);
  });
});

describe('a surge of the day', () => {
  function market(isOn = true): AgentMarket {
    const exchange = new AgentMarket(1, { answer: 'refill' });
    const gauge = exchange.install((access, owner) => new MarketGauge(access, owner));
    exchange.install((access, owner) => new DaySurges(access, { owner, isOn, gauge }));
    return exchange;
  }

  test('begins where the pace of the hour is half above the usual one, and not a hundredth below that', () => {
    const exchange = market();
    exchange.run(12);
    exchange.market.conditions.day.pace = 1.49;
    exchange.run(5);
    exchange.finish();
    expect(exchange.labels).toEqual([]);

    const other = market();
    other.run(12);
    other.market.conditions.day.pace = 1.5;
    other.run(5);
    other.finish();
    expect(other.labels).toHaveLength(1);
    expect(other.labels[0]).toMatchObject({
      type: 'neg',
      sub: 'todSurge',
      side: null,
      t0Ns: other.market.exchangeNs(15 * SECOND_NS),
      tEvidentNs: other.market.exchangeNs(15 * SECOND_NS),
      t1Ns: other.market.exchangeNs(17 * SECOND_NS),
      params: { peak: 1.5 },
    });
  });

  test('ends when the usual pace has come within a fifth of it: twice the pace is usual after eleven minutes', () => {
    // The usual pace after n looks is 2 - (1 - 1/120)^n; 2 / usual is below 1.2 from n = 132 looks of 5 seconds on.
    const exchange = market();
    exchange.market.conditions.day.pace = 2;
    exchange.run(3600);
    expect(exchange.labels).toHaveLength(1);
    const { t0Ns, t1Ns, params } = exchange.labels[0]!;
    expect(Number(t0Ns - exchange.market.exchangeNs(0)) / SECOND_NS).toBe(5);
    expect(Number(t1Ns - t0Ns) / SECOND_NS).toBe(660);
    expect(params['peak']).toBe(2);
  });

  test('counts the contracts and prices of its time only, and is numbered', () => {
    const exchange = market();
    exchange.trade(SIDE_BID, 30);
    exchange.market.conditions.day.pace = 3;
    exchange.run(6);
    exchange.trade(SIDE_BID, 7);
    exchange.quote(BEST_BID + 4);
    exchange.trade(SIDE_ASK, 5);
    exchange.market.conditions.day.pace = 1;
    exchange.run(5);
    exchange.market.conditions.day.pace = 3;
    exchange.run(5);
    exchange.trade(SIDE_BID, 2);
    exchange.finish();
    const seen = exchange.labels.map((label) => [label.qty, label.priceLowTicks, label.priceHighTicks]);
    expect(seen).toEqual([
      [12, BEST_BID, BEST_BID + 4],
      [2, BEST_BID + 4, BEST_BID + 5],
    ]);
    expect(new Set(exchange.labels.map(({ id }) => id)).size).toBe(2);
  });

  test('is not labelled in a session without labels, nor where every hour is the same', () => {
    const off = market(false);
    off.market.conditions.day.pace = 3;
    off.run(600);
    off.finish();
    const even = market();
    even.run(600);
    even.finish();
    expect([...off.labels, ...even.labels]).toEqual([]);
  });

  test('trades nothing itself', () => {
    const exchange = market();
    exchange.market.conditions.day.pace = 3;
    exchange.run(600);
    expect(exchange.deeds.filter(({ by }) => by !== 0)).toEqual([]);
  });
});
