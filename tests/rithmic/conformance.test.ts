import { feedConformance } from '@undertow/feeds/testing/feed-conformance.ts';
import type { Gateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differingLevels } from '#tests/rithmic/differing-levels.ts';
import { FollowedBook } from '#tests/rithmic/followed-book.ts';
import { ES, openAccount, openGateway } from '#tests/rithmic/gateway-rig.ts';

/** Twenty times the real rate: a thousand rows within seconds. */
const SCALE = 20;
/** Each begins with prices of different ages. */
const JOINS = 5;
/** A window of prices reaches at least this far to each side of the market. */
const AROUND_TICKS = 10;

describe('over the gateway of the sandbox', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(SCALE);
  });
  afterAll(() => gateway.close());

  // Every user has an own seat, so that feeds of overlapping tests do not log each other out
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
      await expect.poll(() => followed.rows).toBeGreaterThan(1000);
      gateway.freezeMarket();
      await expect.poll(() => differingLevels(gateway, ES, followed, AROUND_TICKS)).toEqual([]);
      gateway.thawMarket();
      followed.close();
      await feed.close();
    }
  });
});
