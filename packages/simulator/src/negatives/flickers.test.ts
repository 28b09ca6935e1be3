import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AgentMarket, BEST_BID, lastOf, ORDER_SIZE } from '#testing/agent-market.ts';
import { Flickers } from './flickers.ts';

const FLICKER = 1;
const CASES = { numRuns: 25 };
const anySeed = fc.integer({ min: 1, max: 1_000_000 });

/** One machine in a market that stands still, until it has left. */
function oneMachine(seed: number): AgentMarket {
  const exchange = new AgentMarket(seed);
  exchange.install((market, owner) => new Flickers(market, owner, 0.1));
  exchange.runUntil(() => exchange.labels.length > 0);
  return exchange;
}

test('a flicker withdraws every order that it enters, before it enters the next one', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const deeds = oneMachine(seed).deedsOf(FLICKER);
      const adds = deeds.filter(({ action }) => action === 'add');
      expect(adds.length).toBeGreaterThan(4);
      expect(deeds.length).toBe(2 * adds.length);
      for (const [at, { action, id }] of deeds.entries()) {
        expect(action).toBe(at % 2 === 0 ? 'add' : 'cancel');
        expect(id).toBe(deeds[at - (at % 2)]!.id);
      }
    }),
    CASES,
  );
});

test('a flicker keeps to one side, one size and one distance of at most a tick from the touch', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const adds = oneMachine(seed).deedsOf(FLICKER, 'add');
      const { side, size, priceTicks } = adds[0]!;
      for (const deed of adds)
        expect([deed.side, deed.size, deed.priceTicks]).toEqual([side, size, priceTicks]);
      const touch = side === SIDE_BID ? BEST_BID : BEST_BID + 1;
      expect([0, 1]).toContain(side === SIDE_BID ? touch - priceTicks : priceTicks - touch);
      expect(size).toBeGreaterThanOrEqual(0.5 * ORDER_SIZE);
      expect(size).toBeLessThanOrEqual(8 * ORDER_SIZE);
    }),
    CASES,
  );
});

test('a flicker works between one second and little more than eight, ten to a hundred times a second', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const deeds = oneMachine(seed).deedsOf(FLICKER);
      const seconds = (lastOf(deeds).atNs - deeds[0]!.atNs) / SECOND_NS;
      expect(seconds).toBeGreaterThan(0.8);
      expect(seconds).toBeLessThan(8.3);
      const perSecond = deeds.length / 2 / seconds;
      expect(perSecond).toBeGreaterThan(8);
      expect(perSecond).toBeLessThan(130);
      for (let at = 0; at < deeds.length; at += 2)
        expect(deeds[at + 1]!.atNs - deeds[at]!.atNs).toBeLessThan(0.075 * SECOND_NS);
    }),
    CASES,
  );
});

test('the label of a flicker names its side, its orders and how often it added', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const { deeds, labels, market } = oneMachine(seed);
      const adds = deeds.filter(({ by, action }) => by === FLICKER && action === 'add');
      const { side, size, priceTicks, atNs } = adds[0]!;
      expect(labels).toHaveLength(1);
      expect(labels[0]).toMatchObject({
        type: 'neg',
        sub: 'flicker',
        side: side === SIDE_BID ? 'bid' : 'ask',
        t0Ns: market.exchangeNs(atNs),
        tEvidentNs: market.exchangeNs(atNs),
        t1Ns: market.exchangeNs(market.nowNs),
        priceLowTicks: priceTicks,
        priceHighTicks: priceTicks,
        qty: 0,
        params: { size, adds: adds.length },
        observability: 'strong',
      });
      expect(labels[0]!.orderIds).toEqual(adds.map(({ id }) => id));
    }),
    CASES,
  );
});

test('an order of a flicker that is met before its withdrawal is counted as executed', () => {
  const exchange = new AgentMarket(5);
  exchange.install((market, owner) => new Flickers(market, owner, 0.1));
  exchange.runUntil(() => exchange.deedsOf(FLICKER, 'add').length > 0);
  const { side, priceTicks, size, id } = exchange.deedsOf(FLICKER, 'add')[0]!;
  const levels = Math.abs(priceTicks - exchange.market.bestTicks(side)) + 1;
  exchange.trade(side === SIDE_BID ? SIDE_ASK : SIDE_BID, 50 * levels + size, levels - 1);
  exchange.runUntil(() => exchange.labels.length > 0);
  expect(exchange.labels[0]!.qty).toBe(size);
  expect(exchange.deeds.some((deed) => deed.action === 'fill' && deed.id === id)).toBe(true);
});

test('a flicker follows the touch when the market moves', () => {
  const exchange = new AgentMarket(6);
  exchange.install((market, owner) => new Flickers(market, owner, 0.1));
  exchange.runUntil(() => exchange.deedsOf(FLICKER, 'cancel').length === 3);
  const before = exchange.deedsOf(FLICKER, 'add')[0]!;
  exchange.quote(BEST_BID + 7);
  exchange.runUntil(() => exchange.labels.length > 0);
  expect(lastOf(exchange.deedsOf(FLICKER, 'add')).priceTicks).toBe(before.priceTicks + 7);
  expect(exchange.labels[0]).toMatchObject({ priceLowTicks: before.priceTicks });
  expect(exchange.labels[0]).toMatchObject({ priceHighTicks: before.priceTicks + 7 });
});

test('flickers choose either side, and both the touch and the tick behind it', () => {
  const places = new Set<string>();
  for (let seed = 1; seed <= 30; seed++) {
    const { side, priceTicks } = oneMachine(seed).deedsOf(FLICKER, 'add')[0]!;
    places.add(`${side} ${priceTicks}`);
  }
  const expected = [0, 1].flatMap((far) => [
    `${SIDE_BID} ${BEST_BID - far}`,
    `${SIDE_ASK} ${BEST_BID + 1 + far}`,
  ]);
  expect([...places].sort()).toEqual(expected.sort());
});

test('a flicker that is at work when the session ends is labelled up to then', () => {
  const exchange = new AgentMarket(7);
  exchange.install((market, owner) => new Flickers(market, owner, 0.1));
  exchange.runUntil(() => exchange.deedsOf(FLICKER, 'add').length === 2);
  exchange.finish();
  expect(exchange.labels.map(({ params }) => params['adds'])).toEqual([2]);
  exchange.finish();
  expect(exchange.labels).toHaveLength(1);
});
