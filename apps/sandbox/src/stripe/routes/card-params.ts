/** Makes payment methods of card fields, and of the names that tests send in place of a card. */
import type { Call } from '#stripe/api/api.ts';
import { hasValidCheckDigit, TEST_METHODS, testCard } from '#stripe/objects/cards.ts';
import {
  type BillingDetails,
  NO_BILLING_DETAILS,
  newPaymentMethod,
  type PaymentMethod,
} from '#stripe/objects/payment-method.ts';
import { NO_ADDRESS } from '#stripe/objects/stripe-object.ts';
import type { World } from '#stripe/state/world.ts';
import { clearable, hash, integer, type Params, requiredText, text } from '#stripe/wire/params.ts';
import { invalid, missing, StripeError } from '#stripe/wire/stripe-error.ts';

function cardProblem(message: string, code: string, param: string): StripeError {
  return new StripeError(message, { status: 402, type: 'card_error', code, param });
}

function billingDetails(params: Params): BillingDetails {
  const given = hash(params, 'billing_details');
  if (given === undefined) return NO_BILLING_DETAILS;
  const address = hash(given, 'address') ?? {};
  const lines = Object.keys(NO_ADDRESS).map((name) => [name, clearable(address, name) ?? null]);
  return {
    address: Object.fromEntries(lines) as BillingDetails['address'],
    email: clearable(given, 'email') ?? null,
    name: clearable(given, 'name') ?? null,
    phone: clearable(given, 'phone') ?? null,
    tax_id: null,
  };
}

function checkExpiry(month: number, year: number, now: Date): void {
  if (month < 1 || month > 12) {
    throw cardProblem("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  }
  const months = year * 12 + month - 1;
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth();
  if (months < thisMonth || months > thisMonth + 50 * 12) {
    throw cardProblem("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year');
  }
}

/** A card from its fields: `card[number]`, `card[exp_month]`, `card[exp_year]`, `card[cvc]`. */
export function methodFromFields(world: World, params: Params): PaymentMethod {
  if (text(params, 'type') !== 'card') throw invalid('The sandbox supports cards only.', 'type');
  const card = hash(params, 'card') ?? {};
  const created = world.clocks.now();
  const number = requiredText(card, 'number').replaceAll(/[\s-]/g, '');
  if (!hasValidCheckDigit(number)) {
    throw cardProblem('Your card number is incorrect.', 'incorrect_number', 'number');
  }
  const expMonth = integer(card, 'exp_month') ?? 0;
  const year = integer(card, 'exp_year') ?? 0;
  const expYear = year < 100 ? 2000 + year : year;
  checkExpiry(expMonth, expYear, new Date(created * 1000));
  const cvc = text(card, 'cvc');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardProblem("Your card's security code is invalid.", 'invalid_cvc', 'cvc');
  }
  const method = newPaymentMethod({
    number,
    ...testCard(number),
    expMonth,
    expYear,
    billing: billingDetails(params),
    created,
  });
  return world.store.put('payment_method', method);
}

/** The card that an id names. A test name such as `pm_card_visa` makes a card of its own. */
export function methodById(world: World, id: string, param = 'payment_method'): PaymentMethod {
  const number = TEST_METHODS[id];
  if (number === undefined) {
    const found = world.store.get('payment_method', id);
    if (found === undefined) throw missing('PaymentMethod', id, param);
    return found;
  }
  const created = world.clocks.now();
  const expYear = new Date(created * 1000).getUTCFullYear() + 3;
  const facts = { number, ...testCard(number), expMonth: 12, expYear, billing: NO_BILLING_DETAILS, created };
  return world.store.put('payment_method', newPaymentMethod(facts));
}

/** The card of a confirmation: named, or the one that the intent has. */
export function methodOfCall({ world, params }: Call, present: string | null): PaymentMethod {
  const id = text(params, 'payment_method');
  if (id !== undefined && id !== '') return methodById(world, id);
  if (present !== null) return world.store.need('payment_method', present);
  throw invalid(
    'You cannot confirm this intent because it is missing a payment method. Update it with a payment method and then confirm it again.',
    undefined,
    'payment_intent_unexpected_state',
  );
}
