/** `npm run screenshots`: takes the pictures of the public pages from the running product, on a simulated market, in both themes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '#tests/browser.ts';
import { MADE_UP_TRADES, madeUpFile } from '#tests/journeys/made-up-trades.ts';
import { addInstrument, signIn } from '#tests/journeys/trader.ts';
import { startProduct } from '#tests/product.ts';

const FOLDER = fileURLToPath(new URL('./../apps/web/src/features/marketing/shots/', import.meta.url));
const SEED = 7;
const QUALITY = 72;
/** Live time before the first picture, so that events and patterns of this session are there. */
const SETTLE_MS = 120_000;

/** A picture of a quiet minute would show less than there is to see: so many signals stand on the chart, in its own words. */
const BUSY_CHART = /(?<!\d)([2-9]|\d\d) active signals:/;
const BUSY_WITHIN_MS = 900_000;

/** CSS pixels of every picture; `shots.ts` of the web application says the same. */
const SIZE = { width: 1280, height: 800 } as const;

type Steps = Readonly<Record<string, (page: Page) => Promise<void>>>;

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByText('Live Data').waitFor({ timeout: 60_000 });
  await page.getByRole('list', { name: 'Live events' }).getByRole('listitem').first().waitFor();
}

async function untilBusy(page: Page): Promise<void> {
  await page.getByLabel(BUSY_CHART).waitFor({ timeout: BUSY_WITHIN_MS });
}

/** A journal with insights, from made-up trades. */
async function fillJournal(page: Page): Promise<void> {
  await page.goto('/trade-analysis');
  const file = { name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(madeUpFile()) };
  await page.getByLabel('Trade files').setInputFiles(file);
  await page.getByRole('button', { name: `Import ${MADE_UP_TRADES} trades` }).click();
  await page.locator('.toast').getByText('Trades Uploaded', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Generate Insights' }).click();
  await page.locator('.toast').getByText('Insights Generated', { exact: true }).waitFor();
}

const STEPS: Steps = {
  dashboard: async (page) => {
    await openDashboard(page);
    await page.waitForTimeout(3000);
    await untilBusy(page);
  },
  evidence: async (page) => {
    await openDashboard(page);
    await page.getByRole('list', { name: 'Live events' }).getByRole('button').first().click();
    await page.getByRole('dialog').waitFor();
  },
  patterns: async (page) => {
    await page.goto('/ai-analytics');
    const rows = page.getByRole('list', { name: 'AI patterns' }).getByRole('listitem');
    await rows.first().getByRole('button').click();
    await rows.first().getByRole('heading', { name: 'How good such findings are' }).waitFor();
  },
  journal: async (page) => {
    await page.goto('/trade-analysis');
    const insights = page.getByRole('region', { name: 'AI Trading Insights' });
    await insights.getByRole('listitem').first().waitFor();
    await page.getByRole('region', { name: 'Recent Trades' }).getByRole('row').nth(10).waitFor();
  },
};

/** WebP straight from the browser: a tenth of the size of a PNG. */
async function take(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(file, Buffer.from(data, 'base64'));
  await session.detach();
}

async function takeAll(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await signIn(page, 'screenshots@example.com', 'elite');
  for (const symbol of ['ES', 'NQ', 'CL']) {
    await addInstrument(page, symbol);
    // The picker closes when the server has answered; a second one opened before that would close too.
    await page.getByRole('combobox', { name: 'Instrument' }).waitFor({ state: 'detached' });
  }
  await fillJournal(page);
  await page.waitForTimeout(SETTLE_MS);
  await page.setViewportSize(SIZE);
  // Both themes of a picture one after the other: the signals of the first one still stand in the second
  for (const [name, open] of Object.entries(STEPS)) {
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((value) => localStorage.setItem('theme', value), theme);
      await open(page);
      if (name !== 'dashboard') await page.waitForTimeout(3000);
      await take(page, `${FOLDER}${name}-${theme}.webp`);
    }
  }
  await context.close();
}

mkdirSync(FOLDER, { recursive: true });
const product = await startProduct({ seed: SEED });
const browser = await launchBrowser();
try {
  await takeAll(browser, product.origin);
} finally {
  await browser.close();
  await product.stop();
}
