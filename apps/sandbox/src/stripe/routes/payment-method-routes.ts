/** /v1/payment_methods: cards made in the browser, tied to customers. */
import { type ApiRoute, type Call, paramObject } from '#stripe/api/api.ts';
import { readRoute } from '#stripe/api/resource-routes.ts';
import { cardError, failureOf } from '#stripe/payment/bank.ts';
import { attach } from '#stripe/payment/charge-intent.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { methodById, methodFromFields } from './card-params.ts';

function attachMethod(call: Call): object {
  const { world, path } = call;
  const customer = paramObject(call, 'customer', 'customer');
  if (customer === undefined)
    throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  const method = methodById(world, path['id'] ?? '', 'id');
  if (method.customer !== null && method.customer !== customer.id) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  const decline = method._behaviour.setupDecline;
  if (decline !== null) throw cardError(failureOf(decline));
  return attach(world, method, customer.id, false);
}

export const PAYMENT_METHOD_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    browser: true,
    accepts: ['type', 'card', 'billing_details'],
    respond: ({ world, params }) => methodFromFields(world, params),
  },
  readRoute('/v1/payment_methods', 'payment_method'),
  { method: 'POST', path: '/v1/payment_methods/:id/attach', accepts: ['customer'], respond: attachMethod },
];
