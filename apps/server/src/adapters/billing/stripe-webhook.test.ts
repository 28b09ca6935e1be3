/** T17: an event is believed when it was signed for us, now. */
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { WebhookRefused } from '#ports/billing.ts';
import { eventOf, verifyWebhook } from './stripe-webhook.ts';

const { webhooks } = new Stripe('sk_test_1');
const NOW_MS = Date.UTC(2026, 10, 22, 12);
const NOW = NOW_MS / 1000;
const SECRETS = ['whsec_new', 'whsec_old'];

function eventText(object: object, type = 'customer.subscription.updated'): string {
  return JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    created: NOW - 3,
    livemode: false,
    data: { object },
  });
}
const TEXT = eventText({ id: 'sub_1', object: 'subscription', customer: 'cus_1' });

function header(secret = 'whsec_new', timestamp = NOW, payload = TEXT): string {
  return webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

const verify = (signature: string | undefined, text = TEXT) =>
  verifyWebhook(webhooks, SECRETS, { rawBody: Buffer.from(text), signature, nowMs: NOW_MS });

test('a good event points at its subscription and customer', () => {
  expect(verify(header())).toEqual({
    id: 'evt_1',
    type: 'customer.subscription.updated',
    createdAtMs: (NOW - 3) * 1000,
    livemode: false,
    account: null,
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    invoiceId: null,
    dispute: null,
  });
});

describe('T17', () => {
  test('while a secret is rotated, both are valid', () => {
    expect(verify(header('whsec_old')).id).toBe('evt_1');
  });

  test.each([
    ['without a signature', undefined, TEXT],
    ['with another secret', header('whsec_forged'), TEXT],
    ['changed on the way', header(), TEXT.replace('sub_1', 'sub_2')],
    ['301 seconds old', header('whsec_new', NOW - 301), TEXT],
    ['301 seconds ahead', header('whsec_new', NOW + 301), TEXT],
    ['a year ahead', header('whsec_new', NOW + 365 * 86_400), TEXT],
    ['with a header of rubbish', 't=,v1=', TEXT],
    ['with an instant that is none', 'v1=abc', TEXT],
    ['of no JSON', header('whsec_new', NOW, 'not json'), 'not json'],
    ['of JSON that is no event', header('whsec_new', NOW, '{}'), '{}'],
    ['of an empty body', header('whsec_new', NOW, ''), ''],
  ])('an event %s is refused', (_name, signature, text) => {
    expect(() => verify(signature, text)).toThrow(WebhookRefused);
  });

  test('300 seconds either way are allowed', () => {
    expect(verify(header('whsec_new', NOW - 300)).id).toBe('evt_1');
    expect(verify(header('whsec_new', NOW + 300)).id).toBe('evt_1');
  });
});

describe('an event points at', () => {
  const pointed = (object: object, type?: string) => eventOf(JSON.parse(eventText(object, type)));

  test('the invoice and its subscription', () => {
    const parent = { subscription_details: { subscription: 'sub_1' } };
    expect(pointed({ object: 'invoice', id: 'in_1', customer: 'cus_1', parent })).toMatchObject({
      invoiceId: 'in_1',
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
    });
  });

  test('the customer that it is about', () => {
    expect(pointed({ object: 'customer', id: 'cus_1' }, 'customer.deleted').customerId).toBe('cus_1');
    expect(pointed({ object: 'setup_intent', id: 'seti_1', customer: 'cus_1' }).customerId).toBe('cus_1');
  });

  test('the charge of a dispute, and how it ended', () => {
    const dispute = { object: 'dispute', id: 'dp_1', charge: 'ch_1', status: 'lost' };
    expect(pointed(dispute, 'charge.dispute.closed').dispute).toEqual({ chargeId: 'ch_1', lost: true });
    const open = { ...dispute, status: 'needs_response' };
    expect(pointed(open, 'charge.dispute.created').dispute).toEqual({ chargeId: 'ch_1', lost: false });
  });
});
