/** /v1/customers and the transactions of their balance. */
import { type ApiRoute, type Call, LIST_PARAMS, matching, page, pathObject } from '#stripe/api/api.ts';
import { type Customer, newBalanceTransaction, newCustomer } from '#stripe/objects/customer.ts';
import { type Address, NO_ADDRESS } from '#stripe/objects/stripe-object.ts';
import { hasEnded } from '#stripe/objects/subscription.ts';
import { change, create, emit } from '#stripe/state/events.ts';
import { endSubscription } from '#stripe/subscriptions/end-subscription.ts';
import {
  clearable,
  hash,
  integer,
  mergedMetadata,
  type Params,
  requiredText,
  text,
} from '#stripe/wire/params.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';

const FIELDS = [
  'address',
  'balance',
  'description',
  'email',
  'invoice_settings',
  'metadata',
  'name',
  'phone',
  'preferred_locales',
  'tax',
];

export function readAddress(params: Params, before: Address | null): Address | null {
  if (params['address'] === '') return null;
  const given = hash(params, 'address');
  if (given === undefined) return before;
  const lines = Object.keys(NO_ADDRESS).map((name) => [name, clearable(given, name) ?? null]);
  return Object.fromEntries(lines) as Address;
}

function invoiceSettings(call: Call, customer: Customer): Customer['invoice_settings'] {
  const given = hash(call.params, 'invoice_settings');
  const id = given === undefined ? undefined : clearable(given, 'default_payment_method');
  if (id === undefined) return customer.invoice_settings;
  const method = id === null ? null : call.world.store.get('payment_method', id);
  if (method !== null && method?.customer !== customer.id) {
    throw invalid(
      `No such PaymentMethod: '${id}'; the payment method must be attached to the customer first.`,
      'invoice_settings[default_payment_method]',
      'resource_missing',
    );
  }
  return { ...customer.invoice_settings, default_payment_method: id };
}

function patchOf(call: Call, before: Customer): Partial<Customer> {
  const { params } = call;
  const email = clearable(params, 'email');
  if (typeof email === 'string' && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
  const ip = text(hash(params, 'tax') ?? {}, 'ip_address');
  return {
    address: readAddress(params, before.address),
    balance: integer(params, 'balance') ?? before.balance,
    description: clearable(params, 'description') ?? before['description'],
    email: email === undefined ? before.email : email,
    invoice_settings: invoiceSettings(call, before),
    metadata: mergedMetadata(before.metadata, params),
    name: clearable(params, 'name') ?? before.name,
    phone: clearable(params, 'phone') ?? before.phone,
    ...(ip === undefined ? {} : { _ipAddress: ip }),
  };
}

function createCustomer(call: Call): object {
  const { world, params } = call;
  const clock = text(params, 'test_clock') ?? null;
  if (clock !== null && world.store.get('test_helpers.test_clock', clock) === undefined) {
    throw missing('test_clock', clock, 'test_clock');
  }
  const fresh = { ...newCustomer(world.clocks.now(clock)), test_clock: clock };
  return create(world, 'customer', { ...fresh, ...patchOf(call, fresh) }, 'customer.created');
}

/** Deleted customers answer with their id alone. */
function seen(customer: Customer): object {
  return customer.deleted ? { id: customer.id, object: 'customer', deleted: true } : customer;
}

function present(call: Call): Customer {
  const customer = pathObject(call, 'customer');
  if (customer.deleted) throw missing('customer', customer.id);
  return customer;
}

function deleteCustomer(call: Call): object {
  const { world } = call;
  const customer = present(call);
  for (const subscription of world.store.all('subscription')) {
    if (subscription.customer !== customer.id || hasEnded(subscription)) continue;
    endSubscription(world, subscription, { status: 'canceled', reason: null });
  }
  for (const method of world.store.all('payment_method')) {
    if (method.customer === customer.id) world.store.put('payment_method', { ...method, customer: null });
  }
  emit(world, 'customer.deleted', customer);
  const kept = { email: null, name: null, phone: null, address: null, metadata: {} };
  return seen(world.store.put('customer', { ...customer, ...kept, deleted: true }));
}

function createBalanceTransaction(call: Call): object {
  const { world, params } = call;
  const customer = present(call);
  const amount = integer(params, 'amount');
  if (amount === undefined) throw invalid('Missing required param: amount.', 'amount', 'parameter_missing');
  requiredText(params, 'currency');
  const ending = customer.balance + amount;
  change(world, 'customer', customer, { balance: ending }, 'customer.updated');
  return world.store.put(
    'customer_balance_transaction',
    newBalanceTransaction({
      customer: customer.id,
      created: world.clocks.nowFor(customer),
      amount,
      ending_balance: ending,
      type: 'adjustment',
      description: text(params, 'description') ?? null,
    }),
  );
}

export const CUSTOMER_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', path: '/v1/customers', accepts: [...FIELDS, 'test_clock'], answer: createCustomer },
  {
    method: 'GET',
    path: '/v1/customers',
    accepts: [...LIST_PARAMS, 'created', 'email', 'test_clock'],
    answer(call) {
      const { store } = call.world;
      const rows = store.all('customer').filter((one) => !one.deleted);
      const clock = text(call.params, 'test_clock');
      const mine = rows.filter((one) => clock === undefined || one.test_clock === clock);
      return page(call, '/v1/customers', matching(mine, call.params, ['email']));
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    accepts: [],
    answer: (call) => seen(pathObject(call, 'customer')),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    accepts: FIELDS,
    answer(call) {
      const before = present(call);
      return change(call.world, 'customer', before, patchOf(call, before), 'customer.updated');
    },
  },
  { method: 'DELETE', path: '/v1/customers/:id', accepts: [], answer: deleteCustomer },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    accepts: [...LIST_PARAMS, 'type'],
    answer(call) {
      const customer = present(call);
      const rows = call.world.store.all('payment_method').filter((one) => one.customer === customer.id);
      return page(call, `/v1/customers/${customer.id}/payment_methods`, rows);
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/balance_transactions',
    accepts: [...LIST_PARAMS, 'created'],
    answer(call) {
      const { id } = pathObject(call, 'customer');
      const rows = call.world.store.all('customer_balance_transaction').filter((one) => one.customer === id);
      return page(call, `/v1/customers/${id}/balance_transactions`, rows);
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id/balance_transactions',
    accepts: ['amount', 'currency', 'description', 'metadata'],
    answer: createBalanceTransaction,
  },
];
