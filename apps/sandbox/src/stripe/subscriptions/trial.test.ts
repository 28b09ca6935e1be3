/** Trials through the real SDK: started, confirmed with and without the bank, ended with and without a card. */
import { DAY_S } from '@undertow/market';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  confirm,
  idOfSecret,
  openSandbox,
  type Sandbox,
  START,
  secretOf,
} from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

async function trial(card: string | null) {
  const customer = await sandbox.customer();
  const subscription = await sandbox.subscribe(customer, { plan: 'pro', card, trialDays: 14 });
  return { customer, subscription };
}

test('a trial runs at once, costs nothing and requires a card', async () => {
  const { subscription } = await trial(null);
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  expect(subscription.status).toBe('trialing');
  expect(subscription.trial_end).toBe(START + 14 * DAY_S);
  expect(subscription.items.data[0]?.current_period_end).toBe(START + 14 * DAY_S);
  expect([invoice.status, invoice.total, invoice.billing_reason]).toEqual(['paid', 0, 'subscription_create']);
  expect(invoice.confirmation_secret).toBeNull();
  expect(secretOf(subscription)).toMatch(/^seti_\w+_secret_\w+$/);
  expect(subscription.default_payment_method).toBeNull();
});

test('the confirmed card becomes the card of the subscription', async () => {
  const { customer, subscription } = await trial('pm_card_visa');
  expect(subscription.pending_setup_intent).toBeNull();
  const card = await sandbox.stripe.paymentMethods.retrieve(String(subscription.default_payment_method));
  expect([card.customer, card.card?.last4]).toEqual([customer, '4242']);
});

test('the trial ends with a charge, an hour after the draft', async () => {
  const { subscription } = await trial('pm_card_visa');
  await sandbox.advance(14 * DAY_S + 60);
  const draft = (await sandbox.subscription(subscription.id)).latest_invoice as Stripe.Invoice;
  expect([draft.status, draft.billing_reason, draft.total]).toEqual(['draft', 'subscription_cycle', 9900]);
  await sandbox.advance(14 * DAY_S + 3600);
  const after = await sandbox.subscription(subscription.id);
  const invoice = after.latest_invoice as Stripe.Invoice;
  expect([after.status, invoice.status, invoice.amount_paid]).toEqual(['active', 'paid', 9900]);
  expect(after.items.data[0]?.current_period_start).toBe(START + 14 * DAY_S);
  expect(after.items.data[0]?.current_period_end).toBe(Date.UTC(2026, 10, 15, 12) / 1000);
});

test('three days before its end the trial gives notice, once', async () => {
  await trial('pm_card_visa');
  const notices = () => sandbox.events('customer.subscription.trial_will_end');
  await sandbox.advance(11 * DAY_S - 1);
  expect(await notices()).toHaveLength(0);
  await sandbox.advance(13 * DAY_S);
  expect((await notices()).map(({ created }) => created)).toEqual([START + 11 * DAY_S]);
});

test('a trial without a card ends with its subscription', async () => {
  const { subscription } = await trial(null);
  await sandbox.advance(14 * DAY_S);
  const after = await sandbox.subscription(subscription.id);
  expect([after.status, after.ended_at]).toEqual(['canceled', START + 14 * DAY_S]);
  const setup = await sandbox.stripe.setupIntents.retrieve(idOfSecret(secretOf(subscription)));
  expect(setup.status).toBe('canceled');
});

describe('a card that requires authentication', () => {
  test('is set up when the customer confirms, and renews off-session', async () => {
    const { subscription } = await trial(null);
    const secret = secretOf(subscription);
    const setup = (await confirm(
      sandbox.stripe,
      secret,
      'pm_card_authenticationRequiredOnSetup',
    )) as Stripe.SetupIntent;
    expect(setup.status).toBe('requires_action');
    expect(setup.next_action?.redirect_to_url?.url).toContain(`/3ds?client_secret=${secret}`);
    const done = await sandbox.control('authenticate', { client_secret: secret, outcome: 'complete' });
    expect(done['status']).toBe('succeeded');
    await sandbox.advance(15 * DAY_S);
    expect((await sandbox.subscription(subscription.id)).status).toBe('active');
  });

  test('is not set up when they do not, and another may be tried', async () => {
    const { subscription } = await trial(null);
    const secret = secretOf(subscription);
    await confirm(sandbox.stripe, secret, 'pm_card_authenticationRequiredOnSetup');
    const failed = await sandbox.control('authenticate', { client_secret: secret, outcome: 'fail' });
    expect(failed['status']).toBe('requires_payment_method');
    expect(failed['last_setup_error']).toMatchObject({ code: 'setup_intent_authentication_failure' });
    expect((await sandbox.subscription(subscription.id)).pending_setup_intent).toBe(idOfSecret(secret));
    const second = await confirm(sandbox.stripe, secret, 'pm_card_mastercard');
    expect(second.status).toBe('succeeded');
  });
});

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
])('%s is refused when it is set up', async (card, code, decline_code) => {
  const { subscription } = await trial(null);
  const refusal = confirm(sandbox.stripe, secretOf(subscription), card);
  await expect(refusal).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code,
    decline_code,
  });
  const setup = await sandbox.stripe.setupIntents.retrieve(idOfSecret(secretOf(subscription)));
  expect([setup.status, setup.last_setup_error?.code]).toEqual(['requires_payment_method', code]);
});
