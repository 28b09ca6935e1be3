/** Reads the parameters of subscriptions: items, taxes, payment settings, ends. */
import { type Call, paramObject } from '#stripe/api/api.ts';
import type { TaxRate } from '#stripe/objects/catalogue-objects.ts';
import type { Customer } from '#stripe/objects/customer.ts';
import {
  AUTOMATIC_TAX,
  type EndBehaviour,
  NO_AUTOMATIC_TAX,
  newItem,
  type PaymentSettings,
  type Subscription,
  type SubscriptionItem,
} from '#stripe/objects/subscription.ts';
import type { World } from '#stripe/state/world.ts';
import {
  flag,
  hash,
  hashes,
  integer,
  mergedMetadata,
  oneOf,
  type Params,
  requiredText,
  text,
  texts,
} from '#stripe/wire/params.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';

const END_BEHAVIOURS: readonly EndBehaviour[] = ['cancel', 'create_invoice', 'pause'];

function priceOf({ store }: World, id: string) {
  const price = store.get('price', id);
  if (price === undefined) throw missing('price', id, 'items[0][price]');
  if (!price.active) throw invalid('The price specified is inactive.', 'items[0][price]');
  return price;
}

export interface ItemFacts {
  readonly subscription: string;
  readonly created: number;
  readonly start: number;
  readonly end: number;
}

function freshItem(world: World, params: Params, facts: ItemFacts): SubscriptionItem {
  return newItem({
    price: priceOf(world, requiredText(params, 'price')),
    quantity: integer(params, 'quantity') ?? 1,
    subscription: facts.subscription,
    created: facts.created,
    current_period_start: facts.start,
    current_period_end: facts.end,
    metadata: mergedMetadata({}, params),
  });
}

/**
 * Items after a call. An entry with an `id` changes that item, one without adds an item, which is Stripe's own trap:
 * a change of price without the item's id bills both.
 */
export function changedItems(
  world: World,
  before: readonly SubscriptionItem[],
  entries: readonly Params[],
  facts: ItemFacts,
): readonly SubscriptionItem[] {
  const items = [...before];
  for (const entry of entries) {
    const id = text(entry, 'id');
    if (id === undefined) {
      const item = freshItem(world, entry, facts);
      if (items.some((one) => one.price.id === item.price.id)) {
        throw invalid(`Cannot add multiple subscription items with the same plan: ${item.price.id}`, 'items');
      }
      items.push(item);
      continue;
    }
    const place = items.findIndex((one) => one.id === id);
    const item = items[place];
    if (item === undefined) throw missing('subscription_item', id, 'items[0][id]');
    if (flag(entry, 'deleted') === true) {
      items.splice(place, 1);
      continue;
    }
    const price = text(entry, 'price');
    const quantity = integer(entry, 'quantity') ?? item.quantity;
    const { id: _, ...kept } = newItem({
      ...item,
      price: price === undefined ? item.price : priceOf(world, price),
    });
    items[place] = {
      ...item,
      ...kept,
      id: item.id,
      quantity,
      metadata: mergedMetadata(item.metadata, entry),
    };
  }
  return items;
}

export function taxRatesParam({
  world,
  params,
}: Pick<Call, 'world' | 'params'>): readonly TaxRate[] | undefined {
  return texts(params, 'default_tax_rates')?.map((id) => {
    const rate = world.store.get('tax_rate', id);
    if (rate === undefined) throw missing('tax_rate', id, 'default_tax_rates');
    return rate;
  });
}

/** Automatic tax needs to know where the customer is, as in the real account. */
export function automaticTaxParam(
  params: Params,
  customer: Customer,
): Subscription['automatic_tax'] | undefined {
  const wanted = hash(params, 'automatic_tax');
  if (wanted === undefined) return undefined;
  if (flag(wanted, 'enabled') !== true) return NO_AUTOMATIC_TAX;
  if (customer.address?.country == null && customer['_ipAddress'] === undefined) {
    throw invalid(
      "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
      'automatic_tax[enabled]',
      'customer_tax_location_invalid',
    );
  }
  return AUTOMATIC_TAX;
}

export function paymentSettingsParam(params: Params, before: PaymentSettings): PaymentSettings {
  const settings = hash(params, 'payment_settings');
  if (settings === undefined) return before;
  return {
    payment_method_options: hash(settings, 'payment_method_options') ?? before.payment_method_options,
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
export function methodParam(call: Call, name: string, customer: string): string | null | undefined {
  if (call.params[name] === '') return null;
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

/** Cards are charged; nobody is sent a bill to pay by other means. */
export function refuseOtherCollection(params: Params): void {
  const method = text(params, 'collection_method');
  if (method === undefined || method === 'charge_automatically') return;
  throw invalid('The sandbox collects automatically only.', 'collection_method');
}

/** Seconds, or `now`. */
export function instantParam(params: Params, name: string, now: number): number | undefined {
  return text(params, name) === 'now' ? now : integer(params, name);
}

export function itemEntries(params: Params): readonly Params[] | undefined {
  return hashes(params, 'items');
}
