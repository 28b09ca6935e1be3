/** Subscriptions that must be paid first: paid, authenticated, declined, abandoned. */
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PRICE_IDS } from '#stripe/state/catalogue.ts';
import { confirm, idOfSecret, openSandbox, type Sandbox, secretOf } from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

async function unpaid() {
  const customer = await sandbox.customer();
  const subscription = await sandbox.subscribe(customer, { plan: 'basic', card: null });
  return { customer, subscription, secret: secretOf(subscription) };
}

test('it waits for the payment and runs when it is paid, with VAT in the price', async () => {
  const { subscription, secret } = await unpaid();
  expect([subscription.status, secret.startsWith('pi_')]).toEqual(['incomplete', true]);
  await confirm(sandbox.stripe, secret, 'pm_card_visa');
  const after = await sandbox.stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments', 'default_payment_method'],
  });
  const invoice = after.latest_invoice as Stripe.Invoice;
  expect([after.status, invoice.status, invoice.amount_paid]).toEqual(['active', 'paid', 5000]);
  expect(invoice.total_taxes).toMatchObject([
    { amount: 833, taxable_amount: 4167, tax_behavior: 'inclusive' },
  ]);
  expect([invoice.subtotal, invoice.total_excluding_tax]).toEqual([5000, 4167]);
  expect(invoice.payments?.data[0]?.payment.payment_intent).toBe(idOfSecret(secret));
  expect((after.default_payment_method as Stripe.PaymentMethod).card?.brand).toBe('visa');
});

test('a card that always requires authentication is charged when the customer confirms', async () => {
  const { subscription, secret } = await unpaid();
  const confirmed = await confirm(sandbox.stripe, secret, 'pm_card_authenticationRequired');
  expect(confirmed.status).toBe('requires_action');
  expect((await sandbox.subscription(subscription.id)).status).toBe('incomplete');
  await sandbox.control('authenticate', { client_secret: secret, outcome: 'complete' });
  expect((await sandbox.subscription(subscription.id)).status).toBe('active');
});

test('insufficient funds after the confirmation leave it incomplete', async () => {
  const { subscription, secret } = await unpaid();
  await confirm(sandbox.stripe, secret, 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds');
  const intent = await sandbox.control('authenticate', { client_secret: secret, outcome: 'complete' });
  expect(intent['last_payment_error']).toMatchObject({ decline_code: 'insufficient_funds' });
  expect((await sandbox.subscription(subscription.id)).status).toBe('incomplete');
});

test('a declined card may be followed by one that pays', async () => {
  const { subscription, secret } = await unpaid();
  const refusal = confirm(sandbox.stripe, secret, 'pm_card_chargeDeclined');
  await expect(refusal).rejects.toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' });
  await confirm(sandbox.stripe, secret, 'pm_card_visa');
  expect((await sandbox.subscription(subscription.id)).status).toBe('active');
});

test('after 23 hours an unpaid one has expired, its invoice is void and its intent cancelled', async () => {
  const { subscription, secret } = await unpaid();
  await sandbox.advance(23 * 3600 - 1);
  expect((await sandbox.subscription(subscription.id)).status).toBe('incomplete');
  await sandbox.advance(23 * 3600);
  const after = await sandbox.subscription(subscription.id);
  expect([after.status, (after.latest_invoice as Stripe.Invoice).status]).toEqual([
    'incomplete_expired',
    'void',
  ]);
  expect((await sandbox.stripe.paymentIntents.retrieve(idOfSecret(secret))).status).toBe('canceled');
  await expect(confirm(sandbox.stripe, secret, 'pm_card_visa')).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

test('before its first payment it takes no other price, and a cancellation ends it as expired', async () => {
  const { subscription } = await unpaid();
  const items = [{ id: subscription.items.data[0]?.id ?? '', price: PRICE_IDS.pro }];
  const change = sandbox.stripe.subscriptions.update(subscription.id, { items });
  await expect(change).rejects.toMatchObject({ statusCode: 400, param: 'items' });
  const ended = await sandbox.stripe.subscriptions.cancel(subscription.id, { expand: ['latest_invoice'] });
  expect([ended.status, (ended.latest_invoice as Stripe.Invoice).status]).toEqual([
    'incomplete_expired',
    'void',
  ]);
});

test('a customer whose card is known has it on the intent', async () => {
  const customer = await sandbox.customer();
  const card = await sandbox.attach(customer, 'pm_card_visa');
  await sandbox.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  const waiting = await sandbox.subscribe(customer, { plan: 'basic', card: null });
  const intent = await sandbox.stripe.paymentIntents.retrieve(idOfSecret(secretOf(waiting)));
  expect([intent.status, intent.payment_method]).toEqual(['requires_confirmation', card]);
});

test('a start that would charge at once is refused, and nothing is stored', async () => {
  const customer = await sandbox.customer();
  const items = [{ price: PRICE_IDS.basic }];
  const create = sandbox.stripe.subscriptions.create({ customer, items });
  await expect(create).rejects.toMatchObject({ param: 'payment_behavior' });
  const all = await sandbox.stripe.subscriptions.list({ customer, status: 'all' });
  expect(all.data).toHaveLength(0);
});
