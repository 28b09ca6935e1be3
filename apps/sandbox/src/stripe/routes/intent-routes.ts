/** /v1/setup_intents and /v1/payment_intents, for the product and for the browser with a client secret. */
import { checkClientSecret } from '#stripe/api/access.ts';
import { type ApiRoute, type Call, paramObject, pathObject } from '#stripe/api/api.ts';
import { confirmPayment } from '#stripe/invoices/pay-invoice.ts';
import { newSetupIntent, type PaymentIntent, type SetupIntent } from '#stripe/objects/intents.ts';
import { type BankResponse, cardError } from '#stripe/payment/bank.ts';
import { confirmSetup } from '#stripe/payment/confirm-setup.ts';
import { create } from '#stripe/state/events.ts';
import { plain } from '#stripe/state/render.ts';
import { flag, oneOf, text } from '#stripe/wire/params.ts';
import { methodOfCall } from './card-params.ts';

const CONFIRM_PARAMS = ['payment_method', 'return_url', 'use_stripe_sdk'];

/** The intent of the path, for a caller with its client secret. */
function known<K extends 'setup_intent' | 'payment_intent'>(call: Call, kind: K) {
  const intent = pathObject(call, kind);
  checkClientSecret(call.key, call.params, intent.client_secret);
  return intent;
}

function confirmation({ params, key }: Call) {
  const returnUrl = text(params, 'return_url') ?? null;
  return {
    returnUrl,
    inFrame: flag(params, 'use_stripe_sdk') ?? (key === 'publishable' && returnUrl === null),
  };
}

function refuseDeclined(response: BankResponse, intent: SetupIntent | PaymentIntent): void {
  if (response.kind !== 'declined') return;
  throw cardError(response.failure, { [intent.object]: plain(intent) });
}

function confirmSetupIntent(call: Call, found: SetupIntent): SetupIntent {
  const method = methodOfCall(call, found.payment_method);
  const request = { method, confirmed: false, ...confirmation(call) };
  const { intent, response } = confirmSetup(call.world, found, request);
  refuseDeclined(response, intent);
  return intent;
}

function createSetupIntent(call: Call): SetupIntent {
  const { world, params } = call;
  const customer = paramObject(call, 'customer', 'customer');
  const intent = newSetupIntent({
    customer: customer?.id ?? null,
    created: world.clocks.now(),
    usage: oneOf(params, 'usage', ['off_session']) ?? 'off_session',
    _subscription: null,
  });
  return create(world, 'setup_intent', intent, 'setup_intent.created');
}

function confirmPaymentIntent(call: Call): PaymentIntent {
  const found = known(call, 'payment_intent');
  const method = methodOfCall(call, found.payment_method);
  const request = { method, confirmed: false, ...confirmation(call) };
  const { intent, response } = confirmPayment(call.world, found, request);
  refuseDeclined(response, intent);
  return intent;
}

export const INTENT_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    accepts: ['customer', 'usage'],
    respond: createSetupIntent,
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    browser: true,
    accepts: [],
    respond: (call) => known(call, 'setup_intent'),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    browser: true,
    accepts: CONFIRM_PARAMS,
    respond: (call) => confirmSetupIntent(call, known(call, 'setup_intent')),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    browser: true,
    accepts: [],
    respond: (call) => known(call, 'payment_intent'),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    browser: true,
    accepts: CONFIRM_PARAMS,
    respond: confirmPaymentIntent,
  },
];
