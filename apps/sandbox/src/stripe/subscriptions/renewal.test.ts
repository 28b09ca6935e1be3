/** Renewals through the real SDK: month after month, and when the payment fails. */
import { DAY_S } from '@undertow/market';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirm, idOfSecret, openSandbox, type Sandbox, START } from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

/** A paid subscription whose card from now on does what `card` does. */
async function subscriber(card: string | null = null) {
  const customer = await sandbox.customer();
  const subscription = await sandbox.subscribe(customer, { plan: 'basic', card: 'pm_card_visa' });
  if (card !== null) {
    const id = await sandbox.attach(customer, card);
    await sandbox.stripe.subscriptions.update(subscription.id, { default_payment_method: id });
  }
  const read = () =>
    sandbox.stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice.confirmation_secret'],
    });
  return { customer, subscription, read };
}

const RENEWED = 31 * DAY_S + 3600;

test('every month begins where the last one ended, on the same day of the month', async () => {
  const { customer } = await subscriber();
  await sandbox.advance(100 * DAY_S);
  const { data } = await sandbox.stripe.invoices.list({ customer });
  const periods = data.reverse().map(({ lines }) => lines.data[0]?.period);
  expect(periods.map((period) => new Date((period?.start ?? 0) * 1000).toISOString().slice(0, 16))).toEqual([
    '2026-10-01T12:00',
    '2026-11-01T12:00',
    '2026-12-01T12:00',
    '2027-01-01T12:00',
  ]);
  expect(data.map(({ status, number }) => [status, number?.slice(-5)])).toEqual([
    ['paid', '-0001'],
    ['paid', '-0002'],
    ['paid', '-0003'],
    ['paid', '-0004'],
  ]);
});

test('a declined renewal is past due, and paid in time it is active again with one charge', async () => {
  const { customer, read } = await subscriber('pm_card_chargeCustomerFail');
  await sandbox.advance(RENEWED);
  const late = await read();
  const invoice = late.latest_invoice as Stripe.Invoice;
  expect([late.status, invoice.status, invoice.attempt_count]).toEqual(['past_due', 'open', 1]);
  expect(invoice.next_payment_attempt).toBe(START + RENEWED + DAY_S);
  const secret = invoice.confirmation_secret?.client_secret ?? '';
  await confirm(sandbox.stripe, secret, 'pm_card_visa');
  await expect(confirm(sandbox.stripe, secret, 'pm_card_visa')).rejects.toThrow('already succeeded');
  expect((await read()).status).toBe('active');
  await sandbox.advance(60 * DAY_S);
  const charges = await sandbox.stripe.charges.list({ customer });
  expect(charges.data.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
});

test('a new card is charged by the next automatic attempt', async () => {
  const { customer, subscription, read } = await subscriber('pm_card_chargeCustomerFail');
  await sandbox.advance(RENEWED);
  const card = await sandbox.attach(customer, 'pm_card_visa');
  await sandbox.stripe.subscriptions.update(subscription.id, { default_payment_method: card });
  expect((await read()).status).toBe('past_due');
  await sandbox.advance(RENEWED + DAY_S);
  expect((await read()).status).toBe('active');
});

test('attempts of the customer do not move the next automatic one', async () => {
  const { read } = await subscriber('pm_card_chargeCustomerFail');
  await sandbox.advance(RENEWED);
  const invoice = (await read()).latest_invoice as Stripe.Invoice;
  const secret = invoice.confirmation_secret?.client_secret ?? '';
  const own = confirm(sandbox.stripe, secret, 'pm_card_chargeCustomerFail');
  await expect(own).rejects.toMatchObject({ code: 'card_declined' });
  const after = (await read()).latest_invoice as Stripe.Invoice;
  expect([after.attempt_count, after.next_payment_attempt]).toEqual([2, START + RENEWED + DAY_S]);
});

test('after eight tries in two weeks the subscription ends, with the reason', async () => {
  const { read } = await subscriber('pm_card_chargeCustomerFail');
  await sandbox.advance(RENEWED + 14 * DAY_S - 1);
  expect((await read()).status).toBe('past_due');
  await sandbox.advance(RENEWED + 14 * DAY_S);
  const ended = await read();
  const invoice = ended.latest_invoice as Stripe.Invoice;
  expect([ended.status, ended.cancellation_details?.reason]).toEqual(['canceled', 'payment_failed']);
  expect([invoice.status, invoice.attempt_count, invoice.next_payment_attempt]).toEqual(['open', 8, null]);
});

test('a renewal that requires authentication emits its event, and is paid when the customer confirms', async () => {
  const { subscription, read } = await subscriber('pm_card_authenticationRequired');
  await sandbox.advance(RENEWED);
  const late = await read();
  const secret = (late.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
  expect(late.status).toBe('past_due');
  expect((await sandbox.stripe.paymentIntents.retrieve(idOfSecret(secret))).status).toBe('requires_action');
  const required = await sandbox.events('invoice.payment_action_required');
  const named = required.map(({ data }) => {
    return (data.object as Stripe.Invoice).parent?.subscription_details?.subscription;
  });
  expect(named).toContain(subscription.id);
  await sandbox.control('authenticate', { client_secret: secret, outcome: 'complete' });
  expect((await read()).status).toBe('active');
});

test('a week before, the renewal is announced without an id', async () => {
  const { subscription } = await subscriber();
  await sandbox.advance(24 * DAY_S);
  const upcoming = await sandbox.events('invoice.upcoming');
  const mine = upcoming.filter(({ data: { object } }) => {
    return (object as Stripe.Invoice).parent?.subscription_details?.subscription === subscription.id;
  });
  expect(mine).toHaveLength(1);
  expect(mine[0]?.data.object).toMatchObject({ total: 5000, object: 'invoice' });
  expect(mine[0]?.data.object).not.toHaveProperty('id');
});
