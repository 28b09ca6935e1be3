/** Discards a change that waited for its payment. */

import { voidInvoice } from '#stripe/invoices/pay-invoice.ts';
import type { Subscription } from '#stripe/objects/subscription.ts';
import { change, emit } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';

/** Removes the pending update and voids its invoice; `emits` sends the events of an expiry. */
export function dropPendingUpdate(world: World, subscription: Subscription, emits: boolean): Subscription {
  if (subscription._pendingInvoice === null) return subscription;
  const invoice = world.store.need('invoice', subscription._pendingInvoice);
  if (invoice.status === 'open') voidInvoice(world, invoice);
  const current = world.store.need('subscription', subscription.id);
  const patch = { pending_update: null, _pendingInvoice: null };
  const after = change(world, 'subscription', current, patch, emits ? 'customer.subscription.updated' : null);
  if (emits) emit(world, 'customer.subscription.pending_update_expired', after, current);
  return after;
}
