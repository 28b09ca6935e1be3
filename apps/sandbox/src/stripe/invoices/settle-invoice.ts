/** What follows from a payment or its failure: for the invoice, and for the subscription that it bills. */

import { DAY_S } from '@undertow/market';
import type { PaymentIntent } from '#stripe/objects/intents.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import { hasEnded, itemsOf, type Subscription } from '#stripe/objects/subscription.ts';
import { change, emit } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';

/**
 * Days after the first failure on which a payment is tried again; after the last the subscription ends. Eight tries in
 * two weeks, as the default of Stripe.
 */
const RETRY_DAYS: readonly number[] = [1, 3, 5, 7, 9, 11, 14];

function paymentOf({ store }: World, invoice: Invoice) {
  return store.all('invoice_payment').find((one) => one.invoice === invoice.id && one.status === 'open');
}

/** The card of the first payment becomes the subscription's own, where that was requested. */
function keepCard(subscription: Subscription, intent: PaymentIntent | null): Partial<Subscription> {
  const wanted = subscription.payment_settings.save_default_payment_method === 'on_subscription';
  const method = intent?.payment_method ?? null;
  return wanted && method !== null ? { default_payment_method: method } : {};
}

function hasOtherDebt({ store }: World, subscription: Subscription, paid: Invoice): boolean {
  return store.all('invoice').some((invoice) => {
    const owner = invoice.parent.subscription_details.subscription;
    return (
      owner === subscription.id && invoice.id !== paid.id && invoice.status === 'open' && invoice.attempted
    );
  });
}

/** Applies the pending items. */
function appliedUpdate(subscription: Subscription): Partial<Subscription> {
  return {
    items: itemsOf(subscription.id, subscription.pending_update?.subscription_items ?? []),
    pending_update: null,
    _pendingInvoice: null,
  };
}

function settleSubscription(world: World, invoice: Invoice, intent: PaymentIntent | null): void {
  const subscription = world.store.need('subscription', invoice.parent.subscription_details.subscription);
  if (hasEnded(subscription)) return;
  const pending = subscription._pendingInvoice === invoice.id;
  const clears =
    subscription.status === 'incomplete' ||
    (subscription.status === 'past_due' && !hasOtherDebt(world, subscription, invoice));
  const patch = {
    ...keepCard(subscription, intent),
    ...(clears ? { status: 'active' as const } : {}),
    ...(pending ? appliedUpdate(subscription) : {}),
  };
  const changes = Object.entries(patch).some(([key, value]) => subscription[key] !== value);
  if (!changes) return;
  const after = change(world, 'subscription', subscription, patch, 'customer.subscription.updated');
  if (pending) emit(world, 'customer.subscription.pending_update_applied', after, subscription);
}

/** The invoice is paid, by an intent or by nothing being due. */
export function markPaid(world: World, invoice: Invoice, intent: PaymentIntent | null): Invoice {
  const now = world.clocks.now();
  const payment = paymentOf(world, invoice);
  const paid = change(
    world,
    'invoice',
    invoice,
    {
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.attempt_count + (intent === null ? 0 : 1),
      auto_advance: false,
      next_payment_attempt: null,
      status: 'paid',
      status_transitions: { ...invoice.status_transitions, paid_at: now },
    },
    'invoice.paid',
  );
  if (payment !== undefined) {
    const patch = { status: 'paid', amount_paid: invoice.amount_due } as const;
    const transitions = { canceled_at: null, paid_at: now };
    change(
      world,
      'invoice_payment',
      payment,
      { ...patch, status_transitions: transitions },
      'invoice_payment.paid',
    );
  }
  emit(world, 'invoice.payment_succeeded', paid);
  const customer = world.store.need('customer', invoice.customer);
  if (customer.delinquent) change(world, 'customer', customer, { delinquent: false }, 'customer.updated');
  settleSubscription(world, paid, intent);
  return paid;
}

/** When the payment is tried again after so many tries; null when it is over. */
function nextAttempt(invoice: Invoice, tries: number, now: number): number | null {
  const days = RETRY_DAYS[tries - 1];
  const first = invoice.status_transitions.finalized_at ?? now;
  return days === undefined ? null : Math.max(first + days * DAY_S, now + 1);
}

export interface FailureFacts {
  /** The bank requires authentication by the customer. */
  readonly requiresAction: boolean;
  /** Tried by the clock; the customer's own attempts do not move the next one. */
  readonly automatic: boolean;
}

/** Payments of a renewal fail: the customer is in debt, the subscription past due. */
function fallBehind(world: World, subscription: Subscription): void {
  const customer = world.store.need('customer', subscription.customer);
  if (!customer.delinquent) change(world, 'customer', customer, { delinquent: true }, 'customer.updated');
  if (subscription.status !== 'active') return;
  change(world, 'subscription', subscription, { status: 'past_due' }, 'customer.subscription.updated');
}

/**
 * A payment failed or requires authentication. Renewals are tried again by the clock; a first payment and a change that waits
 * for its payment are the customer's to complete.
 */
export function markFailed(
  world: World,
  invoice: Invoice,
  { requiresAction, automatic }: FailureFacts,
): Invoice {
  const subscription = world.store.need('subscription', invoice.parent.subscription_details.subscription);
  const now = world.clocks.now();
  const waits = subscription.status === 'incomplete' || subscription._pendingInvoice === invoice.id;
  const over = waits || hasEnded(subscription);
  const tries = invoice._tries + (automatic || invoice._tries === 0 ? 1 : 0);
  const next =
    automatic || invoice._tries === 0 ? nextAttempt(invoice, tries, now) : invoice.next_payment_attempt;
  const patch = {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: over ? null : next,
    _tries: tries,
  };
  const failed = change(world, 'invoice', invoice, patch, null);
  if (requiresAction) emit(world, 'invoice.payment_action_required', failed, invoice);
  emit(world, 'invoice.payment_failed', failed, invoice);
  emit(world, 'invoice.updated', failed, invoice);
  if (!over) fallBehind(world, subscription);
  return failed;
}
