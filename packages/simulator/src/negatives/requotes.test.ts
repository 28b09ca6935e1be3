import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AgentMarket, BEST_BID, type Deed, LEVEL_SIZE, lastOf, ORDER_SIZE } from '#testing/agent-market.ts';
import { Requotes } from './requotes.ts';

const MAKER = 1;
const CASES = { numRuns: 20 };
const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);

/** A market in which one maker has just posted both quotes. */
function withMaker(seed: number, latencyFactor = 1): AgentMarket {
  const exchange = new AgentMarket(seed, { answer: 'refill', perturbation: { latencyFactor } });
  exchange.install((market, owner) => new Requotes(market, owner, 0.1));
  exchange.runUntil(() => exchange.deedsOf(MAKER, 'add').length === 2);
  return exchange;
}

const quotes = (exchange: AgentMarket, side: number): Deed[] =>
  exchange.deedsOf(MAKER, 'add').filter((deed) => deed.side === side);

const latest = (exchange: AgentMarket, side: number): Deed => lastOf(quotes(exchange, side));

/** Takes everything up to and including the latest quote of a side. */
function hit(exchange: AgentMarket, side: number): Deed {
  const quote = latest(exchange, side);
  const levels = Math.abs(quote.priceTicks - exchange.market.bestTicks(side));
  exchange.trade(opposite(side), 2 * LEVEL_SIZE * (levels + 1), levels);
  return quote;
}

test('a maker begins with one quote of one size at the touch of either side', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const adds = withMaker(seed).deedsOf(MAKER);
      const size = adds[0]!.size;
      expect(adds.map((deed) => [deed.action, deed.side, deed.priceTicks, deed.size])).toEqual([
        ['add', SIDE_BID, BEST_BID, size],
        ['add', SIDE_ASK, BEST_BID + 1, size],
      ]);
      expect(size).toBeGreaterThanOrEqual(Math.round(0.7 * ORDER_SIZE));
      expect(size).toBeLessThanOrEqual(6 * ORDER_SIZE);
    }),
    CASES,
  );
});

test('a maker whose quote traded posts the same size at the same price within six milliseconds', () => {
  fc.assert(
    fc.property(anySeed, fc.constantFrom(SIDE_BID, SIDE_ASK), (seed, side) => {
      const exchange = withMaker(seed);
      const { priceTicks, size } = hit(exchange, side);
      const tradedNs = exchange.market.nowNs;
      exchange.runUntil(() => quotes(exchange, side).length === 2);
      expect(latest(exchange, side)).toMatchObject({ priceTicks, size });
      const waited = exchange.market.nowNs - tradedNs;
      expect(waited).toBeGreaterThan(0.7 * MS_NS);
      expect(waited).toBeLessThanOrEqual(6 * MS_NS);
    }),
    CASES,
  );
});

test('reactions are as much slower as the mechanics are disturbed', () => {
  const exchange = withMaker(3, 10);
  hit(exchange, SIDE_ASK);
  const tradedNs = exchange.market.nowNs;
  exchange.runUntil(() => quotes(exchange, SIDE_ASK).length === 2);
  const ms = (exchange.market.nowNs - tradedNs) / MS_NS;
  expect(ms).toBeGreaterThanOrEqual(8);
  expect(ms).toBeLessThanOrEqual(60);
  exchange.finish();
  const latencyMs = Number(exchange.labels[0]!.params['latencyMs']);
  expect(ms / latencyMs).toBeGreaterThanOrEqual(0.8);
  expect(ms / latencyMs).toBeLessThanOrEqual(1.2);
});

test('a quote of which a part traded is left where it is', () => {
  const exchange = withMaker(4);
  const { id, size } = latest(exchange, SIDE_BID);
  exchange.trade(SIDE_ASK, LEVEL_SIZE + 1);
  expect(exchange.shown(id)).toBe(size - 1);
  exchange.run(5);
  expect(quotes(exchange, SIDE_BID)).toHaveLength(1);
  expect(exchange.shown(id)).toBe(size - 1);
});

test('a maker that has bought two to five times more than it sold steps back two ticks on that side only', () => {
  fc.assert(
    fc.property(anySeed, fc.constantFrom(SIDE_BID, SIDE_ASK), (seed, side) => {
      const exchange = withMaker(seed);
      const touch = latest(exchange, side).priceTicks;
      for (let fills = 0; fills < 8; fills++) {
        hit(exchange, side);
        exchange.runUntil(() => quotes(exchange, side).length > fills + 1);
      }
      const prices = quotes(exchange, side).map(({ priceTicks }) => Math.abs(priceTicks - touch));
      const first = prices.indexOf(2);
      expect(first).toBeGreaterThanOrEqual(2);
      expect(first).toBeLessThanOrEqual(6);
      expect(prices.slice(0, first).every((far) => far === 0)).toBe(true);
      expect(prices.at(-1)).toBe(2);
      for (const quote of quotes(exchange, opposite(side)))
        expect(quote.priceTicks).toBe(side === SIDE_BID ? touch + 1 : touch - 1);
    }),
    CASES,
  );
});

test('a quote that the market left behind is withdrawn and posted again at the new touch', () => {
  for (const moved of [-6, 6]) {
    const exchange = withMaker(5);
    exchange.quote(BEST_BID + moved);
    exchange.run(1);
    expect(latest(exchange, SIDE_BID).priceTicks).toBe(BEST_BID + moved);
    expect(latest(exchange, SIDE_ASK).priceTicks).toBe(BEST_BID + moved + 1);
    const behind = exchange.deedsOf(MAKER, 'cancel')[0]!;
    expect(behind.priceTicks).toBe(moved > 0 ? BEST_BID : BEST_BID + 1);
  }
});

test('a maker never shows more than one quote of a side', () => {
  const acts: Record<string, (exchange: AgentMarket) => unknown> = {
    'the bid trades': (exchange) => hit(exchange, SIDE_BID),
    'the ask trades': (exchange) => hit(exchange, SIDE_ASK),
    'the market rises': (exchange) => exchange.quote(exchange.bidTicks + 3),
    'the market falls': (exchange) => exchange.quote(exchange.bidTicks - 3),
  };
  const anyActs = fc.array(fc.constantFrom(...Object.keys(acts)), { maxLength: 12 });
  fc.assert(
    fc.property(anySeed, anyActs, (seed, story) => {
      const exchange = withMaker(seed);
      for (const act of story) {
        acts[act]?.(exchange);
        exchange.run(0.15);
        const shown = [SIDE_BID, SIDE_ASK].map(
          (side) => quotes(exchange, side).filter(({ id }) => exchange.shown(id) > 0).length,
        );
        expect(Math.max(...shown)).toBeLessThanOrEqual(1);
      }
    }),
    CASES,
  );
});

test('the label counts the fills that were answered, from the first one on', () => {
  const exchange = withMaker(8);
  for (const side of [SIDE_BID, SIDE_ASK, SIDE_BID]) {
    hit(exchange, side);
    exchange.run(0.01);
  }
  const firstFill = exchange.deeds.find(
    ({ action, id }) => action === 'fill' && id === quotes(exchange, SIDE_BID)[0]!.id,
  );
  exchange.runUntil(() => exchange.labels.length > 0);
  const { size } = latest(exchange, SIDE_BID);
  expect(exchange.labels[0]).toMatchObject({
    type: 'neg',
    sub: 'requote',
    side: null,
    qty: 3 * size,
    tEvidentNs: exchange.market.exchangeNs(firstFill?.atNs ?? -1),
    observability: 'strong',
    params: { size, reposts: 3 },
  });
});

test('a maker whom nobody met leaves after 20 to 240 seconds, never seen to quote again', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const exchange = withMaker(seed);
      exchange.runUntil(() => exchange.labels.length > 0);
      const label = exchange.labels[0]!;
      expect(label).toMatchObject({ tEvidentNs: null, observability: 'none', qty: 0 });
      expect(label.params['reposts']).toBe(0);
      const seconds = Number(label.t1Ns - label.t0Ns) / SECOND_NS;
      expect(seconds).toBeGreaterThanOrEqual(20);
      expect(seconds).toBeLessThanOrEqual(240);
      expect(label.orderIds).toHaveLength(2);
      expect(label.orderIds.map((id) => exchange.shown(id))).toEqual([0, 0]);
    }),
    CASES,
  );
});
