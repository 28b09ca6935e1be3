/** /v1/customers. */
import { type ApiRoute, type Call, pathObject } from '#stripe/api/api.ts';
import { readRoute } from '#stripe/api/resource-routes.ts';
import { type Customer, newCustomer } from '#stripe/objects/customer.ts';
import { change, create } from '#stripe/state/events.ts';
import { hash, metadataParam, requiredText, text } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

function createCustomer({ world, params }: Call): Customer {
  const email = text(params, 'email') ?? null;
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
  const given = { email, name: text(params, 'name') ?? null, metadata: metadataParam(params) };
  return create(world, 'customer', { ...newCustomer(world.clocks.now()), ...given }, 'customer.created');
}

/** The card that is charged where a subscription has none of its own. */
function updateCustomer(call: Call): Customer {
  const customer = pathObject(call, 'customer');
  const id = requiredText(hash(call.params, 'invoice_settings') ?? {}, 'default_payment_method');
  if (call.world.store.get('payment_method', id)?.customer !== customer.id) {
    throw invalid(
      `No such PaymentMethod: '${id}'; the payment method must be attached to the customer first.`,
      'invoice_settings[default_payment_method]',
      'resource_missing',
    );
  }
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: id };
  return change(call.world, 'customer', customer, { invoice_settings }, 'customer.updated');
}

export const CUSTOMER_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', path: '/v1/customers', accepts: ['email', 'metadata', 'name'], respond: createCustomer },
  readRoute('/v1/customers', 'customer'),
  { method: 'POST', path: '/v1/customers/:id', accepts: ['invoice_settings'], respond: updateCustomer },
];
