/** Reads the parameters of subscriptions: the item, taxes, payment settings, the card. */
import { type Call, paramObject } from '#stripe/api/api.ts';
import type { TaxRate } from '#stripe/objects/catalogue-objects.ts';
import {
  type EndBehaviour,
  newItem,
  type PaymentSettings,
  type Subscription,
  type SubscriptionItem,
} from '#stripe/objects/subscription.ts';
import { priceById, taxRateById } from '#stripe/state/catalogue.ts';
import { hash, hashes, oneOf, type Params, requiredText, text, texts } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

const END_BEHAVIOURS: readonly EndBehaviour[] = ['cancel', 'create_invoice'];

/** The item of a call; a subscription of the sandbox has one. */
function onlyItem(params: Params): Params {
  const [item, ...others] = hashes(params, 'items') ?? [];
  if (item === undefined) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  if (others.length > 0) throw invalid('A subscription of the sandbox has one item.', 'items');
  return item;
}

export interface ItemFacts {
  readonly subscription: string;
  readonly created: number;
  readonly start: number;
  readonly end: number;
}

export function newItemOf(
  params: Params,
  { subscription, created, start, end }: ItemFacts,
): SubscriptionItem {
  const price = priceById(requiredText(onlyItem(params), 'price'), 'items[0][price]');
  return newItem({ price, subscription, created, current_period_start: start, current_period_end: end });
}

/** The item at another price. Without its id the real API would bill both prices; the sandbox refuses that. */
export function changedItem(params: Params, before: SubscriptionItem): SubscriptionItem {
  const item = onlyItem(params);
  if (text(item, 'id') !== before.id)
    throw invalid('The id of the item is missing or wrong.', 'items[0][id]');
  return itemAt(before, requiredText(item, 'price'));
}

/** The item at the price with this id; it keeps its own id and its period. */
export function itemAt(before: SubscriptionItem, price: string): SubscriptionItem {
  return { ...newItem({ ...before, price: priceById(price, 'items[0][price]') }), id: before.id };
}

export function taxRatesParam(params: Params): readonly TaxRate[] | undefined {
  return texts(params, 'default_tax_rates')?.map(taxRateById);
}

export function paymentSettingsParam(params: Params, before: PaymentSettings): PaymentSettings {
  const settings = hash(params, 'payment_settings');
  if (settings === undefined) return before;
  return {
    payment_method_options: null,
    payment_method_types: texts(settings, 'payment_method_types') ?? before.payment_method_types,
    save_default_payment_method:
      oneOf(settings, 'save_default_payment_method', ['off', 'on_subscription']) ??
      before.save_default_payment_method,
  };
}

export function trialSettingsParam(
  params: Params,
  before: Subscription['trial_settings'],
): Subscription['trial_settings'] {
  const behaviour = hash(hash(params, 'trial_settings') ?? {}, 'end_behavior');
  if (behaviour === undefined) return before;
  const choice = oneOf(behaviour, 'missing_payment_method', END_BEHAVIOURS);
  return { end_behavior: { missing_payment_method: choice ?? before.end_behavior.missing_payment_method } };
}

/** A card named for a subscription must be the customer's. */
export function methodParam(call: Call, customer: string): string | undefined {
  const name = 'default_payment_method';
  const method = paramObject(call, 'payment_method', name);
  if (method === undefined) return undefined;
  if (method.customer !== customer) {
    throw invalid(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      name,
      'resource_missing',
    );
  }
  return method.id;
}
