/** The HTTP server through the real SDK: keys, errors, idempotency, lists, expansion, calls from a browser. */
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

function call(path: string, init: RequestInit = {}) {
  return fetch(`http://127.0.0.1:${sandbox.running.port}${path}`, init);
}

describe('keys', () => {
  test('no key and a wrong key are refused', async () => {
    expect((await call('/v1/subscriptions')).status).toBe(401);
    const wrong = sandbox.client('sk_test_another_key_1234').subscriptions.list();
    await expect(wrong).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      message: expect.stringContaining('sk_test_********1234'),
    });
  });

  test('the publishable key may not do what the product does', async () => {
    const list = sandbox.client(SETTINGS.publishableKey).subscriptions.list();
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
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      use_stripe_sdk: 'true',
    });
    const confirmed = await call(`/v1/setup_intents/${id}/confirm`, { method: 'POST', body: form });
    const intent = (await confirmed.json()) as Record<string, unknown>;
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    });
  });

  test('the pages of the product and the card frame may call, other origins are refused', async () => {
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

  test('name an unknown parameter and an unknown call', async () => {
    const params = { email: 'ada@example.com', nickname: 'Ada' } as Stripe.CustomerCreateParams;
    const unknown = sandbox.stripe.customers.create(params);
    await expect(unknown).rejects.toMatchObject({ code: 'parameter_unknown', param: 'nickname' });
    await expect(sandbox.stripe.coupons.list()).rejects.toThrow(
      'Unrecognized request URL (GET: /v1/coupons)',
    );
  });

  test('an id of another kind or an unknown id in a body is a bad request', async () => {
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
  test('the same key and call has one effect and one response', async () => {
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

  test('a call that was refused before it began may be corrected with the same key', async () => {
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
    const charges = await sandbox.stripe.charges.list({ customer });
    expect(charges.data).toHaveLength(1);
  });
});

test('lists are paginated, newest first, from the requested instant', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    await sandbox.advance(at * 100);
    ids.push(await sandbox.customer());
  }
  const customerOf = ({ data }: Stripe.Event) => (data.object as Stripe.Customer).id;
  const newest = ids.toReversed();
  const first = await sandbox.stripe.events.list({ limit: 2 });
  expect([first.data.map(customerOf), first.has_more]).toEqual([newest.slice(0, 2), true]);
  const all: string[] = [];
  for await (const event of sandbox.stripe.events.list({ limit: 2 })) all.push(customerOf(event));
  expect(all).toEqual(newest);
  const since = await sandbox.stripe.events.list({ created: { gte: START + 300 } });
  expect(since.data.map(customerOf)).toEqual(newest.slice(0, 2));
});

test('expansion includes related objects, in lists too, and refuses what cannot be expanded', async () => {
  const customer = await sandbox.customer();
  const { id } = await sandbox.subscribe(customer, { plan: 'pro', card: 'pm_card_visa' });
  const { data } = await sandbox.stripe.subscriptions.list({
    customer,
    expand: ['data.latest_invoice.payments', 'data.customer', 'data.default_payment_method'],
  });
  const [subscription] = data;
  const invoice = subscription?.latest_invoice as Stripe.Invoice;
  expect([subscription?.id, invoice.payments?.data[0]?.status]).toEqual([id, 'paid']);
  expect(subscription?.customer).toMatchObject({ id: customer, object: 'customer' });
  expect((await sandbox.stripe.subscriptions.retrieve(id)).customer).toBe(customer);
  const wrong = sandbox.stripe.subscriptions.retrieve(id, { expand: ['status'] });
  await expect(wrong).rejects.toThrow('cannot be expanded');
  const deep = sandbox.stripe.subscriptions.retrieve(id, { expand: ['a.b.c.d.e'] });
  await expect(deep).rejects.toThrow('more than 4 levels');
});
