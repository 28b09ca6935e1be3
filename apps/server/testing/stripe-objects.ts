/** Objects of the provider for tests: whole where our mapping reads them, with what a test changes laid over. */
import type Stripe from 'stripe';
import { createPriceList } from '#adapters/billing/price-list.ts';

export const TEST_PRICES = createPriceList({
  basic: ['price_basic'],
  pro: ['price_pro', 'price_pro_2025'],
  elite: ['price_elite'],
});

/** 3 November 2026, and a month later. */
export const PERIOD_START = Date.UTC(2026, 10, 3) / 1000;
export const PERIOD_END = Date.UTC(2026, 11, 3) / 1000;

export const CARD_METHOD = {
  id: 'pm_1',
  object: 'payment_method',
  card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2029, fingerprint: 'fp_1' },
};

function listOf<T>(...data: readonly T[]) {
  return { object: 'list', data, has_more: false, url: '/' };
}

/** An active Pro subscription with a card, expanded as we read it. */
export function stripeSubscription(changes: object = {}): Stripe.Subscription {
  const subscription = {
    id: 'sub_1',
    object: 'subscription',
    customer: { id: 'cus_1', object: 'customer', invoice_settings: { default_payment_method: null } },
    status: 'active',
    created: PERIOD_START,
    livemode: false,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    trial_end: null,
    default_payment_method: CARD_METHOD,
    pending_setup_intent: null,
    pending_update: null,
    latest_invoice: null,
    schedule: null,
    items: listOf({
      id: 'si_1',
      price: { id: 'price_pro', unit_amount: 9900 },
      current_period_start: PERIOD_START,
      current_period_end: PERIOD_END,
    }),
    ...changes,
  };
  return subscription as unknown as Stripe.Subscription;
}

/** A paid Pro invoice for one month. */
export function stripeInvoice(changes: object = {}): Stripe.Invoice {
  const invoice = {
    id: 'in_1',
    object: 'invoice',
    customer: 'cus_1',
    number: 'UT-0001',
    status: 'paid',
    created: PERIOD_START,
    livemode: false,
    total: 9900,
    amount_paid: 9900,
    total_taxes: [{ amount: 1650 }],
    billing_reason: 'subscription_create',
    hosted_invoice_url: 'https://invoice.example/in_1',
    invoice_pdf: 'https://invoice.example/in_1.pdf',
    status_transitions: { paid_at: PERIOD_START + 60 },
    parent: { subscription_details: { subscription: 'sub_1' } },
    payments: listOf({ status: 'paid', is_default: true, payment: { payment_intent: 'pi_1' } }),
    confirmation_secret: null,
    lines: listOf({
      amount: 9900,
      description: '1 × Pro (at £99.00 / month)',
      period: { start: PERIOD_START, end: PERIOD_END },
      pricing: { price_details: { price: 'price_pro' } },
    }),
    ...changes,
  };
  return invoice as unknown as Stripe.Invoice;
}
