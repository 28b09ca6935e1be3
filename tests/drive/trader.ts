/** A trader in a real browser: signs in through the issuer's own page or past it, and finds things by role and name. */
import type { Browser, Page } from 'playwright-core';
import { stateOf } from './open-pages.ts';
import { addInstrumentByHttp, signInByHttp, someAddress } from './sign-in-by-http.ts';

export type Tier = 'free' | 'basic' | 'pro' | 'elite';

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
  const trader = await openContext(browser, origin, look);
  await trader.page.goto(origin);
  return trader;
}

async function openContext(browser: Browser, origin: string, look: Visit): Promise<Trader> {
  const context = await browser.newContext({
    baseURL: origin,
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: look.colourScheme ?? 'light',
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401 (Unauthorized)'))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, complaints, close: () => context.close() };
}

export interface Entry extends Visit {
  readonly email: string;
  readonly tier: Tier;
  /** Catalogue number of an instrument that they analyse; none by default. */
  readonly instrumentId?: number;
}

/** Opens the dashboard as somebody whom the issuer knows, without its page: for journeys that begin behind the sign-in. */
export async function enter(browser: Browser, origin: string, entry: Entry): Promise<Trader> {
  const { cookie } = await signInByHttp(origin, entry.email, entry.tier);
  if (entry.instrumentId !== undefined) await addInstrumentByHttp(origin, cookie, entry.instrumentId);
  const trader = await openContext(browser, origin, entry);
  const pairs = cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]);
  await trader.page
    .context()
    .addCookies(
      pairs.map(([name, value]) => ({ name, value, url: origin, httpOnly: true, sameSite: 'Lax' })),
    );
  await trader.page.goto(origin);
  try {
    await trader.page.getByRole('navigation', { name: 'Main' }).waitFor();
  } catch (error) {
    throw new Error(`expected a dashboard, found ${await stateOf(trader.page)}`, { cause: error });
  }
  return trader;
}

/** From the landing page through the issuer and back. */
export async function signIn(page: Page, email: string, tier: Tier): Promise<void> {
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
  await picker.fill(symbol);
  await page.getByRole('option', { name: new RegExp(`^${symbol} `) }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // It closes when the instrument is added: what opens it again before would be closed with it
  await picker.waitFor({ state: 'hidden' });
}

/** Waits until the chart of the page is there with bars: its keys are lost before. */
export async function untilChartTakesKeys(page: Page): Promise<void> {
  await page
    .getByRole('figure', { name: / candles / })
    .first()
    .waitFor();
}
