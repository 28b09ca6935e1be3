/** Card fields as a browser sends them: read, refused with Stripe's codes, recognised by their fingerprint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox, type Sandbox } from '#testing/stripe/open-sandbox.ts';
import { hasValidCheckDigit } from './cards.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

function create(card: Record<string, string | number> = {}) {
  const facts = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123', ...card };
  return sandbox.stripe.paymentMethods.create({ type: 'card', card: facts });
}

test('a card shows its brand and last digits, never its number', async () => {
  const method = await create({ number: '5555 5555 5555 4444' });
  expect(method.card).toMatchObject({ brand: 'mastercard', last4: '4444', exp_year: 2034 });
  expect(JSON.stringify(method)).not.toContain('5555555555');
});

test('the same number has the same fingerprint, another number another one', async () => {
  const [one, again, other] = [
    await create(),
    await create({ exp_month: 1 }),
    await create({ number: '5555555555554444' }),
  ];
  expect(one.card?.fingerprint).toBe(again.card?.fingerprint);
  expect(one.card?.fingerprint).not.toBe(other.card?.fingerprint);
});

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ number: '42' }, 'incorrect_number'],
  [{ exp_month: 13 }, 'invalid_expiry_month'],
  [{ exp_year: 2020 }, 'invalid_expiry_year'],
  [{ cvc: '12' }, 'invalid_cvc'],
])('%o is refused as %s', async (card, code) => {
  await expect(create(card)).rejects.toMatchObject({ type: 'StripeCardError', code });
});

test('a number that is no test card is refused when it is used', async () => {
  const customer = await sandbox.customer();
  const method = await create({ number: '4111111111111111' });
  const attach = sandbox.stripe.paymentMethods.attach(method.id, { customer });
  await expect(attach).rejects.toMatchObject({ decline_code: 'test_mode_live_card' });
});

test('a card belongs to one customer', async () => {
  const [one, other] = [await sandbox.customer(), await sandbox.customer()];
  const id = await sandbox.attach(one, (await create()).id);
  await expect(sandbox.attach(other, id)).rejects.toThrow('already been attached');
  const invoice_settings = { default_payment_method: id };
  const foreign = sandbox.stripe.customers.update(other, { invoice_settings });
  await expect(foreign).rejects.toMatchObject({ code: 'resource_missing' });
  const after = await sandbox.stripe.customers.update(one, { invoice_settings });
  expect(after.invoice_settings.default_payment_method).toBe(id);
});

test('check digits', () => {
  expect(hasValidCheckDigit('378282246310005')).toBe(true);
  expect(hasValidCheckDigit('378282246310006')).toBe(false);
  expect(hasValidCheckDigit('4242 4242')).toBe(false);
});
