/** Ends of subscriptions through the real SDK: now, at the end of the period, with credits, refunds and credit notes. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, openSandbox, type Sandbox, START } from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

async function subscriber(card = 'pm_card_visa') {
  const customer = await sandbox.customer();
  const subscription = await sandbox.subscribe(customer, { plan: 'pro', card });
  const charges = await sandbox.stripe.charges.list({ customer: customer.id });
  return { customer, subscription, charge: charges.data[0]?.id ?? '' };
}

test('a cancellation now ends it at once and gives nothing back by itself', async () => {
  const { customer, subscription, charge } = await subscriber();
  await customer.advance(3 * DAY);
  const ended = await sandbox.stripe.subscriptions.cancel(subscription.id);
  expect([ended.status, ended.ended_at, ended.canceled_at]).toEqual([
    'canceled',
    START + 3 * DAY,
    START + 3 * DAY,
  ]);
  expect(ended.cancellation_details?.reason).toBe('cancellation_requested');
  expect((await sandbox.stripe.charges.retrieve(charge)).amount_refunded).toBe(0);
  await customer.advance(90 * DAY);
  expect((await sandbox.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1);
});

test('a second cancellation finds no subscription, as in the real one', async () => {
  const { subscription } = await subscriber();
  await sandbox.stripe.subscriptions.cancel(subscription.id);
  const again = sandbox.stripe.subscriptions.cancel(subscription.id);
  await expect(again).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test('with prorate and invoice_now the unused time becomes a credit in the balance', async () => {
  const { customer, subscription } = await subscriber();
  await customer.advance(10 * DAY);
  await sandbox.stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
  const { balance } = (await sandbox.stripe.customers.retrieve(customer.id)) as Stripe.Customer;
  expect(balance).toBe(-Math.round((9900 * 21) / 31));
  const { data } = await sandbox.stripe.invoices.list({ customer: customer.id, limit: 1 });
  expect([data[0]?.total, data[0]?.amount_due, data[0]?.status]).toEqual([balance, 0, 'paid']);
});

test('the quote of a cancellation now is the credit', async () => {
  const { customer, subscription } = await subscriber();
  await customer.advance(10 * DAY);
  const quote = await sandbox.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { cancel_now: true },
  });
  expect(quote.total).toBe(-Math.round((9900 * 21) / 31));
});

test('at the end of the period it runs on, then ends, and may be taken back before', async () => {
  const { customer, subscription } = await subscriber();
  const waiting = await sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect([waiting.status, waiting.cancel_at]).toEqual(['active', START + 31 * DAY]);
  const kept = await sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  expect([kept.cancel_at, kept.canceled_at]).toEqual([null, null]);
  await sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await customer.advance(31 * DAY);
  const ended = await sandbox.subscription(subscription.id);
  expect([ended.status, ended.ended_at]).toEqual(['canceled', START + 31 * DAY]);
  expect((await sandbox.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1);
});

describe('a refund to the card', () => {
  test('may be partial, twice, and never more than was paid', async () => {
    const { charge } = await subscriber();
    const { stripe } = sandbox;
    await stripe.refunds.create({ charge, amount: 4000 });
    await stripe.refunds.create({ charge, amount: 5000, reason: 'requested_by_customer' });
    const too = stripe.refunds.create({ charge, amount: 1000 });
    await expect(too).rejects.toThrow(
      'Refund amount (£10.00) is greater than unrefunded amount on charge (£9.00)',
    );
    await stripe.refunds.create({ charge });
    const after = await stripe.charges.retrieve(charge);
    expect([after.amount_refunded, after.refunded]).toEqual([9900, true]);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await sandbox.eventTypes()).filter((type) => type === 'charge.refunded')).toHaveLength(3);
  });

  test('with its VAT stands on a credit note', async () => {
    const { subscription, charge } = await subscriber();
    const invoice = (subscription.latest_invoice as Stripe.Invoice).id;
    const note = await sandbox.stripe.creditNotes.create({ invoice, amount: 6000, refund_amount: 6000 });
    expect([note.total, note.total_excluding_tax, note.total_taxes?.[0]?.amount]).toEqual([6000, 5000, 1000]);
    expect((await sandbox.stripe.charges.retrieve(charge)).amount_refunded).toBe(6000);
    const after = await sandbox.stripe.invoices.retrieve(invoice);
    expect(after.post_payment_credit_notes_amount).toBe(6000);
    const rest = sandbox.stripe.creditNotes.create({ invoice, amount: 4000, refund_amount: 4000 });
    await expect(rest).rejects.toThrow('may not exceed the total');
  });
});

test('a disputed card is charged and disputed at once; a lost dispute is closed', async () => {
  const { charge } = await subscriber('pm_card_createDispute');
  const { data } = await sandbox.stripe.disputes.list({ charge });
  expect([data[0]?.status, data[0]?.amount]).toEqual(['needs_response', 9900]);
  expect((await sandbox.stripe.charges.retrieve(charge)).disputed).toBe(true);
  const lost = await sandbox.stripe.disputes.close(data[0]?.id ?? '');
  expect(lost.status).toBe('lost');
  expect(await sandbox.eventTypes()).toEqual(
    expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']),
  );
});

test('a deleted customer has no subscription, no card, and answers as deleted', async () => {
  const { customer, subscription } = await subscriber();
  await sandbox.stripe.customers.del(customer.id);
  expect((await sandbox.subscription(subscription.id)).status).toBe('canceled');
  expect(await sandbox.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  const cards = await sandbox.stripe.paymentMethods.list({ customer: customer.id });
  expect(cards.data).toHaveLength(0);
});
