/** T17 to T20: what a webhook may do here, and what it may not. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BillingEvent } from '#ports/billing.ts';
import { openTestApp, TEST_NOW, type TestApp, type TestUser } from '#testing/app.ts';
import { subscriptionSnapshot } from '#testing/provider.ts';
import {
  TEST_OLD_WEBHOOK_SECRET,
  TEST_WEBHOOK_SECRET,
  WEBHOOK_URL,
  webhookPayload,
  webhookRequest,
} from '#testing/webhook.ts';

let app: TestApp;
let user: TestUser;
let customerId: string;
let subscriptionId: string;
let count = 0;

beforeAll(async () => {
  app = await openTestApp();
  // The comparison at start, which the next turn begins, would find what a refused event reports
  await nextTurn();
  await app.sync.reconciler.round();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.newSubscriber({ status: 'incomplete', tier: 'elite' });
  const stored = await app.stores.billingStore.current(user.id);
  customerId = stored?.snapshot.customerId ?? '';
  subscriptionId = stored?.snapshot.id ?? '';
  await app.sync.worker.drain();
});

/** Adds a paid subscription at the provider and returns its event. */
function paidEvent(changes: Partial<BillingEvent> = {}): BillingEvent {
  count += 1;
  const paid = subscriptionSnapshot({
    id: subscriptionId,
    customerId,
    createdAtMs: TEST_NOW,
    tier: 'elite',
  });
  const event = app.provider.put(paid, 'customer.subscription.updated', TEST_NOW);
  return { ...event, id: `evt_test_${count}`, ...changes };
}

const tierOf = async (): Promise<string> => {
  await app.sync.worker.drain();
  return (await app.parts.entitlements.of(user.id)).tier;
};

async function send(event: BillingEvent, atMs = TEST_NOW, secret = TEST_WEBHOOK_SECRET): Promise<number> {
  return (await app.http.inject(webhookRequest(webhookPayload(event), atMs, secret))).statusCode;
}

describe('T17 a forger', () => {
  test('a good signature is taken, and the tier follows', async () => {
    expect(await tierOf()).toBe('free');
    expect(await send(paidEvent())).toBe(200);
    expect(await tierOf()).toBe('elite');
  });

  test('while the secret is rotated, the previous one is accepted too', async () => {
    expect(await send(paidEvent(), TEST_NOW, TEST_OLD_WEBHOOK_SECRET)).toBe(200);
    expect(await tierOf()).toBe('elite');
  });

  test.each([
    ['another secret', TEST_NOW, 'whsec_forged'],
    ['a signature of 301 seconds ago', TEST_NOW - 301_000, TEST_WEBHOOK_SECRET],
    ['a signature of 301 seconds ahead', TEST_NOW + 301_000, TEST_WEBHOOK_SECRET],
  ])('%s is refused, and nothing changes', async (_name, atMs, secret) => {
    expect(await send(paidEvent(), atMs, secret)).toBe(400);
    expect(await tierOf()).toBe('free');
  });

  test('a body that was changed after it was signed is refused', async () => {
    const request = webhookRequest(webhookPayload(paidEvent({ customerId: 'cus_other' })), TEST_NOW);
    const payload = request.payload.replace('cus_other', customerId);
    expect((await app.http.inject({ ...request, payload })).statusCode).toBe(400);
    expect(await tierOf()).toBe('free');
  });

  test('a missing signature is refused, and the response gives no details', async () => {
    const payload = webhookPayload(paidEvent());
    const headers = { 'content-type': 'application/json' };
    const response = await app.http.inject({ method: 'POST', url: WEBHOOK_URL, headers, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      code: 'WEBHOOK_REFUSED',
      message: 'This event does not carry a valid signature of the payment provider.',
      requestId: expect.any(String),
    });
    expect(await tierOf()).toBe('free');
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'a=1', 415],
    ['more than a megabyte', 'application/json', ' '.repeat(1024 * 1024 + 1), 413],
  ])('%s is refused before anything is read', async (_name, type, payload, status) => {
    const headers = { 'content-type': type };
    expect((await app.http.inject({ method: 'POST', url: WEBHOOK_URL, headers, payload })).statusCode).toBe(
      status,
    );
  });

  test('a signed event of half a megabyte is taken', async () => {
    const payload = webhookPayload(paidEvent(), { padding: 'x'.repeat(512 * 1024) });
    expect((await app.http.inject(webhookRequest(payload, TEST_NOW))).statusCode).toBe(200);
  });
});

describe('T18 a replay', () => {
  test('the same event ten times has one effect', async () => {
    const event = paidEvent();
    for (let time = 0; time < 10; time += 1) expect(await send(event)).toBe(200);
    expect(await tierOf()).toBe('elite');
    const rows = await app.stores.billingLedger.known([event.id]);
    expect(rows.size).toBe(1);
  });

  test('an old event that is sent again after the end refunds nothing', async () => {
    const event = paidEvent();
    await send(event);
    expect(await tierOf()).toBe('elite');
    const ended = subscriptionSnapshot({
      id: subscriptionId,
      customerId,
      createdAtMs: TEST_NOW,
      tier: 'elite',
      status: 'canceled',
    });
    await send(app.provider.put(ended, 'customer.subscription.deleted', TEST_NOW));
    expect(await tierOf()).toBe('free');
    await send(event);
    await send({ ...event, id: 'evt_again' });
    expect(await tierOf()).toBe('free');
  });
});

describe('T19 an event of another customer', () => {
  test.each([
    ['live mode', { livemode: true }],
    ['another account', { account: 'acct_other' }],
    ['a customer that nobody here has', { customerId: 'cus_stranger' }],
  ])('of %s is answered, counted, alarmed and ignored', async (_name, changes) => {
    app.logged.length = 0;
    expect(await send(paidEvent(changes))).toBe(200);
    expect(await tierOf()).toBe('free');
    expect(app.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)).toHaveLength(1);
  });

  test('of a known customer about the subscription of another changes nobody', async () => {
    const other = await app.newSubscriber({ status: 'canceled', tier: 'pro' });
    const snapshot = (await app.stores.billingStore.latest(other.id))?.snapshot;
    const stolen = subscriptionSnapshot({
      id: snapshot?.id ?? '',
      customerId: snapshot?.customerId ?? '',
      createdAtMs: TEST_NOW,
      tier: 'elite',
    });
    app.provider.subscriptions.set(stolen.id, stolen);
    await send(paidEvent({ subscriptionId: stolen.id }));
    expect(await tierOf()).toBe('free');
  });

  test('about a subscription unknown to the provider changes nothing', async () => {
    const event = paidEvent();
    app.provider.subscriptions.delete(subscriptionId);
    expect(await send(event)).toBe(200);
    expect(await tierOf()).toBe('free');
  });

  test('of an unknown type is answered and counted', async () => {
    const before = await app.parts.metrics.getSingleMetricAsString('undertow_webhooks_total');
    expect(await send(paidEvent({ type: 'product.created' }))).toBe(200);
    expect(await app.parts.metrics.getSingleMetricAsString('undertow_webhooks_total')).not.toBe(before);
    expect(await tierOf()).toBe('free');
  });
});

describe('T20 a price that is claimed', () => {
  test('tier, status and price in the event are ignored', async () => {
    const event = paidEvent();
    app.provider.subscriptions.set(
      subscriptionId,
      subscriptionSnapshot({ id: subscriptionId, customerId, createdAtMs: TEST_NOW, tier: 'basic' }),
    );
    const object = { object: 'subscription', id: subscriptionId, customer: customerId, status: 'active' };
    const claim = { items: { data: [{ price: { id: 'price_elite' } }] }, tier: 'elite' };
    const payload = webhookPayload(event, { data: { object: { ...object, ...claim } } });
    expect((await app.http.inject(webhookRequest(payload, TEST_NOW))).statusCode).toBe(200);
    expect(await tierOf()).toBe('basic');
  });

  test('?payment=success typed by hand changes no tier', async () => {
    await app.http.inject({ url: '/?payment=success', headers: user.headers });
    await app.http.inject({ url: '/api/auth/user?payment=success', headers: user.headers });
    expect(await tierOf()).toBe('free');
  });
});

test('a storage that fails makes the provider send the event again', async () => {
  const { ledger } = app.sync.webhook;
  const receive = ledger.receive;
  const event = paidEvent();
  Object.assign(ledger, { receive: () => Promise.reject(new Error('disk full')) });
  expect(await send(event)).toBe(500);
  Object.assign(ledger, { receive });
  expect(await send(event)).toBe(200);
  expect(await tierOf()).toBe('elite');
});

test('while the provider is down requests are answered, and the event is applied afterwards', async () => {
  const event = paidEvent();
  app.provider.onCall = () => Promise.reject(new Error('connection refused'));
  expect(await send(event)).toBe(200);
  expect(await tierOf()).toBe('free');
  app.provider.onCall = () => undefined;
  app.advance(2_000);
  expect(await tierOf()).toBe('elite');
});
