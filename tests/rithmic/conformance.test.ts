import { feedConformance } from '@undertow/feeds/feed-conformance.ts';
import type { Gateway } from '@undertow/sandbox/rithmic/start-gateway.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FollowedBook } from '#tests/rithmic/followed-book.ts';
import { ES, openAccount, openGateway } from '#tests/rithmic/gateway-rig.ts';

/** Twenty times the rate of life: a thousand rows within seconds. */
const SCALE = 20;

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

  test('price by price the orders around the market are the gateway’s', async () => {
    const feed = await openAccount(gateway, { password: 'paper-prices', user: nextUser() });
    const followed = new FollowedBook(feed, ES);
    await expect.poll(() => followed.rows).toBeGreaterThan(2000);
    await expect.poll(() => followed.sync.state).toBe('live');
    gateway.freezeMarket();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const book = gateway.bookOf(ES);
    const middle = book?.bids[0]?.priceTicks ?? 0;
    const isNear = ({ priceTicks }: { readonly priceTicks: number }) => Math.abs(priceTicks - middle) <= 10;
    for (const side of ['bids', 'asks'] as const) {
      const own = (book?.[side] ?? []).filter(isNear).map(({ priceTicks, size, orders }) => ({
        priceTicks,
        size,
        queue: orders.map((order) => `${order.orderId}:${order.size}`),
      }));
      expect(own.length).toBeGreaterThan(3);
      expect(followed.side(side).filter(isNear)).toEqual(own);
    }
    gateway.thawMarket();
    followed.close();
    await feed.close();
  });
});
