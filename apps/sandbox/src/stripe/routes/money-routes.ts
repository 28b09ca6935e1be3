/** /v1/charges, /v1/refunds, /v1/credit_notes and /v1/disputes. */
import { type ApiRoute, type Call, paramObject, pathObject } from '#stripe/api/api.ts';
import { listRoute, readRoute } from '#stripe/api/resource-routes.ts';
import type { Charge } from '#stripe/objects/charge.ts';
import type { Dispute } from '#stripe/objects/dispute.ts';
import { createCreditNote, previewCreditNote } from '#stripe/refunds/credit-notes.ts';
import { closeDispute } from '#stripe/refunds/disputes.ts';
import { refundCharge } from '#stripe/refunds/refunds.ts';
import { change } from '#stripe/state/events.ts';
import { hash, integer, mergedMetadata, oneOf } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** The charge that a refund names, itself or by its intent. */
function chargeOf(call: Call): Charge {
  const direct = paramObject(call, 'charge', 'charge');
  if (direct !== undefined) return direct;
  const intent = paramObject(call, 'payment_intent', 'payment_intent');
  if (intent === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  if (intent.latest_charge === null || intent.status !== 'succeeded') {
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  }
  return call.world.store.need('charge', intent.latest_charge);
}

/** Evidence with the words that Stripe's test mode knows decides a dispute. */
function updateDispute(call: Call): Dispute {
  const { world, params } = call;
  const dispute = pathObject(call, 'dispute');
  const evidence = { ...dispute.evidence, ...(hash(params, 'evidence') ?? {}) };
  const patch = { evidence, metadata: mergedMetadata(dispute.metadata, params) };
  const updated = change(world, 'dispute', dispute, patch, 'charge.dispute.updated');
  const words = evidence['uncategorized_text'];
  if (words === 'winning_evidence') return closeDispute(world, updated, 'won');
  return words === 'losing_evidence' ? closeDispute(world, updated, 'lost') : updated;
}

const CREDIT_PARAMS = [
  'invoice',
  'amount',
  'credit_amount',
  'memo',
  'metadata',
  'out_of_band_amount',
  'reason',
  'refund_amount',
  'refunds',
  'lines',
];

export const MONEY_ROUTES: readonly ApiRoute[] = [
  listRoute('/v1/charges', 'charge', ['customer', 'payment_intent']),
  readRoute('/v1/charges', 'charge'),
  {
    method: 'POST',
    path: '/v1/refunds',
    accepts: ['amount', 'charge', 'payment_intent', 'reason', 'metadata'],
    answer(call) {
      return refundCharge(call.world, chargeOf(call), {
        amount: integer(call.params, 'amount'),
        reason: oneOf(call.params, 'reason', REFUND_REASONS) ?? null,
        metadata: mergedMetadata({}, call.params),
      });
    },
  },
  listRoute('/v1/refunds', 'refund', ['charge', 'payment_intent']),
  readRoute('/v1/refunds', 'refund'),
  { method: 'POST', path: '/v1/credit_notes', accepts: CREDIT_PARAMS, answer: createCreditNote },
  { method: 'GET', path: '/v1/credit_notes/preview', accepts: CREDIT_PARAMS, answer: previewCreditNote },
  listRoute('/v1/credit_notes', 'credit_note', ['customer', 'invoice']),
  readRoute('/v1/credit_notes', 'credit_note'),
  listRoute('/v1/disputes', 'dispute', ['charge', 'payment_intent']),
  readRoute('/v1/disputes', 'dispute'),
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    accepts: ['evidence', 'metadata', 'submit'],
    answer: updateDispute,
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    accepts: [],
    answer: (call) => closeDispute(call.world, pathObject(call, 'dispute'), 'lost'),
  },
];
