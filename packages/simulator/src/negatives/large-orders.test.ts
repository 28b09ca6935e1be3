import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgentMarket, BEST_BID, type Deed, LEVEL_SIZE, ORDER_SIZE } from '#testing/agent-market.ts';
import { BigCancelInfo } from './big-cancel-info.ts';
import { BigHonest } from './big-honest.ts';

const TRADER = 1;
const CASES = { numRuns: 25 };
const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);

interface Waiting {
  readonly exchange: AgentMarket;
  readonly order: Deed;
  /** Ticks between the order and the touch. */
  readonly far: number;
}

/** A market in which one large order has just been entered. */
function withOrder(seed: number, Kind: typeof BigHonest | typeof BigCancelInfo): Waiting {
  const exchange = new AgentMarket(seed);
  exchange.install((market, owner) => new Kind(market, owner, 0.05));
  exchange.runUntil(() => exchange.deedsOf(TRADER, 'add').length === 1);
  const order = exchange.deedsOf(TRADER, 'add')[0]!;
  const { side, priceTicks } = order;
  return {
    exchange,
    order: order,
    far: side === SIDE_BID ? BEST_BID - priceTicks : priceTicks - BEST_BID - 1,
  };
}

/** The market moves so many ticks away from the order, towards it below zero. */
const moveAway = ({ exchange, order }: Waiting, ticks: number): void =>
  exchange.quote(exchange.bidTicks + (order.side === SIDE_BID ? ticks : -ticks));

const secondsOf = ({ exchange: { labels } }: Waiting): number =>
  Number(labels[0]!.t1Ns - labels[0]!.t0Ns) / SECOND_NS;

describe('an honest large order', () => {
  test('is ten to forty ordinary ones, at most six ticks behind the touch, and shown from its entry on', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { exchange, order, far } = withOrder(seed, BigHonest);
        expect(order.size).toBeGreaterThanOrEqual(10 * ORDER_SIZE);
        expect(order.size).toBeLessThanOrEqual(40 * ORDER_SIZE);
        expect(far).toBeGreaterThanOrEqual(0);
        expect(far).toBeLessThanOrEqual(6);
        exchange.finish();
        expect(exchange.labels[0]).toMatchObject({
          type: 'neg',
          sub: 'bigHonest',
          side: order.side === SIDE_BID ? 'bid' : 'ask',
          tEvidentNs: exchange.market.exchangeNs(order.atNs),
          orderIds: [order.id],
          params: { size: order.size, far, end: 'open' },
        });
      }),
      CASES,
    );
  });

  test('that nobody meets is withdrawn once, after one to fifteen minutes', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const waiting = withOrder(seed, BigHonest);
        const { exchange, order } = waiting;
        exchange.runUntil(() => exchange.labels.length > 0);
        expect(exchange.labels[0]!.params['end']).toBe('waited');
        expect(secondsOf(waiting)).toBeGreaterThanOrEqual(60);
        expect(secondsOf(waiting)).toBeLessThanOrEqual(900);
        expect(exchange.deedsOf(TRADER).map(({ action, id }) => [action, id])).toEqual([
          ['add', order.id],
          ['cancel', order.id],
        ]);
      }),
      CASES,
    );
  });

  test('waits while the market is eleven ticks away, and leaves within two seconds at twelve', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const waiting = withOrder(seed, BigHonest);
        const { exchange, far, order } = waiting;
        moveAway(waiting, 11 - far);
        exchange.run(20);
        expect(exchange.shown(order.id)).toBe(order.size);
        moveAway(waiting, 1);
        exchange.run(2);
        expect(exchange.shown(order.id)).toBe(0);
        expect(exchange.labels[0]!.params['end']).toBe('left');
      }),
      CASES,
    );
  });

  test('stays when its own side weakens and somebody trades opposite', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const waiting = withOrder(seed, BigHonest);
        const { exchange, order } = waiting;
        moveAway(waiting, -1);
        exchange.trade(order.side, 3);
        exchange.run(30);
        expect(exchange.deedsOf(TRADER, 'cancel')).toEqual([]);
      }),
      CASES,
    );
  });

  test('is meant to trade: when it has, it is over and counts its whole size', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { exchange, order, far } = withOrder(seed, BigHonest);
        exchange.trade(opposite(order.side), LEVEL_SIZE * (far + 1) + order.size, far);
        exchange.run(2);
        expect(exchange.labels).toHaveLength(1);
        expect(exchange.labels[0]!.params['end']).toBe('traded');
        expect(exchange.labels[0]!.qty).toBe(order.size);
      }),
      CASES,
    );
  });
});

describe('a large order of somebody who watches its own side', () => {
  /** From the trade until the withdrawal, or until half a second has passed. */
  function react({ exchange, order }: Waiting, aggressor: number): number | undefined {
    exchange.trade(aggressor, 1);
    exchange.run(0.5);
    return exchange.deedsOf(TRADER, 'cancel').find(({ id }) => id === order.id)?.atNs;
  }

  test('is six to thirty ordinary ones, one to four ticks behind the touch', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { order, far } = withOrder(seed, BigCancelInfo);
        expect(order.size).toBeGreaterThanOrEqual(6 * ORDER_SIZE);
        expect(order.size).toBeLessThanOrEqual(30 * ORDER_SIZE);
        expect(far).toBeGreaterThanOrEqual(1);
        expect(far).toBeLessThanOrEqual(4);
      }),
      CASES,
    );
  });

  test('is withdrawn within 300 milliseconds of an opposite trade after the best price has come nearer', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const waiting = withOrder(seed, BigCancelInfo);
        const { exchange, order } = waiting;
        moveAway(waiting, -1);
        const tradedNs = exchange.market.nowNs;
        const withdrawnNs = react(waiting, order.side) ?? Number.NaN;
        expect(withdrawnNs - tradedNs).toBeLessThanOrEqual(300 * MS_NS);
        exchange.finish();
        expect(exchange.labels[0]).toMatchObject({
          sub: 'bigCancelInfo',
          observability: 'strong',
          tEvidentNs: exchange.market.exchangeNs(withdrawnNs),
        });
        expect(exchange.labels[0]!.params['coincidences']).toBe(1);
      }),
      CASES,
    );
  });

  test('is withdrawn when less than four tenths of a usual level are left at the touch, and not before', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const waiting = withOrder(seed, BigCancelInfo);
        const { exchange, order } = waiting;
        exchange.trade(opposite(order.side), 0.6 * LEVEL_SIZE);
        expect(react(waiting, order.side)).toBeUndefined();
        exchange.trade(opposite(order.side), 1);
        expect(react(waiting, order.side)).toBeDefined();
      }),
      CASES,
    );
  });

  test('stays while its side is as it was, and while only its own side is traded against', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const waiting = withOrder(seed, BigCancelInfo);
        expect(react(waiting, waiting.order.side)).toBeUndefined();
        moveAway(waiting, -1);
        expect(react(waiting, opposite(waiting.order.side))).toBeUndefined();
      }),
      CASES,
    );
  });

  test('comes back one to four times in all, and is given up after 15 to 120 seconds where nothing happens', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { exchange, order } = withOrder(seed, BigCancelInfo);
        exchange.runUntil(() => exchange.labels.length > 0);
        const deeds = exchange.deedsOf(TRADER);
        expect(deeds.length / 2).toBe(exchange.labels[0]!.params['rounds']);
        expect(deeds.length / 2).toBeLessThanOrEqual(4);
        for (let at = 1; at < deeds.length; at++) {
          expect(deeds[at]).toMatchObject({ side: order.side, size: order.size });
          const seconds = (deeds[at]!.atNs - deeds[at - 1]!.atNs) / SECOND_NS;
          expect(seconds).toBeGreaterThanOrEqual(at % 2 === 1 ? 15 : 3);
          expect(seconds).toBeLessThanOrEqual(at % 2 === 1 ? 120 : 40);
        }
        expect(exchange.labels[0]).toMatchObject({ observability: 'none', tEvidentNs: null, qty: 0 });
        expect(exchange.labels[0]!.params['coincidences']).toBe(0);
      }),
      CASES,
    );
  });

  test('waits for a market with two sides before it comes back', () => {
    const seed = [1, 2, 3, 4, 5, 6, 7, 8].find((candidate) => {
      const { exchange } = withOrder(candidate, BigCancelInfo);
      exchange.runUntil(() => exchange.labels.length > 0);
      return Number(exchange.labels[0]!.params['rounds']) > 1;
    });
    const { exchange } = withOrder(seed ?? 0, BigCancelInfo);
    exchange.runUntil(() => exchange.deedsOf(TRADER, 'cancel').length === 1);
    exchange.withdrawCrowd();
    exchange.run(60);
    expect(exchange.deedsOf(TRADER, 'add')).toHaveLength(1);
    exchange.quote(BEST_BID);
    exchange.run(1.1);
    expect(exchange.deedsOf(TRADER, 'add')).toHaveLength(2);
  });
});
