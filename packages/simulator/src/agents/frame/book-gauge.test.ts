import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AGENT_STYLES, type AgentStyle } from '#ground-truth/agent-styles.ts';
import { randomStream } from '#random/random.ts';
import { AgentMarket, BEST_BID, LEVEL_COUNT, LEVEL_SIZE, ORDER_SIZE } from '#testing/agent-market.ts';
import { depthOf, hasBothSides, queueAhead, typicalLevel, typicalOrder } from './book-gauge.ts';
import { drawStyle } from './draw-style.ts';
import { ordinaryClips, ordinaryOrders } from './draws.ts';

const OWNER = 1;
const SIDES = [SIDE_BID, SIDE_ASK] as const;
const away = (side: number): number => (side === SIDE_BID ? -1 : 1);
const touch = (side: number): number => (side === SIDE_BID ? BEST_BID : BEST_BID + 1);

describe('what is usual in a book of equal levels', () => {
  test('is its order, its level and the depth of as many levels as are there', () => {
    const { market } = new AgentMarket(1);
    expect(typicalOrder(market)).toBe(ORDER_SIZE);
    expect(typicalLevel(market)).toBe(LEVEL_SIZE);
    for (const side of SIDES) {
      expect(depthOf(market, side, 1)).toBe(LEVEL_SIZE);
      expect(depthOf(market, side, 5)).toBe(5 * LEVEL_SIZE);
      expect(depthOf(market, side, 100)).toBe(LEVEL_COUNT * LEVEL_SIZE);
    }
  });

  test('is of one contract at least, in an empty book too', () => {
    const { market } = new AgentMarket(1, { empty: true });
    expect(typicalOrder(market)).toBe(1);
    expect(typicalLevel(market)).toBe(1);
    expect(depthOf(market, SIDE_BID, 5)).toBe(0);
  });

  test('is shared by one large order on average, and left where it was as a median', () => {
    const { market } = new AgentMarket(1);
    market.addLimit(OWNER, SIDE_BID, BEST_BID - 4, 1006, 0);
    // 200 ordinary orders on the ten best prices of both sides, and the large one.
    expect(typicalOrder(market)).toBeCloseTo((200 * ORDER_SIZE + 1006) / 201, 9);
    expect(typicalLevel(market)).toBe(LEVEL_SIZE);
  });

  test('does not count what rests behind the tenth price', () => {
    for (const side of SIDES) {
      const { market } = new AgentMarket(1);
      market.addLimit(OWNER, side, touch(side) + 10 * away(side), 1000, 0);
      expect(typicalOrder(market)).toBe(ORDER_SIZE);
      market.addLimit(OWNER, side, touch(side) + 9 * away(side), 1000, 0);
      expect(typicalOrder(market)).toBeGreaterThan(ORDER_SIZE);
    }
  });

  test('is shown, not hidden: an iceberg counts with its display', () => {
    const { market } = new AgentMarket(1);
    market.addLimit(OWNER, SIDE_ASK, BEST_BID + 1, 500, 7);
    expect(depthOf(market, SIDE_ASK, 1)).toBe(LEVEL_SIZE + 7);
  });
});

test('a market has both sides only when each has a price', () => {
  const exchange = new AgentMarket(1);
  expect(hasBothSides(exchange.market)).toBe(true);
  for (const side of SIDES) {
    const one = new AgentMarket(1, { empty: true });
    expect(hasBothSides(one.market)).toBe(false);
    one.market.addLimit(OWNER, side, touch(side), 1, 0);
    expect(hasBothSides(one.market)).toBe(false);
  }
});

describe('the queue ahead of an order', () => {
  test.each([
    ['bid', SIDE_BID],
    ['ask', SIDE_ASK],
  ] as const)('on the %s is what others show before it, and falls as they trade', (_, side) => {
    const exchange = new AgentMarket(1);
    const slot = exchange.market.addLimit(OWNER, side, touch(side), 3, 0);
    exchange.market.addLimit(OWNER, side, touch(side), 40, 0);
    expect(queueAhead(exchange.market, slot)).toBe(LEVEL_SIZE);
    exchange.trade(side === SIDE_BID ? SIDE_ASK : SIDE_BID, 12);
    expect(queueAhead(exchange.market, slot)).toBe(LEVEL_SIZE - 12);
    exchange.trade(side === SIDE_BID ? SIDE_ASK : SIDE_BID, LEVEL_SIZE - 12);
    expect(queueAhead(exchange.market, slot)).toBe(0);
  });
});

describe('a style', () => {
  const SIZES: readonly AgentStyle[] = ['maker/fixed', 'maker/varied', 'maker/as_others'];

  test('is drawn again until it is one that the session has', () => {
    fc.assert(
      fc.property(fc.subarray([...SIZES], { maxLength: 2 }), fc.nat(1000), (excluded, seed) => {
        const random = randomStream(seed, 'styles', 0);
        const draw = (): AgentStyle => SIZES[random.below(SIZES.length)]!;
        const drawn = Array.from({ length: 20 }, () =>
          drawStyle({ excludedStyles: new Set(excluded) }, draw, (style) => style),
        );
        for (const style of excluded) expect(drawn).not.toContain(style);
      }),
      { numRuns: 25 },
    );
  });

  test('is the first draw where the session excludes none', () => {
    for (const style of AGENT_STYLES) {
      let draws = 0;
      const drawn = drawStyle(
        { excludedStyles: new Set() },
        () => draws++,
        () => style,
      );
      expect([drawn, draws]).toEqual([0, 1]);
    }
  });
});

describe('sizes of the crowd', () => {
  test('are of one contract for half of the aggressors and half of the orders, as recorded', () => {
    const { market } = new AgentMarket(1);
    for (const law of [ordinaryClips(market), ordinaryOrders(market)]) {
      const random = randomStream(1, 'sizes', 0);
      const drawn = Array.from({ length: 4000 }, () => law.draw(random)).toSorted((a, b) => a - b);
      expect([drawn[0], drawn[2000]]).toEqual([1, 1]);
      expect(drawn[3600]).toBeLessThanOrEqual(5);
      expect(drawn[3990]).toBeGreaterThan(16);
    }
  });

  test('are larger for aggressors than for orders, smaller in thin products, and larger where disturbed', () => {
    // 3.4 contracts a recorded aggressor.
    const { market } = new AgentMarket(1, { empty: true });
    expect(ordinaryClips(market).mean).toBeCloseTo(3.4, 0);
    expect(ordinaryOrders(market).mean).toBeLessThan(ordinaryClips(market).mean);
    const nasdaq = new AgentMarket(1, { symbol: 'NQ', empty: true }).market;
    expect(ordinaryClips(nasdaq).mean).toBeLessThan(ordinaryClips(market).mean);
    const disturbed = new AgentMarket(1, { perturbation: { sizeFactor: 3 }, empty: true }).market;
    expect(ordinaryClips(disturbed).mean / ordinaryClips(market).mean).toBeCloseTo(3, 0);
    expect(ordinaryOrders(disturbed).mean / ordinaryOrders(market).mean).toBeCloseTo(3, 0);
  });
});
