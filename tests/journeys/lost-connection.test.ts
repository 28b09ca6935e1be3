/** The server stops while a trader watches: five attempts are shown, then Disconnected with old values, then the reconnection. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { startOwnProduct } from '#tests/drive/journey-products.ts';
import type { Product } from '#tests/drive/product.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

/** Attempt n waits n seconds: 15 s in all, and much for a busy machine. */
const UNTIL_DISCONNECTED_MS = 120_000;

let product: Product;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await startOwnProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, { email: 'cut@example.com', tier: 'pro', instrumentId: 1 });
  await trader.page.getByText('Live Data').waitFor();
});

afterAll(async () => {
  await trader?.close();
  await product?.stop();
});

test('while the server is down each of five attempts is shown, with its wait', async () => {
  const { page } = trader;
  // Every text of the badge is recorded from now on, so that none is missed between two polls.
  await page.evaluate(() => {
    const badge = document.querySelector('[data-testid=feed-state]');
    const said: string[] = [];
    Object.assign(window, { said });
    const look = (): void => {
      const text = badge?.textContent?.trim() ?? '';
      if (said.at(-1) !== text) said.push(text);
    };
    if (badge !== null)
      new MutationObserver(look).observe(badge, { characterData: true, childList: true, subtree: true });
  });
  // Its process ends seconds after its sockets, and the attempts begin with those
  const stopped = product.stop({ keepData: true });
  await page.getByText(/No data since \d\d:\d\d:\d\d\. Next attempt in \d s\./).waitFor();
  await page.getByText(/Prices below are out of date/).waitFor({ timeout: UNTIL_DISCONNECTED_MS });
  await stopped;
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  const attempts = said.filter((text) => text.startsWith('RECONNECTING'));
  expect(attempts).toEqual([1, 2, 3, 4, 5].map((attempt) => `RECONNECTING ${attempt} of 5`));
  expect(said.at(-1)).toMatch(/^DISCONNECTED \d\d:\d\d:\d\d$/);
});

test('the old values stay, grey and with their time', async () => {
  const { page } = trader;
  await expect.poll(() => page.locator('table.book[data-old=true] tbody tr').count()).toBe(21);
  await page.getByText(/as of \d\d:\d\d:\d\d/).waitFor();
  const overview = page.getByRole('region', { name: 'Market overview' });
  await overview.getByText('Disconnected').waitFor();
  await overview.getByText(/^[\d.]+ at \d\d:\d\d:\d\d$/).waitFor();
  const row = page.getByRole('region', { name: 'Your instruments' });
  await expect.poll(() => row.getByText(/^\d\d:\d\d:\d\d$/).count()).toBe(1);
  // Badge, banner, book, chart and sidebar name one time
  const texts = await page
    .getByText(/(DISCONNECTED|No data since|as of|at) \d\d:\d\d:\d\d/)
    .allTextContents();
  const times = texts.flatMap(
    (text) => text.match(/(?:DISCONNECTED|No data since|as of|at) (\d\d:\d\d:\d\d)/)?.[1] ?? [],
  );
  expect(times.length).toBeGreaterThan(3);
  expect(new Set(times).size).toBe(1);
  await expect.poll(() => page.title()).toBe('Disconnected · Live Analysis · Undertow');
});

test('when the server is back, Try now restores the live market without a reload', async () => {
  const { page } = trader;
  const loaded = await page.evaluate(() => performance.timeOrigin);
  const { port } = new URL(product.origin);
  product = await startOwnProduct({ dataDir: product.dataDir, port: Number(port) });
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText('Live Data').waitFor();
  await page.getByText(/No data since/).waitFor({ state: 'detached' });
  await page.locator('table.book[data-old=false]').waitFor();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
});
