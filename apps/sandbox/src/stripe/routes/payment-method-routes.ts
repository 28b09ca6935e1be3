/** /v1/payment_methods: cards made in the browser, tied to customers by the product. */
import {
  type ApiRoute,
  type Call,
  LIST_PARAMS,
  matching,
  page,
  paramObject,
  pathObject,
} from '#stripe/api/api.ts';
import { readRoute } from '#stripe/api/resource-routes.ts';
import type { PaymentMethod } from '#stripe/objects/payment-method.ts';
import { cardError, failureOf } from '#stripe/payment/bank.ts';
import { attach } from '#stripe/payment/charge-intent.ts';
import { change, emit } from '#stripe/state/events.ts';
import { hash, integer, mergedMetadata } from '#stripe/wire/params.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';
import { methodById, methodFromFields } from './card-params.ts';

function attachMethod(call: Call): object {
  const { world, path } = call;
  const customer = paramObject(call, 'customer', 'customer');
  if (customer === undefined)
    throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  if (customer.deleted) throw missing('customer', customer.id, 'customer');
  const method = methodById(world, path['id'] ?? '', 'id');
  if (method.customer !== null && method.customer !== customer.id) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  const decline = method._behaviour.setupDecline;
  if (decline !== null) throw cardError(failureOf(decline));
  return attach(world, method, customer.id, false);
}

/** A detached card is nobody's default any more. */
function detachMethod(call: Call): object {
  const { world } = call;
  const method = pathObject(call, 'payment_method');
  if (method.customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const customer = world.store.need('customer', method.customer);
  const settings = customer.invoice_settings;
  if (settings.default_payment_method === method.id) {
    const patch = { invoice_settings: { ...settings, default_payment_method: null } };
    change(world, 'customer', customer, patch, 'customer.updated');
  }
  for (const subscription of world.store.all('subscription')) {
    if (subscription.default_payment_method !== method.id) continue;
    change(
      world,
      'subscription',
      subscription,
      { default_payment_method: null },
      'customer.subscription.updated',
    );
  }
  const after = world.store.put('payment_method', { ...method, customer: null });
  emit(world, 'payment_method.detached', after, method);
  return after;
}

function updateMethod(call: Call): PaymentMethod {
  const { world, params } = call;
  const method = pathObject(call, 'payment_method');
  const card = hash(params, 'card') ?? {};
  const patch = {
    card: {
      ...method.card,
      exp_month: integer(card, 'exp_month') ?? method.card.exp_month,
      exp_year: integer(card, 'exp_year') ?? method.card.exp_year,
    },
    metadata: mergedMetadata(method.metadata, params),
  };
  return change(world, 'payment_method', method, patch, 'payment_method.updated');
}

export const PAYMENT_METHOD_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    browser: true,
    accepts: ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay'],
    answer: ({ world, params }) => methodFromFields(world, params),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    accepts: [...LIST_PARAMS, 'customer', 'type'],
    answer(call) {
      const rows = call.world.store.all('payment_method').filter((one) => one.customer !== null);
      return page(call, '/v1/payment_methods', matching(rows, call.params, ['customer', 'type']));
    },
  },
  readRoute('/v1/payment_methods', 'payment_method'),
  { method: 'POST', path: '/v1/payment_methods/:id', accepts: ['card', 'metadata'], answer: updateMethod },
  { method: 'POST', path: '/v1/payment_methods/:id/attach', accepts: ['customer'], answer: attachMethod },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', accepts: [], answer: detachMethod },
];
