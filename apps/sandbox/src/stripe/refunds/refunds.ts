/** Gives money back to the card, wholly or in part. */

import { type Charge, newRefund, type Refund } from '#stripe/objects/charge.ts';
import { change, create } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';
import type { Metadata } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

export interface RefundFacts {
  /** Pence; what is left where it is not said. */
  readonly amount: number | undefined;
  readonly reason: string | null;
  readonly metadata: Metadata;
}

function pounds(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}

/** Throws a `StripeError` for more than is left. */
export function refundCharge(world: World, charge: Charge, facts: RefundFacts): Refund {
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') throw invalid(`Charge ${charge.id} did not succeed.`, 'charge');
  if (charge.disputed) {
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    );
  }
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded');
  }
  const amount = facts.amount ?? left;
  if (amount <= 0) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left) {
    throw invalid(
      `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`,
      'amount',
    );
  }
  const refund = create(
    world,
    'refund',
    newRefund({
      amount,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      customer: charge.customer,
      payment_method: charge.payment_method,
      created: world.clocks.now(),
      reason: facts.reason,
      metadata: facts.metadata,
    }),
    'refund.created',
  );
  const amount_refunded = charge.amount_refunded + amount;
  const patch = { amount_refunded, refunded: amount_refunded === charge.amount };
  change(world, 'charge', charge, patch, 'charge.refunded');
  return refund;
}
