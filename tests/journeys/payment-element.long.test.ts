/** The sandbox's replacement of the provider's script: the surface the product uses, in a real browser under a strict policy. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { violations } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { cardFrame, openPayment, openShop, type Shop, subscribe, typeCard } from './shop.ts';

const PAYS = '4242424242424242';
const NEEDS_3DS = '4000002760003184';
const DECLINED = '4000000000000002';

let browser: Browser;
let shop: Shop;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  shop = await openShop();
  browser = await sharedBrowser();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  complaints.length = 0;
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1024, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A declined card is a 402 response, which the browser logs
    if (message.type() === 'error' && !message.text().includes('402')) complaints.push(message.text());
  });
});
afterEach(async () => {
  await shop.outage({ mode: 'none' });
  await page.context().close();
  expect(complaints).toEqual([]);
});

function says(text: string): Promise<void> {
  return page.getByRole('status').getByText(text, { exact: true }).waitFor();
}

/** Presses the button; the previous message of the page is cleared. */
async function pay(): Promise<void> {
  await page.evaluate('say("")');
  await page.getByRole('button', { name: 'Pay' }).click();
}

function bank() {
  return page.getByRole('dialog', { name: 'Confirm with your bank' }).frameLocator('iframe');
}

test('a card that pays sets up the trial, and its digits never reach the page', async () => {
  const { secret, id } = await subscribe(shop, true);
  await typeCard(await openPayment(page, shop, secret), PAYS);
  // The frame reports to the page by messages
  const changes = (): Promise<readonly unknown[]> => page.evaluate('window.shop.changes');
  await expect.poll(async () => (await changes()).at(-1)).toEqual({ empty: false, complete: true });
  expect(await changes()).toContainEqual({ empty: false, complete: false });
  await pay();
  await says('succeeded');
  const subscription = await shop.api('GET', `subscriptions/${id}`);
  expect(subscription).toMatchObject({ status: 'trialing', pending_setup_intent: null });
  expect(subscription['default_payment_method']).toMatch(/^pm_/);
  expect(await page.content()).not.toContain('4242');
});

test('without redirect: if_required success leads to the return address with the intent', async () => {
  const { secret, id } = await subscribe(shop, false);
  await typeCard(await openPayment(page, shop, secret, { redirect: 'always' }), PAYS);
  await pay();
  await page.waitForURL(`${shop.origin}/done?**`);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('payment_intent')).toMatch(/^pi_/);
  expect(searchParams.get('payment_intent_client_secret')).toBe(secret);
  expect(searchParams.get('redirect_status')).toBe('succeeded');
  expect((await shop.api('GET', `subscriptions/${id}`))['status']).toBe('active');
});

test('a declined card shows the message of the bank, and another card pays', async () => {
  const { secret } = await subscribe(shop, false);
  const frame = await openPayment(page, shop, secret);
  await typeCard(frame, DECLINED);
  await pay();
  await says('card_declined: Your card was declined.');
  await frame.getByLabel('Card number').fill(PAYS);
  await pay();
  await says('succeeded');
});

test('3-D Secure: completed in the dialog, the payment succeeds', async () => {
  const { secret, id } = await subscribe(shop, false);
  await typeCard(await openPayment(page, shop, secret), NEEDS_3DS);
  await pay();
  await bank().getByText('Sandbox: no real card is charged').waitFor();
  expect(await violations(page)).toEqual([]);
  await bank().getByRole('button', { name: 'Complete authentication' }).click();
  await says('succeeded');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await shop.api('GET', `subscriptions/${id}`))['status']).toBe('active');
});

test('3-D Secure: after a failure or a cancellation an error is shown, and the card can be tried again', async () => {
  const { secret } = await subscribe(shop, true);
  await typeCard(await openPayment(page, shop, secret), NEEDS_3DS);
  const refused =
    'setup_intent_authentication_failure: We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  await pay();
  await bank().getByRole('button', { name: 'Fail authentication' }).click();
  await says(refused);
  await pay();
  await says('confirming');
  await bank().getByRole('button', { name: 'Complete authentication' }).press('Escape');
  await says(refused);
  await pay();
  await bank().getByRole('button', { name: 'Complete authentication' }).click();
  await says('succeeded');
});

test('3-D Secure by redirect: the bank leads back with the outcome, and only to the URL of the intent', async () => {
  const { secret } = await subscribe(shop, false);
  const [intent] = secret.split('_secret_');
  const method = await shop.api('POST', 'payment_methods', {
    type: 'card',
    'card[number]': NEEDS_3DS,
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  });
  const confirmed = await shop.api('POST', `payment_intents/${intent}/confirm`, {
    payment_method: method['id'],
    return_url: `${shop.origin}/done?from=bank`,
  });
  const address = new URL(confirmed['next_action'].redirect_to_url.url);
  address.searchParams.set('return_url', 'https://evil.example/');
  await page.goto(address.href);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.waitForURL(`${shop.origin}/done?**`);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('from')).toBe('bank');
  expect(searchParams.get('redirect_status')).toBe('failed');
});

test('errors are beside their fields, and nothing is sent before they are fixed', async () => {
  const { secret } = await subscribe(shop, true);
  const frame = await openPayment(page, shop, secret);
  await pay();
  await says('incomplete_number: Your card number is incomplete.');
  for (const text of [
    'Your card number is incomplete.',
    "Your card's expiry date is incomplete.",
    "Your card's security code is incomplete.",
    'Your postal code is incomplete.',
  ]) {
    await frame.getByText(text, { exact: true }).waitFor();
  }
  expect(await frame.getByLabel('Card number').evaluate((input) => input === document.activeElement)).toBe(
    true,
  );
  expect(await violations(page)).toEqual([]);
  await frame.getByLabel('Card number').fill('4242424242424241');
  await frame.getByText('Your card number is invalid.').waitFor();
  await frame.getByLabel('Country').selectOption('DE');
  await frame.getByLabel('Postcode').waitFor({ state: 'hidden' });
});

test('while the provider is down the script shows an error, nothing is charged, and the same form pays afterwards', async () => {
  const { secret, id } = await subscribe(shop, false);
  await typeCard(await openPayment(page, shop, secret), PAYS);
  await shop.outage({ mode: 'reset' });
  const away =
    'api_connection_error: An error occurred with our connection to Stripe. Please check your network and try again.';
  await pay();
  await says(away);
  await shop.outage({ mode: 'garbage' });
  await pay();
  await says(away);
  await shop.outage({ mode: 'error', status: 503 });
  await pay();
  await says('api_error: The sandbox has an outage.');
  await shop.outage({ mode: 'none' });
  expect((await shop.api('GET', `subscriptions/${id}`))['status']).toBe('incomplete');
  await pay();
  await says('succeeded');
  // The browser logs each failed call
  complaints.length = 0;
});

test('an element for an unknown client secret shows that it could not be loaded', async () => {
  const query = new URLSearchParams({ secret: 'seti_none_secret_none', key: 'pk_test_shop' });
  await page.goto(`${shop.origin}/?${query}`);
  await page.getByText(/^not loaded: No such setup intent/i).waitFor();
  await page.goto(
    `${shop.origin}/?${new URLSearchParams({ secret: 'seti_none_secret_none', key: 'pk_test_other' })}`,
  );
  await page.getByText('not loaded: Invalid API Key').waitFor();
  complaints.length = 0;
});

test('Enter in a field submits the form around the element', async () => {
  const { secret } = await subscribe(shop, true);
  const frame = await openPayment(page, shop, secret);
  await typeCard(frame, PAYS);
  await frame.getByLabel('Security code').press('Enter');
  await says('succeeded');
});

test.each(['stripe', 'night'])('in the theme %s no rule of accessibility is broken', async (theme) => {
  const { secret } = await subscribe(shop, true);
  await openPayment(page, shop, secret, { theme });
  expect(await violations(page)).toEqual([]);
});

test('mounted again after it was unmounted, the element is empty and works; one group has one element', async () => {
  const { secret } = await subscribe(shop, true);
  await typeCard(await openPayment(page, shop, secret), PAYS);
  await page.evaluate('shop.element.unmount(); say(""); shop.element.mount("#element")');
  await says('ready');
  expect(await cardFrame(page).getByLabel('Card number').inputValue()).toBe('');
  await page.evaluate('shop.element.destroy()');
  expect(await page.evaluate('shop.elements.getElement("payment")')).toBeNull();
  await page.evaluate(
    'say(""); window.second = shop.elements.create("payment"); second.on("ready", () => say("second")); second.mount("#element")',
  );
  await says('second');
  await expect(page.evaluate('shop.elements.create("payment")')).rejects.toThrow('Can only create one');
});

test('an invalid key, an invalid client secret and another intent are refused with a message', async () => {
  await page.goto(shop.origin);
  await expect(page.evaluate('Stripe("sk_test_1")')).rejects.toThrow('not use your secret key');
  await expect(page.evaluate('Stripe()')).rejects.toThrow('apiKey should be a string');
  await expect(page.evaluate('Stripe("pk_test_shop").elements({ clientSecret: "seti_1" })')).rejects.toThrow(
    'Invalid value for clientSecret',
  );
  const { secret } = await subscribe(shop, true);
  const wrong = `${secret.slice(0, -3)}abc`;
  const found = await page.evaluate(
    `Stripe("pk_test_shop").retrieveSetupIntent(${JSON.stringify(secret)}).then((r) => r.setupIntent.status)`,
  );
  expect(found).toBe('requires_payment_method');
  const error = await page.evaluate(
    `Stripe("pk_test_shop").retrieveSetupIntent(${JSON.stringify(wrong)}).then((r) => r.error.type)`,
  );
  expect(error).toBe('invalid_request_error');
  complaints.length = 0;
});

test('a page of another origin cannot show the card frame, nor send messages to it', async () => {
  const foreign = shop.origin.replace('localhost', '127.0.0.1');
  await page.goto(foreign);
  const outcome = await page.evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe');
    const opened = window.open(${JSON.stringify(`${shop.stripe}/frames/card`)});
    const offer = (target) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve('answered');
      target?.postMessage('undertow-sandbox-stripe', '*', [port2]);
    };
    frame.onload = () => {
      offer(frame.contentWindow);
      setTimeout(() => offer(opened), 1000);
      setTimeout(() => resolve('silent'), 1500);
    };
    frame.src = ${JSON.stringify(`${shop.stripe}/frames/card`)};
    document.body.append(frame);
  })`);
  expect(outcome).toBe('silent');
  // The browser logs the violation with a delay
  await expect.poll(() => complaints.join()).toContain('frame-ancestors');
  complaints.length = 0;
});
