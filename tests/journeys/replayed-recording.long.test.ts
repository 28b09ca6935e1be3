/** The same promise on a recording: real ES order flow of one evening, replayed in the dashboard and labelled as a replay. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { addInstrument, enter, type Trader, untilChartTakesKeys } from '#tests/drive/trader.ts';

const RECORDING = fileURLToPath(
  new URL(
    '../../../shared/data/es-mbo-esh4-20231225-dev/esh4-glbx-mdp3-20231225-to-2330.mbo.dbn.zst',
    import.meta.url,
  ),
);
const there = existsSync(RECORDING);
if (!there) process.stderr.write('skipped: the recorded ES session is not beside the checkout\n');

let product: Product;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  if (!there) return;
  product = await startProduct({ replay: RECORDING, speed: 10 });
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, { email: 'marta@example.com', tier: 'elite' });
});

afterAll(async () => {
  await trader?.close();
  await product?.stop();
});

test.skipIf(!there)('the dashboard shows the recording and labels it as a replay', async () => {
  const { page } = trader;
  await addInstrument(page, 'ES');
  await page
    .getByText(/REPLAY/)
    .first()
    .waitFor();
  await page.getByText('ESH4').first().waitFor();
});

test.skipIf(!there)('ten levels a side are in the book, at prices of that evening', async () => {
  const rows = await trader.page.evaluate(
    async () =>
      (await (await fetch('/api/order-book?instrumentId=1')).json()) as { side: string; price: string }[],
  );
  expect(rows.filter((row) => row.side === 'bid')).toHaveLength(10);
  for (const { price } of rows) expect(Math.abs(Number(price) - 4805)).toBeLessThan(25);
});

test.skipIf(!there)('an exact iceberg of the recording arrives and its evidence opens', async () => {
  const { page } = trader;
  // Of every size
  await untilChartTakesKeys(page);
  await page.keyboard.press('m');
  await page.getByRole('tab', { name: 'Events' }).click();
  const events = page.getByRole('list', { name: 'Live events' });
  await events.getByText('Iceberg').first().waitFor({ timeout: 120_000 });
  await events
    .getByRole('button', { name: /iceberg/i })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByText(/refill/i)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
});

test.skipIf(!there)('the theme switches while the recording plays', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await page.locator('html.dark').waitFor();
  await page
    .getByText(/REPLAY/)
    .first()
    .waitFor();
});

test.skipIf(!there)('signing out ends the session, and nothing on the page threw before', async () => {
  const { page } = trader;
  expect(trader.complaints).toEqual([]);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});
