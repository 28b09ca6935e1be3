/** What a change of a subscription's price would do, computed and stored nowhere: the preview and the change share it. */

import { periodEndAfter } from '#stripe/invoices/periods.ts';
import { prorationLines } from '#stripe/invoices/proration.ts';
import type { LineFacts } from '#stripe/objects/invoice.ts';
import { periodOf, type Subscription, type SubscriptionItem } from '#stripe/objects/subscription.ts';
import type { World } from '#stripe/state/world.ts';
import { integer, oneOf, type Params } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { changedItem } from './subscription-params.ts';

export interface ChangePlan {
  readonly items: readonly SubscriptionItem[];
  /** Credits and charges for the rest of the period; none where the change is free. */
  readonly prorations: readonly LineFacts[];
}

function prorationInstant(params: Params, subscription: Subscription, now: number): number {
  const given = integer(params, 'proration_date');
  if (given === undefined) return now;
  const { start, end } = periodOf(subscription);
  if (given < start || given > end) {
    throw invalid(
      'Cannot specify proration_date that falls outside of the current period.',
      'proration_date',
    );
  }
  return given;
}

/** Where an item was charged last, which a credit names. */
function creditedLine({ store }: World, subscription: Subscription, item: string): LineFacts['credited'] {
  const invoices = store.all('invoice').toReversed();
  for (const invoice of invoices) {
    if (invoice.parent.subscription_details.subscription !== subscription.id) continue;
    const line = invoice.lines.data.find((one) => {
      const parent = one['parent'] as {
        readonly subscription_item_details: { readonly subscription_item: string };
      };
      return one.amount > 0 && parent.subscription_item_details.subscription_item === item;
    });
    if (line !== undefined) return { invoice: invoice.id, invoice_line_items: [line.id] };
  }
  return null;
}

/** Throws a `StripeError` for what could not be changed so. */
export function planChange(world: World, subscription: Subscription, params: Params): ChangePlan {
  const before = subscription.items.data;
  const items = before.map((item) => changedItem(params, item));
  const behaviour = oneOf(params, 'proration_behavior', ['none', 'always_invoice']);
  if (behaviour === undefined) {
    throw invalid('The sandbox prorates at once or not at all: none, always_invoice.', 'proration_behavior');
  }
  const at = prorationInstant(params, subscription, world.clocks.now());
  // A trial is free: there is nothing to credit and nothing to charge
  if (behaviour === 'none' || subscription.status === 'trialing') return { items, prorations: [] };
  const prorations = prorationLines({
    subscription: subscription.id,
    before,
    after: items,
    at,
    rates: subscription.default_tax_rates,
    creditedLine: (item) => creditedLine(world, subscription, item),
  });
  return { items, prorations };
}

/** Items moved to the period that begins at an instant. */
export function itemsForPeriod(
  items: readonly SubscriptionItem[],
  start: number,
  anchor: number,
): readonly SubscriptionItem[] {
  const end = periodEndAfter(anchor, start);
  return items.map((item) => ({ ...item, current_period_start: start, current_period_end: end }));
}
