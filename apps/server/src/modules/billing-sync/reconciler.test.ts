/** Changes without an event are found, and an outage of provider or storage loses nothing. */
import { HOUR_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_NOW, type TestApp, type TestUser } from '#testing/app.ts';
import { subscriptionSnapshot } from '#testing/provider.ts';
import { retryDelayMs } from './event-worker.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.sync.reconciler.round();
});
afterAll(() => app.close());

async function countOf(name: 'missedEvents' | 'differences'): Promise<number | undefined> {
  const { values } = await app.sync.counts[name].get();
  return values[0]?.value;
}

async function tierOf(user: TestUser): Promise<string> {
  await app.sync.worker.drain();
  return (await app.parts.entitlements.of(user.id)).tier;
}

async function subscriber(status: 'incomplete' | 'paused' = 'incomplete') {
  const user = await app.newSubscriber({ status, tier: 'pro' });
  await app.sync.worker.drain();
  const snapshot = (await app.stores.billingStore.current(user.id))?.snapshot;
  if (snapshot === undefined) throw new Error('a subscriber has a subscription');
  return { user, snapshot };
}

test('an event whose webhook never came is found by the next comparison, once', async () => {
  const { user, snapshot } = await subscriber();
  app.provider.put({ ...snapshot, status: 'active' }, 'customer.subscription.updated', TEST_NOW);
  expect(await tierOf(user)).toBe('free');
  const missed = (await countOf('missedEvents')) ?? 0;
  await app.sync.reconciler.round();
  expect(await tierOf(user)).toBe('pro');
  await app.sync.reconciler.round();
  expect(await countOf('missedEvents')).toBe(missed + 1);
});

test('a change without any event is found at night, counted and alarmed', async () => {
  const { user, snapshot } = await subscriber('paused');
  await app.sync.reconciler.round();
  const differences = (await countOf('differences')) ?? 0;
  app.provider.subscriptions.set(snapshot.id, { ...snapshot, status: 'active' });
  await app.sync.reconciler.round();
  expect(await tierOf(user)).toBe('free');
  app.advance(24 * HOUR_MS);
  app.logged.length = 0;
  await app.sync.reconciler.round();
  expect(await tierOf(user)).toBe('pro');
  expect(await countOf('differences')).toBe(differences + 1);
  expect(app.logged.some((line) => line.includes('subscription differed'))).toBe(true);
  app.advance(24 * HOUR_MS);
  await app.sync.reconciler.round();
  expect(await countOf('differences')).toBe(differences + 1);
});

test('a first payment that was never made is swept after 23 hours', async () => {
  const { user, snapshot } = await subscriber();
  app.provider.subscriptions.set(snapshot.id, { ...snapshot, status: 'incomplete_expired' });
  await app.sync.reconciler.round();
  expect((await app.stores.billingStore.current(user.id))?.snapshot.status).toBe('incomplete');
  app.advance(23 * HOUR_MS + 1);
  await app.sync.reconciler.round();
  expect(await app.stores.billingStore.current(user.id)).toBeUndefined();
});

test('a customer of another account at the provider is unknown here', async () => {
  const stranger = subscriptionSnapshot({ id: 'sub_x', customerId: 'cus_x', createdAtMs: TEST_NOW });
  app.provider.put(stranger, 'customer.subscription.created', TEST_NOW);
  app.advance(24 * HOUR_MS);
  await app.sync.reconciler.round();
  expect(await app.stores.billingLedger.stored('sub_x')).toBeUndefined();
  app.provider.subscriptions.delete('sub_x');
});

test('a round fails while the provider is down, and the next one catches up', async () => {
  const { user, snapshot } = await subscriber();
  app.provider.put({ ...snapshot, status: 'active' }, 'customer.subscription.updated', TEST_NOW);
  app.provider.onCall = () => Promise.reject(new Error('connection refused'));
  await app.sync.reconciler.round();
  expect(await tierOf(user)).toBe('free');
  app.provider.onCall = () => undefined;
  await app.sync.reconciler.round();
  app.advance(HOUR_MS);
  expect(await tierOf(user)).toBe('pro');
});

test('an event that keeps failing waits longer each time, and an hour at most', () => {
  expect([0, 1, 2, 10, 11, 12, 1000].map(retryDelayMs)).toEqual([
    2_000, 4_000, 8_000, 2_048_000, 3_600_000, 3_600_000, 3_600_000,
  ]);
});

test('our own change is read again, so that one of the provider’s in between is not lost', async () => {
  const { user, snapshot } = await subscriber();
  // The response to our call is outdated by the time it is written
  app.provider.subscriptions.set(snapshot.id, { ...snapshot, status: 'active', tier: 'elite' });
  await app.stores.billingStore.save(user.id, { ...snapshot, status: 'active' }, TEST_NOW);
  expect(await tierOf(user)).toBe('elite');
});

test('stopping waits for what is under way, and nothing starts after it', async () => {
  const other = await openTestApp();
  const user = await other.newSubscriber({ status: 'active' });
  const gate = Promise.withResolvers<void>();
  other.provider.onCall = () => gate.promise;
  other.sync.worker.wake();
  const stopping = other.sync.stop().then(() => 'stopped');
  expect(await Promise.race([stopping, Promise.resolve('still working')])).toBe('still working');
  gate.resolve();
  expect(await stopping).toBe('stopped');
  await other.sync.reconciler.round();
  expect((await other.stores.billingStore.current(user.id))?.snapshot.status).toBe('active');
  await other.close();
});
