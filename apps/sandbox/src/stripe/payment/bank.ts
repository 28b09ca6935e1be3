/** What the bank answers to a charge or a card set-up, and the errors that a refusal becomes. */

import { DECLINES, type DeclineName } from '#stripe/objects/cards.ts';
import type { ChargeFailure } from '#stripe/objects/charge.ts';
import type { PaymentMethod } from '#stripe/objects/payment-method.ts';
import { plain } from '#stripe/state/render.ts';
import { StripeError } from '#stripe/wire/stripe-error.ts';

export type BankResponse =
  | { readonly kind: 'ok' }
  | { readonly kind: 'requires_action' }
  | { readonly kind: 'declined'; readonly failure: ChargeFailure };

export function failureOf(name: DeclineName): ChargeFailure {
  const [code, declineCode, message] = DECLINES[name];
  return { code, declineCode, message };
}

/** `confirmed`: the customer has just authenticated with their bank. */
function requiresCustomer({ _behaviour, _setUp }: PaymentMethod, confirmed: boolean): boolean {
  if (confirmed) return false;
  return _behaviour.asks === 'always' || (_behaviour.asks === 'until_set_up' && !_setUp);
}

export function chargeResponse(method: PaymentMethod, confirmed: boolean): BankResponse {
  if (requiresCustomer(method, confirmed)) return { kind: 'requires_action' };
  const decline = method._behaviour.chargeDecline;
  return decline === null ? { kind: 'ok' } : { kind: 'declined', failure: failureOf(decline) };
}

export function setupResponse(method: PaymentMethod, confirmed: boolean): BankResponse {
  const decline = method._behaviour.setupDecline;
  if (decline !== null) return { kind: 'declined', failure: failureOf(decline) };
  return requiresCustomer(method, confirmed) ? { kind: 'requires_action' } : { kind: 'ok' };
}

/** The error as an intent carries it. */
export function intentError(failure: ChargeFailure, method: PaymentMethod | null): Record<string, unknown> {
  const { code, declineCode, message } = failure;
  return {
    code,
    ...(declineCode === null ? {} : { decline_code: declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${code}`,
    message,
    ...(method === null ? {} : { payment_method: plain(method) }),
    type: declineCode === null ? 'invalid_request_error' : 'card_error',
  };
}

export const AUTHENTICATION_FAILURES = {
  setup_intent: 'setup_intent_authentication_failure',
  payment_intent: 'payment_intent_authentication_failure',
} as const;

/** The customer failed or refused the confirmation at their bank. */
export function authenticationFailure(kind: keyof typeof AUTHENTICATION_FAILURES): ChargeFailure {
  return {
    code: AUTHENTICATION_FAILURES[kind],
    declineCode: null,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
}

/** The response 402 to a call in which the bank refused. */
export function cardError(
  failure: ChargeFailure,
  extra: Readonly<Record<string, unknown>> = {},
): StripeError {
  return new StripeError(failure.message, {
    status: 402,
    type: 'card_error',
    code: failure.code,
    ...(failure.declineCode === null ? {} : { declineCode: failure.declineCode }),
    extra,
  });
}
