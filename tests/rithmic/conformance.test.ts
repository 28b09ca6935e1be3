import { feedConformance } from '@undertow/feeds/feed-conformance.ts';
import type { Gateway } from '@undertow/sandbox/rithmic/start-gateway.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FollowedBook } from '#tests/rithmic/followed-book.ts';
import { ES, openAccount, openGateway } from '#tests/rithmic/gateway-rig.ts';

/** Twenty times the rate of life: a thousand rows within seconds. */
const SCALE = 20;
/** Each begins with prices of different ages. */
const JOINS = 5;
/** A window of prices reaches at least this far to each side of the market. */
const AROUND_TICKS = 10;
const PATIENCE = { timeout: 20_000 };

describe('over the gateway of the sandbox', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(SCALE);
  });
  afterAll(() => gateway.close());

  // Every user has a seat of his own: feeds of tests that overlap do not push each other out
  let users = 0;
  const nextUser = () => {
    users += 1;
    return `user-${users}`;
  };

  feedConformance('a Rithmic account with depth by order', {
    open: () => openAccount(gateway, { password: 'paper', user: nextUser() }),
    instrumentId: ES,
  });
  feedConformance('a Rithmic account without depth by order', {
    open: () => openAccount(gateway, { password: 'paper-l2', user: nextUser() }),
    instrumentId: ES,
  });

  test.each([
    ['paper', 'L3'],
    ['paper-prices', 'L3'],
    ['paper-l2', 'L2C'],
  ])('an account that the password %s opens is of tier %s', async (password, tier) => {
    const feed = await openAccount(gateway, { password, user: nextUser() });
    expect(feed.tier).toBe(tier);
    expect(feed.source).toBe('rithmic');
    await feed.close();
  });

  test('price by price every level that is followed is the gateway’s, whenever the market is joined', async () => {
    for (let join = 0; join < JOINS; join += 1) {
      const feed = await openAccount(gateway, { password: 'paper-prices', user: nextUser() });
      const followed = new FollowedBook(feed, ES);
      await expect.poll(() => followed.rows, PATIENCE).toBeGreaterThan(1000);
      gateway.freezeMarket();
      await expect.poll(() => differences(followed), PATIENCE).toEqual([]);
      gateway.thawMarket();
      followed.close();
      await feed.close();
    }
  });

  /** Levels that are followed and not the gateway's, and those around the market that are not followed. */
  function differences(followed: FollowedBook): readonly string[] {
    const book = gateway.bookOf(ES);
    const middle = book?.bids[0]?.priceTicks ?? 0;
    return (['bids', 'asks'] as const).flatMap((side) => {
      const own = new Map(
        book?.[side].map(({ priceTicks, size, orders }) => {
          const queue = orders.map((order) => `${order.orderId}:${order.size}`);
          return [priceTicks, JSON.stringify({ priceTicks, size, queue })];
        }),
      );
      const shown = new Map(followed.side(side).map((level) => [level.priceTicks, JSON.stringify(level)]));
      const wanted = [...own.keys()].filter((priceTicks) => Math.abs(priceTicks - middle) <= AROUND_TICKS);
      return [...new Set([...shown.keys(), ...wanted])]
        .filter((priceTicks) => shown.get(priceTicks) !== own.get(priceTicks))
        .map((priceTicks) => `${side} ${shown.get(priceTicks)} instead of ${own.get(priceTicks)}`);
    });
  }
});
