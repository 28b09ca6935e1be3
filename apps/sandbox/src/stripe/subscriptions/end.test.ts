/** Ends of subscriptions through the real SDK: now, at the end of the period, with refunds and disputes. */
import { DAY_S } from '@undertow/market';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandbox, type Sandbox, START } from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

async function subscriber(card = 'pm_card_visa') {
  const customer = await sandbox.customer();
  const subscription = await sandbox.subscribe(customer, { plan: 'pro', card });
  const charges = await sandbox.stripe.charges.list({ customer });
  const [charge] = charges.data;
  return {
    customer,
    subscription,
    charge: charge?.id ?? '',
    payment_intent: String(charge?.payment_intent),
  };
}

test('a cancellation now ends it at once and refunds nothing automatically', async () => {
  const { customer, subscription, charge } = await subscriber();
  await sandbox.advance(3 * DAY_S);
  const ended = await sandbox.stripe.subscriptions.cancel(subscription.id);
  expect([ended.status, ended.ended_at, ended.canceled_at]).toEqual([
    'canceled',
    START + 3 * DAY_S,
    START + 3 * DAY_S,
  ]);
  expect(ended.cancellation_details?.reason).toBe('cancellation_requested');
  expect((await sandbox.stripe.charges.retrieve(charge)).amount_refunded).toBe(0);
  await sandbox.advance(90 * DAY_S);
  expect((await sandbox.stripe.invoices.list({ customer })).data).toHaveLength(1);
});

test('a second cancellation finds no subscription, as in the real one', async () => {
  const { subscription } = await subscriber();
  await sandbox.stripe.subscriptions.cancel(subscription.id);
  const again = sandbox.stripe.subscriptions.cancel(subscription.id);
  await expect(again).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test('at the end of the period it runs on, then ends, and may be undone before', async () => {
  const { customer, subscription } = await subscriber();
  const waiting = await sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect([waiting.status, waiting.cancel_at]).toEqual(['active', START + 31 * DAY_S]);
  const kept = await sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  expect([kept.cancel_at, kept.canceled_at]).toEqual([null, null]);
  await sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await sandbox.advance(31 * DAY_S);
  const ended = await sandbox.subscription(subscription.id);
  expect([ended.status, ended.ended_at]).toEqual(['canceled', START + 31 * DAY_S]);
  expect((await sandbox.stripe.invoices.list({ customer })).data).toHaveLength(1);
});

test('a refund may be partial, twice, and never more than was paid', async () => {
  const { charge, payment_intent } = await subscriber();
  const { stripe } = sandbox;
  await stripe.refunds.create({ payment_intent, amount: 4000 });
  await stripe.refunds.create({ payment_intent, amount: 5000, reason: 'requested_by_customer' });
  const too = stripe.refunds.create({ payment_intent, amount: 1000 });
  await expect(too).rejects.toThrow(
    'Refund amount (£10.00) is greater than unrefunded amount on charge (£9.00)',
  );
  await stripe.refunds.create({ payment_intent });
  const after = await stripe.charges.retrieve(charge);
  expect([after.amount_refunded, after.refunded]).toEqual([9900, true]);
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect(await sandbox.events('charge.refunded')).toHaveLength(3);
});

test('a disputed card is charged and disputed at once; the dispute is closed at will', async () => {
  const { charge } = await subscriber('pm_card_createDispute');
  expect((await sandbox.stripe.charges.retrieve(charge)).disputed).toBe(true);
  const [created] = await sandbox.events('charge.dispute.created');
  const dispute = created?.data.object as Stripe.Dispute;
  expect([dispute.charge, dispute.status, dispute.amount]).toEqual([charge, 'needs_response', 9900]);
  await sandbox.control('dispute', { dispute: dispute.id, outcome: 'lost' });
  const [closed] = await sandbox.events('charge.dispute.closed');
  expect(closed?.data.object).toMatchObject({ status: 'lost' });
});
