/** Starts subscriptions: with a trial, with a first payment, or waiting for one. */
import type { Call } from '#stripe/api/api.ts';
import { draftInvoice, finalizeInvoice } from '#stripe/invoices/make-invoice.ts';
import { collectInvoice } from '#stripe/invoices/pay-invoice.ts';
import { DAY, periodEndAfter } from '#stripe/invoices/periods.ts';
import { defaultMethod, periodLines } from '#stripe/invoices/subscription-facts.ts';
import type { Customer } from '#stripe/objects/customer.ts';
import { newSetupIntent } from '#stripe/objects/intents.ts';
import { itemsOf, newSubscription, type Subscription } from '#stripe/objects/subscription.ts';
import { cardError, chargeRefusal } from '#stripe/payment/bank.ts';
import { create, emit } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';
import { newId } from '#stripe/wire/ids.ts';
import { integer, mergedMetadata, oneOf, type Params, text } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import {
  automaticTaxParam,
  changedItems,
  instantParam,
  itemEntries,
  methodParam,
  paymentSettingsParam,
  refuseOtherCollection,
  taxRatesParam,
  trialSettingsParam,
} from './subscription-params.ts';

const PAYMENT_BEHAVIOURS = ['default_incomplete', 'allow_incomplete', 'error_if_incomplete'] as const;
type PaymentBehaviour = (typeof PAYMENT_BEHAVIOURS)[number];
const MAX_TRIAL_DAYS = 730;

function trialEndOf(params: Params, now: number): number | null {
  const days = integer(params, 'trial_period_days');
  const end = instantParam(params, 'trial_end', now);
  if (days !== undefined && end !== undefined) {
    throw invalid('You cannot set both `trial_end` and `trial_period_days`.', 'trial_end');
  }
  if (days !== undefined && (days < 0 || days > MAX_TRIAL_DAYS)) {
    throw invalid(`Invalid trial_period_days: must be from 0 to ${MAX_TRIAL_DAYS}`, 'trial_period_days');
  }
  const at = days === undefined ? end : now + days * DAY;
  if (at === undefined || at === now) return null;
  if (at < now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  return at;
}

/** The subscription as the parameters want it; stored nowhere yet. */
export function composeSubscription(call: Call, customer: Customer): Subscription {
  const { world, params } = call;
  refuseOtherCollection(params);
  const now = world.clocks.nowForCustomer(customer.id);
  const trialEnd = trialEndOf(params, now);
  const anchor = trialEnd ?? now;
  const id = newId('sub');
  const entries = itemEntries(params) ?? [];
  if (entries.length === 0) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  const end = trialEnd ?? periodEndAfter(anchor, now);
  const base = newSubscription({
    id,
    customer: customer.id,
    created: now,
    billing_cycle_anchor: anchor,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: customer.test_clock,
  });
  return {
    ...base,
    automatic_tax: automaticTaxParam(params, customer) ?? base.automatic_tax,
    default_payment_method: methodParam(call, 'default_payment_method', customer.id) ?? null,
    default_tax_rates: taxRatesParam(call) ?? [],
    description: text(params, 'description') ?? null,
    items: itemsOf(id, changedItems(world, [], entries, { subscription: id, created: now, start: now, end })),
    metadata: mergedMetadata({}, params),
    payment_settings: paymentSettingsParam(params, base.payment_settings),
    trial_end: trialEnd,
    trial_settings: trialSettingsParam(params, base.trial_settings),
    trial_start: trialEnd === null ? null : now,
  };
}

/** A card must be set up for what comes after the trial. */
function openSetup(world: World, subscription: Subscription): Subscription {
  if (defaultMethod(world, subscription) !== undefined) return subscription;
  const intent = create(
    world,
    'setup_intent',
    newSetupIntent({
      customer: subscription.customer,
      created: world.clocks.nowFor(subscription),
      metadata: {},
      usage: 'off_session',
      payment_method: null,
      description: null,
      _subscription: subscription.id,
    }),
    'setup_intent.created',
  );
  const current = world.store.need('subscription', subscription.id);
  return world.store.put('subscription', { ...current, pending_setup_intent: intent.id });
}

/** Refuses at once what could not be paid, before anything exists. */
function refuseUnpayable(world: World, subscription: Subscription, behaviour: PaymentBehaviour): void {
  if (behaviour === 'default_incomplete' || subscription.status === 'trialing') return;
  const method = defaultMethod(world, subscription);
  if (method === undefined) {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      undefined,
      'resource_missing',
    );
  }
  if (behaviour !== 'error_if_incomplete') return;
  const failure = chargeRefusal(method);
  if (failure !== null) throw cardError(failure);
}

export function createSubscription(call: Call, customer: Customer): Subscription {
  const { world, params } = call;
  const behaviour = oneOf(params, 'payment_behavior', PAYMENT_BEHAVIOURS) ?? 'allow_incomplete';
  const composed = composeSubscription(call, customer);
  refuseUnpayable(world, composed, behaviour);
  const subscription = world.store.put('subscription', composed);
  const period = { start: subscription.created, end: subscription.created };
  const lines = periodLines(world, subscription, subscription.items.data, subscription.status === 'trialing');
  const invoice = finalizeInvoice(
    world,
    draftInvoice(world, subscription, { lines, reason: 'subscription_create', period }),
  );
  // A trial and a credit leave nothing to pay
  if (invoice.amount_due === 0) collectInvoice(world, invoice);
  if (subscription.status === 'trialing') openSetup(world, subscription);
  emit(world, 'customer.subscription.created', world.store.need('subscription', subscription.id));
  if (invoice.amount_due > 0 && behaviour !== 'default_incomplete') collectInvoice(world, invoice);
  return world.store.need('subscription', subscription.id);
}
