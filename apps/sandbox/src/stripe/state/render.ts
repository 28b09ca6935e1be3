/** An object as returned to callers: without the sandbox's own fields, with the requested expansions. */
import { kindOfId } from '#stripe/objects/kinds.ts';
import { listOf, type StripeObject } from '#stripe/objects/stripe-object.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import type { Store } from './store.ts';

const MAX_DEPTH = 4;

type Hash = Record<string, unknown>;

/** Without the keys that begin with an underscore. */
export function plain(object: StripeObject): Hash & StripeObject {
  const entries = Object.entries(object).filter(([key]) => !key.startsWith('_'));
  return Object.fromEntries(entries) as Hash & StripeObject;
}

/** What is answered only on request, because it is computed from other objects. */
function included(store: Store, owner: Hash, name: string): unknown {
  const id = String(owner['id']);
  if (owner['object'] === 'invoice' && name === 'confirmation_secret') {
    const intent = store.get('invoice', id)?._paymentIntent;
    if (typeof intent !== 'string') return null;
    return { client_secret: store.need('payment_intent', intent).client_secret, type: 'payment_intent' };
  }
  if (owner['object'] === 'invoice' && name === 'payments') {
    const payments = store.all('invoice_payment').filter((payment) => payment.invoice === id);
    return listOf(payments.toReversed().map(plain), `/v1/invoice_payments?invoice=${id}`);
  }
  throw invalid(`This property cannot be expanded (${name}).`, 'expand');
}

function expandedValue(store: Store, owner: Hash, name: string): unknown {
  const value = owner[name];
  if (value === undefined) return included(store, owner, name);
  if (typeof value !== 'string') return value;
  const kind = kindOfId(value);
  const found = kind === undefined ? undefined : store.get(kind, value);
  if (found === undefined) throw invalid(`This property cannot be expanded (${name}).`, 'expand');
  return plain(found);
}

function expandPath(store: Store, target: unknown, path: readonly string[]): void {
  const [name, ...rest] = path;
  if (name === undefined || target === null || target === undefined) return;
  if (Array.isArray(target)) {
    for (const each of target) expandPath(store, each, path);
    return;
  }
  const owner = target as Hash;
  const value = expandedValue(store, owner, name);
  // A copy: the stored object must not be touched
  owner[name] = typeof value === 'object' && value !== null ? structuredClone(value) : value;
  expandPath(store, owner[name], rest);
}

/** The response to a call. Throws a `StripeError` for a path that cannot be expanded. */
export function rendered(store: Store, object: StripeObject | Hash, expand: readonly string[]): Hash {
  const response = plain(object as StripeObject) as Hash;
  if (Array.isArray(response['data'])) response['data'] = response['data'].map(plain);
  for (const path of expand) {
    const names = path.split('.');
    if (names.filter((name) => name !== 'data').length > MAX_DEPTH) {
      throw invalid('You cannot expand more than 4 levels of a property.', 'expand');
    }
    expandPath(store, response, names);
  }
  return response;
}
