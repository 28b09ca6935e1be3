/** `npm run screenshots`: takes the pictures of the public pages from the running product, on a simulated market, in both themes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from '#tests/browser.ts';
import { MADE_UP_TRADES, madeUpFile } from '#tests/journeys/made-up-trades.ts';
import { addInstrument, signIn } from '#tests/journeys/trader.ts';
import { startProduct } from '#tests/product.ts';

const FOLDER = fileURLToPath(new URL('./../apps/web/src/features/marketing/shots/', import.meta.url));
const SEED = 7;
const QUALITY = 72;
/** Live time before the first picture, so that events and patterns of this session are there. */
const SETTLE_MS = 120_000;

/** The viewport of the crops: their width and the page's own margins. */
const PHONE = { width: 452, height: 1400 } as const;
const WIDE = { width: 1440, height: 1000 } as const;

/** CSS pixels of the pictures, and pixels per CSS pixel; `shots.ts` of the web application declares the same. */
const SCALE = 2;
const SIZES = {
  evidence: { width: 420, height: 560 },
  patterns: { width: 420, height: 560 },
  journal: { width: 420, height: 420 },
  poster: { width: 840, height: 568 },
} as const;

type ShotName = keyof typeof SIZES;
type Steps = Readonly<Record<Exclude<ShotName, 'poster'>, (page: Page) => Promise<Locator>>>;

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

/** Opens what the crop shows; it is cut out from the top left corner of the answer. */
const STEPS: Steps = {
  evidence: async (page) => {
    await page.goto('/');
    await page
      .getByRole('button', { name: /Iceberg/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    return sheet;
  },
  patterns: async (page) => {
    await page.goto('/ai-analytics');
    const row = page.getByRole('list', { name: 'AI patterns' }).getByRole('listitem').first();
    await row.getByRole('button').click();
    await row.getByRole('heading', { name: 'How good such findings are' }).waitFor();
    return row;
  },
  journal: async (page) => {
    await page.goto('/trade-analysis');
    const insight = page.getByRole('region', { name: 'AI Trading Insights' }).getByRole('listitem').first();
    await insight.waitFor();
    return insight;
  },
};

/** WebP straight from the browser: a tenth of the size of a PNG. */
async function take(page: Page, shown: Locator, name: ShotName, theme: string): Promise<void> {
  await shown.scrollIntoViewIfNeeded();
  const box = await shown.boundingBox();
  if (box === null) throw new Error(`expected ${name} to be on the page`);
  const scroll = await page.evaluate(() => [scrollX, scrollY] as const);
  const { width, height } = SIZES[name];
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: box.x + scroll[0], y: box.y + scroll[1], width, height, scale: SCALE },
  });
  writeFileSync(`${FOLDER}${name}-${theme}.webp`, Buffer.from(data, 'base64'));
  await session.detach();
}

function newContext(browser: Browser, origin: string): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // The landing chart stays at its first picture
    reducedMotion: 'reduce',
  });
}

/** Both themes of a picture one after the other: what stands in the first one still stands in the second. */
async function inBothThemes(page: Page, take: (theme: 'light' | 'dark') => Promise<void>): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await take(theme);
  }
}

async function takePoster(browser: Browser, origin: string): Promise<void> {
  const context = await newContext(browser, origin);
  const page = await context.newPage();
  await page.setViewportSize(WIDE);
  await page.goto('/?variant=professional');
  await inBothThemes(page, async (theme) => {
    await page.reload();
    await page.locator('.frame-line b').first().waitFor();
    await take(page, page.locator('.product-body .chart-box'), 'poster', theme);
  });
  await context.close();
}

async function takeCrops(browser: Browser, origin: string): Promise<void> {
  const context = await newContext(browser, origin);
  const page = await context.newPage();
  await page.setViewportSize(WIDE);
  await page.goto('/');
  await signIn(page, 'screenshots@example.com', 'elite');
  await addInstrument(page, 'ES');
  await fillJournal(page);
  await page.waitForTimeout(SETTLE_MS);
  await page.setViewportSize(PHONE);
  for (const [name, open] of Object.entries(STEPS)) {
    await inBothThemes(page, async (theme) => {
      const shown = await open(page);
      await page.waitForTimeout(1000);
      await take(page, shown, name as keyof Steps, theme);
    });
  }
  await context.close();
}

mkdirSync(FOLDER, { recursive: true });
const product = await startProduct({ seed: SEED });
const browser = await launchBrowser();
try {
  await takePoster(browser, product.origin);
  await takeCrops(browser, product.origin);
} finally {
  await browser.close();
  await product.stop();
}
