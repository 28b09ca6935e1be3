/** What a change of a subscription would do, computed and stored nowhere: the preview and the change share it. */

import { periodEndAfter } from '#stripe/invoices/periods.ts';
import { prorationLines } from '#stripe/invoices/proration.ts';
import { productName, taxRatesOf } from '#stripe/invoices/subscription-facts.ts';
import type { LineFacts } from '#stripe/objects/invoice.ts';
import { periodOf, type Subscription, type SubscriptionItem } from '#stripe/objects/subscription.ts';
import type { World } from '#stripe/state/world.ts';
import { integer, type Metadata, oneOf, type Params, sentMetadata } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { creditedLine } from './end-subscription.ts';
import { changedItems, instantParam, itemEntries } from './subscription-params.ts';

export const PRORATION_BEHAVIOURS = ['none', 'create_prorations', 'always_invoice'] as const;
export type ProrationBehaviour = (typeof PRORATION_BEHAVIOURS)[number];

export interface ChangePlan {
  readonly items: readonly SubscriptionItem[];
  readonly itemsChanged: boolean;
  readonly behaviour: ProrationBehaviour;
  /** Credits and charges for the rest of the period. */
  readonly prorations: readonly LineFacts[];
  /** Undefined where the trial stays as it is; `now` of the clock ends it at once. */
  readonly trialEnd: number | undefined;
  /** As sent. */
  readonly metadata: Metadata | undefined;
}

function prorationInstant(params: Params, subscription: Subscription, now: number): number {
  const asked = integer(params, 'proration_date');
  if (asked === undefined) return now;
  const { start, end } = periodOf(subscription);
  if (asked < start || asked > end) {
    throw invalid(
      'Cannot specify proration_date that falls outside of the current period.',
      'proration_date',
    );
  }
  return asked;
}

/** Throws a `StripeError` for what could not be changed so. */
export function planChange(world: World, subscription: Subscription, params: Params): ChangePlan {
  const now = world.clocks.nowFor(subscription);
  const before = subscription.items.data;
  const entries = itemEntries(params) ?? [];
  const trialEnd = instantParam(params, 'trial_end', now);
  if (trialEnd !== undefined && trialEnd < now) {
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  }
  const { start, end } = periodOf(subscription);
  const items = changedItems(world, before, entries, {
    subscription: subscription.id,
    created: now,
    start,
    end,
  });
  if (items.length === 0) throw invalid('A subscription must have at least one active plan.', 'items');
  const behaviour = oneOf(params, 'proration_behavior', PRORATION_BEHAVIOURS) ?? 'create_prorations';
  const at = prorationInstant(params, subscription, now);
  // A trial is free: there is nothing to credit and nothing to charge
  const prorates = behaviour !== 'none' && subscription.status !== 'trialing';
  const prorations = prorates
    ? prorationLines({
        subscription: subscription.id,
        before,
        after: items,
        at,
        rates: taxRatesOf(world, subscription),
        productName: (product) => productName(world, product),
        creditedLine: (item) => creditedLine(world, subscription, item),
      })
    : [];
  return {
    items,
    itemsChanged: entries.length > 0,
    behaviour,
    prorations,
    trialEnd,
    metadata: sentMetadata(params),
  };
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
