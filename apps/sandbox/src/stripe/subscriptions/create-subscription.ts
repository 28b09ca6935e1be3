/** Starts subscriptions: with a trial, or waiting for the first payment. */
import { DAY_S } from '@undertow/market';
import type { Call } from '#stripe/api/api.ts';
import { draftInvoice, finalizeInvoice } from '#stripe/invoices/make-invoice.ts';
import { collectInvoice } from '#stripe/invoices/pay-invoice.ts';
import { periodEndAfter } from '#stripe/invoices/periods.ts';
import { defaultMethod, periodLines } from '#stripe/invoices/subscription-facts.ts';
import type { Customer } from '#stripe/objects/customer.ts';
import { newSetupIntent } from '#stripe/objects/intents.ts';
import { itemsOf, newSubscription, type Subscription } from '#stripe/objects/subscription.ts';
import { create, emit } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';
import { newId } from '#stripe/wire/ids.ts';
import { integer, oneOf, type Params } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { newItemOf, paymentSettingsParam, taxRatesParam, trialSettingsParam } from './subscription-params.ts';

const MAX_TRIAL_DAYS = 730;

function trialEndOf(params: Params, now: number): number | null {
  const days = integer(params, 'trial_period_days') ?? 0;
  if (days < 0 || days > MAX_TRIAL_DAYS) {
    throw invalid(`Invalid trial_period_days: must be from 0 to ${MAX_TRIAL_DAYS}`, 'trial_period_days');
  }
  return days === 0 ? null : now + days * DAY_S;
}

/** The subscription described by the parameters; not stored yet. */
export function composeSubscription({ world, params }: Call, customer: Customer): Subscription {
  const now = world.clocks.now();
  const trialEnd = trialEndOf(params, now);
  const anchor = trialEnd ?? now;
  const id = newId('sub');
  const end = trialEnd ?? periodEndAfter(anchor, now);
  const base = newSubscription({
    id,
    customer: customer.id,
    created: now,
    billing_cycle_anchor: anchor,
    status: trialEnd === null ? 'incomplete' : 'trialing',
  });
  return {
    ...base,
    default_tax_rates: taxRatesParam(params) ?? [],
    items: itemsOf(id, [newItemOf(params, { subscription: id, created: now, start: now, end })]),
    payment_settings: paymentSettingsParam(params, base.payment_settings),
    trial_end: trialEnd,
    trial_settings: trialSettingsParam(params, base.trial_settings),
    trial_start: trialEnd === null ? null : now,
  };
}

/** A card must be set up for what comes after the trial. */
function openSetup(world: World, subscription: Subscription): void {
  if (defaultMethod(world, subscription) !== undefined) return;
  const intent = create(
    world,
    'setup_intent',
    newSetupIntent({
      customer: subscription.customer,
      created: world.clocks.now(),
      usage: 'off_session',
      _subscription: subscription.id,
    }),
    'setup_intent.created',
  );
  const current = world.store.need('subscription', subscription.id);
  world.store.put('subscription', { ...current, pending_setup_intent: intent.id });
}

export function createSubscription(call: Call, customer: Customer): Subscription {
  const { world, params } = call;
  if (oneOf(params, 'payment_behavior', ['default_incomplete']) === undefined) {
    throw invalid('The sandbox starts subscriptions with default_incomplete only.', 'payment_behavior');
  }
  const subscription = world.store.put('subscription', composeSubscription(call, customer));
  const period = { start: subscription.created, end: subscription.created };
  const lines = periodLines(subscription, subscription.items.data, subscription.status === 'trialing');
  const invoice = finalizeInvoice(
    world,
    draftInvoice(world, subscription, { lines, reason: 'subscription_create', period }),
  );
  // A trial and a credit leave nothing to pay
  if (invoice.amount_due === 0) collectInvoice(world, invoice);
  if (subscription.status === 'trialing') openSetup(world, subscription);
  emit(world, 'customer.subscription.created', world.store.need('subscription', subscription.id));
  return world.store.need('subscription', subscription.id);
}
