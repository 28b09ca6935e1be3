/** The failure stories of other products: events in every order, two workers at once, and a second subscription. */

import { createStores, type Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createEventApplier } from '@undertow/server/src/modules/billing-sync/apply-event.ts';
import { createSyncCounts } from '@undertow/server/src/modules/billing-sync/sync-counts.ts';
import type { SubscriptionSnapshot } from '@undertow/server/src/ports/billing.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import {
  hasPostgres,
  openTestDatabase,
  type TestDatabase,
} from '@undertow/server/testing/database/databases.ts';
import { subscriptionSnapshot, TestProvider } from '@undertow/server/testing/provider.ts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NOW = Date.UTC(2026, 10, 22);
const given = process.env['DATABASE_URL_TEST'];
const postgres = hasPostgres(given);
const SILENT = { error: () => undefined };

function ordersOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first) =>
    ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

const ORDERS = ordersOf([0, 1, 2, 3]);
const PAIRS = ORDERS.map(([first = 0, second = 0]) => [first, second] as const).filter(
  ([first, second], index, all) => all.findIndex(([a, b]) => a === first && b === second) === index,
);

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: postgres },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let stores: Stores;
  let people = 0;

  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    stores = createStores(database.orm);
  });
  afterAll(() => database?.close());

  /** A new person, whose subscription passes through four states, each with its event. */
  async function newWorld() {
    people += 1;
    const identity = { issuer: 'https://id.example', sub: `p-${people}`, email: null, firstName: null };
    const { id: userId } = await stores.users.signIn(identity, NOW);
    const customerId = `cus_${people}`;
    await stores.billingStore.saveCustomer(userId, customerId, NOW);
    const provider = new TestProvider();
    const ledger = stores.billingLedger;
    const bus = { publish: () => undefined };
    const clock = testClock(() => NOW);
    const counts = createSyncCounts(new Registry());
    const applier = createEventApplier({ gateway: provider, ledger, bus, clock, counts, log: SILENT });
    const base = subscriptionSnapshot({ id: `sub_${people}`, customerId, createdAtMs: NOW, tier: 'basic' });
    const states: readonly SubscriptionSnapshot[] = [
      { ...base, status: 'incomplete' },
      base,
      { ...base, tier: 'pro' },
      { ...base, tier: 'elite' },
    ];
    const words = ['created', 'updated', 'updated', 'updated'];
    const events = states.map((state, index) => {
      const event = provider.put(state, `customer.subscription.${words[index]}`, NOW);
      return { ...event, id: `evt_${people}_${index}` };
    });
    const apply = async (index: number): Promise<void> => {
      const event = events[index];
      if (event === undefined) throw new Error('there are four events');
      await ledger.receive(event, NOW);
      await applier.apply({ ...event, attempts: 0 });
    };
    return { userId, customerId, provider, ledger, applier, states, base, apply, counts };
  }

  const tierOf = async (userId: string) => (await stores.tiers.current(userId, NOW)).tier;

  test.skipIf(!present)('all 24 orders of four events end in the last state', async () => {
    for (const order of ORDERS) {
      const { userId, provider, states, apply } = await newWorld();
      let newest = 0;
      for (const index of order) {
        newest = Math.max(newest, index);
        const state = states[newest];
        if (state !== undefined) provider.subscriptions.set(state.id, state);
        await apply(index);
      }
      expect([order, await tierOf(userId)]).toEqual([order, 'elite']);
    }
  });

  /** The first response is under way while the provider changes and the second read starts; one of them is slow. */
  function holdBack(provider: TestProvider, newer: SubscriptionSnapshot, slow: number) {
    const gate = Promise.withResolvers<void>();
    const read = provider.readSubscription.bind(provider);
    const reads = { times: 0 };
    provider.readSubscription = async (id) => {
      reads.times += 1;
      const mine = reads.times;
      const response = await read(id);
      if (mine === 1) provider.subscriptions.set(newer.id, newer);
      if (mine === slow) await gate.promise;
      return response;
    };
    return { reads, release: () => gate.resolve() };
  }

  async function race([first, second]: readonly [number, number], slow: number): Promise<void> {
    const { userId, provider, ledger, states, apply } = await newWorld();
    const [older, newer] = [states[Math.min(first, second)], states[Math.max(first, second)]];
    if (older === undefined || newer === undefined) throw new Error('there are four states');
    provider.subscriptions.set(older.id, older);
    const { reads, release } = holdBack(provider, newer, slow);
    const one = apply(first);
    await expect.poll(() => reads.times).toBe(1);
    const two = apply(second);
    await (slow === 1 ? two : one);
    release();
    await Promise.all([one, two]);
    expect([first, second, slow, await ledger.stored(newer.id)]).toEqual([first, second, slow, newer]);
    expect(await tierOf(userId)).toBe(newer.status === 'incomplete' ? 'free' : newer.tier);
  }

  test.skipIf(!present)(
    'two workers with an event each leave the newer response, in either order',
    async () => {
      for (const pair of PAIRS) for (const slow of [1, 2]) await race(pair, slow);
    },
  );

  test.skipIf(!present)('the end of an old subscription does not affect a newer one', async () => {
    const { userId, provider, ledger, applier, base, counts } = await newWorld();
    const apply = async (snapshot: SubscriptionSnapshot, word: string): Promise<void> => {
      const event = provider.put(snapshot, `customer.subscription.${word}`, NOW);
      const named = { ...event, id: `evt_${people}_${event.id}` };
      await ledger.receive(named, NOW);
      await applier.apply({ ...named, attempts: 0 });
    };
    // Made by hand at the provider on the third day of the trial: two running
    await apply({ ...base, status: 'trialing', trialEndsAtMs: NOW + 1 }, 'created');
    const upgraded = { ...base, id: `${base.id}_b`, createdAtMs: NOW + 1, tier: 'elite' } as const;
    await apply(upgraded, 'created');
    expect((await counts.duplicateSubscriptions.get()).values[0]?.value).toBe(1);
    expect(await tierOf(userId)).toBe('elite');
    await apply({ ...base, status: 'canceled' }, 'deleted');
    expect(await tierOf(userId)).toBe('elite');
    expect((await stores.billingStore.current(userId))?.snapshot.id).toBe(upgraded.id);
  });

  test.skipIf(!present)(
    'a customer that the provider removed loses the tier, and later events still resolve to them',
    async () => {
      const { userId, customerId, provider, ledger, applier, apply } = await newWorld();
      await apply(3);
      expect(await tierOf(userId)).toBe('elite');
      const [snapshot] = [...provider.subscriptions.values()];
      if (snapshot === undefined) throw new Error('the provider has a subscription');
      const late = provider.put({ ...snapshot, status: 'canceled' }, 'customer.subscription.deleted', NOW);
      const gone = provider.publish('customer.deleted', { createdAtMs: NOW, customerId });
      for (const event of [gone, late]) {
        const named = { ...event, id: `evt_${people}_gone_${event.id}` };
        await ledger.receive(named, NOW);
        await applier.apply({ ...named, attempts: 0 });
      }
      expect(await tierOf(userId)).toBe('free');
      expect(await stores.billingStore.customerOf(userId)).toBeUndefined();
    },
  );

  test.skipIf(!present)('an open dispute keeps the tier, a lost one ends the subscription', async () => {
    const { userId, customerId, provider, ledger, applier, apply } = await newWorld();
    await apply(3);
    provider.charges.set('ch_1', customerId);
    const dispute = async (lost: boolean): Promise<void> => {
      const word = lost ? 'closed' : 'created';
      const event = provider.publish(`charge.dispute.${word}`, {
        createdAtMs: NOW,
        dispute: { chargeId: 'ch_1', lost },
      });
      const named = { ...event, id: `evt_${people}_${word}` };
      await ledger.receive(named, NOW);
      await applier.apply({ ...named, attempts: 0 });
    };
    await dispute(false);
    expect(await tierOf(userId)).toBe('elite');
    await dispute(true);
    expect(await tierOf(userId)).toBe('free');
  });
});
