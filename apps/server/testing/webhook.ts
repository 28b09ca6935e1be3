/** Webhooks for tests, signed as the payment provider signs them. */
import { createHmac } from 'node:crypto';
import { createStripeGateway } from '#adapters/billing/stripe-gateway.ts';
import type { BillingEvent, BillingGateway } from '#ports/billing.ts';

/** Signs webhooks of the test's provider. */
export const TEST_WEBHOOK_SECRET = 'whsec_test';
/** The secret before the one of today: accepted while the new one spreads. */
export const TEST_OLD_WEBHOOK_SECRET = 'whsec_before';

export const WEBHOOK_URL = '/api/webhooks/stripe';

/** The header that proves `payload`, signed at the instant. */
export function webhookSignature(payload: string, atMs: number, secret = TEST_WEBHOOK_SECRET): string {
  const seconds = Math.floor(atMs / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** The body in which the provider would send the event. */
export function webhookPayload(event: BillingEvent, changes: Readonly<Record<string, unknown>> = {}): string {
  const { customerId: customer, subscriptionId, invoiceId, dispute } = event;
  const subscriptionObject = { object: 'subscription', id: subscriptionId, customer };
  const invoiceObject = {
    object: 'invoice',
    id: invoiceId,
    customer,
    parent: { subscription_details: { subscription: subscriptionId } },
  };
  const disputeObject = {
    object: 'dispute',
    charge: dispute?.chargeId,
    status: dispute?.lost === true ? 'lost' : 'needs_response',
  };
  const customerObject = event.type.startsWith('customer.')
    ? { object: 'customer', id: customer }
    : { customer };
  const aboutInvoice = invoiceId === null ? customerObject : invoiceObject;
  const aboutSubscription = subscriptionId === null || invoiceId !== null ? aboutInvoice : subscriptionObject;
  return JSON.stringify({
    id: event.id,
    object: 'event',
    type: event.type,
    created: Math.floor(event.createdAtMs / 1000),
    livemode: event.livemode,
    data: { object: dispute === null ? aboutSubscription : disputeObject },
    ...(event.account === null ? {} : { account: event.account }),
    ...changes,
  });
}

/** A request as the provider makes it. */
export function webhookRequest(payload: string, atMs: number, secret = TEST_WEBHOOK_SECRET) {
  return {
    method: 'POST',
    url: WEBHOOK_URL,
    payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': webhookSignature(payload, atMs, secret),
    },
  } as const;
}

/** The real check of signatures; nothing listens at the address of its other calls. */
export function signedGateway(): Pick<BillingGateway, 'verifyWebhook'> {
  return createStripeGateway({
    secretKey: 'sk_test_undertow',
    webhookSecrets: [TEST_WEBHOOK_SECRET, TEST_OLD_WEBHOOK_SECRET],
    apiBase: 'http://127.0.0.1:9',
    prices: { basic: ['price_basic'], pro: ['price_pro'], elite: ['price_elite'] },
    taxRateId: null,
    livemode: false,
  });
}
