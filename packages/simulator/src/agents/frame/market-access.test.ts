import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '#random/random.ts';
import { AgentMarket, BEST_BID, LEVEL_SIZE } from '#testing/agent-market.ts';
import { TEST_START_MS } from '#testing/session.ts';
import type { Agent, MarketAccess } from './market-access.ts';

const OWNER = 1;
const SIDES = [
  ['bid', SIDE_BID, -1],
  ['ask', SIDE_ASK, 1],
] as const;
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const touch = (side: number): number => (side === SIDE_BID ? BEST_BID : BEST_BID + 1);

/** Writes down when it is woken, and with what. */
class Sleeper implements Agent {
  readonly wakes: (readonly [atNs: number, instance: number, tag: number])[] = [];
  readonly trades: number[] = [];
  readonly #market: MarketAccess;

  constructor(market: MarketAccess) {
    this.#market = market;
  }

  wake(instance: number, tag: number): void {
    this.wakes.push([this.#market.nowNs, instance, tag]);
  }

  onMatch({ buyVolume, sellVolume }: { readonly buyVolume: number; readonly sellVolume: number }): void {
    this.trades.push(buyVolume - sellVolume);
  }

  finish(): void {
    // It keeps what it saw.
  }
}

function withSleeper(): { exchange: AgentMarket; market: MarketAccess; sleeper: Sleeper } {
  const exchange = new AgentMarket(1);
  const sleeper = exchange.install((market) => new Sleeper(market));
  return { exchange, market: exchange.market, sleeper };
}

describe('time', () => {
  test('of the exchange is the session\u2019s time after its start, to the nanosecond', () => {
    const { market } = withSleeper();
    expect(market.exchangeNs(0)).toBe(BigInt(TEST_START_MS) * 1_000_000n);
    expect(market.exchangeNs(123_456_789) - market.exchangeNs(0)).toBe(123_456_789n);
  });

  test('wakes an agent when requested, in order, with what it gave', () => {
    const { exchange, market, sleeper } = withSleeper();
    market.wakeIn(OWNER, 3 * SECOND_NS, 7, 2);
    market.wakeIn(OWNER, SECOND_NS, 8, 3);
    market.wakeIn(OWNER, 2 * SECOND_NS);
    exchange.run(5);
    expect(sleeper.wakes).toEqual([
      [SECOND_NS, 8, 3],
      [2 * SECOND_NS, 0, 0],
      [3 * SECOND_NS, 7, 2],
    ]);
  });

  test('never stands still: who is to be woken at once, or earlier, is woken a nanosecond later', () => {
    const { exchange, market, sleeper } = withSleeper();
    exchange.run(1);
    for (const delayNs of [0, -5 * MS_NS, 0.4, 1]) market.wakeIn(OWNER, delayNs, 1, 1);
    market.wakeIn(OWNER, 1.6, 1, 2);
    exchange.run(1);
    expect(sleeper.wakes.map(([atNs, , tag]) => [atNs - SECOND_NS, tag])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
  });
});

describe.each(SIDES)('on the %s', (_, side, away) => {
  test('the best price is the crowd\u2019s, and the mid lies between', () => {
    const { market } = withSleeper();
    expect(market.bestTicks(side)).toBe(touch(side));
    expect(market.midTicks()).toBe(BEST_BID + 0.5);
  });

  test('an order rests under its owner until it is withdrawn', () => {
    const { exchange, market } = withSleeper();
    const slot = market.addLimit(OWNER, side, touch(side), 6, 0);
    const id = market.engine.orders.id[slot]!;
    expect(market.engine.orders.owner[slot]).toBe(OWNER);
    expect([market.holds(slot, id), market.holds(slot, id + 1)]).toEqual([true, false]);
    market.cancel(slot);
    expect(market.holds(slot, id)).toBe(false);
    expect(exchange.shown(String(id))).toBe(0);
  });

  test('a taker trades up to its reach and drops the rest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 500 }), (reach, size) => {
        const { exchange, market } = withSleeper();
        const before = exchange.deeds.length;
        const traded = market.take(opposite(side), reach, size);
        expect(traded).toBe(Math.min(size, (reach + 1) * LEVEL_SIZE));
        const fills = exchange.deeds.slice(before).filter(({ action }) => action === 'fill');
        expect(fills.reduce((sum, fill) => sum + fill.size, 0)).toBe(traded);
        for (const fill of fills) expect((fill.priceTicks - touch(side)) * away).toBeLessThanOrEqual(reach);
        expect(exchange.deeds.slice(before).filter(({ action }) => action === 'add')).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('an order moves to a price where it rests with the size it shows, at the back of that queue', () => {
    const { exchange, market } = withSleeper();
    const slot = market.addLimit(OWNER, side, touch(side) + away, 30, 4);
    expect(market.reprice(slot, touch(side))).toBe(true);
    expect(market.engine.ladder.tailAt(side, touch(side))).toBe(slot);
    expect(market.engine.orders.size[slot]).toBe(4);
    exchange.trade(opposite(side), LEVEL_SIZE + 4);
    expect(market.engine.orders.size[slot]).toBe(4);
  });

  test('an order that moves through the other side trades, and rests no more when all of it has', () => {
    const { exchange, market, sleeper } = withSleeper();
    const slot = market.addLimit(OWNER, side, touch(side) + away, 8, 0);
    expect(market.reprice(slot, touch(opposite(side)))).toBe(false);
    expect(sleeper.trades).toEqual([side === SIDE_BID ? 8 : -8]);
    expect(exchange.deeds.filter(({ action }) => action === 'trade').map(({ side: of }) => of)).toEqual([
      side,
    ]);
  });

  test('a decrease keeps the place in the queue, an increase loses it', () => {
    const { market } = withSleeper();
    const slot = market.addLimit(OWNER, side, touch(side), 9, 0);
    market.addLimit(OWNER, side, touch(side), 5, 0);
    market.resize(slot, 3);
    expect(market.engine.orders.size[slot]).toBe(3);
    expect(market.engine.ladder.tailAt(side, touch(side))).not.toBe(slot);
    market.resize(slot, 10);
    expect(market.engine.orders.size[slot]).toBe(10);
    expect(market.engine.ladder.tailAt(side, touch(side))).toBe(slot);
  });

  test('a stop is invisible until it is elected or withdrawn', () => {
    const { exchange, market } = withSleeper();
    const deeds = exchange.deeds.length;
    const trigger = touch(opposite(side)) + (side === SIDE_BID ? 3 : -3);
    const slot = market.addStop({ side, triggerTicks: trigger, size: 4, owner: OWNER });
    expect(exchange.deeds).toHaveLength(deeds);
    expect(market.engine.stops.head(side)).toBe(slot);
    market.cancelStop(slot);
    expect(market.engine.stops.head(side)).toBeLessThan(0);
    expect(exchange.deeds).toHaveLength(deeds);
  });
});

test('what an iceberg shows next varies only where traders vary it, between half and one and a half times', () => {
  for (const displayRandom of [false, true]) {
    const { market } = new AgentMarket(1, { perturbation: { displayRandom } });
    const slot = market.addLimit(OWNER, SIDE_BID, BEST_BID, 500, 20);
    const random = randomStream(1, 'display', 0);
    const shown = Array.from({ length: 300 }, () => {
      market.varyDisplay(slot, 20, random);
      return market.engine.orders.display[slot]!;
    });
    const [least, most] = [Math.min(...shown), Math.max(...shown)];
    if (displayRandom) {
      expect([least, most].map((size, at) => Math.abs(size - (at === 0 ? 10 : 30)) <= 1)).toEqual([
        true,
        true,
      ]);
    } else expect([least, most]).toEqual([20, 20]);
    market.varyDisplay(slot, 1, random);
    expect(market.engine.orders.display[slot]).toBeGreaterThanOrEqual(1);
  }
});

test('a market draws the styles of others only when it is told which to leave out, be it none', () => {
  expect(new AgentMarket(1).market.isStyled).toBe(false);
  expect(new AgentMarket(1, { excludedStyles: [] }).market.isStyled).toBe(true);
  const { market } = new AgentMarket(1, { excludedStyles: ['iceberg/timed'] });
  expect([...market.excludedStyles]).toEqual(['iceberg/timed']);
  expect(
    () =>
      new AgentMarket(1, {
        excludedStyles: ['spoofing/hand', 'spoofing/machine', 'spoofing/taking', 'spoofing/pegged'],
      }),
  ).toThrow('expected at least one style of spoofing that is not excluded');
});
