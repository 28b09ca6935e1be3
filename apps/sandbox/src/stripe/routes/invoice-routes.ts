/** /v1/invoices. */
import { type ApiRoute, type Call, pathObject } from '#stripe/api/api.ts';
import { listRoute, readRoute } from '#stripe/api/resource-routes.ts';
import { voidInvoice } from '#stripe/invoices/pay-invoice.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import { dropPendingUpdate } from '#stripe/subscriptions/pending-update.ts';
import { previewInvoice } from '#stripe/subscriptions/preview.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

/** Voiding the invoice of a change that waits for it discards the change. */
function voids(call: Call): Invoice {
  const { world } = call;
  const invoice = pathObject(call, 'invoice');
  if (invoice.status !== 'open') {
    throw invalid(`You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`);
  }
  const after = voidInvoice(world, invoice);
  const subscription = world.store.need('subscription', invoice.parent.subscription_details.subscription);
  if (subscription._pendingInvoice === invoice.id) dropPendingUpdate(world, subscription, true);
  return after;
}

export const INVOICE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    accepts: ['customer', 'subscription', 'subscription_details'],
    respond: previewInvoice,
  },
  listRoute('/v1/invoices', 'invoice', ['customer']),
  readRoute('/v1/invoices', 'invoice'),
  { method: 'POST', path: '/v1/invoices/:id/void', accepts: [], respond: voids },
];
