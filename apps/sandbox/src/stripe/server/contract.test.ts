/// <reference types="node" />
/** Every object that the sandbox returns has the keys of its official fixture, with the right types. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DAY_S } from '@undertow/market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRICE_IDS, VAT_RATE_ID } from '#stripe/state/catalogue.ts';
import { confirm, openSandbox, type Sandbox, SETTINGS, secretOf } from '#testing/stripe/open-sandbox.ts';

type Hash = Readonly<Record<string, unknown>>;

const FILE = fileURLToPath(
  new URL('../../../../../../shared/data/stripe-fixtures/fixtures3.json', import.meta.url),
);
const RECORDED = existsSync(FILE);
const ALOUD = RECORDED ? '' : ' (skipped: the fixtures are not beside the checkout)';
const FIXTURES: Readonly<Record<string, Hash>> = RECORDED
  ? JSON.parse(readFileSync(FILE, 'utf8')).resources
  : {};

/** Hashes whose keys depend on their content: a fixture shows one of many. */
const OPEN = new Set([
  'metadata',
  'next_action',
  'last_setup_error',
  'last_payment_error',
  'payment_method_options',
  'data.object',
  'previous_attributes',
  'destination_details.card',
  'flow',
  'evidence.enhanced_evidence',
]);

function isHash(value: unknown): value is Hash {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What is wrong with a value, in words; null matches anything, on both sides. */
function faults(value: unknown, fixture: unknown, path: string): string[] {
  if (value === undefined) return [`${path} is missing`];
  if (value === null || fixture === null) return [];
  if (typeOf(value) !== typeOf(fixture)) return [`${path} is ${typeOf(value)}, not ${typeOf(fixture)}`];
  if (Array.isArray(value) && Array.isArray(fixture)) {
    const [example] = fixture;
    return example === undefined ? [] : value.flatMap((each, at) => faults(each, example, `${path}[${at}]`));
  }
  if (!isHash(value) || !isHash(fixture)) return [];
  if ([...OPEN].some((open) => path === open || path.endsWith(`.${open}`))) return [];
  return Object.entries(fixture).flatMap(([key, inner]) => faults(value[key], inner, `${path}.${key}`));
}

let sandbox: Sandbox;

/** As sent on the wire: the SDK would convert decimals to numbers. */
async function read(path: string): Promise<Hash> {
  const response = await fetch(`http://127.0.0.1:${sandbox.running.port}/v1/${path}`, {
    headers: { authorization: `Bearer ${SETTINGS.secretKey}` },
  });
  return (await response.json()) as Hash;
}

async function everything(path: string): Promise<readonly Hash[]> {
  const rows: Hash[] = [];
  for (let more = true; more; ) {
    const last = rows.at(-1)?.['id'];
    const query = `${path.includes('?') ? '&' : '?'}limit=100${last === undefined ? '' : `&starting_after=${last}`}`;
    const response = await read(`${path}${query}`);
    rows.push(...(response['data'] as readonly Hash[]));
    more = response['has_more'] === true;
  }
  return rows;
}

/** One scenario that creates every kind of object. */
async function live(): Promise<string> {
  const { stripe } = sandbox;
  const customer = await sandbox.customer({ email: 'ada@example.com', name: 'Ada' });
  const trial = await sandbox.subscribe(customer, { plan: 'basic', card: null, trialDays: 14 });
  await confirm(stripe, secretOf(trial), 'pm_card_chargeDeclined').catch(() => undefined);
  await confirm(stripe, secretOf(trial), 'pm_card_authenticationRequiredOnSetup');
  await sandbox.control('authenticate', { client_secret: secretOf(trial), outcome: 'complete' });
  await sandbox.advance(15 * DAY_S);
  const fail = await sandbox.attach(customer, 'pm_card_chargeCustomerFail');
  await stripe.subscriptions.update(trial.id, { default_payment_method: fail });
  const elite = [{ id: trial.items.data[0]?.id ?? '', price: PRICE_IDS.elite }];
  const pending = {
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  } as const;
  await stripe.subscriptions.update(trial.id, { items: elite, ...pending });
  await stripe.subscriptionSchedules.create({ from_subscription: trial.id });
  const paid = await sandbox.subscribe(customer, { plan: 'pro', card: 'pm_card_createDispute' });
  await sandbox.subscribe(customer, { plan: 'elite', card: 'pm_card_visa' });
  const [charge] = (await stripe.charges.list({ customer })).data;
  await stripe.refunds.create({ payment_intent: String(charge?.payment_intent), amount: 100 });
  await stripe.subscriptions.cancel(paid.id);
  await stripe.billingPortal.sessions.create({
    customer,
    configuration: (await stripe.billingPortal.configurations.create({ features: {} })).id,
    return_url: 'http://localhost:3000/',
  });
  return customer;
}

/** Fixture, and where the objects are listed. */
const LISTS = [
  ['charge', 'charges'],
  ['refund', 'refunds'],
  ['subscription', 'subscriptions?status=all'],
  ['invoice', 'invoices'],
  ['billing_portal.configuration', 'billing_portal/configurations'],
  ['event', 'events'],
] as const;

describe.skipIf(!RECORDED)(`against the official fixtures${ALOUD}`, () => {
  let customer: string;
  beforeAll(async () => {
    // Nothing listens there: only the endpoint object is needed
    sandbox = await openSandbox({ webhook: { url: 'http://127.0.0.1:9/', secret: 'whsec_nobody' } });
    customer = await live();
  });
  afterAll(() => sandbox.close());

  test.each(LISTS)('%s', async (kind, path) => {
    const rows = await everything(path);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap((row) => faults(row, FIXTURES[kind], kind))).toEqual([]);
  });

  test('a missing key and a wrong type are found', () => {
    const fixture = { id: 'x', lines: { data: [{ amount: 1 }] }, tax: null };
    expect(faults({ id: 'y', lines: { data: [{ amount: 2 }] }, tax: 3 }, fixture, 'it')).toEqual([]);
    expect(faults({ id: 1, lines: { data: [{}] } }, fixture, 'it')).toEqual([
      'it.id is number, not string',
      'it.lines.data[0].amount is missing',
      'it.tax is missing',
    ]);
  });

  test('what events carry', async () => {
    const events = await everything('events');
    // A renewal that is only announced has no id, and its lines none of an invoice
    const carried = events
      .filter(({ type }) => type !== 'invoice.upcoming')
      .map(({ data }) => (data as Hash)['object'] as Hash);
    expect(new Set(carried.map(({ object }) => object)).size).toBeGreaterThanOrEqual(12);
    expect(
      carried.flatMap((object) =>
        faults(object, FIXTURES[String(object['object'])], String(object['object'])),
      ),
    ).toEqual([]);
  });

  test('a preview, and an invoice with everything expanded', async () => {
    const { stripe } = sandbox;
    const [first] = (await stripe.subscriptions.list({ customer, limit: 1 })).data;
    const preview = await stripe.invoices.createPreview({
      customer,
      subscription_details: { items: [{ price: PRICE_IDS.pro }], default_tax_rates: [VAT_RATE_ID] },
    });
    expect(faults(JSON.parse(JSON.stringify(preview)), FIXTURES['invoice'], 'invoice')).toEqual([]);
    const invoice = await read(
      `invoices/${first?.latest_invoice}?expand[]=payments&expand[]=confirmation_secret`,
    );
    const [payment] = (invoice['payments'] as { data: readonly Hash[] }).data;
    expect(faults(payment, FIXTURES['invoice_payment'], 'invoice_payment')).toEqual([]);
    expect(invoice['confirmation_secret']).toEqual({
      client_secret: expect.stringMatching(/^pi_/),
      type: 'payment_intent',
    });
  });

  test('internal fields of the sandbox are never returned', async () => {
    const rows = (await Promise.all(LISTS.map(([, path]) => everything(path)))).flat();
    expect(JSON.stringify(rows)).not.toMatch(/"_\w+":/);
  });
});
