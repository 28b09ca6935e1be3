/** Changes subscriptions: the price, at once or when it is paid; the card and the end. */
import { HOUR_S } from '@undertow/market';
import type { Call } from '#stripe/api/api.ts';
import { draftInvoice, finalizeInvoice } from '#stripe/invoices/make-invoice.ts';
import { collectInvoice } from '#stripe/invoices/pay-invoice.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import { hasEnded, itemsOf, periodOf, type Subscription } from '#stripe/objects/subscription.ts';
import { change, emit } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';
import { flag, oneOf } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { type ChangePlan, planChange } from './change-plan.ts';
import { dropPendingUpdate } from './pending-update.ts';
import { methodParam } from './subscription-params.ts';

/** What may be sent beside a change that waits for its payment. */
const WITH_PENDING = ['expand', 'payment_behavior', 'proration_behavior', 'proration_date', 'items'];

/** All that a subscription takes before its first payment. */
const WHILE_INCOMPLETE = ['expand', 'default_payment_method'];

/** `waits`: the change is in force only when it is paid. Throws a `StripeError`. */
function refuseForbidden({ params }: Call, subscription: Subscription, waits: boolean): void {
  const names = Object.keys(params);
  if (hasEnded(subscription)) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const beyond = names.find((name) => !WHILE_INCOMPLETE.includes(name));
  if (subscription.status === 'incomplete' && beyond !== undefined) {
    throw invalid(
      'A subscription whose status is `incomplete` can only update its metadata and default payment method.',
      beyond,
    );
  }
  const alone = names.find((name) => !WITH_PENDING.includes(name));
  if (waits && alone !== undefined) {
    throw invalid(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can not pass \`${alone}\`. See https://stripe.com/docs/billing/subscriptions/pending-updates-reference.`,
      alone,
    );
  }
  if (subscription.schedule !== null && names.includes('cancel_at_period_end')) {
    throw invalid(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
}

/** How long a change waits for its payment. */
const PENDING_SECONDS = 23 * HOUR_S;

function endPatch(call: Call, subscription: Subscription, now: number): Partial<Subscription> {
  const atPeriodEnd = flag(call.params, 'cancel_at_period_end');
  if (atPeriodEnd === undefined) return {};
  return {
    cancel_at_period_end: atPeriodEnd,
    cancel_at: atPeriodEnd ? periodOf(subscription).end : null,
    canceled_at: atPeriodEnd ? now : null,
    cancellation_details: {
      ...subscription.cancellation_details,
      reason: atPeriodEnd ? 'cancellation_requested' : null,
    },
  };
}

/** What takes effect without money: the end and the card. */
function plainPatch(call: Call, subscription: Subscription, now: number): Partial<Subscription> {
  const method = methodParam(call, subscription.customer);
  return {
    ...endPatch(call, subscription, now),
    default_payment_method: method ?? subscription.default_payment_method,
  };
}

function waitForPayment(world: World, subscription: Subscription, plan: ChangePlan, invoice: Invoice): void {
  const current = world.store.need('subscription', subscription.id);
  world.store.put('subscription', {
    ...current,
    pending_update: {
      billing_cycle_anchor: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(world.clocks.now() + PENDING_SECONDS, periodOf(current).end),
      metadata: null,
      subscription_items: plan.items,
      trial_end: null,
      trial_from_plan: null,
    },
    _pendingInvoice: invoice.id,
  });
}

/** The change is in force only when its invoice is paid. */
function updateWhenPaid(world: World, found: Subscription, plan: ChangePlan): void {
  const period = periodOf(found);
  const draft = draftInvoice(world, found, { lines: plan.prorations, reason: 'subscription_update', period });
  const invoice = finalizeInvoice(world, draft);
  const before = world.store.need('subscription', found.id);
  if (invoice.amount_due === 0) {
    const patch = { items: itemsOf(found.id, plan.items) };
    change(world, 'subscription', before, patch, 'customer.subscription.updated');
    collectInvoice(world, invoice);
    return;
  }
  waitForPayment(world, before, plan, invoice);
  const { response } = collectInvoice(world, invoice);
  // Paid: the payment has already put the items in force
  if (response?.kind === 'ok') return;
  emit(world, 'customer.subscription.updated', world.store.need('subscription', found.id), before);
}

export function updateSubscription(call: Call, found: Subscription): Subscription {
  const { world, params } = call;
  const waits = oneOf(params, 'payment_behavior', ['pending_if_incomplete']) !== undefined;
  refuseForbidden(call, found, waits);
  const now = world.clocks.now();
  if (params['items'] === undefined) {
    const patch = plainPatch(call, found, now);
    return change(world, 'subscription', found, patch, 'customer.subscription.updated');
  }
  const plan = planChange(world, found, params);
  const isFree = plan.prorations.length === 0;
  if (!isFree && !waits) {
    throw invalid('The sandbox charges changes with pending_if_incomplete only.', 'payment_behavior');
  }
  const subscription = dropPendingUpdate(world, found, false);
  if (isFree) {
    const patch = { ...plainPatch(call, subscription, now), items: itemsOf(found.id, plan.items) };
    return change(world, 'subscription', subscription, patch, 'customer.subscription.updated');
  }
  updateWhenPaid(world, subscription, plan);
  return world.store.need('subscription', found.id);
}
