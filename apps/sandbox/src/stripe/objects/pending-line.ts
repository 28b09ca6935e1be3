/** A proration that waits for the next invoice: Stripe's invoice item. */
import { newId } from '#stripe/wire/ids.ts';
import type { LineFacts } from './invoice.ts';
import { CURRENCY, type StripeObject } from './stripe-object.ts';
import type { Subscription } from './subscription.ts';

export interface PendingLine extends StripeObject {
  readonly object: 'invoiceitem';
  readonly customer: string;
  readonly _subscription: string;
  readonly _line: LineFacts;
}

export function newPendingLine(subscription: Subscription, line: LineFacts, date: number): PendingLine {
  const { amount, description, period, quantity, price } = line;
  return {
    id: newId('ii'),
    object: 'invoiceitem',
    amount,
    currency: CURRENCY,
    customer: subscription.customer,
    customer_account: null,
    date,
    description,
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    net_amount: amount,
    parent: {
      subscription_details: { subscription: subscription.id, subscription_item: line.item },
      type: 'subscription_details',
    },
    period,
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(price.unit_amount),
    },
    proration: line.proration,
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: [],
    test_clock: subscription.test_clock,
    _subscription: subscription.id,
    _line: line,
  };
}
