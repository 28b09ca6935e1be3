/** A trader in a real browser: signs in through the issuer's own page and finds things by role and name. */
import type { Browser, Page } from 'playwright-core';

export interface Trader {
  readonly page: Page;
  /** Errors of the page and refusals of the content security policy, except the 401 that identifies a visitor. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface Visit {
  readonly width?: number;
  readonly height?: number;
  readonly colourScheme?: 'light' | 'dark';
}

/** Opens the landing page as a visitor in London. */
export async function visit(browser: Browser, origin: string, look: Visit = {}): Promise<Trader> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: look.colourScheme ?? 'light',
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
  });
  const page = await context.newPage();
  // The first start simulates a history, and the server answers nobody meanwhile: on a busy machine half a minute
  page.setDefaultTimeout(90_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401 (Unauthorized)'))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(origin);
  return { page, complaints, close: () => context.close() };
}

/** From the landing page through the issuer and back. */
export async function signIn(
  page: Page,
  email: string,
  tier: 'free' | 'basic' | 'pro' | 'elite',
): Promise<void> {
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.locator('input[name=email]').fill(email);
  await page.locator(`input[name=tier][value=${tier}]`).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Adds an instrument through the picker of the sidebar. */
export async function addInstrument(page: Page, symbol: string): Promise<void> {
  await page
    .getByRole('button', { name: /add instrument/i })
    .first()
    .click();
  const picker = page.getByRole('combobox', { name: 'Instrument' });
  const value = await picker.locator('option', { hasText: new RegExp(`^${symbol} `) }).getAttribute('value');
  await picker.selectOption(value);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}
