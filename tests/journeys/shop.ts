/** A small shop before the sandbox's Stripe: a page with the payment element under the policy of the product's payment page. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startStripe } from '@undertow/sandbox/src/stripe/server/start-stripe.ts';
import { registerStripeFront } from '@undertow/sandbox/src/stripe-front/register-stripe-front.ts';
import type { FrameLocator, Page } from 'playwright-core';

const SECRET_KEY = 'sk_test_shop';
const PUBLISHABLE_KEY = 'pk_test_shop';
const FRAME = 'iframe[title="Secure payment input frame"]';

export interface Shop {
  /** Origin of the page. */
  readonly origin: string;
  /** Origin of the provider. */
  readonly stripe: string;
  /** A call with the secret key; rejects with the message of a refusal. */
  api(method: 'GET' | 'POST', path: string, params?: Readonly<Record<string, string>>): Promise<ApiBody>;
  /** Makes the provider fail from now on, as its README describes. */
  outage(setting: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: responses of the provider, read by name
type ApiBody = Record<string, any>;

/** Puts the element in place and passes the result of a confirmation to the page. */
const PAGE_SCRIPT = `
const query = new URLSearchParams(location.search);
const say = (text) => { document.getElementById('out').textContent = text; };
const secret = query.get('secret');
if (secret !== null) {
  const stripe = Stripe(query.get('key'));
  const elements = stripe.elements({ clientSecret: secret, appearance: { theme: query.get('theme') ?? 'stripe' } });
  const element = elements.create('payment', { business: { name: 'The shop' } });
  window.shop = { stripe, elements, element, changes: [] };
  element.on('ready', () => say('ready'));
  element.on('loaderror', ({ error }) => say('not loaded: ' + error.message));
  element.on('change', ({ empty, complete }) => window.shop.changes.push({ empty, complete }));
  element.mount('#element');
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    say('confirming');
    const confirm = secret.startsWith('seti_') ? stripe.confirmSetup : stripe.confirmPayment;
    const redirect = query.get('redirect') ?? 'if_required';
    const result = await confirm({ elements, redirect, confirmParams: { return_url: location.origin + '/done' } });
    const intent = result.setupIntent ?? result.paymentIntent;
    say(result.error ? (result.error.code ?? result.error.type) + ': ' + result.error.message : intent.status);
  });
}`;

function pageOf(stripe: string, theme: string): string {
  const colours = theme === 'night' ? 'dark' : 'light';
  return `<!doctype html><html lang="en" style="color-scheme:${colours}"><head><meta charset="utf-8"><title>The shop</title>
<script src="${stripe}/endive/stripe.js"></script><script defer src="/page.js"></script></head>
<body><main><h1>The shop</h1><form><div id="element" style="max-width:420px"></div><button>Pay</button></form><p role="status" id="out"></p></main></body></html>`;
}

function policyOf(stripe: string): string {
  return `default-src 'none'; script-src 'self' ${stripe}; style-src 'unsafe-inline'; frame-src ${stripe}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

export async function openShop(): Promise<Shop> {
  let stripe = '';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    const isScript = pathname === '/page.js';
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      'content-security-policy': policyOf(stripe),
    });
    response.end(isScript ? PAGE_SCRIPT : pageOf(stripe, searchParams.get('theme') ?? ''));
  });
  const origin = await listen(server);
  const provider = await startStripe(
    {
      port: 0,
      host: '127.0.0.1',
      publicOrigin: origin,
      secretKey: SECRET_KEY,
      publishableKey: PUBLISHABLE_KEY,
      webhook: null,
      dataFile: null,
    },
    { pages: registerStripeFront },
  );
  stripe = provider.origin;
  return {
    origin,
    stripe,
    async api(method, path, params = {}) {
      const form = new URLSearchParams(params);
      const response = await fetch(`${stripe}/v1/${path}${method === 'GET' ? `?${form}` : ''}`, {
        method,
        headers: { authorization: `Bearer ${SECRET_KEY}` },
        ...(method === 'GET' ? {} : { body: form }),
      });
      const body = (await response.json()) as ApiBody;
      if (!response.ok) throw new Error(body['error'].message);
      return body;
    },
    async outage(setting) {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${stripe}/sandbox/outage`, { method: 'POST', headers, body: JSON.stringify(setting) });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await provider.close();
    },
  };
}

/** A subscription that waits for a card: with a trial for its setup, without one for the first payment. */
export async function subscribe(shop: Shop, trial: boolean): Promise<ApiBody> {
  const customer = await shop.api('POST', 'customers', { email: 'jane@example.com' });
  const subscription = await shop.api('POST', 'subscriptions', {
    customer: customer['id'],
    'items[0][price]': 'price_UndertowSandboxPro',
    payment_behavior: 'default_incomplete',
    'payment_settings[save_default_payment_method]': 'on_subscription',
    'default_tax_rates[0]': 'txr_UndertowSandboxVat20',
    'expand[0]': 'pending_setup_intent',
    'expand[1]': 'latest_invoice.confirmation_secret',
    ...(trial ? { trial_period_days: '14' } : {}),
  });
  const secret =
    subscription['pending_setup_intent']?.client_secret ??
    subscription['latest_invoice']?.confirmation_secret.client_secret;
  return { ...subscription, secret, customer: customer['id'] };
}

/** Opens the shop's page for a client secret and waits for the element. */
export async function openPayment(
  page: Page,
  shop: Shop,
  secret: string,
  look: Readonly<Record<string, string>> = {},
): Promise<FrameLocator> {
  const query = new URLSearchParams({ secret, key: PUBLISHABLE_KEY, ...look });
  await page.goto(`${shop.origin}/?${query}`);
  await page.getByText('ready', { exact: true }).waitFor();
  return cardFrame(page);
}

export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator(FRAME);
}

/** Types a card into the element. */
export async function typeCard(frame: FrameLocator, number: string): Promise<void> {
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').pressSequentially('1234');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByLabel('Postcode').fill('SW1A 1AA');
}
