/** The HTTP face through the real SDK: keys, errors, idempotency, lists, expansion, metadata, calls from a browser. */
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRICE_IDS } from '#stripe/state/catalogue.ts';
import {
  idOfSecret,
  openSandbox,
  type Sandbox,
  SETTINGS,
  START,
  secretOf,
} from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

function call(path: string, init: RequestInit = {}) {
  return fetch(`http://127.0.0.1:${sandbox.running.port}${path}`, init);
}

describe('keys', () => {
  test('no key and a wrong key are refused', async () => {
    expect((await call('/v1/customers')).status).toBe(401);
    const wrong = sandbox.client('sk_test_another_key_1234').customers.list();
    await expect(wrong).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      message: expect.stringContaining('sk_test_********1234'),
    });
  });

  test('the publishable key may not do what the product does', async () => {
    const list = sandbox.client(SETTINGS.publishableKey).customers.list();
    await expect(list).rejects.toMatchObject({ statusCode: 401, code: 'secret_key_required' });
  });

  test('a browser reads and confirms an intent with its client secret only', async () => {
    const customer = await sandbox.customer();
    const subscription = await sandbox.subscribe(customer, { plan: 'pro', card: null, trialDays: 14 });
    const secret = secretOf(subscription);
    const browser = sandbox.client(SETTINGS.publishableKey);
    const id = idOfSecret(secret);
    await expect(browser.setupIntents.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' });
    const wrong = browser.setupIntents.retrieve(id, { client_secret: `${id}_secret_guessed` });
    await expect(wrong).rejects.toMatchObject({ code: 'resource_missing' });
    const read = await browser.setupIntents.retrieve(id, { client_secret: secret });
    expect(read.status).toBe('requires_payment_method');
    const form = new URLSearchParams({
      key: SETTINGS.publishableKey,
      client_secret: secret,
      return_url: 'http://localhost:3000/?payment=success',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4000 0025 0000 3155',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
      use_stripe_sdk: 'true',
    });
    const confirmed = await call(`/v1/setup_intents/${id}/confirm`, { method: 'POST', body: form });
    const intent = (await confirmed.json()) as Record<string, unknown>;
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    });
  });

  test('the pages of the product and the card frame may call, others are not let in', async () => {
    const preflight = (origin: string) =>
      call('/v1/payment_methods', { method: 'OPTIONS', headers: { origin } });
    const allowed = await preflight('http://localhost:3000');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://localhost:3000',
    ]);
    const own = await preflight(sandbox.running.origin);
    expect(own.headers.get('access-control-allow-origin')).toBe(sandbox.running.origin);
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('errors', () => {
  test('have Stripe’s shape and headers', async () => {
    const response = await call('/v1/customers/cus_nobody', {
      headers: { authorization: `Bearer ${SETTINGS.secretKey}` },
    });
    expect([response.status, response.headers.get('stripe-version')]).toEqual([404, '2026-10-28.endive']);
    expect(response.headers.get('request-id')).toMatch(/^req_/);
    expect(await response.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'id',
        message: "No such customer: 'cus_nobody'",
      },
    });
  });

  test('name a parameter that is not known, and a call that is not known', async () => {
    const params = { email: 'ada@example.com', nickname: 'Ada' } as Stripe.CustomerCreateParams;
    const unknown = sandbox.stripe.customers.create(params);
    await expect(unknown).rejects.toMatchObject({ code: 'parameter_unknown', param: 'nickname' });
    await expect(sandbox.stripe.coupons.list()).rejects.toThrow(
      'Unrecognized request URL (GET: /v1/coupons)',
    );
  });

  test('an id of another kind or of nobody in a body is a bad request', async () => {
    const create = sandbox.stripe.subscriptions.create({
      customer: 'cus_nobody',
      items: [{ price: PRICE_IDS.pro }],
    });
    await expect(create).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    });
  });
});

describe('idempotency', () => {
  test('the same key and call has one effect and one answer', async () => {
    const key = { idempotencyKey: 'cust:1' };
    const calls = Array.from({ length: 50 }, () => sandbox.stripe.customers.create({ name: 'Ada' }, key));
    const ids = new Set((await Promise.all(calls)).map(({ id }) => id));
    expect(ids.size).toBe(1);
  });

  test('the same key with another call is refused', async () => {
    await sandbox.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'cust:2' });
    const other = sandbox.stripe.customers.create({ name: 'Bea' }, { idempotencyKey: 'cust:2' });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  test('a call that was refused before it began may be put right with the same key', async () => {
    const key = { idempotencyKey: 'cust:3' };
    const bad = sandbox.stripe.customers.create({ email: 'nobody' }, key);
    await expect(bad).rejects.toMatchObject({ code: 'email_invalid' });
    const good = await sandbox.stripe.customers.create({ email: 'ada@example.com' }, key);
    expect(good.email).toBe('ada@example.com');
  });

  test('a declined charge is answered again as declined', async () => {
    const customer = await sandbox.customer();
    const secret = secretOf(await sandbox.subscribe(customer, { plan: 'pro', card: null }));
    const method = await sandbox.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4000000000000002', exp_month: 12, exp_year: 2034, cvc: '123' },
    });
    const pay = () =>
      sandbox.stripe.paymentIntents.confirm(
        idOfSecret(secret),
        { payment_method: method.id, return_url: 'http://localhost:3000/' },
        { idempotencyKey: 'pay:1' },
      );
    await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
    await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
    const charges = await sandbox.stripe.charges.list({ customer: customer.id });
    expect(charges.data).toHaveLength(1);
  });
});

test('lists go through pages in both directions, newest first, within the dates asked for', async () => {
  const clock = await sandbox.stripe.testHelpers.testClocks.create({ frozen_time: START });
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    ids.push((await sandbox.stripe.customers.create({ test_clock: clock.id })).id);
    await sandbox.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: START + 100 * (at + 1) });
  }
  const newest = ids.toReversed();
  const mine = { test_clock: clock.id };
  const first = await sandbox.stripe.customers.list({ ...mine, limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([newest.slice(0, 2), true]);
  const all: string[] = [];
  for await (const { id } of sandbox.stripe.customers.list({ ...mine, limit: 2 })) all.push(id);
  expect(all).toEqual(newest);
  const before = await sandbox.stripe.customers.list({ ...mine, limit: 2, ending_before: newest[3] ?? '' });
  expect(before.data.map(({ id }) => id)).toEqual(newest.slice(1, 3));
  const created = { gte: START + 100, lt: START + 300 };
  const range = await sandbox.stripe.customers.list({ ...mine, created });
  expect(range.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
});

test('expansion goes four levels deep and refuses what cannot be expanded', async () => {
  const customer = await sandbox.customer();
  const { id } = await sandbox.subscribe(customer, { plan: 'pro', card: 'pm_card_visa' });
  const { data } = await sandbox.stripe.subscriptions.list({
    customer: customer.id,
    expand: ['data.latest_invoice.payments.data.payment.payment_intent', 'data.customer'],
  });
  const [subscription] = data;
  const invoice = subscription?.latest_invoice as Stripe.Invoice;
  const intent = invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect([subscription?.id, intent.status]).toEqual([id, 'succeeded']);
  expect(subscription?.customer).toMatchObject({ id: customer.id, object: 'customer' });
  expect((await sandbox.stripe.subscriptions.retrieve(id)).customer).toBe(customer.id);
  const wrong = sandbox.stripe.subscriptions.retrieve(id, { expand: ['status'] });
  await expect(wrong).rejects.toThrow('cannot be expanded');
  const deep = sandbox.stripe.subscriptions.retrieve(id, { expand: ['a.b.c.d.e'] });
  await expect(deep).rejects.toThrow('more than 4 levels');
});

test('metadata is merged key by key, and an empty value takes a key away', async () => {
  const { id } = await sandbox.stripe.customers.create({ metadata: { userId: '1', plan: 'pro' } });
  const after = await sandbox.stripe.customers.update(id, { metadata: { plan: '', seat: '2' } });
  expect(after.metadata).toEqual({ userId: '1', seat: '2' });
  const event = await sandbox.stripe.events.list({ type: 'customer.updated', limit: 1 });
  expect(event.data[0]?.data.previous_attributes).toEqual({ metadata: { userId: '1', plan: 'pro' } });
});

test('automatic tax needs the place of the customer', async () => {
  const nowhere = await sandbox.customer();
  const create = (customer: string) =>
    sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price: PRICE_IDS.basic }],
      payment_behavior: 'default_incomplete',
      automatic_tax: { enabled: true },
      expand: ['latest_invoice'],
    });
  await expect(create(nowhere.id)).rejects.toMatchObject({ code: 'customer_tax_location_invalid' });
  const here = await sandbox.customer({ address: { country: 'GB' } });
  const { latest_invoice } = await create(here.id);
  expect((latest_invoice as Stripe.Invoice).total_taxes?.[0]?.amount).toBe(833);
});
