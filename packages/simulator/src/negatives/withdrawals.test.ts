import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgentMarket, BEST_BID, type Deed, LEVEL_SIZE, lastOf, ORDER_SIZE } from '#testing/agent-market.ts';
import { Leggers } from './leggers.ts';
import { Pulls } from './pulls.ts';

const AGENT = 1;
const CASES = { numRuns: 20 };
const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
/** Ticks behind the touch of the first book. */
const farOf = ({ side, priceTicks }: Deed): number =>
  side === SIDE_BID ? BEST_BID - priceTicks : priceTicks - BEST_BID - 1;

function begun(seed: number, Kind: typeof Leggers | typeof Pulls): AgentMarket {
  const exchange = new AgentMarket(seed);
  exchange.install((market, owner) => new Kind(market, owner, 0.1));
  exchange.runUntil(() => exchange.deedsOf(AGENT, 'add').length === 1);
  return exchange;
}

describe('a legger', () => {
  test('withdraws its leg two to nine times because the other one traded, and is seen from the first time on', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = begun(seed, Leggers);
        exchange.runUntil(() => exchange.labels.length > 0);
        const deeds = exchange.deedsOf(AGENT);
        const rounds = deeds.length / 2;
        expect(rounds).toBeGreaterThanOrEqual(2);
        expect(rounds).toBeLessThanOrEqual(9);
        expect(exchange.labels[0]).toMatchObject({
          type: 'neg',
          sub: 'legger',
          tEvidentNs: exchange.market.exchangeNs(deeds[1]!.atNs),
          observability: 'strong',
          qty: 0,
          params: { size: deeds[0]!.size, rounds },
        });
        for (const [at, { action, id }] of deeds.entries()) {
          expect(action).toBe(at % 2 === 0 ? 'add' : 'cancel');
          if (at % 2 === 1) expect(id).toBe(deeds[at - 1]!.id);
        }
      }),
      CASES,
    );
  });

  test('works one side, one size and one distance of at most two ticks', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = begun(seed, Leggers);
        exchange.runUntil(() => exchange.labels.length > 0);
        const adds = exchange.deedsOf(AGENT, 'add');
        expect(new Set(adds.map((deed) => `${deed.side} ${deed.priceTicks} ${deed.size}`)).size).toBe(1);
        expect(farOf(adds[0]!)).toBeGreaterThanOrEqual(0);
        expect(farOf(adds[0]!)).toBeLessThanOrEqual(2);
        expect(adds[0]!.size).toBeGreaterThanOrEqual(4 * ORDER_SIZE);
        expect(adds[0]!.size).toBeLessThanOrEqual(20 * ORDER_SIZE);
      }),
      CASES,
    );
  });

  test('rests for a tenth of a second at least and pauses for half a second to twenty', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = begun(seed, Leggers);
        exchange.runUntil(() => exchange.labels.length > 0);
        const deeds = exchange.deedsOf(AGENT);
        for (let at = 1; at < deeds.length; at++) {
          const seconds = (deeds[at]!.atNs - deeds[at - 1]!.atNs) / SECOND_NS;
          expect(seconds).toBeGreaterThanOrEqual(at % 2 === 1 ? 0.1 : 0.5);
          if (at % 2 === 0) expect(seconds).toBeLessThanOrEqual(20);
        }
      }),
      CASES,
    );
  });

  test('whose own leg always trades first never withdraws, and nothing of it is evident', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = begun(seed, Leggers);
        const adds = (): Deed[] => exchange.deedsOf(AGENT, 'add');
        for (let round = 1; exchange.labels.length === 0; round++) {
          const { side, size } = lastOf(adds());
          const far = farOf(lastOf(adds()));
          exchange.trade(opposite(side), LEVEL_SIZE * (far + 1) + size, far);
          exchange.quote(BEST_BID);
          if (exchange.labels.length === 0) exchange.runUntil(() => adds().length > round);
        }
        expect(exchange.deedsOf(AGENT, 'cancel')).toEqual([]);
        const label = exchange.labels[0]!;
        expect(label).toMatchObject({ tEvidentNs: null, observability: 'none' });
        expect(label.qty).toBe(adds().length * adds()[0]!.size);
        expect(label.params['rounds']).toBe(adds().length);
      }),
      CASES,
    );
  });

  test('withdraws what is left of a leg of which a part traded', () => {
    const exchange = begun(11, Leggers);
    const leg = exchange.deedsOf(AGENT, 'add')[0]!;
    exchange.trade(opposite(leg.side), LEVEL_SIZE * (farOf(leg) + 1) + 3, farOf(leg));
    exchange.runUntil(() => exchange.deedsOf(AGENT, 'cancel').length === 1);
    expect(exchange.deedsOf(AGENT, 'cancel')[0]).toMatchObject({ id: leg.id, size: leg.size - 3 });
    exchange.quote(BEST_BID);
    exchange.finish();
    expect(exchange.labels[0]!.qty).toBe(3);
  });
});

describe('makers who pull', () => {
  /** Withdrawals of their own quotes: clips of theirs end orders of the crowd too. */
  const withdrawalsOf = (exchange: AgentMarket): Deed[] => {
    const own = new Set(exchange.deedsOf(AGENT, 'add').map(({ id }) => id));
    return exchange.deedsOf(AGENT, 'cancel').filter(({ id }) => own.has(id));
  };
  const toEnd = (exchange: AgentMarket): AgentMarket => {
    exchange.runUntil(() => exchange.labels.length > 0);
    exchange.run(30);
    return exchange;
  };

  test('quote three to six layers behind the touch, one order a tick, on one side or on both', () => {
    const sides = new Set<number>();
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = begun(seed, Pulls);
        exchange.runUntil(() => exchange.labels.length > 0);
        const adds = exchange.deedsOf(AGENT, 'add');
        const layers = Number(exchange.labels[0]!.params['layers']);
        expect(layers).toBeGreaterThanOrEqual(3);
        expect(layers).toBeLessThanOrEqual(6);
        const places = adds.map((deed) => `${deed.side} ${farOf(deed)}`);
        expect(new Set(places).size).toBe(places.length);
        for (const deed of adds) {
          expect(farOf(deed)).toBeGreaterThanOrEqual(1);
          expect(farOf(deed)).toBeLessThanOrEqual(layers);
          expect(deed.size).toBeGreaterThanOrEqual(Math.round(0.15 * LEVEL_SIZE * 0.9));
          expect(deed.size).toBeLessThanOrEqual(Math.round(0.7 * LEVEL_SIZE * 1.1));
        }
        sides.add(new Set(adds.map(({ side }) => side)).size);
      }),
      CASES,
    );
    expect([...sides].sort()).toEqual([1, 2]);
  });

  test('are gone within a third of a second, each order withdrawn once, and quote no more', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = toEnd(begun(seed, Pulls));
        const adds = exchange.deedsOf(AGENT, 'add');
        const cancels = withdrawalsOf(exchange);
        const ids = (deeds: readonly Deed[]): string[] => deeds.map(({ id }) => id).sort();
        expect(ids(cancels)).toEqual(ids(adds));
        expect(lastOf(cancels).atNs - cancels[0]!.atNs).toBeLessThan(300 * MS_NS);
        expect(lastOf(adds).atNs).toBeLessThanOrEqual(cancels[0]!.atNs);
        expect(cancels[0]!.atNs - adds[0]!.atNs).toBeGreaterThan(1.9 * SECOND_NS);
        expect(cancels[0]!.atNs - adds[0]!.atNs).toBeLessThan(41 * SECOND_NS);
      }),
      CASES,
    );
  });

  test('are labelled once, from the first withdrawal to the last, with a side only where they quoted one', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = toEnd(begun(seed, Pulls));
        exchange.finish();
        const cancels = withdrawalsOf(exchange);
        const sides = [...new Set(cancels.map(({ side }) => side))];
        expect(exchange.labels).toHaveLength(1);
        expect(exchange.labels[0]).toMatchObject({
          type: 'neg',
          sub: 'pull',
          tEvidentNs: exchange.market.exchangeNs(cancels[0]!.atNs),
          t1Ns: exchange.market.exchangeNs(lastOf(cancels).atNs),
          side: sides.length === 2 ? null : sides[0] === SIDE_BID ? 'bid' : 'ask',
          qty: 0,
        });
      }),
      CASES,
    );
  });

  test('are followed by clips of one side, or by none: four to nineteen, a fifth of a second later', () => {
    const counts: number[] = [];
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = toEnd(begun(seed, Pulls));
        const clips = exchange.deedsOf(AGENT, 'trade');
        const withdrawnNs = lastOf(withdrawalsOf(exchange)).atNs;
        const orders = new Set(clips.map(({ id }) => id)).size;
        counts.push(orders);
        if (orders === 0) return;
        expect(orders).toBeGreaterThanOrEqual(4);
        expect(orders).toBeLessThanOrEqual(19);
        expect(new Set(clips.map(({ side }) => side)).size).toBe(1);
        expect(clips[0]!.atNs - withdrawnNs).toBeGreaterThanOrEqual(0.2 * SECOND_NS);
      }),
      CASES,
    );
    expect(counts).toContain(0);
    expect(Math.max(...counts)).toBeGreaterThan(3);
  });

  test('move quotes that the touch has reached a tick away, and those left behind a tick nearer', () => {
    const stepsOf = (exchange: AgentMarket, { id, side, priceTicks }: Deed): number[] => {
      const moves = exchange.deedsOf(AGENT, 'modify').filter((deed) => deed.id === id);
      const prices = [priceTicks, ...moves.map((deed) => deed.priceTicks)];
      return prices.slice(1).map((price, at) => (price - prices[at]!) * (side === SIDE_BID ? 1 : -1));
    };
    const seen = new Set<number>();
    fc.assert(
      fc.property(anySeed, fc.constantFrom(-2, 9), (seed, away) => {
        const exchange = begun(seed, Pulls);
        exchange.runUntil(() => exchange.deedsOf(AGENT, 'add').length === 2);
        const { side } = exchange.deedsOf(AGENT, 'add')[0]!;
        exchange.quote(BEST_BID + (side === SIDE_BID ? away : -away));
        exchange.runUntil(() => exchange.labels.length > 0);
        const own = exchange.deedsOf(AGENT, 'add').filter((deed) => deed.side === side);
        const steps = own.flatMap((deed) => stepsOf(exchange, deed));
        expect(steps.every((step) => step === Math.sign(away))).toBe(true);
        for (const step of steps) seen.add(step);
      }),
      CASES,
    );
    expect([...seen].sort()).toEqual([-1, 1]);
  });

  test('who are interrupted by the end of the session before the news are not labelled', () => {
    const exchange = begun(12, Pulls);
    exchange.finish();
    expect(exchange.labels).toEqual([]);
  });
});
