/** Facts of a subscription that every invoice asks for: its tax rates, its card, the lines of a full period. */

import type { TaxRate } from '#stripe/objects/catalogue-objects.ts';
import type { LineFacts } from '#stripe/objects/invoice.ts';
import type { PaymentMethod } from '#stripe/objects/payment-method.ts';
import type { Subscription, SubscriptionItem } from '#stripe/objects/subscription.ts';
import { VAT_RATE_ID } from '#stripe/state/catalogue.ts';
import type { World } from '#stripe/state/world.ts';
import { includedTaxes } from './tax.ts';

/** The rates asked for; with automatic tax the sandbox knows one country. None otherwise, as in the real account. */
export function taxRatesOf(
  { store }: World,
  { default_tax_rates, automatic_tax }: Subscription,
): readonly TaxRate[] {
  if (default_tax_rates.length > 0) return default_tax_rates;
  return automatic_tax.enabled ? [store.need('tax_rate', VAT_RATE_ID)] : [];
}

/** The subscription's own card, else the customer's. */
export function defaultMethod({ store }: World, subscription: Subscription): PaymentMethod | undefined {
  const customer = store.need('customer', subscription.customer);
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const method = id === null ? undefined : store.get('payment_method', id);
  return method?.customer === customer.id ? method : undefined;
}

export function productName({ store }: World, product: string): string {
  return store.get('product', product)?.name ?? product;
}

function pounds(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}

/** What a period costs, or the nothing that a trial costs. */
export function periodLines(
  world: World,
  subscription: Subscription,
  items: readonly SubscriptionItem[],
  trial: boolean,
): readonly LineFacts[] {
  const rates = taxRatesOf(world, subscription);
  return items.map((item) => {
    const name = productName(world, item.price.product);
    const amount = trial ? 0 : item.price.unit_amount * item.quantity;
    return {
      amount,
      description: trial
        ? `Trial period for ${name}`
        : `${item.quantity} × ${name} (at ${pounds(item.price.unit_amount)} / month)`,
      period: { start: item.current_period_start, end: item.current_period_end },
      quantity: item.quantity,
      price: item.price,
      subscription: subscription.id,
      item: item.id,
      proration: false,
      credited: null,
      taxes: includedTaxes(amount, rates),
    };
  });
}
