/** Reads of the payment provider: subscriptions, invoices and events, each in our words. */
import type Stripe from 'stripe';
import type { BillingEvent, BillingReads, InvoiceSnapshot, SubscriptionSnapshot } from '#ports/billing.ts';
import type { PriceList } from './price-list.ts';
import { calling, found } from './stripe-failure.ts';
import { INVOICE_EXPANSIONS, invoiceSnapshotOf, type Refunds } from './stripe-invoice.ts';
import { idOf, openPaymentIntentId, SUBSCRIPTION_EXPANSIONS, snapshotOf } from './stripe-snapshot.ts';
import { eventOf, verifyWebhook } from './stripe-webhook.ts';

/** The most that the provider puts on a page. */
const PAGE = 100;

const inList = (expansions: readonly string[]): string[] => expansions.map((name) => `data.${name}`);

export interface ReadParts {
  readonly stripe: Stripe;
  readonly prices: PriceList;
  readonly webhookSecrets: readonly string[];
  /** Mode of our keys: what is of the other mode is not ours. */
  readonly livemode: boolean;
}

/** Maps an expanded subscription; fetches the pending payment where there is one. Throws what the SDK throws. */
export async function snapshotFrom(
  { stripe, prices, livemode }: Pick<ReadParts, 'stripe' | 'prices' | 'livemode'>,
  subscription: Stripe.Subscription,
): Promise<SubscriptionSnapshot | undefined> {
  if (subscription.livemode !== livemode) return undefined;
  const paymentId = openPaymentIntentId(subscription);
  const payment = paymentId === null ? null : await stripe.paymentIntents.retrieve(paymentId);
  return snapshotOf(subscription, prices, payment);
}

function subscriptionReads(
  parts: ReadParts,
): Pick<BillingReads, 'readSubscription' | 'listSubscriptions' | 'allSubscriptions'> {
  const { stripe } = parts;
  const expand = inList(SUBSCRIPTION_EXPANSIONS);
  return {
    readSubscription(id: string) {
      return found('read subscription', async () => {
        const subscription = await stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_EXPANSIONS });
        return snapshotFrom(parts, subscription);
      });
    },

    listSubscriptions(customer: string) {
      return calling('list subscriptions', async () => {
        const page = await stripe.subscriptions.list({ customer, status: 'all', limit: PAGE, expand });
        const snapshots = await Promise.all(page.data.map((one) => snapshotFrom(parts, one)));
        return snapshots.filter((snapshot) => snapshot !== undefined);
      });
    },

    async *allSubscriptions(): AsyncIterable<SubscriptionSnapshot> {
      const pages = stripe.subscriptions.list({ status: 'all', limit: PAGE, expand });
      while (true) {
        const snapshot = await calling('list all subscriptions', async () => {
          const next = await pages.next();
          if (next.done === true) return null;
          return snapshotFrom(parts, next.value);
        });
        if (snapshot === null) return;
        if (snapshot !== undefined) yield snapshot;
      }
    },
  };
}

/** The refunds of each payment of a customer. */
async function refundsOf(stripe: Stripe, customer: string): Promise<Refunds> {
  const charges = await stripe.charges.list({ customer, limit: PAGE });
  const refunds = new Map<string, number>();
  for (const { payment_intent, amount_refunded } of charges.data) {
    const id = idOf(payment_intent);
    if (id !== null) refunds.set(id, (refunds.get(id) ?? 0) + amount_refunded);
  }
  return refunds;
}

function invoiceReads({
  stripe,
  prices,
}: ReadParts): Pick<BillingReads, 'readInvoice' | 'listInvoices' | 'customerOfCharge'> {
  return {
    readInvoice(id: string) {
      return found('read invoice', async () => {
        const invoice = await stripe.invoices.retrieve(id, { expand: INVOICE_EXPANSIONS });
        const customer = idOf(invoice.customer);
        const refunds =
          customer === null || invoice.amount_paid === 0 ? new Map() : await refundsOf(stripe, customer);
        return invoiceSnapshotOf(invoice, prices, refunds);
      });
    },

    listInvoices(customer: string): Promise<readonly InvoiceSnapshot[]> {
      return calling('list invoices', async () => {
        const [page, refunds] = await Promise.all([
          stripe.invoices.list({ customer, limit: PAGE, expand: inList(INVOICE_EXPANSIONS) }),
          refundsOf(stripe, customer),
        ]);
        return page.data.map((invoice) => invoiceSnapshotOf(invoice, prices, refunds));
      });
    },

    async customerOfCharge(chargeId: string) {
      const charge = await found('read charge', () => stripe.charges.retrieve(chargeId));
      return idOf(charge?.customer) ?? undefined;
    },
  };
}

export function stripeReads(parts: ReadParts): BillingReads {
  const { stripe, webhookSecrets } = parts;
  return {
    ...subscriptionReads(parts),
    ...invoiceReads(parts),

    listEventsSince(sinceMs): Promise<readonly BillingEvent[]> {
      return calling('list events', async () => {
        const events: Stripe.Event[] = [];
        const created = { gte: Math.floor(sinceMs / 1000) };
        for await (const event of stripe.events.list({ created, limit: PAGE })) events.push(event);
        // The provider returns the newest first
        return events.reverse().map(eventOf);
      });
    },

    verifyWebhook: (rawBody, signature, nowMs) =>
      verifyWebhook(stripe.webhooks, webhookSecrets, { rawBody, signature, nowMs }),
  };
}
