/** Outages as a caller experiences them, the clock, the bank and disputes. */
import { DAY_S } from '@undertow/market';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandbox, type Sandbox } from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

const names = () => sandbox.running.world.store.all('customer').map(({ name }) => name);

test.each(['error', 'reset', 'garbage'])(
  'an outage of kind %s has no effect on data and ends when it is reset',
  async (mode) => {
    await sandbox.control('outage', { mode });
    const create = sandbox.stripe.customers.create({ name: 'Ada' });
    await expect(create).rejects.toBeInstanceOf(Stripe.errors.StripeError);
    await sandbox.control('outage', { mode: 'none' });
    expect(names()).toEqual([]);
  },
);

test('a hanging API makes the caller time out', async () => {
  await sandbox.control('outage', { mode: 'hang', calls: 1 });
  const create = sandbox.stripe.customers.create({ name: 'Ada' }, { timeout: 50 });
  await expect(create).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(names()).toEqual([]);
});

test('a lost response has taken effect, and the same key returns it', async () => {
  // The SDK retries once when a connection is cut
  await sandbox.control('outage', { mode: 'lost', calls: 2 });
  const key = { idempotencyKey: 'lost:1' };
  const lost = sandbox.stripe.customers.create({ name: 'Ada' }, key);
  await expect(lost).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  const again = await sandbox.stripe.customers.create({ name: 'Ada' }, key);
  expect([names(), again.name]).toEqual([['Ada'], 'Ada']);
});

test('an outage may be of some calls only', async () => {
  await sandbox.control('outage', { mode: 'error', status: 503, path: '/v1/refunds' });
  await sandbox.stripe.customers.create({ name: 'Ada' });
  await expect(sandbox.stripe.refunds.list()).rejects.toMatchObject({ statusCode: 503 });
});

test('the clock moves forward only, and processes what became due', async () => {
  const facts = { plan: 'pro', card: 'pm_card_visa', trialDays: 14 } as const;
  const subscription = await sandbox.subscribe(await sandbox.customer(), facts);
  await sandbox.control('clock', { by: 14 * DAY_S + 3700 });
  const after = await sandbox.subscription(subscription.id);
  expect([after.status, (after.latest_invoice as Stripe.Invoice).status]).toEqual(['active', 'paid']);
  expect(await sandbox.control('clock', { by: -1 })).toMatchObject({ error: { param: 'by' } });
});

test('an intent is not confirmed with a wrong secret, nor when it waits for no action', async () => {
  const intent = await sandbox.stripe.setupIntents.create();
  const guess = { client_secret: `${intent.id}_secret_guessed`, outcome: 'complete' };
  expect(await sandbox.control('authenticate', guess)).toMatchObject({ error: { code: 'resource_missing' } });
  const early = { client_secret: intent.client_secret ?? '', outcome: 'complete' };
  expect(await sandbox.control('authenticate', early)).toHaveProperty('error');
});

test('a dispute may be opened and closed at will', async () => {
  const customer = await sandbox.customer();
  await sandbox.subscribe(customer, { plan: 'pro', card: 'pm_card_visa' });
  const [charge] = (await sandbox.stripe.charges.list({ customer })).data;
  const dispute = await sandbox.control('dispute', {
    charge: charge?.id ?? '',
    reason: 'product_not_received',
  });
  expect(dispute).toMatchObject({ status: 'needs_response', reason: 'product_not_received' });
  const won = await sandbox.control('dispute', { dispute: String(dispute['id']), outcome: 'won' });
  expect(won['status']).toBe('won');
});
