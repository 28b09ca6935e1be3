/** Ends subscriptions: by the customer, by the clock, by payments that never came. */

import { draftInvoice, finalizeInvoice } from '#stripe/invoices/make-invoice.ts';
import { collectInvoice, voidInvoice } from '#stripe/invoices/pay-invoice.ts';
import { prorationLines } from '#stripe/invoices/proration.ts';
import { productName, taxRatesOf } from '#stripe/invoices/subscription-facts.ts';
import type { LineFacts } from '#stripe/objects/invoice.ts';
import { newPendingLine } from '#stripe/objects/pending-line.ts';
import { periodOf, type Subscription } from '#stripe/objects/subscription.ts';
import { change, create } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';

/** Where an item was charged last, which a credit names. */
export function creditedLine(
  { store }: World,
  subscription: Subscription,
  item: string,
): LineFacts['credited'] {
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

/** What the rest of the period is worth, as credits; nothing in a trial or where the period was not paid. */
export function unusedTimeLines(world: World, subscription: Subscription, at: number): readonly LineFacts[] {
  if (subscription.status !== 'active') return [];
  return prorationLines({
    subscription: subscription.id,
    before: subscription.items.data,
    after: [],
    at,
    rates: taxRatesOf(world, subscription),
    productName: (product) => productName(world, product),
    creditedLine: (item) => creditedLine(world, subscription, item),
  });
}

/** Keeps lines for the next invoice. */
export function keepForNextInvoice(
  world: World,
  subscription: Subscription,
  lines: readonly LineFacts[],
): void {
  const now = world.clocks.nowFor(subscription);
  for (const line of lines) {
    create(world, 'invoiceitem', newPendingLine(subscription, line, now), 'invoiceitem.created');
  }
}

/** Nothing is collected any more: open invoices stay open, but nobody tries them; what waits for its payment is void. */
function stopCollecting(world: World, subscription: Subscription, voids: boolean): void {
  for (const invoice of world.store.all('invoice')) {
    if (invoice.parent.subscription_details.subscription !== subscription.id) continue;
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue;
    if (voids || subscription._pendingInvoice === invoice.id) voidInvoice(world, invoice);
    else {
      const patch = { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null };
      change(world, 'invoice', invoice, patch, 'invoice.updated');
    }
  }
}

function cancelSetup(world: World, subscription: Subscription): void {
  const intent =
    subscription.pending_setup_intent === null
      ? undefined
      : world.store.get('setup_intent', subscription.pending_setup_intent);
  if (intent === undefined || intent.status === 'succeeded' || intent.status === 'canceled') return;
  const patch = { status: 'canceled', cancellation_reason: 'abandoned', next_action: null } as const;
  change(world, 'setup_intent', intent, patch, 'setup_intent.canceled');
}

function cancelSchedule(world: World, subscription: Subscription, now: number): void {
  if (subscription.schedule === null) return;
  const schedule = world.store.need('subscription_schedule', subscription.schedule);
  const patch = { status: 'canceled', canceled_at: now, current_phase: null } as const;
  change(world, 'subscription_schedule', schedule, patch, 'subscription_schedule.canceled');
}

export interface EndFacts {
  readonly status: 'canceled' | 'incomplete_expired';
  readonly reason: Subscription['cancellation_details']['reason'];
  readonly comment?: string | null;
  readonly feedback?: string | null;
}

/** The subscription is over now. */
export function endSubscription(world: World, subscription: Subscription, facts: EndFacts): Subscription {
  const now = world.clocks.nowFor(subscription);
  stopCollecting(world, subscription, facts.status === 'incomplete_expired');
  cancelSetup(world, subscription);
  cancelSchedule(world, subscription, now);
  const current = world.store.need('subscription', subscription.id);
  const before = current.cancellation_details;
  return change(
    world,
    'subscription',
    current,
    {
      status: facts.status,
      canceled_at: current.canceled_at ?? now,
      cancellation_details: {
        comment: facts.comment ?? before.comment,
        feedback: facts.feedback ?? before.feedback,
        reason: before.reason ?? facts.reason,
      },
      ended_at: now,
      pending_setup_intent: null,
      pending_update: null,
      schedule: null,
      _pendingInvoice: null,
    },
    facts.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
  );
}

export interface CancelFacts extends Omit<EndFacts, 'status'> {
  /** Credits the unused time. */
  readonly prorate: boolean;
  /** Invoices what waits, at once; a credit goes to the customer's balance. */
  readonly invoiceNow: boolean;
}

/** Ends a subscription at the customer's wish. */
export function cancelNow(world: World, subscription: Subscription, facts: CancelFacts): Subscription {
  const status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
  const now = world.clocks.nowFor(subscription);
  const lines = facts.prorate ? unusedTimeLines(world, subscription, now) : [];
  const ended = endSubscription(world, subscription, { ...facts, status });
  if (!facts.invoiceNow) {
    // Prorations that waited for a renewal wait for nothing now
    for (const one of world.store.all('invoiceitem')) {
      if (one._subscription === subscription.id) world.store.remove('invoiceitem', one.id);
    }
    keepForNextInvoice(world, ended, lines);
    return ended;
  }
  const waits = world.store.all('invoiceitem').some((one) => one._subscription === subscription.id);
  if (lines.length === 0 && !waits) return ended;
  const period = periodOf(subscription);
  const draft = draftInvoice(world, ended, { lines, reason: 'subscription_update', period });
  collectInvoice(world, finalizeInvoice(world, draft));
  return world.store.need('subscription', subscription.id);
}
