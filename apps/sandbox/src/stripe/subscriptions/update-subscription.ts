/** Changes subscriptions: price, trial, card, end; at once, when paid, or with the next invoice. */
import type { Call } from '#stripe/api/api.ts';
import { draftInvoice, finalizeInvoice } from '#stripe/invoices/make-invoice.ts';
import { collectInvoice } from '#stripe/invoices/pay-invoice.ts';
import { defaultMethod, periodLines } from '#stripe/invoices/subscription-facts.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import { itemsOf, periodOf, type Subscription } from '#stripe/objects/subscription.ts';
import { cardError, chargeRefusal } from '#stripe/payment/bank.ts';
import { change, emit } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';
import { oneOf, withMetadata } from '#stripe/wire/params.ts';
import { type ChangePlan, itemsForPeriod, planChange } from './change-plan.ts';
import { keepForNextInvoice } from './end-subscription.ts';
import { dropPendingUpdate } from './pending-update.ts';
import { plainPatch } from './plain-patch.ts';
import { PAYMENT_BEHAVIOURS, refuseForbidden } from './refuse-update.ts';

/** How long a change waits for its payment. */
const PENDING_SECONDS = 23 * 3600;

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
  const behaviour = oneOf(params, 'payment_behavior', PAYMENT_BEHAVIOURS) ?? 'allow_incomplete';
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
