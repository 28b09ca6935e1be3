/** Ties a card to a customer, and charges a payment intent with it. */

import { newCharge } from '#stripe/objects/charge.ts';
import { newDispute } from '#stripe/objects/dispute.ts';
import type { PaymentIntent } from '#stripe/objects/intents.ts';
import type { PaymentMethod } from '#stripe/objects/payment-method.ts';
import { change, create, emit } from '#stripe/state/events.ts';
import { PAGES, type World } from '#stripe/state/world.ts';
import { type BankResponse, chargeResponse, intentError } from './bank.ts';
import { type ConfirmationFacts, nextAction } from './next-action.ts';

/** The card belongs to the customer from now on; does nothing where it does already. */
export function attach(world: World, method: PaymentMethod, customer: string, setUp: boolean): PaymentMethod {
  const known = method.customer === customer;
  const after = world.store.put('payment_method', {
    ...method,
    customer,
    _setUp: method._setUp || setUp,
  });
  if (!known) emit(world, 'payment_method.attached', after);
  return after;
}

export interface ChargeRequest extends ConfirmationFacts {
  readonly method: PaymentMethod;
  /** The customer has just confirmed with their bank. */
  readonly confirmed: boolean;
}

export interface ChargeResult {
  readonly intent: PaymentIntent;
  readonly response: BankResponse;
}

function recordCharge(world: World, intent: PaymentIntent, request: ChargeRequest, response: BankResponse) {
  const { method, confirmed } = request;
  const failure = response.kind === 'declined' ? response.failure : null;
  return world.store.put(
    'charge',
    newCharge({
      amount: intent.amount,
      customer: intent.customer ?? '',
      created: world.clocks.now(),
      description: String(intent['description']),
      payment_intent: intent.id,
      receipt_url: failure === null ? `${world.origin}${PAGES.invoice}/${intent._invoice}` : null,
      method,
      authenticated: confirmed,
      failure,
    }),
  );
}

/** The bank opens a dispute of a charge. */
export function openDispute(world: World, chargeId: string, reason: string) {
  const charge = world.store.need('charge', chargeId);
  const disputed = world.store.put('charge', { ...charge, disputed: true });
  const dispute = newDispute(disputed, reason, world.clocks.now());
  create(world, 'dispute', dispute, 'charge.dispute.created');
  emit(world, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

function declinedIntent(world: World, intent: PaymentIntent, request: ChargeRequest, response: BankResponse) {
  const charge = recordCharge(world, intent, request, response);
  emit(world, 'charge.failed', charge);
  const error = response.kind === 'declined' ? intentError(response.failure, request.method) : null;
  const patch = {
    status: 'requires_payment_method',
    last_payment_error: error === null ? null : { ...error, charge: charge.id },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
  } as const;
  return change(world, 'payment_intent', intent, patch, 'payment_intent.payment_failed');
}

/** Charges the intent's amount; what follows for its invoice is the caller's. */
export function chargeIntent(world: World, intent: PaymentIntent, request: ChargeRequest): ChargeResult {
  const { method, confirmed } = request;
  const response = chargeResponse(method, confirmed);
  if (response.kind === 'declined')
    return { intent: declinedIntent(world, intent, request, response), response };
  if (response.kind === 'requires_action') {
    const patch = {
      status: 'requires_action',
      last_payment_error: null,
      next_action: nextAction(world, intent.client_secret, request),
      payment_method: method.id,
    } as const;
    return {
      intent: change(world, 'payment_intent', intent, patch, 'payment_intent.requires_action'),
      response,
    };
  }
  const charge = recordCharge(world, intent, request, response);
  emit(world, 'charge.succeeded', charge);
  const patch = {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
  } as const;
  const paid = change(world, 'payment_intent', intent, patch, 'payment_intent.succeeded');
  if (intent.customer !== null && intent.setup_future_usage !== null) {
    attach(world, method, intent.customer, confirmed || method._behaviour.asks === 'never');
  }
  if (method._behaviour.disputed) openDispute(world, charge.id, 'fraudulent');
  return { intent: paid, response };
}
