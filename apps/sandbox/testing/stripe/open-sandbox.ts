/** A sandbox's Stripe for tests, driven through the real SDK, on a clock that is frozen until it is advanced. */
import Stripe from 'stripe';
import { type RunningStripe, startStripe } from '#stripe/server/start-stripe.ts';
import type { StripeParts } from '#stripe/server/stripe-parts.ts';
import { PRICE_IDS, VAT_RATE_ID } from '#stripe/state/catalogue.ts';
import type { StripeSettings } from '#stripe/state/settings.ts';

export const SETTINGS: StripeSettings = {
  port: 0,
  host: '127.0.0.1',
  publicOrigin: 'http://localhost:3000',
  secretKey: 'sk_test_sandbox_tests',
  publishableKey: 'pk_test_sandbox_tests',
  webhook: null,
  dataFile: null,
};

/** The clock's first instant, 1 October 2026, 12:00 UTC: no month that follows is cut short within a test. */
export const START = Date.UTC(2026, 9, 1, 12) / 1000;

export type Plan = keyof typeof PRICE_IDS;

export interface StartFacts {
  readonly plan: Plan;
  /** A card of the sandbox, for example `pm_card_visa`; null leaves it to be confirmed. */
  readonly card: string | null;
  readonly trialDays?: number;
}

export interface Sandbox {
  readonly running: RunningStripe;
  readonly stripe: Stripe;
  /** Another client of the same API. */
  client(key: string): Stripe;
  /** Id of a new customer. */
  customer(facts?: Stripe.CustomerCreateParams): Promise<string>;
  /** A subscription as the product starts it. */
  subscribe(customer: string, facts: StartFacts): Promise<Stripe.Subscription>;
  subscription(id: string): Promise<Stripe.Subscription>;
  /** A card that can be named, tied to a customer. */
  attach(customer: string, card: string): Promise<string>;
  /** Sets the clock to this many seconds after `START`. */
  advance(seconds: number): Promise<void>;
  /** Posts to the control surface; returns its JSON. */
  control(path: string, body: object): Promise<Record<string, unknown>>;
  /** Events so far, oldest first; of one type where it is named. */
  events(type?: string): Promise<Stripe.Event[]>;
  close(): Promise<void>;
}

const EXPAND = ['pending_setup_intent', 'latest_invoice.confirmation_secret'];

/** What must still be confirmed of a new subscription. */
export function secretOf(subscription: Stripe.Subscription): string {
  const setup = subscription.pending_setup_intent as Stripe.SetupIntent | null;
  const invoice = subscription.latest_invoice as Stripe.Invoice | null;
  const secret = setup?.client_secret ?? invoice?.confirmation_secret?.client_secret;
  if (secret === undefined || secret === null) throw new Error('nothing is left to confirm');
  return secret;
}

export function idOfSecret(secret: string): string {
  return secret.split('_secret_')[0] ?? '';
}

/** Confirms the intent of a secret with a card, as the page does. */
export async function confirm(stripe: Stripe, secret: string, card: string) {
  const id = idOfSecret(secret);
  const with_ = { payment_method: card, return_url: 'http://localhost:3000/' };
  return secret.startsWith('seti_')
    ? stripe.setupIntents.confirm(id, with_)
    : stripe.paymentIntents.confirm(id, with_);
}

function starter(stripe: Stripe): Sandbox['subscribe'] {
  return async (customer, { plan, card, trialDays }) => {
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: PRICE_IDS[plan] }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      default_tax_rates: [VAT_RATE_ID],
      expand: EXPAND,
      ...(trialDays === undefined ? {} : { trial_period_days: trialDays }),
    });
    if (card === null) return subscription;
    await confirm(stripe, secretOf(subscription), card);
    return stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  };
}

export async function openSandbox(
  settings: Partial<StripeSettings> = {},
  parts: StripeParts = {},
): Promise<Sandbox> {
  const running = await startStripe({ ...SETTINGS, ...settings }, { nowMs: () => START * 1000, ...parts });
  const client = (key: string) =>
    new Stripe(key, {
      host: '127.0.0.1',
      port: running.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    });
  const stripe = client(SETTINGS.secretKey);
  const control: Sandbox['control'] = async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${running.port}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    running,
    stripe,
    client,
    async customer(facts = {}) {
      return (await stripe.customers.create(facts)).id;
    },
    subscribe: starter(stripe),
    subscription: (id) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
    async attach(customer, card) {
      return (await stripe.paymentMethods.attach(card, { customer })).id;
    },
    async advance(seconds) {
      await control('clock', { by: START + seconds - running.world.clocks.now() });
    },
    control,
    async events(type) {
      const events: Stripe.Event[] = [];
      for await (const event of stripe.events.list({ limit: 100 })) events.push(event);
      return events.reverse().filter((event) => type === undefined || event.type === type);
    },
    close: () => running.close(),
  };
}
