/** The real application against the sandbox's Stripe over HTTP, both on one clock, and people who pay. */

import { HOUR_MS } from '@undertow/market';
import { type RunningStripe, startStripe } from '@undertow/sandbox/src/stripe/server/start-stripe.ts';
import { PRICE_IDS, VAT_RATE_ID } from '@undertow/sandbox/src/stripe/state/catalogue.ts';
import type { OutageSetting } from '@undertow/sandbox/src/stripe/state/outage.ts';
import { createStripeGateway } from '@undertow/server/src/adapters/billing/stripe-gateway.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import type { FlowParts } from '@undertow/server/src/modules/billing/billing-parts.ts';
import {
  type CancellationRunner,
  startCancellationRunner,
} from '@undertow/server/src/modules/billing/cancellation-runner.ts';
import type { BillingGateway } from '@undertow/server/src/ports/billing.ts';
import { openTestApp, TEST_NOW, TEST_ORIGIN, type TestApp } from '@undertow/server/testing/app.ts';

const SECRET_KEY = 'sk_test_rig';
export const DAY_MS = 24 * HOUR_MS;
/** Longer than the stretch of events that every comparison lists again. */
const EVENTS_APART_MS = 6 * 60_000;

export interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Mail {
  readonly template: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface Payer {
  readonly id: string;
  get(url: string): Promise<ApiResponse>;
  post(url: string, body?: object): Promise<ApiResponse>;
  /** Orders a tier with the consent to begin at once. */
  order(tier: string, more?: object): Promise<ApiResponse>;
  /** Orders a tier and pays with the card; every event is then processed. */
  subscribe(tier: string, card?: string): Promise<void>;
  /** The tier that the gate grants. */
  tier(): Promise<unknown>;
  facts(): Promise<ApiResponse['body']>;
  mails(): Promise<readonly Mail[]>;
}

export interface BillingRig {
  readonly app: TestApp;
  readonly stripe: RunningStripe;
  readonly gateway: BillingGateway;
  readonly cancellations: CancellationRunner;
  /**
   * A signed-in user without a grant. `registered` false: the registration is not complete. Every user has cards of
   * their own, although there are few test card numbers; `knownCards`: cards that were used before stay known.
   */
  newPayer(who?: {
    readonly registered?: boolean;
    readonly email?: string;
    readonly knownCards?: boolean;
  }): Promise<Payer>;
  /** Confirms the intent of a client secret, as the browser does. Returns the intent's status. */
  confirm(clientSecret: unknown, card?: string): Promise<string>;
  /** The customer answers the bank. */
  authenticate(clientSecret: unknown, outcome?: 'complete' | 'fail'): Promise<void>;
  /** The next charge goes to this card: what the portal does. */
  giveCard(userId: string, card: string): Promise<void>;
  /** Processes every event of the provider. */
  settle(): Promise<void>;
  /** Moves both clocks, runs what is due at the provider meanwhile, and processes its events. */
  later(ms: number): Promise<void>;
  outage(setting: Partial<OutageSetting>): Promise<void>;
  /** Subscriptions that the provider has of a user, in any state. */
  subscriptionsOf(userId: string): readonly { readonly status: string }[];
  close(): Promise<void>;
}

const REGISTRATION = {
  firstName: 'Test',
  lastName: 'Person',
  email: 'test@example.com',
  company: null,
  phone: null,
  tradingExperience: 'intermediate',
  marketDataStatus: 'non_professional',
} as const;

function gatewayTo(origin: string): BillingGateway {
  const { basic, pro, elite } = PRICE_IDS;
  return createStripeGateway({
    secretKey: SECRET_KEY,
    webhookSecrets: ['whsec_rig'],
    apiBase: origin,
    prices: { basic: [basic], pro: [pro], elite: [elite] },
    taxRateId: VAT_RATE_ID,
    livemode: false,
    timeoutMs: 1_500,
  });
}

/** One call to the provider beside the application: what a browser, or the operator, does. */
async function callStripe(origin: string, path: string, form: Readonly<Record<string, string>>) {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: new URLSearchParams(form),
  });
  return (await response.json()) as { id: string; status: string; error?: { message: string } };
}

async function control(origin: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${origin}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

function intentPath(clientSecret: unknown): string {
  const id = String(clientSecret).split('_secret_')[0];
  return id?.startsWith('seti_') ? `/v1/setup_intents/${id}` : `/v1/payment_intents/${id}`;
}

/** Starts both. `wrap` may intercept calls from the application to the provider. */
export async function openBillingRig(
  wrap: (gateway: BillingGateway) => BillingGateway = (gateway) => gateway,
): Promise<BillingRig> {
  let app: TestApp | null = null;
  const stripe = await startStripe(
    {
      port: 0,
      host: '127.0.0.1',
      publicOrigin: TEST_ORIGIN,
      secretKey: SECRET_KEY,
      publishableKey: 'pk_test_rig',
      webhook: null,
      dataFile: null,
    },
    { nowMs: () => app?.parts.clock.nowMs() ?? TEST_NOW },
  );
  const origin = `http://127.0.0.1:${stripe.port}`;
  const gateway = wrap(gatewayTo(origin));
  const opened = await openTestApp({ gateway });
  app = opened;
  const { stores, sync, parts } = opened;
  const flow: FlowParts = { ...parts, gateway };
  const cancellations = startCancellationRunner(flow);

  async function settle(): Promise<void> {
    await sync.reconciler.round();
    await sync.worker.drain();
  }

  async function confirm(clientSecret: unknown, card = 'pm_card_visa'): Promise<string> {
    const confirmed = await callStripe(origin, `${intentPath(clientSecret)}/confirm`, {
      payment_method: card,
      return_url: `${TEST_ORIGIN}/?payment=success`,
    });
    return confirmed.error === undefined ? confirmed.status : confirmed.error.message;
  }

  function payerOf(id: string): Payer {
    let session = { cookie: '', atMs: Number.NEGATIVE_INFINITY };
    /** Signs in again after every hour. */
    async function signedIn(): Promise<string> {
      const atMs = parts.clock.nowMs();
      if (atMs - session.atMs < HOUR_MS) return session.cookie;
      session = { cookie: `${parts.sessions.cookieName}=${await parts.sessions.start(id)}`, atMs };
      return session.cookie;
    }
    const call = async (method: 'GET' | 'POST', url: string, body?: object): Promise<ApiResponse> => {
      const payload = body === undefined ? {} : { payload: body };
      const headers = { cookie: await signedIn(), origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
      const response = await opened.http.inject({ method, url, headers, ...payload });
      return { status: response.statusCode, body: response.json() };
    };
    const get = (url: string) => call('GET', url);
    const post = (url: string, body?: object) => call('POST', url, body);
    const order = (tier: string, more: object = {}) =>
      post('/api/create-subscription', { tier, immediateSupply: true, ...more });
    return {
      id,
      get,
      post,
      order,
      async subscribe(tier, card) {
        const { status, body } = await order(tier);
        if (status !== 200) throw new Error(JSON.stringify(body));
        const confirmed = await confirm(body['clientSecret'], card);
        if (confirmed !== 'succeeded') throw new Error(`the card was not taken: ${confirmed}`);
        await settle();
      },
      tier: async () => (await get('/api/auth/user')).body['subscriptionTier'],
      facts: async () => (await get('/api/subscription')).body,
      mails: () =>
        rowsOf<Mail>(
          opened.orm,
          sql`SELECT template, facts FROM mail_outbox WHERE user_id = ${id} ORDER BY created_at_ms, id`,
        ),
    };
  }

  let people = 0;
  return {
    app: opened,
    stripe,
    gateway,
    cancellations,
    confirm,
    settle,

    async newPayer({ registered = true, email, knownCards = false } = {}) {
      people += 1;
      // Keeps the events of earlier payers out of the next listing
      opened.advance(EVENTS_APART_MS);
      // Events of others mark their cards as used: all are processed first
      await settle();
      if (!knownCards) await opened.orm.execute(sql`DELETE FROM trial_uses WHERE kind = 'card'`);
      const sub = `payer-${people}`;
      const identity = { issuer: 'https://id.example', sub, email: email ?? `${sub}@example.com` };
      const { id } = await stores.users.signIn({ ...identity, firstName: 'Pat' }, parts.clock.nowMs());
      const from = { userId: id, ipHash: 'a'.repeat(64), requestId: 'rig' };
      if (registered) await stores.registrations.save(REGISTRATION, from, parts.clock.nowMs());
      return payerOf(id);
    },

    authenticate: (clientSecret, outcome = 'complete') =>
      control(origin, 'authenticate', { client_secret: clientSecret, outcome }),

    async giveCard(userId, card) {
      const customer = (await stores.billingStore.customerOf(userId)) ?? '';
      const subscription = (await stores.billingStore.current(userId))?.snapshot.id ?? '';
      const attached = await callStripe(origin, `/v1/payment_methods/${card}/attach`, { customer });
      const given = { default_payment_method: attached.id };
      const changed = await callStripe(origin, `/v1/subscriptions/${subscription}`, given);
      if (changed.error !== undefined) throw new Error(changed.error.message);
      await settle();
    },

    async later(ms) {
      opened.advance(ms);
      await control(origin, 'clock', { by: 0 });
      await settle();
    },

    outage: (setting) => control(origin, 'outage', setting),

    subscriptionsOf(userId) {
      const customers = stripe.world.store
        .all('customer')
        .filter(({ metadata }) => metadata['userId'] === userId)
        .map(({ id }) => id);
      return stripe.world.store
        .all('subscription')
        .filter(({ customer }) => customers.includes(String(customer)));
    },

    async close() {
      await cancellations.stop();
      await opened.close();
      await stripe.close();
    },
  };
}
