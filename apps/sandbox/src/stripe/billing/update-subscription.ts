/** Changes subscriptions: price, trial, card, end; at once, when paid, or with the next invoice. */
import type { Call } from '#stripe/api.ts';
import { change, emit } from '#stripe/events.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import { hasEnded, itemsOf, periodOf, type Subscription } from '#stripe/objects/subscription.ts';
import { flag, hash, integer, mergedMetadata, oneOf, text, withMetadata } from '#stripe/params.ts';
import { cardError, chargeRefusal } from '#stripe/payment/bank.ts';
import { invalid } from '#stripe/stripe-error.ts';
import type { World } from '#stripe/world.ts';
import { type ChangePlan, itemsForPeriod, planChange } from './change-plan.ts';
import { keepForNextInvoice } from './end-subscription.ts';
import { draftInvoice, finalizeInvoice } from './make-invoice.ts';
import { collectInvoice, voidInvoice } from './pay-invoice.ts';
import { defaultMethod, periodLines } from './subscription-facts.ts';
import {
  automaticTaxParam,
  methodParam,
  paymentSettingsParam,
  refuseOtherCollection,
  taxRatesParam,
  trialSettingsParam,
} from './subscription-params.ts';

/** How long a change waits for its payment. */
const PENDING_SECONDS = 23 * 3600;

const BEHAVIOURS = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;

/** What may be sent beside a change that waits for its payment. */
const WITH_PENDING = [
  'expand',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'items',
  'trial_end',
  'off_session',
  'metadata',
];

/** All that a subscription takes before its first payment. */
const WHILE_INCOMPLETE = ['expand', 'metadata', 'default_payment_method', 'cancellation_details'];

function refuseForbidden(
  call: Call,
  subscription: Subscription,
  behaviour: (typeof BEHAVIOURS)[number],
): void {
  const { params } = call;
  refuseOtherCollection(params);
  const names = Object.keys(params);
  if (
    hasEnded(subscription) &&
    names.some((name) => !['metadata', 'cancellation_details', 'expand'].includes(name))
  ) {
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
  if (behaviour === 'pending_if_incomplete' && alone !== undefined) {
    throw invalid(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can not pass \`${alone}\`. See https://stripe.com/docs/billing/subscriptions/pending-updates-reference.`,
      alone,
    );
  }
  if (
    subscription.schedule !== null &&
    (names.includes('cancel_at_period_end') || names.includes('cancel_at'))
  ) {
    throw invalid(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
}

function endPatch(call: Call, subscription: Subscription, now: number): Partial<Subscription> {
  const { params } = call;
  const atPeriodEnd = flag(params, 'cancel_at_period_end');
  const cancelAt = text(params, 'cancel_at');
  const asked = hash(params, 'cancellation_details') ?? {};
  const details = {
    ...subscription.cancellation_details,
    ...(text(asked, 'comment') === undefined ? {} : { comment: text(asked, 'comment') || null }),
    ...(text(asked, 'feedback') === undefined ? {} : { feedback: text(asked, 'feedback') || null }),
  };
  if (atPeriodEnd === true) {
    return {
      cancel_at_period_end: true,
      cancel_at: periodOf(subscription).end,
      canceled_at: now,
      cancellation_details: { ...details, reason: 'cancellation_requested' },
    };
  }
  if (cancelAt !== undefined && cancelAt !== '') {
    const at =
      cancelAt === 'min_period_end' ? periodOf(subscription).end : (integer(params, 'cancel_at') ?? null);
    return {
      cancel_at: at,
      canceled_at: now,
      cancellation_details: { ...details, reason: 'cancellation_requested' },
    };
  }
  if (atPeriodEnd === false || cancelAt === '') {
    const cleared = { cancel_at_period_end: false, cancel_at: null, canceled_at: null } as const;
    return { ...cleared, cancellation_details: { ...details, reason: null } };
  }
  return { cancellation_details: details };
}

/** Everything that takes effect without money. */
function plainPatch(call: Call, subscription: Subscription, now: number): Partial<Subscription> {
  const { world, params } = call;
  const customer = world.store.need('customer', subscription.customer);
  const method = methodParam(call, 'default_payment_method', subscription.customer);
  return {
    ...endPatch(call, subscription, now),
    automatic_tax: automaticTaxParam(params, customer) ?? subscription.automatic_tax,
    default_payment_method: method === undefined ? subscription.default_payment_method : method,
    default_tax_rates: taxRatesParam(call) ?? subscription.default_tax_rates,
    description: text(params, 'description') ?? subscription.description,
    metadata: mergedMetadata(subscription.metadata, params),
    payment_settings: paymentSettingsParam(params, subscription.payment_settings),
    trial_settings: trialSettingsParam(params, subscription.trial_settings),
  };
}

function itemsPatch(subscription: Subscription, plan: ChangePlan, now: number): Partial<Subscription> {
  const { trialEnd, items } = plan;
  if (trialEnd === undefined) return { items: itemsOf(subscription.id, items) };
  const trial = trialEnd > now;
  const moved = trial
    ? items.map((item) => ({ ...item, current_period_start: now, current_period_end: trialEnd }))
    : itemsForPeriod(items, now, now);
  return {
    items: itemsOf(subscription.id, moved),
    billing_cycle_anchor: trialEnd,
    status: trial ? 'trialing' : 'active',
    trial_end: trialEnd,
    trial_start: trial ? (subscription.trial_start ?? now) : subscription.trial_start,
  };
}

/** The invoice that a change makes at once; null where it makes none. */
function changeInvoice(
  world: World,
  subscription: Subscription,
  plan: ChangePlan,
  now: number,
): Invoice | null {
  const { behaviour, prorations, trialEnd } = plan;
  const startsPeriod = trialEnd !== undefined;
  const fullPeriod = startsPeriod
    ? periodLines(world, subscription, itemsPatch(subscription, plan, now).items?.data ?? [], trialEnd > now)
    : [];
  const lines = [...(behaviour === 'always_invoice' || startsPeriod ? prorations : []), ...fullPeriod];
  if (lines.length === 0) return null;
  const draft = draftInvoice(world, subscription, {
    lines,
    reason: 'subscription_update',
    period: periodOf(subscription),
  });
  return finalizeInvoice(world, draft);
}

/** A change that waited for its payment waits no longer: its invoice is void. */
export function dropPendingUpdate(world: World, subscription: Subscription, tells: boolean): Subscription {
  if (subscription._pendingInvoice === null) return subscription;
  const invoice = world.store.need('invoice', subscription._pendingInvoice);
  if (invoice.status === 'open') voidInvoice(world, invoice);
  const current = world.store.need('subscription', subscription.id);
  const patch = { pending_update: null, _pendingInvoice: null };
  const after = change(world, 'subscription', current, patch, tells ? 'customer.subscription.updated' : null);
  if (tells) emit(world, 'customer.subscription.pending_update_expired', after, current);
  return after;
}

function waitForPayment(
  world: World,
  subscription: Subscription,
  plan: ChangePlan,
  invoice: Invoice,
  now: number,
) {
  const patch = itemsPatch(subscription, plan, now);
  const current = world.store.need('subscription', subscription.id);
  return world.store.put('subscription', {
    ...current,
    pending_update: {
      billing_cycle_anchor: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(now + PENDING_SECONDS, periodOf(current).end),
      metadata: plan.metadata ?? null,
      subscription_items: patch.items?.data ?? [],
      trial_end: plan.trialEnd ?? null,
      trial_from_plan: null,
    },
    _pendingInvoice: invoice.id,
  });
}

/** A change that is in force only when its invoice is paid. */
function updateWhenPaid(world: World, subscription: Subscription, plan: ChangePlan, now: number): void {
  const invoice = changeInvoice(world, subscription, plan, now);
  const before = world.store.need('subscription', subscription.id);
  if (invoice === null || invoice.amount_due === 0) {
    const metadata = withMetadata(before.metadata, plan.metadata ?? {});
    const patch = { ...itemsPatch(before, plan, now), metadata };
    change(world, 'subscription', before, patch, 'customer.subscription.updated');
    if (invoice !== null) collectInvoice(world, invoice);
    return;
  }
  waitForPayment(world, before, plan, invoice, now);
  const { answer } = collectInvoice(world, invoice);
  // Paid: the payment has already put the items in force
  if (answer?.kind === 'ok') return;
  emit(world, 'customer.subscription.updated', world.store.need('subscription', subscription.id), before);
}

export function updateSubscription(call: Call, found: Subscription): Subscription {
  const { world, params } = call;
  const behaviour = oneOf(params, 'payment_behavior', BEHAVIOURS) ?? 'allow_incomplete';
  refuseForbidden(call, found, behaviour);
  const now = world.clocks.nowFor(found);
  const plan = planChange(world, found, params);
  const changesMoney = plan.itemsChanged || plan.trialEnd !== undefined;
  if (!changesMoney) {
    return change(
      world,
      'subscription',
      found,
      plainPatch(call, found, now),
      'customer.subscription.updated',
    );
  }
  const subscription = dropPendingUpdate(world, found, false);
  if (behaviour === 'pending_if_incomplete') {
    updateWhenPaid(world, subscription, plan, now);
    return world.store.need('subscription', found.id);
  }
  const method = defaultMethod(world, subscription);
  const refusal = method === undefined ? null : chargeRefusal(method);
  const charges = plan.behaviour === 'always_invoice' || plan.trialEnd === now;
  if (behaviour === 'error_if_incomplete' && charges && refusal !== null) throw cardError(refusal);
  const invoice = changeInvoice(world, subscription, plan, now);
  if (plan.behaviour === 'create_prorations') keepForNextInvoice(world, subscription, plan.prorations);
  const current = world.store.need('subscription', found.id);
  const waits = behaviour === 'default_incomplete' && invoice !== null && invoice.amount_due > 0;
  const patch = {
    ...plainPatch(call, current, now),
    ...itemsPatch(current, plan, now),
    ...(waits ? { status: 'past_due' as const } : {}),
  };
  change(world, 'subscription', current, patch, 'customer.subscription.updated');
  if (invoice !== null && !waits) collectInvoice(world, invoice);
  return world.store.need('subscription', found.id);
}
