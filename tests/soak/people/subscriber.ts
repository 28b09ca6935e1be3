/** Someone who subscribes, changes plan, pays, fails to pay and cancels at the sandbox's provider, round after round. */
import { setTimeout as wait } from 'node:timers/promises';
import { LEGAL_VERSIONS } from '@undertow/contracts';
import type { Product } from '#tests/drive/product.ts';
import type { Person, TierName } from './person.ts';

/** A plan follows the provider's events within seconds; a busy machine takes longer. */
const MAX_PLAN_MS = 60_000;
const DAY_SECONDS = 86_400;
/** Over the trial, and over the day of a payment. */
const NEXT_PERIOD_DAYS = 31;

interface Ordered {
  readonly clientSecret: string | null;
}

async function control(product: Product, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${product.stripe}/sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function register(person: Person): Promise<void> {
  const { terms, privacy, disclaimer, riskWarning } = LEGAL_VERSIONS;
  await person.change('POST', '/registration', {
    firstName: 'Sam',
    lastName: 'Soak',
    email: person.email,
    tradingExperience: 'advanced',
    marketDataStatus: 'non_professional',
    agreedToTerms: true,
    agreedToDisclaimer: true,
    agreedToRiskWarning: true,
    versions: {
      terms: terms.version,
      privacy: privacy.version,
      disclaimer: disclaimer.version,
      riskWarning: riskWarning.version,
    },
  });
}

/** Confirms what the order left open with a card of the sandbox, as the provider's script does. */
async function confirm(product: Product, person: Person, secret: string, card: string): Promise<void> {
  const { publishableKey } = await person.read<{ publishableKey: string }>('/billing/config');
  const [id = ''] = secret.split('_secret_');
  const kind = secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const response = await fetch(`${product.stripe}/v1/${kind}/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: secret,
      payment_method: card,
      return_url: `${product.origin}/subscription`,
    }),
  });
  if (!response.ok)
    throw new Error(`the provider answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
}

async function untilPlan(person: Person, tier: TierName): Promise<void> {
  const deadline = Date.now() + MAX_PLAN_MS;
  while (Date.now() < deadline) {
    const { subscriptionTier } = await person.read<{ subscriptionTier: TierName }>('/auth/user');
    if (subscriptionTier === tier) {
      person.notePlan(tier);
      return;
    }
    await wait(500);
  }
  throw new Error(`expected ${person.email} to have ${tier} within ${MAX_PLAN_MS / 1000} s of ordering it`);
}

async function order(product: Product, person: Person, tier: TierName, card: string): Promise<void> {
  const { clientSecret } = await person.change<Ordered>('POST', '/create-subscription', {
    tier,
    immediateSupply: true,
  });
  if (clientSecret !== null) await confirm(product, person, clientSecret, card);
  await untilPlan(person, tier);
  person.tally.count('plans changed');
}

/** `card` is one of the provider's test names; nobody else pays with it, for a card has one trial. */
export async function subscribeAgainAndAgain(
  product: Product,
  person: Person,
  { card, onFirstPlan }: { readonly card: string; readonly onFirstPlan: () => Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  const pause = (seconds: number) => wait(seconds * 1000, null, { signal }).catch(() => null);
  await register(person);
  for (let round = 0; !signal.aborted; round += 1) {
    await order(product, person, 'basic', card);
    if (round === 0) await onFirstPlan();
    await pause(20);
    if (signal.aborted) return;
    await order(product, person, 'pro', card);
    await pause(60);
    if (signal.aborted) return;
    // The trial ends, or the month: the provider charges the card, and its events follow each other
    await control(product, 'clock', { by: NEXT_PERIOD_DAYS * DAY_SECONDS });
    await pause(20);
    if (signal.aborted) return;
    await person.read('/billing/invoices');
    await person.read('/subscription');
    await person.change('POST', '/cancel-subscription', {});
    await untilPlan(person, 'free');
    person.tally.count('plans changed');
    await pause(30);
  }
}
