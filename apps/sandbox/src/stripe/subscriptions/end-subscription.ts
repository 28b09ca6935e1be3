/** Ends subscriptions: by the customer, by the clock, by payments that never came. */

import { voidInvoice } from '#stripe/invoices/pay-invoice.ts';
import type { Subscription } from '#stripe/objects/subscription.ts';
import { change } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';

/** Nothing is collected any more: open invoices stay open, but are not collected; a pending update is void. */
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
}

/** The subscription is over now. */
export function endSubscription(world: World, subscription: Subscription, facts: EndFacts): Subscription {
  const now = world.clocks.now();
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
      cancellation_details: { ...before, reason: before.reason ?? facts.reason },
      ended_at: now,
      pending_setup_intent: null,
      pending_update: null,
      schedule: null,
      _pendingInvoice: null,
    },
    facts.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
  );
}
