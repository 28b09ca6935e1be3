import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Label } from '#ground-truth/labels.ts';
import { AgentMarket, BEST_BID, type Deed, LEVEL_SIZE, ORDER_SIZE } from '#testing/agent-market.ts';
import { OneLots } from './one-lots.ts';
import { PartialModifies } from './partial-modifies.ts';

const AGENT = 1;
const CASES = { numRuns: 20 };
const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const touchOf = (side: number): number => (side === SIDE_BID ? BEST_BID : BEST_BID + 1);

function begun(seed: number, Kind: typeof OneLots | typeof PartialModifies): AgentMarket {
  const exchange = new AgentMarket(seed, { answer: Kind === OneLots ? 'none' : 'refill' });
  exchange.install((market, owner) => new Kind(market, owner, 0.05));
  exchange.runUntil(() => exchange.deedsOf(AGENT, 'add').length === 1);
  return exchange;
}

describe('a crowd of single contracts', () => {
  test('adds and takes one contract at a time, at one price', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = begun(seed, OneLots);
        exchange.runUntil(() => exchange.labels.length > 0);
        const adds = exchange.deedsOf(AGENT, 'add');
        const { side } = adds[0]!;
        for (const deed of adds)
          expect([deed.side, deed.priceTicks, deed.size]).toEqual([side, touchOf(side), 1]);
        const trades = exchange.deedsOf(AGENT, 'trade');
        for (const deed of trades)
          expect([deed.side, deed.priceTicks, deed.size]).toEqual([opposite(side), touchOf(side), 1]);
        const seconds = Number(exchange.labels[0]!.t1Ns - exchange.labels[0]!.t0Ns) / SECOND_NS;
        expect(seconds).toBeGreaterThanOrEqual(4);
        expect(seconds).toBeLessThanOrEqual(40);
        expect(trades.length / seconds).toBeLessThan(20);
      }),
      CASES,
    );
  });

  test('never makes the queue longer than 1.3 times what the product usually has', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = begun(seed, OneLots);
        const { ladder } = exchange.market.engine;
        const { side } = exchange.deedsOf(AGENT, 'add')[0]!;
        let longest = 0;
        exchange.runUntil(() => {
          longest = Math.max(longest, ladder.countAt(side, touchOf(side)));
          return exchange.labels.length > 0;
        });
        expect(longest).toBeGreaterThan(10);
        expect(longest).toBeLessThanOrEqual(Math.ceil(1.3 * exchange.market.profile.ordersPerLevel));
      }),
      CASES,
    );
  });

  test('leaves nothing behind, and its label counts every order of the crowd', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = begun(seed, OneLots);
        exchange.runUntil(() => exchange.labels.length > 0);
        const label = exchange.labels[0]!;
        const ids = exchange.deedsOf(AGENT, 'add').map(({ id }) => id);
        expect(label).toMatchObject({ type: 'neg', sub: 'oneLots', orderIds: ids });
        expect(label.params['adds']).toBe(ids.length);
        expect(ids.every((id) => exchange.shown(id) === 0)).toBe(true);
        const filled = exchange.deeds.filter(({ action, id }) => action === 'fill' && ids.includes(id));
        expect(label.qty).toBe(filled.length);
        expect(label.observability).toBe(filled.length > 0 ? 'strong' : 'none');
        expect(label.tEvidentNs).toBe(filled.length > 0 ? exchange.market.exchangeNs(filled[0]!.atNs) : null);
      }),
      CASES,
    );
  });

  test('takes nothing while its price is not the best one', () => {
    const exchange = begun(31, OneLots);
    const { side } = exchange.deedsOf(AGENT, 'add')[0]!;
    exchange.quote(BEST_BID + (side === SIDE_BID ? 4 : -4));
    const before = exchange.deedsOf(AGENT, 'trade').length;
    exchange.runUntil(() => exchange.labels.length > 0);
    expect(exchange.deedsOf(AGENT, 'trade')).toHaveLength(before);
  });
});

describe('an order that its owner changes', () => {
  interface Story {
    readonly exchange: AgentMarket;
    readonly order: Deed;
    /** Contracts that traded of it. */
    readonly traded: number;
    readonly tradedNs: number;
    readonly label: Label;
  }

  const isOf =
    (id: string, action: Deed['action']) =>
    (deed: Deed): boolean =>
      deed.id === id && deed.action === action;

  /** A part of the order trades; ten seconds later the session ends. */
  function story(seed: number, traded: number): Story {
    const exchange = begun(seed, PartialModifies);
    const order = exchange.deedsOf(AGENT, 'add')[0]!;
    if (traded > 0) exchange.trade(opposite(order.side), LEVEL_SIZE + traded);
    const tradedNs = exchange.market.nowNs;
    exchange.run(25);
    exchange.finish();
    return { exchange, order: order, traded, tradedNs, label: exchange.labels[0]! };
  }

  const stories = Array.from({ length: 40 }, (_, at) => story(at + 1, 2));
  const of = (variant: string): Story[] => stories.filter(({ label }) => label.params['variant'] === variant);

  test('is three to twenty ordinary ones at the touch, of one of three variants', () => {
    expect(new Set(stories.map(({ label }) => label.params['variant']))).toEqual(
      new Set(['reduce', 'reprice', 'selfFill']),
    );
    for (const { order, label } of stories) {
      expect(order.priceTicks).toBe(touchOf(order.side));
      expect(order.size).toBeGreaterThanOrEqual(3 * ORDER_SIZE);
      expect(order.size).toBeLessThanOrEqual(20 * ORDER_SIZE);
      expect(label).toMatchObject({ type: 'neg', sub: 'partialModify', orderIds: [order.id] });
    }
  });

  test('is reduced by one to three contracts within five milliseconds of a fill, in place', () => {
    expect(of('reduce').length).toBeGreaterThan(4);
    for (const { exchange, order, tradedNs, label } of of('reduce')) {
      const changes = exchange.deedsOf(AGENT).filter(isOf(order.id, 'modify'));
      const change = changes[0]!;
      expect(changes).toHaveLength(1);
      expect(change.atNs - tradedNs).toBeLessThan(4.6 * MS_NS);
      expect(change.priceTicks).toBe(order.priceTicks);
      const by = order.size - 2 - change.size;
      expect(by).toBeGreaterThanOrEqual(1);
      expect(by).toBeLessThanOrEqual(3);
      expect(label).toMatchObject({ qty: 2, tEvidentNs: exchange.market.exchangeNs(change.atNs) });
      expect(label.params['changes']).toBe(1);
    }
  });

  test('is moved a tick away after a fill, and back to the touch within half a second', () => {
    expect(of('reprice').length).toBeGreaterThan(4);
    for (const { exchange, order, tradedNs } of of('reprice')) {
      const moves = exchange.deedsOf(AGENT).filter(isOf(order.id, 'modify'));
      const away = order.side === SIDE_BID ? -1 : 1;
      expect(moves.map(({ priceTicks }) => priceTicks)).toEqual([order.priceTicks + away, order.priceTicks]);
      expect(moves[0]!.atNs - tradedNs).toBeLessThan(4.6 * MS_NS);
      expect(moves[1]!.atNs - moves[0]!.atNs).toBeLessThanOrEqual(500 * MS_NS);
      expect(moves.map(({ size }) => size)).toEqual([order.size - 2, order.size - 2]);
    }
  });

  test('goes through the spread under its own id, without an order of another id', () => {
    expect(of('selfFill').length).toBeGreaterThan(4);
    for (const { exchange, order, label } of of('selfFill')) {
      const own = exchange.deedsOf(AGENT);
      const trades = own.filter(({ action }) => action === 'trade');
      expect(trades.length).toBeGreaterThan(0);
      for (const deed of trades) {
        expect(deed).toMatchObject({ id: order.id, side: order.side });
        expect(deed.priceTicks).toBe(touchOf(opposite(order.side)));
      }
      expect(own.filter(({ action }) => action === 'add')).toHaveLength(1);
      const atMs = (trades[0]!.atNs - order.atNs) / MS_NS;
      expect(atMs).toBeGreaterThanOrEqual(1000);
      expect(atMs).toBeLessThanOrEqual(20_000);
      expect(label.tEvidentNs).toBe(exchange.market.exchangeNs(trades[0]!.atNs));
    }
  });

  test('is left alone while it does not trade, unless it is to go through the spread', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { exchange, label } = story(seed, 0);
      if (label.params['variant'] === 'selfFill') continue;
      expect(exchange.deedsOf(AGENT, 'modify')).toEqual([]);
      expect(label).toMatchObject({ tEvidentNs: null, observability: 'none', qty: 0 });
    }
  });

  test('is withdrawn after half a minute to five minutes', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const exchange = begun(seed, PartialModifies);
      exchange.runUntil(() => exchange.labels.length > 0);
      const label = exchange.labels[0]!;
      const seconds = Number(label.t1Ns - label.t0Ns) / SECOND_NS;
      expect(exchange.shown(label.orderIds[0]!)).toBe(0);
      expect(seconds).toBeLessThanOrEqual(300);
      if (label.params['variant'] !== 'selfFill') expect(seconds).toBeGreaterThanOrEqual(30);
    }
  });
});
