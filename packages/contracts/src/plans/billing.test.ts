/** Requests and facts of payment: money in whole pence, and nothing that is not declared. */
import { expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { acceptedAt, changed, faultsOf } from '#testing/schema-faults.ts';
import {
  cancelSubscription,
  createSubscription,
  invoiceRow,
  quoteSubscription,
  stripeWebhook,
  subscriptionFacts,
  subscriptionQuote,
} from './billing.ts';
import * as terms from './legal-terms.ts';

const quote = goldenOf('routes', 'quoteSubscription')['response'];
const facts = goldenOf('routes', 'getSubscription')['response'];
const [invoice] = goldenOf('routes', 'listInvoices')['response'] as unknown[];

test('only a paid tier can be quoted or bought', () => {
  const query = quoteSubscription.query;
  const body = createSubscription.body;
  if (query === undefined || body === undefined) throw new Error('no schema');
  for (const schema of [query, body])
    expect(
      acceptedAt(schema, {}, 'tier', ['basic', 'pro', 'elite', 'free', 'Pro', '', null, undefined]),
    ).toEqual(['basic', 'pro', 'elite']);
});

test('the instant of a quote is a whole number of seconds after 1970', () => {
  const body = createSubscription.body;
  if (body === undefined) throw new Error('no schema');
  const base = { tier: 'pro' };
  expect(acceptedAt(body, base, 'prorationDate', [1, 1_795_000_000, 0, -1, 1.5, '1795000000', null])).toEqual(
    [1, 1_795_000_000],
  );
  expect(acceptedAt(body, base, 'immediateSupply', [true, false, undefined, 'true', 1, null])).toEqual([
    true,
    false,
    undefined,
  ]);
});

test('a cancellation may be sent without a body', () => {
  const body = cancelSubscription.body;
  if (body === undefined) throw new Error('no schema');
  for (const value of [null, undefined, {}, { atPeriodEnd: true }, { atPeriodEnd: false }])
    expect(faultsOf(body, value)).toEqual([]);
  expect(faultsOf(body, { atPeriodEnd: 'yes' })).toEqual(['atPeriodEnd']);
  expect(faultsOf(body, { refund: 5 })).toEqual(['unknown: refund']);
});

test.each(['dueNowPence', 'vatPence', 'nextChargePence'])(
  '%s of a quote is a whole number of pence, not negative',
  (name) => {
    expect(acceptedAt(subscriptionQuote, quote, name, [0, 9900, -1, 99.5, '9900', null])).toEqual([0, 9900]);
  },
);

test('a line of a quote may be a credit', () => {
  const line = (amountPence: unknown) => [{ text: 'Unused time', amountPence }];
  expect(faultsOf(subscriptionQuote, changed(quote, 'lines', line(-4950)))).toEqual([]);
  expect(faultsOf(subscriptionQuote, changed(quote, 'lines', line(-49.5)))).toEqual(['lines.0.amountPence']);
});

test('a quote is of one of five kinds', () => {
  const kinds = ['trial', 'start', 'upgrade', 'downgrade', 'current'];
  expect(acceptedAt(subscriptionQuote, quote, 'kind', [...kinds, 'refund', null])).toEqual(kinds);
});

test('a subscription is in a state that the payment provider has, or in none', () => {
  const states = ['none', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'];
  expect(acceptedAt(subscriptionFacts, facts, 'status', [...states, 'canceled', 'expired'])).toEqual(states);
});

test('what the customer must do is a page of the provider', () => {
  const action = (url: unknown) => ({ kind: 'confirm_payment', url });
  const urls = ['https://pay.example/x', 'not a page', '/relative', 7].map(action);
  expect(acceptedAt(subscriptionFacts, facts, 'action', [null, ...urls])).toEqual([null, urls[0]]);
});

test('a refund of an invoice is not negative, its total may be', () => {
  expect(acceptedAt(invoiceRow, invoice, 'refundedPence', [0, 5000, -1])).toEqual([0, 5000]);
  expect(acceptedAt(invoiceRow, invoice, 'totalPence', [0, 5000, -1, 0.5])).toEqual([0, 5000, -1]);
  expect(acceptedAt(invoiceRow, invoice, 'url', [null, 'https://x.example/', 'x'])).toEqual([
    null,
    'https://x.example/',
  ]);
});

test('an event of the provider keeps fields that are not known here', () => {
  const event = { id: 'evt_1', type: 'invoice.paid', data: { object: {} } };
  expect(stripeWebhook.body?.parse(event)).toEqual(event);
  expect(faultsOf(stripeWebhook.body ?? subscriptionQuote, { type: 'x' })).toEqual(['id']);
});

test('periods of the law are not shorter than the law’s', () => {
  // Consumer Contracts Regulations 2013: 14 days; UK GDPR: a month for requests, 72 hours for breaches
  expect(terms.COOLING_OFF_DAYS).toBeGreaterThanOrEqual(14);
  expect(terms.DATA_REQUEST_DAYS).toBeLessThanOrEqual(28);
  expect(terms.BREACH_NOTICE_HOURS).toBeLessThanOrEqual(72);
  expect(terms.NOTICE_DAYS).toBe(30);
  expect(terms.MINIMUM_AGE).toBe(18);
  expect(terms.ERASURE_UNDO_DAYS).toBe(7);
});
