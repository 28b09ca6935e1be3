/** The tier of many people at once is the tier of each: over random histories of grants and subscriptions. */

import { TIERS } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { sql } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import type { SubscriptionStatus } from '#ports/billing.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { subscriptionSnapshot } from '#testing/provider.ts';
import { currentTier } from './tiers.ts';

const NOW = Date.UTC(2026, 10, 20, 15);

let database: Database;
let stores: Stores;
let people = 0;

beforeAll(async () => {
  database = await openMemoryDatabase();
  stores = createStores(database.orm);
});
afterAll(() => database.close());

const statuses: readonly SubscriptionStatus[] = [
  ...(['incomplete', 'incomplete_expired', 'trialing', 'active'] as const),
  ...(['past_due', 'unpaid', 'paused', 'canceled'] as const),
];
const instant = fc.integer({ min: -10, max: 10 }).map((days) => NOW + days * DAY_MS);
const act = fc.oneof(
  fc.record({
    kind: fc.constant('grant' as const),
    tier: fc.constantFrom(...TIERS),
    expiresAtMs: fc.option(instant),
  }),
  fc.record({
    kind: fc.constant('subscribe' as const),
    tier: fc.constantFrom('basic', 'pro', 'elite'),
    status: fc.constantFrom(...statuses),
    cardReady: fc.boolean(),
    readAtMs: instant,
  }),
  fc.record({ kind: fc.constant('withdraw' as const), atMs: instant }),
);

test('in a list, alone and by the rule a user has one tier, at every instant', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 6 }), instant, async (acts, atMs) => {
      people += 1;
      const person = { issuer: 'https://id.example', sub: `p-${people}`, email: null, firstName: null };
      const { id: userId } = await stores.users.signIn(person, NOW + people);
      const why = { userId, actor: 'test', reason: 'test' };
      for (const one of acts) {
        if (one.kind === 'grant') await stores.tiers.grant({ ...why, ...one }, NOW);
        else if (one.kind === 'withdraw') await stores.tiers.withdraw(why, one.atMs);
        else {
          const { tier, status, cardReady, readAtMs } = one;
          const keys = { id: `sub_${people}`, customerId: `cus_${people}`, createdAtMs: NOW - 20 * DAY_MS };
          const reading = subscriptionSnapshot({ ...keys, tier, status, cardReady });
          await stores.billingStore.save(userId, reading, readAtMs);
        }
      }
      const { tier } = await currentTier(database.orm, userId, atMs);
      expect((await stores.people.find(userId, atMs))?.tier).toBe(tier);
      for (const sort of ['newest', 'tier'] as const) {
        const listed = await stores.people.list({ search: '', sort, limit: 1000, offset: 0 }, atMs);
        expect([sort, listed.find(({ id }) => id === userId)?.tier]).toEqual([sort, tier]);
      }
      await database.orm.execute(sql`DELETE FROM users`);
    }),
    { numRuns: process.env['LONG_TESTS'] === '1' ? 2000 : 60 },
  );
});
