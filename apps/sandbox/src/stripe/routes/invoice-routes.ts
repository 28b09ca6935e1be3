/** /v1/invoices and /v1/invoice_payments. */
import { type ApiRoute, type Call, LIST_PARAMS, matching, page, pathObject } from '#stripe/api/api.ts';
import { readRoute } from '#stripe/api/resource-routes.ts';
import { finalizeInvoice } from '#stripe/invoices/make-invoice.ts';
import { collectInvoice, voidInvoice } from '#stripe/invoices/pay-invoice.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import { cardError, chargeRefusal } from '#stripe/payment/bank.ts';
import { change } from '#stripe/state/events.ts';
import { dropPendingUpdate } from '#stripe/subscriptions/pending-update.ts';
import { previewInvoice } from '#stripe/subscriptions/preview.ts';
import { flag, hash, mergedMetadata, text } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { methodById } from './card-params.ts';

function pay(call: Call): Invoice {
  const { world, params } = call;
  const found = pathObject(call, 'invoice');
  if (found.status === 'paid') throw invalid('Invoice is already paid');
  if (found.status === 'void' || found.status === 'uncollectible') {
    throw invalid(`This invoice can't be paid because it has a status of ${found.status}.`);
  }
  const id = text(params, 'payment_method');
  const method = id === undefined ? undefined : methodById(world, id);
  const invoice = found.status === 'draft' ? finalizeInvoice(world, found) : found;
  const { invoice: after, answer } = collectInvoice(world, invoice, { method });
  if (after.status === 'paid') return after;
  if (answer === null) {
    throw invalid(
      'There is no default_payment_method set on this Customer or Invoice.',
      undefined,
      'missing',
    );
  }
  if (answer.kind === 'declined') throw cardError(answer.failure);
  const intent = world.store.need('payment_intent', after._paymentIntent ?? '');
  const card = world.store.need('payment_method', intent.payment_method ?? '');
  const refusal = chargeRefusal(card);
  const message = 'The bank wants the customer to confirm this payment.';
  throw cardError(refusal ?? { code: 'authentication_required', declineCode: null, message });
}

function finalize(call: Call): Invoice {
  const draft = pathObject(call, 'invoice');
  if (draft.status !== 'draft') {
    throw invalid(
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
      undefined,
      'invoice_not_editable',
    );
  }
  return finalizeInvoice(call.world, draft);
}

/** Voiding the invoice of a change that waits for it takes the change back. */
function voids(call: Call): Invoice {
  const { world } = call;
  const invoice = pathObject(call, 'invoice');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalid(`You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`);
  }
  const after = voidInvoice(world, invoice);
  const subscription = world.store.need('subscription', invoice.parent.subscription_details.subscription);
  if (subscription._pendingInvoice === invoice.id) dropPendingUpdate(world, subscription, true);
  return after;
}

function markUncollectible(call: Call): Invoice {
  const invoice = pathObject(call, 'invoice');
  if (invoice.status !== 'open') throw invalid('You can only mark open invoices as uncollectible.');
  const now = call.world.clocks.nowFor(invoice);
  const status_transitions = { ...invoice.status_transitions, marked_uncollectible_at: now };
  const patch = {
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions,
  } as const;
  return change(call.world, 'invoice', invoice, patch, 'invoice.marked_uncollectible');
}

function list(call: Call): object {
  const { world, params } = call;
  const subscription = text(params, 'subscription');
  const rows = matching(world.store.all('invoice'), params, ['customer', 'status']);
  const mine = rows.filter((one) => {
    return subscription === undefined || one.parent.subscription_details.subscription === subscription;
  });
  return page(call, '/v1/invoices', mine);
}

function listPayments(call: Call): object {
  const { world, params } = call;
  const payment = hash(params, 'payment') ?? {};
  const intent = text(payment, 'payment_intent');
  const rows = matching(world.store.all('invoice_payment'), params, ['invoice', 'status']);
  return page(
    call,
    '/v1/invoice_payments',
    rows.filter((one) => intent === undefined || one.payment.payment_intent === intent),
  );
}

export const INVOICE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    accepts: ['automatic_tax', 'customer', 'subscription', 'subscription_details', 'preview_mode'],
    answer: previewInvoice,
  },
  {
    method: 'GET',
    path: '/v1/invoices',
    accepts: [...LIST_PARAMS, 'created', 'customer', 'status', 'subscription'],
    answer: list,
  },
  readRoute('/v1/invoices', 'invoice'),
  {
    method: 'POST',
    path: '/v1/invoices/:id',
    accepts: ['metadata', 'auto_advance', 'description'],
    answer(call) {
      const invoice = pathObject(call, 'invoice');
      const patch = {
        auto_advance: flag(call.params, 'auto_advance') ?? invoice.auto_advance,
        description: text(call.params, 'description') ?? invoice['description'],
        metadata: mergedMetadata(invoice.metadata, call.params),
      };
      return change(call.world, 'invoice', invoice, patch, 'invoice.updated');
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    accepts: LIST_PARAMS,
    answer(call) {
      const invoice = pathObject(call, 'invoice');
      return page(call, `/v1/invoices/${invoice.id}/lines`, invoice.lines.data.toReversed());
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    accepts: ['payment_method', 'off_session'],
    answer: pay,
  },
  { method: 'POST', path: '/v1/invoices/:id/finalize', accepts: ['auto_advance'], answer: finalize },
  { method: 'POST', path: '/v1/invoices/:id/void', accepts: [], answer: voids },
  { method: 'POST', path: '/v1/invoices/:id/mark_uncollectible', accepts: [], answer: markUncollectible },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    accepts: [...LIST_PARAMS, 'created', 'invoice', 'payment', 'status'],
    answer: listPayments,
  },
  readRoute('/v1/invoice_payments', 'invoice_payment'),
];
