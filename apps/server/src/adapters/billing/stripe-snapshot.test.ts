/** Subscriptions and invoices of the provider, mapped to ours. */
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  CARD_METHOD,
  PERIOD_END,
  PERIOD_START,
  stripeInvoice,
  stripeSubscription,
  TEST_PRICES,
} from '#testing/stripe-objects.ts';
import { invoiceSnapshotOf } from './stripe-invoice.ts';
import { openPaymentIntentId, snapshotOf } from './stripe-snapshot.ts';

const read = (changes: object = {}, payment: object | null = null) =>
  snapshotOf(stripeSubscription(changes), TEST_PRICES, payment as Stripe.PaymentIntent | null);

/** An open invoice of 99 pounds that waits for a payment. */
const openInvoice = stripeInvoice({
  status: 'open',
  amount_paid: 0,
  status_transitions: { paid_at: null },
  confirmation_secret: { client_secret: 'pi_1_secret_1' },
  payments: { data: [{ status: 'open', is_default: true, payment: { payment_intent: 'pi_1' } }] },
});

describe('a subscription', () => {
  test('that runs is mapped in full, in pence and milliseconds', () => {
    expect(read()).toEqual({
      id: 'sub_1',
      customerId: 'cus_1',
      status: 'active',
      tier: 'pro',
      itemId: 'si_1',
      priceId: 'price_pro',
      pricePence: 9900,
      createdAtMs: PERIOD_START * 1000,
      trialEndsAtMs: null,
      periodStartsAtMs: PERIOD_START * 1000,
      periodEndsAtMs: PERIOD_END * 1000,
      cancelAtMs: null,
      endedAtMs: null,
      cardReady: true,
      card: { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2029, fingerprint: 'fp_1' },
      scheduled: null,
      clientSecret: null,
      pendingTier: null,
      openInvoice: null,
      livemode: false,
    });
  });

  test('of a price that is not ours is none, and one of an earlier price keeps its tier', () => {
    const item = stripeSubscription().items.data[0];
    const priced = (id: string) => ({ items: { data: [{ ...item, price: { id, unit_amount: 1 } }] } });
    expect(read(priced('price_foreign'))).toBeUndefined();
    expect(read(priced('price_pro_2025'))?.tier).toBe('pro');
    expect(read({ items: { data: [] } })).toBeUndefined();
  });

  test('in a trial without a card waits with the secret of the card set-up', () => {
    const setup = { id: 'seti_1', status: 'requires_payment_method', client_secret: 'seti_1_secret_1' };
    const snapshot = read({
      status: 'trialing',
      trial_end: PERIOD_END,
      default_payment_method: null,
      pending_setup_intent: setup,
    });
    expect(snapshot).toMatchObject({ cardReady: false, card: null, clientSecret: 'seti_1_secret_1' });
    expect(snapshot?.trialEndsAtMs).toBe(PERIOD_END * 1000);
  });

  test('has its card from the set-up that just succeeded, or from the customer', () => {
    const bare = { default_payment_method: null };
    const setup = { id: 'seti_1', status: 'succeeded', client_secret: 's', payment_method: CARD_METHOD };
    expect(read({ ...bare, pending_setup_intent: setup })).toMatchObject({
      cardReady: true,
      clientSecret: null,
      card: { last4: '4242' },
    });
    const customer = { id: 'cus_1', invoice_settings: { default_payment_method: CARD_METHOD } };
    expect(read({ ...bare, customer })?.cardReady).toBe(true);
    expect(read({ ...bare, customer: { id: 'cus_1', deleted: true } })?.cardReady).toBe(false);
    expect(read(bare)?.cardReady).toBe(false);
  });

  test('that waits for its first payment has the secret, and whether the bank requires a confirmation', () => {
    const changes = { status: 'incomplete', latest_invoice: openInvoice };
    expect(openPaymentIntentId(stripeSubscription(changes))).toBe('pi_1');
    expect(read(changes, { status: 'requires_action' })).toMatchObject({
      clientSecret: 'pi_1_secret_1',
      openInvoice: { id: 'in_1', url: 'https://invoice.example/in_1', needsConfirmation: true },
    });
    expect(read(changes, { status: 'requires_payment_method' })?.openInvoice?.needsConfirmation).toBe(false);
  });

  test('with an upgrade that is not paid keeps its tier and names the other one', () => {
    const pending_update = { subscription_items: [{ price: { id: 'price_elite' } }] };
    expect(read({ pending_update, latest_invoice: openInvoice })).toMatchObject({
      tier: 'pro',
      pendingTier: 'elite',
      clientSecret: 'pi_1_secret_1',
    });
  });

  test('whose newest invoice is paid waits for nothing', () => {
    expect(openPaymentIntentId(stripeSubscription({ latest_invoice: stripeInvoice() }))).toBeNull();
    expect(read({ latest_invoice: stripeInvoice() })).toMatchObject({
      openInvoice: null,
      clientSecret: null,
    });
  });

  test('names a smaller tier that waits for the end of the period', () => {
    const phases = [
      { start_date: PERIOD_START, end_date: PERIOD_END, items: [{ price: 'price_pro' }] },
      { start_date: PERIOD_END, end_date: PERIOD_END + 1, items: [{ price: 'price_basic' }] },
    ];
    const current_phase = { start_date: PERIOD_START, end_date: PERIOD_END };
    const schedule = { id: 'sub_sched_1', status: 'active', phases, current_phase };
    expect(read({ schedule })?.scheduled).toEqual({
      tier: 'basic',
      atMs: PERIOD_END * 1000,
      scheduleId: 'sub_sched_1',
    });
    expect(read({ schedule: { ...schedule, status: 'released' } })?.scheduled).toBeNull();
    // Made and not filled yet
    expect(read({ schedule: { ...schedule, phases: phases.slice(0, 1) } })?.scheduled).toBeNull();
  });

  test('that ends with its period, or at an instant, or has ended, has the instant', () => {
    expect(read({ cancel_at_period_end: true })?.cancelAtMs).toBe(PERIOD_END * 1000);
    expect(read({ cancel_at: PERIOD_END - 5 })?.cancelAtMs).toBe((PERIOD_END - 5) * 1000);
    expect(read({ status: 'canceled', ended_at: PERIOD_START + 9 })?.endedAtMs).toBe(
      (PERIOD_START + 9) * 1000,
    );
  });

  test('with an unknown status is refused', () => {
    expect(() => read({ status: 'hibernating' })).toThrow('unknown status hibernating');
  });
});

describe('an invoice', () => {
  const invoice = (changes: object = {}) =>
    invoiceSnapshotOf(stripeInvoice(changes), TEST_PRICES, new Map([['pi_1', 250]]));

  test('that was paid has plan and days, VAT, and its refunds', () => {
    expect(invoice()).toMatchObject({
      subscriptionId: 'sub_1',
      description: 'Pro, 3 Nov to 2 Dec 2026',
      totalPence: 9900,
      vatPence: 1650,
      paidPence: 9900,
      refundedPence: 250,
      paymentIntentId: 'pi_1',
      paidAtMs: (PERIOD_START + 60) * 1000,
    });
  });

  test('of an upgrade is named after the bought plan, not the refunded one', () => {
    const line = (price: string, amount: number) => ({
      amount,
      description: 'time',
      period: { start: PERIOD_START, end: PERIOD_END },
      pricing: { price_details: { price } },
    });
    const lines = { data: [line('price_elite', 15000), line('price_pro', -7000)] };
    expect(invoice({ lines }).description).toBe('Elite, 3 Nov to 2 Dec 2026');
  });

  test('without a charge refers to no payment, and one of zero is still mapped', () => {
    const trial = {
      total: 0,
      amount_paid: 0,
      total_taxes: null,
      payments: { data: [] },
      lines: { data: [] },
    };
    expect(invoice(trial)).toMatchObject({
      description: 'Subscription',
      vatPence: 0,
      refundedPence: 0,
      paymentIntentId: null,
    });
  });
});
