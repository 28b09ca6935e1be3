/** The main promise: a trader signs in, picks ES, sees candles, book and an iceberg arrive live, and opens its evidence. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { addInstrument, signIn, type Trader, untilChartTakesKeys, visit } from '#tests/drive/trader.ts';

let product: WarmProduct;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await visit(browser, product.origin);
});

afterAll(() => trader?.close());

test('a visitor signs in with any email address and a tier', async () => {
  await signIn(trader.page, 'priya@example.com', 'pro');
  await trader.page.getByText('No Instrument Selected').waitFor();
  await trader.page.getByText('Pro plan').first().waitFor();
});

test('picking ES shows candles and ten levels a side within 20 s', async () => {
  const { page } = trader;
  await addInstrument(page, 'ES');
  await page.getByText('Live Data').waitFor();
  const bars = await page.evaluate(async () =>
    (await fetch('/api/market-data?instrumentId=1&timeframe=10m')).json(),
  );
  expect(bars.length).toBeGreaterThanOrEqual(60);
  const book = await page.evaluate(async () => (await fetch('/api/order-book?instrumentId=1')).json());
  expect(book.filter((row: { side: string }) => row.side === 'bid')).toHaveLength(10);
  expect(book.filter((row: { side: string }) => row.side === 'ask')).toHaveLength(10);
});

test('an iceberg arrives live within 30 s, without a reload', async () => {
  // Of every size
  await untilChartTakesKeys(trader.page);
  await trader.page.keyboard.press('m');
  // The row ends with its age in seconds: events of the history are minutes old.
  await trader.page.getByRole('tab', { name: 'Events' }).click();
  const events = trader.page.getByRole('list', { name: 'Live events' });
  const fresh = events.locator('li', { hasText: /Iceberg.*exact\s*[12]?[0-9] s$/ });
  await fresh.first().waitFor();
});

test('its evidence opens and lists the facts', async () => {
  const { page } = trader;
  await page
    .getByRole('list', { name: 'Live events' })
    .getByRole('button', { name: /iceberg/i })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Exact', { exact: true }).first().waitFor();
  await sheet
    .getByText(/refill/i)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
});

test('the theme switches and stays after a reload', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await page.locator('html.dark').waitFor();
  await page.reload();
  await page.getByText('Live Data').waitFor();
  expect(await page.locator('html').getAttribute('class')).toContain('dark');
});

test('nothing on the page broke a rule of the content security policy or threw', () => {
  expect(trader.complaints).toEqual([]);
});

test('signing out ends the session and shows the landing page', async () => {
  const { page } = trader;
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  const response = await page.evaluate(async () => (await fetch('/api/auth/user')).status);
  expect(response).toBe(401);
});
