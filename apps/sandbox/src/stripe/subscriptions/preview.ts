/** Invoices that would be made: of a change at once, of the next renewal, of a new subscription. Nothing is stored. */
import { HOUR_S } from '@undertow/market';
import { type Call, paramObject } from '#stripe/api/api.ts';
import { applyBalance, composeInvoice } from '#stripe/invoices/make-invoice.ts';
import { periodLines } from '#stripe/invoices/subscription-facts.ts';
import type { Invoice, LineFacts, Period } from '#stripe/objects/invoice.ts';
import { hasEnded, itemsOf, periodOf, type Subscription } from '#stripe/objects/subscription.ts';
import type { World } from '#stripe/state/world.ts';
import { newId } from '#stripe/wire/ids.ts';
import { hash, type Params } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { itemsForPeriod, planChange } from './change-plan.ts';
import { composeSubscription } from './create-subscription.ts';
import { phaseItemsAt } from './schedules.ts';

function compose(
  world: World,
  subscription: Subscription,
  lines: readonly LineFacts[],
  period: Period,
): Invoice {
  const draft = composeInvoice(
    world,
    subscription,
    { lines, reason: 'upcoming', period },
    newId('upcoming_in'),
  );
  const customer = world.store.need('customer', subscription.customer);
  const { due, ending } = applyBalance(customer.balance, draft.total);
  return {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    ending_balance: ending,
    starting_balance: customer.balance,
    lines: {
      ...draft.lines,
      data: draft.lines.data.map((line) => ({ ...line, id: newId('il_tmp') })),
    },
  };
}

/** The invoice of the next renewal. */
export function upcomingInvoice(world: World, subscription: Subscription): Invoice {
  if (hasEnded(subscription) || subscription.cancel_at_period_end || subscription.status === 'incomplete') {
    throw invalid(
      'No upcoming invoices for customer: the subscription ends.',
      undefined,
      'invoice_upcoming_none',
    );
  }
  const { start, end } = periodOf(subscription);
  const items = phaseItemsAt(world, subscription, end) ?? subscription.items.data;
  const anchor = subscription.status === 'trialing' ? end : subscription.billing_cycle_anchor;
  const lines = periodLines(subscription, itemsForPeriod(items, end, anchor), false);
  return { ...compose(world, subscription, lines, { start, end }), next_payment_attempt: end + HOUR_S };
}

function previewOfChange(world: World, subscription: Subscription, details: Params): Invoice {
  if (hasEnded(subscription)) return upcomingInvoice(world, subscription);
  const { items, prorations } = planChange(world, subscription, details);
  const changed = { ...subscription, items: itemsOf(subscription.id, items) };
  if (prorations.length === 0) return upcomingInvoice(world, changed);
  return compose(world, changed, prorations, periodOf(subscription));
}

function previewOfNew(call: Call, details: Params): Invoice {
  const { world } = call;
  const customer = paramObject(call, 'customer', 'customer');
  if (customer === undefined) {
    throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  }
  const subscription = composeSubscription({ ...call, params: details }, customer);
  const lines = periodLines(subscription, subscription.items.data, subscription.status === 'trialing');
  return compose(world, subscription, lines, { start: subscription.created, end: subscription.created });
}

/** `POST /v1/invoices/create_preview`. */
export function previewInvoice(call: Call): Invoice {
  const details = hash(call.params, 'subscription_details') ?? {};
  const subscription = paramObject(call, 'subscription', 'subscription');
  return subscription === undefined
    ? previewOfNew(call, details)
    : previewOfChange(call.world, subscription, details);
}
