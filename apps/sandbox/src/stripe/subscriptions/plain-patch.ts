/** What takes effect without money: the end, the card, taxes, metadata. */
import type { Call } from '#stripe/api/api.ts';
import { periodOf, type Subscription } from '#stripe/objects/subscription.ts';
import { flag, hash, integer, mergedMetadata, text } from '#stripe/wire/params.ts';
import {
  automaticTaxParam,
  methodParam,
  paymentSettingsParam,
  taxRatesParam,
  trialSettingsParam,
} from './subscription-params.ts';

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

/** Everything that was sent of it, over what stands. */
export function plainPatch(call: Call, subscription: Subscription, now: number): Partial<Subscription> {
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
