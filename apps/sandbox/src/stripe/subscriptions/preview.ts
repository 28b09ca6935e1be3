/** Invoices that would be made: of a change at once, of the next renewal, of a new subscription. Nothing is stored. */
import type { Call } from '#stripe/api/api.ts';
import { applyBalance, composeInvoice } from '#stripe/invoices/make-invoice.ts';
import { periodLines } from '#stripe/invoices/subscription-facts.ts';
import type { Invoice, LineFacts, Period } from '#stripe/objects/invoice.ts';
import { hasEnded, itemsOf, periodOf, type Subscription } from '#stripe/objects/subscription.ts';
import type { World } from '#stripe/state/world.ts';
import { newId } from '#stripe/wire/ids.ts';
import { flag, hash, type Params } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { itemsForPeriod, planChange } from './change-plan.ts';
import { composeSubscription } from './create-subscription.ts';
import { unusedTimeLines } from './end-subscription.ts';
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

function noneUpcoming(): never {
  throw invalid(
    'No upcoming invoices for customer: the subscription ends.',
    undefined,
    'invoice_upcoming_none',
  );
}

/** The invoice of the next renewal, with what waits for it. */
export function upcomingInvoice(
  world: World,
  subscription: Subscription,
  extra: readonly LineFacts[] = [],
): Invoice {
  if (hasEnded(subscription) || subscription.cancel_at_period_end || subscription.status === 'incomplete') {
    return noneUpcoming();
  }
  const { start, end } = periodOf(subscription);
  const items = phaseItemsAt(world, subscription, end) ?? subscription.items.data;
  const anchor = subscription.status === 'trialing' ? end : subscription.billing_cycle_anchor;
  const next = itemsForPeriod(items, end, anchor);
  const waiting = world.store.all('invoiceitem').filter((one) => one._subscription === subscription.id);
  const lines = [
    ...waiting.map(({ _line }) => _line),
    ...extra,
    ...periodLines(world, subscription, next, false),
  ];
  const invoice = compose(world, subscription, lines, { start, end });
  return { ...invoice, next_payment_attempt: end + 3600 };
}

function previewOfChange(call: Call, subscription: Subscription, details: Params): Invoice {
  const { world } = call;
  const now = world.clocks.nowFor(subscription);
  if (hasEnded(subscription)) return noneUpcoming();
  if (flag(details, 'cancel_now') === true) {
    const lines = details['proration_behavior'] === 'none' ? [] : unusedTimeLines(world, subscription, now);
    return compose(world, subscription, lines, periodOf(subscription));
  }
  const plan = planChange(world, subscription, details);
  if (flag(details, 'cancel_at_period_end') === true) return noneUpcoming();
  const changed = { ...subscription, items: itemsOf(subscription.id, plan.items) };
  if (plan.trialEnd === now) {
    const items = itemsForPeriod(plan.items, now, now);
    return compose(world, changed, periodLines(world, changed, items, false), periodOf(subscription));
  }
  if (plan.trialEnd !== undefined) {
    const moved = plan.items.map((item) => ({ ...item, current_period_end: plan.trialEnd ?? now }));
    return upcomingInvoice(world, { ...changed, status: 'trialing', items: itemsOf(subscription.id, moved) });
  }
  if (plan.behaviour === 'always_invoice' && plan.prorations.length > 0) {
    return compose(world, changed, plan.prorations, periodOf(subscription));
  }
  return upcomingInvoice(world, changed, plan.prorations);
}

function previewOfNew(call: Call, details: Params): Invoice {
  const { world, params } = call;
  const customer = world.store.get('customer', String(params['customer'] ?? ''));
  if (customer === undefined || customer.deleted) {
    throw invalid('The sandbox previews for a customer that exists.', 'customer', 'parameter_missing');
  }
  const { automatic_tax } = params;
  const wanted = { ...details, ...(automatic_tax === undefined ? {} : { automatic_tax }) };
  const subscription = composeSubscription({ ...call, params: wanted }, customer);
  const trial = subscription.status === 'trialing';
  const lines = periodLines(world, subscription, subscription.items.data, trial);
  return compose(world, subscription, lines, { start: subscription.created, end: subscription.created });
}

/** `POST /v1/invoices/create_preview`. */
export function previewInvoice(call: Call): Invoice {
  const { world, params } = call;
  const details = hash(params, 'subscription_details') ?? {};
  const id = params['subscription'];
  if (id === undefined) return previewOfNew(call, details);
  const subscription = world.store.get('subscription', String(id));
  if (subscription === undefined)
    throw invalid(`No such subscription: '${id}'`, 'subscription', 'resource_missing');
  return previewOfChange(call, subscription, details);
}
