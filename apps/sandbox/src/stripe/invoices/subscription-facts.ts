/** What every invoice takes from its subscription: the card, and the lines of a full period. */

import type { LineFacts } from '#stripe/objects/invoice.ts';
import type { PaymentMethod } from '#stripe/objects/payment-method.ts';
import type { Subscription, SubscriptionItem } from '#stripe/objects/subscription.ts';
import type { World } from '#stripe/state/world.ts';
import { includedTaxes } from './tax.ts';

/** The subscription's own card, else the customer's. */
export function defaultMethod({ store }: World, subscription: Subscription): PaymentMethod | undefined {
  const customer = store.need('customer', subscription.customer);
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const method = id === null ? undefined : store.get('payment_method', id);
  return method?.customer === customer.id ? method : undefined;
}

function pounds(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}

/** What a period costs, or the nothing that a trial costs. */
export function periodLines(
  subscription: Subscription,
  items: readonly SubscriptionItem[],
  trial: boolean,
): readonly LineFacts[] {
  return items.map((item) => {
    const { nickname, unit_amount } = item.price;
    const amount = trial ? 0 : unit_amount;
    return {
      amount,
      description: trial
        ? `Trial period for ${nickname}`
        : `1 × ${nickname} (at ${pounds(unit_amount)} / month)`,
      period: { start: item.current_period_start, end: item.current_period_end },
      price: item.price,
      subscription: subscription.id,
      item: item.id,
      proration: false,
      credited: null,
      taxes: includedTaxes(amount, subscription.default_tax_rates),
    };
  });
}
