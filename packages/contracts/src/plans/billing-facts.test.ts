/** Quotes, subscriptions and invoices, field by field: whole pence, instants, pages of the provider, or nothing. */
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  POSITIVE,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  BILLING_ROUTES,
  cancelSubscription,
  createSubscription,
  getBillingConfig,
  invoiceRow,
  openBillingPortal,
  quoteKind,
  stripeWebhook,
  subscriptionFacts,
  subscriptionQuote,
  subscriptionStatus,
  WEBHOOK_ROUTES,
} from './billing.ts';
import { paidTierName } from './plans.ts';

const PAID = wordOf(paidTierName.options);
const PAGE: ValueKind = {
  taken: ['https://pay.example/session/cs_1?a=b#c', 'http://localhost:4000/'],
  refused: ['', 'pay.example', '/relative', '//pay.example', 'https://', 7, null],
};

describe('a quote', () => {
  const QUOTE = goldenOf('routes', 'quoteSubscription')['response'];
  const LINE = { text: 'Pro, 12 to 30 November', amountPence: 5940 };

  test.each<[string, ValueKind]>([
    ['tier', PAID],
    ['kind', wordOf(quoteKind.options)],
    ['dueNowPence', COUNT],
    ['vatPence', COUNT],
    ['lines', listOf(LINE)],
    ['startsAt', INSTANT],
    ['nextChargeAt', INSTANT],
    ['nextChargePence', COUNT],
    ['prorationDate', orNull(POSITIVE)],
    ['pausedSymbols', listOf('NQ')],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(subscriptionQuote, QUOTE, field, kind)).toEqual(kind);
  });

  test('of nothing to pay is whole: no lines, no proration, nothing paused', () => {
    const nothing = { dueNowPence: 0, vatPence: 0, lines: [], prorationDate: null, pausedSymbols: [] };
    const least = { ...(QUOTE as object), ...nothing };
    expect(subscriptionQuote.parse(least)).toEqual(least);
    for (const field of Object.keys(least))
      expect(faultsOf(subscriptionQuote, changed(least, field, undefined))).toEqual([field]);
  });

  test('has lines with words and whole pence of both signs', () => {
    const quote = changed(QUOTE, 'lines', [LINE]);
    expect(kindAt(subscriptionQuote, quote, 'lines.0.text', TEXT)).toEqual(TEXT);
    expect(kindAt(subscriptionQuote, quote, 'lines.0.amountPence', WHOLE)).toEqual(WHOLE);
  });
});

describe('a subscription', () => {
  const FACTS = {
    ...{ status: 'active', tier: 'pro', pricePence: 9900, trialEndsAt: '2026-11-20T00:00:00.000Z' },
    ...{ periodEndsAt: '2026-12-20T00:00:00.000Z', endsAt: '2026-12-20T00:00:00.000Z' },
    scheduled: { tier: 'basic', at: '2026-12-20T00:00:00.000Z' },
    graceEndsAt: '2026-12-27T00:00:00.000Z',
    action: { kind: 'update_card', url: 'https://pay.example/card' },
    card: { brand: 'visa', last4: '0042', expMonth: 4, expYear: 2029 },
    ...{ trialUsed: true, coolingOffEndsAt: '2026-12-04T00:00:00.000Z', refundNowPence: 4950 },
    granted: { tier: 'elite', reason: 'Partner', until: '2027-01-01T00:00:00.000Z' },
    registrationComplete: true,
  };

  test.each<[string, ValueKind]>([
    ['status', wordOf(subscriptionStatus.options)],
    ['tier', orNull(PAID)],
    ['pricePence', orNull(COUNT)],
    ['trialEndsAt', orNull(INSTANT)],
    ['periodEndsAt', orNull(INSTANT)],
    ['endsAt', orNull(INSTANT)],
    ['scheduled.tier', PAID],
    ['scheduled.at', INSTANT],
    ['graceEndsAt', orNull(INSTANT)],
    ['action.kind', wordOf(['confirm_payment', 'update_card'])],
    ['action.url', PAGE],
    ['card.brand', TEXT],
    ['card.last4', TEXT],
    ['card.expMonth', WHOLE],
    ['card.expYear', WHOLE],
    ['trialUsed', FLAG],
    ['coolingOffEndsAt', orNull(INSTANT)],
    ['refundNowPence', COUNT],
    ['granted.tier', TEXT],
    ['granted.reason', TEXT],
    ['granted.until', orNull(INSTANT)],
    ['registrationComplete', FLAG],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(subscriptionFacts, FACTS, field, kind)).toEqual(kind);
  });

  test('of somebody who never had one is nothing, and still whole', () => {
    expect(optionalPaths(subscriptionFacts, FACTS)).toEqual([]);
    expect(nullPaths(subscriptionFacts, FACTS)).toEqual([
      ...[
        'tier',
        'pricePence',
        'trialEndsAt',
        'periodEndsAt',
        'endsAt',
        'scheduled',
        'graceEndsAt',
        'action',
      ],
      ...['card', 'coolingOffEndsAt', 'granted', 'granted.until'],
    ]);
    const nothing = Object.fromEntries(Object.keys(FACTS).map((field) => [field, null]));
    const least = {
      ...nothing,
      status: 'none',
      trialUsed: false,
      refundNowPence: 0,
      registrationComplete: false,
    };
    expect(subscriptionFacts.parse(least)).toEqual(least);
  });

  test('keeps leading zeros of a card, and never its number', () => {
    const told = changed(FACTS, 'card.number', '4242424242420042');
    expect(subscriptionFacts.parse(told).card).toEqual(FACTS.card);
  });
});

describe('an invoice', () => {
  const [INVOICE] = goldenOf('routes', 'listInvoices')['response'] as [unknown];

  test.each<[string, ValueKind]>([
    ['id', TEXT],
    ['number', orNull(TEXT)],
    ['createdAt', INSTANT],
    ['description', TEXT],
    ['totalPence', WHOLE],
    ['vatPence', WHOLE],
    ['refundedPence', COUNT],
    ['status', wordOf(['draft', 'open', 'paid', 'void', 'uncollectible'])],
    ['url', orNull(PAGE)],
    ['pdfUrl', orNull(PAGE)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(invoiceRow, INVOICE, field, kind)).toEqual(kind);
  });

  test('is whole', () => {
    expect(optionalPaths(invoiceRow, INVOICE)).toEqual([]);
  });
});

describe('a purchase', () => {
  test('answers with what is left to confirm, or that nothing is', () => {
    const answer = {
      clientSecret: 'seti_1',
      status: 'needs_card',
      tier: 'pro',
      startsAt: '2026-11-20T00:00:00.000Z',
    };
    for (const [field, kind] of [
      ['clientSecret', orNull(TEXT)],
      ['status', wordOf(['needs_card', 'needs_confirmation', 'changed', 'scheduled'])],
      ['tier', PAID],
      ['startsAt', INSTANT],
    ] as const)
      expect([field, kindAt(createSubscription.response, answer, field, kind)]).toEqual([field, kind]);
    expect(optionalPaths(createSubscription.response, answer)).toEqual([]);
  });

  test('names a tier and no price: what it costs is not the customer’s to say', () => {
    const body = partOf(createSubscription.body);
    expect(faultsOf(body, { tier: 'pro', pricePence: 1, trialDays: 99 })).toEqual([
      ...['unknown: pricePence', 'unknown: trialDays'],
    ]);
    expect(optionalPaths(body, { tier: 'pro', prorationDate: 1, immediateSupply: true })).toEqual([
      ...['prorationDate', 'immediateSupply'],
    ]);
  });

  test('is cancelled with a refund in pence, at once or at an instant', () => {
    const answer = { ok: true, refundedPence: 4950, endsAt: null };
    expect(kindAt(cancelSubscription.response, answer, 'refundedPence', COUNT)).toEqual(COUNT);
    expect(kindAt(cancelSubscription.response, answer, 'endsAt', orNull(INSTANT))).toEqual(orNull(INSTANT));
    expect(faultsOf(cancelSubscription.response, { ...answer, ok: false })).toEqual(['ok']);
  });

  test('leads to pages of the provider alone', () => {
    const config = { publishableKey: 'pk_1', scriptUrl: 'https://js.example/v3' };
    expect(kindAt(getBillingConfig.response, config, 'scriptUrl', PAGE)).toEqual(PAGE);
    expect(kindAt(openBillingPortal.response, { url: config.scriptUrl }, 'url', PAGE)).toEqual(PAGE);
    expect(kindAt(getBillingConfig.response, config, 'publishableKey', TEXT)).toEqual(TEXT);
  });

  test('is the user’s own; the provider’s events come by their signature and may be a megabyte', () => {
    for (const { id, access } of BILLING_ROUTES) expect([id, access]).toEqual([id, 'user']);
    expect(WEBHOOK_ROUTES.map(({ access, mostBytes }) => [access, mostBytes])).toEqual([
      ['webhook', 1_048_576],
    ]);
    expect(faultsOf(partOf(stripeWebhook.body), { id: 1, type: null })).toEqual(['id', 'type']);
    expect(stripeWebhook.response.safeParse({ received: false }).success).toBe(false);
  });
});
