/** A subscriber in a real browser: registers, pays with a card of the sandbox, and reads the mails. */
import { LEGAL_VERSIONS } from '@undertow/contracts';
import type { Page } from 'playwright-core';
import type { WarmProduct } from '#tests/drive/journey-products.ts';
import { cardFrame, typeCard } from './shop.ts';

/** The well-known test cards. */
export const CARDS = {
  pays: '4242424242424242',
  /** The bank requires 3-D Secure at every payment. */
  threeDSecure: '4000002760003184',
  declined: '4000000000000002',
  /** Another card that pays: a card has one trial, for every account. */
  alsoPays: '5555555555554444',
} as const;

export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string | null;
}

/** Mails that the sandbox's mailbox holds for an address, newest first. */
export async function mailsTo(product: WarmProduct, address: string): Promise<readonly Mail[]> {
  const response = await fetch(`${product.mailbox}/mails?to=${encodeURIComponent(address)}`);
  return (await response.json()) as Mail[];
}

/** Makes the sandbox's provider fail; `none` ends it. */
export async function providerIs(product: WarmProduct, mode: 'none' | 'error' | 'reset'): Promise<void> {
  const body = JSON.stringify({ mode });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${product.stripe}/sandbox/outage`, { method: 'POST', headers, body });
}

/** Completes the registration of the signed-in user, as the page would. */
export async function registerByCall(page: Page, origin: string): Promise<void> {
  const versions = {
    terms: LEGAL_VERSIONS.terms.version,
    privacy: LEGAL_VERSIONS.privacy.version,
    disclaimer: LEGAL_VERSIONS.disclaimer.version,
    riskWarning: LEGAL_VERSIONS.riskWarning.version,
  };
  const response = await page.request.post('/api/registration', {
    headers: { origin },
    data: {
      firstName: 'Sam',
      lastName: 'Lee',
      email: 'sam@example.com',
      tradingExperience: 'advanced',
      marketDataStatus: 'non_professional',
      agreedToTerms: true,
      agreedToDisclaimer: true,
      agreedToRiskWarning: true,
      versions,
    },
  });
  if (response.status() !== 201) throw new Error(`registration answered ${response.status()}`);
}

/** Ticks the consent and continues to the card. */
export async function orderPlan(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I ask for the service to begin at once/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}

/** Types a card into the provider's form and sends it. */
export async function payWith(page: Page, card: string, action: string | RegExp): Promise<void> {
  const send = page.getByRole('button', { name: action });
  await typeCard(cardFrame(page), card);
  await send.click();
}

/** Completes the 3-D Secure dialog. */
export async function answerBank(page: Page, outcome: 'Complete' | 'Fail'): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Confirm with your bank' })
    .frameLocator('iframe')
    .getByRole('button', { name: `${outcome} authentication` })
    .click();
}

/** The subscription as the server reports it. */
export async function factsOf(page: Page): Promise<{ status: string; tier: string | null }> {
  const response = await page.request.get('/api/subscription');
  return (await response.json()) as { status: string; tier: string | null };
}

/** The tier that counts for the signed-in user. */
export async function tierOf(page: Page): Promise<string> {
  const response = await page.request.get('/api/auth/user');
  return ((await response.json()) as { subscriptionTier: string }).subscriptionTier;
}
