/** /v1/charges and /v1/refunds. */
import { type ApiRoute, type Call, paramObject } from '#stripe/api/api.ts';
import { listRoute, readRoute } from '#stripe/api/resource-routes.ts';
import type { Charge } from '#stripe/objects/charge.ts';
import { refundCharge } from '#stripe/refunds/refunds.ts';
import { integer, metadataParam, oneOf } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** The charge of the intent that a refund names. */
function chargeOf(call: Call): Charge {
  const intent = paramObject(call, 'payment_intent', 'payment_intent');
  if (intent === undefined) {
    throw invalid('Missing required param: payment_intent.', 'payment_intent', 'parameter_missing');
  }
  if (intent.latest_charge === null || intent.status !== 'succeeded') {
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  }
  return call.world.store.need('charge', intent.latest_charge);
}

export const MONEY_ROUTES: readonly ApiRoute[] = [
  listRoute('/v1/charges', 'charge', ['customer']),
  readRoute('/v1/charges', 'charge'),
  {
    method: 'POST',
    path: '/v1/refunds',
    accepts: ['amount', 'payment_intent', 'reason', 'metadata'],
    respond(call) {
      return refundCharge(call.world, chargeOf(call), {
        amount: integer(call.params, 'amount'),
        reason: oneOf(call.params, 'reason', REFUND_REASONS) ?? null,
        metadata: metadataParam(call.params),
      });
    },
  },
  listRoute('/v1/refunds', 'refund', ['payment_intent']),
];
