/** T06: the stream while the subscription behind it changes. */

import { type ServerMessage, SUBPROTOCOL_BATCHED, serverMessage } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import { createEventApplier } from '@undertow/server/src/modules/billing-sync/apply-event.ts';
import { createSyncCounts } from '@undertow/server/src/modules/billing-sync/sync-counts.ts';
import type { SubscriptionSnapshot } from '@undertow/server/src/ports/billing.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { invoiceSnapshot, subscriptionSnapshot, TestProvider } from '@undertow/server/testing/provider.ts';
import { quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { openRig, type Rig, type RigUser, settle } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);

let rig: Rig;
let feed: TapeFeed;
let provider: TestProvider;
let people = 0;
let orderId = 100;

beforeAll(async () => {
  feed = new TapeFeed({ nowMs: START, instrumentIds: [1, 2, 3] });
  rig = await openRig({ feed });
});
afterAll(() => rig.close());

/** The provider changes the subscription, its event comes, and it is applied. */
async function change(snapshot: SubscriptionSnapshot): Promise<void> {
  const ledger = rig.stores.billingLedger;
  const clock = testClock(() => feed.presentMs);
  const counts = createSyncCounts(new Registry());
  const log = { error: () => undefined };
  const applier = createEventApplier({ gateway: provider, ledger, bus: rig.bus, clock, counts, log });
  const event = provider.put(snapshot, 'customer.subscription.updated', feed.presentMs);
  const named = { ...event, id: `${event.id}_${people}` };
  await ledger.receive(named, feed.presentMs);
  await applier.apply({ ...named, attempts: 0 });
}

interface Subscriber {
  readonly snapshot: SubscriptionSnapshot;
  readonly socket: WebSocket;
  readonly messages: ServerMessage[];
}

/** A Pro subscriber who follows three instruments while they move. */
async function follow(): Promise<Subscriber> {
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  people += 1;
  const user: RigUser = await rig.signIn('free', []);
  await rig.stores.tiers.withdraw({ userId: user.id, actor: 'test', reason: 'test' }, feed.presentMs);
  provider = new TestProvider();
  const customerId = `cus_${people}`;
  await rig.stores.billingStore.saveCustomer(user.id, customerId, feed.presentMs);
  const snapshot = subscriptionSnapshot({ id: `sub_${people}`, customerId, createdAtMs: feed.presentMs });
  await change(snapshot);
  for (const id of [1, 2, 3]) await rig.stores.userInstruments.add(user.id, id, feed.presentMs);
  rig.bus.publish('userChanged', { userId: user.id });
  const socket = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
  const messages: ServerMessage[] = [];
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as readonly unknown[];
    for (const message of frame) messages.push(serverMessage.parse(message));
  });
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [1, 2, 3] }));
  await settle(socket);
  await move(socket, 2_000);
  expect(instrumentsOf(messages)).toEqual([1, 2, 3]);
  return { snapshot, socket, messages };
}

/** Advances the market and waits until everything has been read. */
async function move(socket: WebSocket, ms: number): Promise<void> {
  await rig.pass(ms, () => {
    orderId += 10;
    for (const id of [1, 2, 3]) feed.push(id, feed.presentMs, quotes(20_000 + (orderId % 50), orderId, null));
  });
  await settle(socket);
}

/** Instruments with at least one message other than a refusal. */
function instrumentsOf(messages: readonly ServerMessage[]): readonly number[] {
  const ids = messages.flatMap((message) =>
    message.type !== 'error' && 'instrumentId' in message ? [message.instrumentId] : [],
  );
  return [...new Set(ids)].toSorted();
}

test('T06 a smaller plan: a second later nothing of the dropped instruments comes, and the oldest is delayed', async () => {
  const { snapshot, socket, messages } = await follow();
  await change({ ...snapshot, tier: 'basic' });
  await move(socket, 1_000);
  const before = messages.length;
  await move(socket, 3_000);
  const later = messages.slice(before);
  expect(instrumentsOf(later).filter((id) => id !== 1)).toEqual([]);
  expect(later.filter((message) => 'delaySeconds' in message && message.delaySeconds !== 900)).toEqual([]);
  // What the smaller plan pauses is kept
  expect(messages.filter(({ type }) => type === 'error')).toHaveLength(2);
  socket.terminate();
});

test('T06 a subscription that ends: a second later nothing comes at all', async () => {
  const { snapshot, socket, messages } = await follow();
  await change({ ...snapshot, status: 'canceled', endedAtMs: feed.presentMs });
  await move(socket, 1_000);
  const before = messages.length;
  await move(socket, 3_000);
  expect(instrumentsOf(messages.slice(before))).toEqual([]);
  socket.terminate();
});

test('T06 an expired grace period ends the stream within a second, without a request', async () => {
  const { snapshot, socket, messages } = await follow();
  const { customerId, id } = snapshot;
  const createdAtMs = feed.presentMs - 7 * DAY_MS + 5_000;
  provider.invoices.set(
    'in_1',
    invoiceSnapshot({ id: `in_${people}`, customerId, subscriptionId: id, createdAtMs, status: 'open' }),
  );
  await change({ ...snapshot, status: 'past_due' });
  await move(socket, 4_500);
  const inGrace = messages.length;
  await move(socket, 300);
  expect(instrumentsOf(messages.slice(inGrace))).toEqual([1, 2, 3]);
  await move(socket, 1_500);
  const before = messages.length;
  await move(socket, 3_000);
  expect(instrumentsOf(messages.slice(before))).toEqual([]);
  socket.terminate();
});

test('a larger plan is active within a second of its payment', async () => {
  const { snapshot, socket, messages } = await follow();
  await change({ ...snapshot, tier: 'basic' });
  await move(socket, 1_000);
  await change({ ...snapshot, tier: 'elite' });
  const before = messages.length;
  await move(socket, 1_000);
  expect(instrumentsOf(messages.slice(before))).toEqual([1, 2, 3]);
  socket.terminate();
});
