/** A subscription of the provider in our words: pure, from the expanded object to a `SubscriptionSnapshot`. */
import type Stripe from 'stripe';
import type { SubscriptionSnapshot, SubscriptionStatus } from '#ports/billing.ts';
import type { PriceList } from './price-list.ts';

/** What a subscription must be read with: at most four levels deep, the provider allows no more. */
export const SUBSCRIPTION_EXPANSIONS = [
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
  'pending_setup_intent.payment_method',
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments',
  'schedule',
];

const STATUSES: ReadonlySet<string> = new Set<SubscriptionStatus>([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
]);

function statusOf({ id, status }: Stripe.Subscription): SubscriptionStatus {
  if (!STATUSES.has(status)) throw new Error(`subscription ${id} has the unknown status ${status}`);
  return status as SubscriptionStatus;
}

/** The object where it was expanded; null for none, and for a bare id. */
export function expanded<T extends object>(field: string | T | null | undefined): T | null {
  return typeof field === 'object' ? field : null;
}

export function idOf(field: string | { readonly id: string } | null | undefined): string | null {
  if (field === null || field === undefined) return null;
  return typeof field === 'string' ? field : field.id;
}

const millis = (seconds: number): number => seconds * 1000;
const millisOrNull = (seconds: number | null | undefined): number | null =>
  seconds === null || seconds === undefined ? null : millis(seconds);

/** The set-up of a card that still waits for the customer, or that just succeeded. */
function setupOf(subscription: Stripe.Subscription): Stripe.SetupIntent | null {
  return expanded(subscription.pending_setup_intent);
}

/** The card that the next invoice would be charged to. */
function paymentMethodOf(subscription: Stripe.Subscription): Stripe.PaymentMethod | null {
  const own = expanded(subscription.default_payment_method);
  if (own !== null) return own;
  const customer = expanded(subscription.customer);
  if (customer !== null && !('deleted' in customer && customer.deleted)) {
    const usual = expanded((customer as Stripe.Customer).invoice_settings.default_payment_method);
    if (usual !== null) return usual;
  }
  const setup = setupOf(subscription);
  return setup?.status === 'succeeded' ? expanded(setup.payment_method) : null;
}

function cardOf(method: Stripe.PaymentMethod | null): SubscriptionSnapshot['card'] {
  const card = method?.card;
  if (card === undefined) return null;
  return {
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
  };
}

/** The newest invoice where it waits to be paid. */
function openInvoiceOf(subscription: Stripe.Subscription): Stripe.Invoice | null {
  const invoice = expanded(subscription.latest_invoice);
  return invoice?.status === 'open' ? invoice : null;
}

/** The payment intent that an open invoice of the subscription waits for; null without one. */
export function openPaymentIntentId(subscription: Stripe.Subscription): string | null {
  const payments = openInvoiceOf(subscription)?.payments?.data ?? [];
  const payment = payments.find(({ is_default }) => is_default) ?? payments[0];
  return idOf(payment?.payment.payment_intent);
}

function clientSecretOf(subscription: Stripe.Subscription): string | null {
  const setup = setupOf(subscription);
  if (setup !== null && setup.status !== 'succeeded' && setup.status !== 'canceled') {
    return setup.client_secret;
  }
  return openInvoiceOf(subscription)?.confirmation_secret?.client_secret ?? null;
}

function scheduledOf(
  subscription: Stripe.Subscription,
  prices: PriceList,
  tier: string,
): SubscriptionSnapshot['scheduled'] {
  const schedule = expanded(subscription.schedule);
  if (schedule === null || schedule.status !== 'active') return null;
  const next = schedule.phases.find(
    ({ start_date }) => start_date >= (schedule.current_phase?.end_date ?? 0),
  );
  const nextTier = prices.tierOf(idOf(next?.items[0]?.price) ?? '');
  if (next === undefined || nextTier === undefined || nextTier === tier) return null;
  return { tier: nextTier, atMs: millis(next.start_date), scheduleId: schedule.id };
}

function pendingTierOf({ pending_update }: Stripe.Subscription, prices: PriceList) {
  const priceId = pending_update?.subscription_items?.[0]?.price.id;
  return prices.tierOf(priceId ?? '') ?? null;
}

function cancelAtMs(subscription: Stripe.Subscription, periodEndsAtMs: number): number | null {
  if (subscription.cancel_at !== null) return millis(subscription.cancel_at);
  return subscription.cancel_at_period_end ? periodEndsAtMs : null;
}

/**
 * The snapshot of a subscription that was expanded with `SUBSCRIPTION_EXPANSIONS`. `payment` is the payment intent that
 * its open invoice waits for. Undefined where the price is not ours: such a subscription gives nobody a tier.
 */
export function snapshotOf(
  subscription: Stripe.Subscription,
  prices: PriceList,
  payment: Stripe.PaymentIntent | null,
): SubscriptionSnapshot | undefined {
  const [item] = subscription.items.data;
  const tier = prices.tierOf(item?.price.id ?? '');
  if (item === undefined || tier === undefined) return undefined;
  const periodEndsAtMs = millis(item.current_period_end);
  const method = paymentMethodOf(subscription);
  const invoice = openInvoiceOf(subscription);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: statusOf(subscription),
    tier,
    itemId: item.id,
    priceId: item.price.id,
    pricePence: item.price.unit_amount ?? 0,
    createdAtMs: millis(subscription.created),
    trialEndsAtMs: millisOrNull(subscription.trial_end),
    periodStartsAtMs: millis(item.current_period_start),
    periodEndsAtMs,
    cancelAtMs: cancelAtMs(subscription, periodEndsAtMs),
    endedAtMs: millisOrNull(subscription.ended_at),
    cardReady: method !== null,
    card: cardOf(method),
    scheduled: scheduledOf(subscription, prices, tier),
    clientSecret: clientSecretOf(subscription),
    pendingTier: pendingTierOf(subscription, prices),
    openInvoice:
      invoice === null
        ? null
        : {
            id: invoice.id,
            url: invoice.hosted_invoice_url ?? null,
            needsConfirmation:
              payment?.status === 'requires_action' || payment?.status === 'requires_confirmation',
          },
    livemode: subscription.livemode,
  };
}
