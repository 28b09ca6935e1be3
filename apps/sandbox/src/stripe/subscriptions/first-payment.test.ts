/** Subscriptions that must be paid first: paid, asked about, declined, abandoned. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRICE_IDS } from '#stripe/state/catalogue.ts';
import { confirm, idOfSecret, openSandbox, type Sandbox, secretOf } from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

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

test('a card that the bank always asks about is charged when the customer confirms', async () => {
  const { subscription, secret } = await unpaid();
  const asked = await confirm(sandbox.stripe, secret, 'pm_card_authenticationRequired');
  expect(asked.status).toBe('requires_action');
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
  const { customer, subscription, secret } = await unpaid();
  await customer.advance(23 * 3600 - 1);
  expect((await sandbox.subscription(subscription.id)).status).toBe('incomplete');
  await customer.advance(23 * 3600);
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

test('a customer whose card is known is charged at once where that is asked for', async () => {
  const customer = await sandbox.customer();
  const card = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await sandbox.stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: card.id },
  });
  const items = [{ price: PRICE_IDS.basic }];
  const subscription = await sandbox.stripe.subscriptions.create({ customer: customer.id, items });
  expect(subscription.status).toBe('active');
  const waiting = await sandbox.stripe.subscriptions.create({
    customer: customer.id,
    items,
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const intent = await sandbox.stripe.paymentIntents.retrieve(idOfSecret(secretOf(waiting)));
  expect([intent.status, intent.payment_method]).toEqual(['requires_confirmation', card.id]);
});

test('a subscription without a card that must be charged at once is refused, and nothing is left behind', async () => {
  const customer = await sandbox.customer();
  const create = sandbox.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: PRICE_IDS.basic }],
  });
  await expect(create).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
  const all = await sandbox.stripe.subscriptions.list({ customer: customer.id, status: 'all' });
  expect(all.data).toHaveLength(0);
});

test('the credit of a customer pays before his card', async () => {
  const customer = await sandbox.customer();
  await sandbox.stripe.customers.createBalanceTransaction(customer.id, { amount: -6000, currency: 'gbp' });
  const subscription = await sandbox.subscribe(customer, { plan: 'basic', card: null });
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  expect([subscription.status, invoice.amount_due, invoice.starting_balance, invoice.ending_balance]).toEqual(
    ['active', 0, -6000, -1000],
  );
});
