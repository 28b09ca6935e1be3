/** `npm run screenshots`: takes the pictures of the public pages from the running product, on a simulated market, in both themes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { searchHistory } from '@undertow/contracts';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from '#tests/drive/browser.ts';
import { MADE_UP_TRADES, madeUpFile } from '#tests/drive/made-up-trades.ts';
import { startProduct } from '#tests/drive/product.ts';
import { addInstrument, signIn } from '#tests/drive/trader.ts';

const FOLDER = fileURLToPath(new URL('../../apps/web/src/features/marketing/pictures/', import.meta.url));
const SEED = 7;
const QUALITY = 72;
/** An iceberg of this length shows its refills one after the other. */
const MIN_MS = 4000;
const MAX_MS = 90_000;
/** Live time before the first picture, so that events and patterns of this session are there. */
const SETTLE_MS = 120_000;

/** A busy machine is slow to simulate and to draw. */
const TIMEOUT_MS = 90_000;
const WIDE = { width: 1440, height: 1000 } as const;
/** High enough that nothing in a crop has to be scrolled. */
const PHONE_HEIGHT = 1400;
/** Every crop is about this wide. */
const CROP_WIDTH = 420;
/** The page's own margins, left and right together. */
const MARGINS = 30;

/** Pixels of the pictures per CSS pixel. */
const SCALE = 2;
/** A crop is at most this high and ends where a block of it ends: no line is cut through. */
const MAX_HEIGHT = 640;
/** Below the last block of a crop, where more would follow. */
const BELOW = 12;

const THEMES = ['light', 'dark'] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}
type CropName = 'evidence' | 'patterns' | 'journal';
type StillName = 'poster' | 'workspace' | 'footprint';
type ShotName = CropName | StillName;

interface Opened {
  /** The crop is cut out from its top left corner. */
  readonly shown: Locator;
  /** Parts of it after which it may end; without them it is shown to its end. */
  readonly blocks?: Locator;
}

interface Crop {
  /** Width of the viewport in which what is shown is as wide as a crop. */
  readonly width: number;
  readonly open: (page: Page) => Promise<Opened>;
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

/** Opens the evidence of a native iceberg whose whole course was recorded: of those that refilled over seconds the largest. */
async function openIceberg(page: Page): Promise<Locator> {
  const response = await page.request.get('/api/history/events?eventType=iceberg&limit=200');
  const { events } = searchHistory.response.parse(await response.json());
  const drawn = events
    .filter(({ metadata: { exact, startedAt, updatedAt } }) => {
      const lastedMs = Date.parse(updatedAt) - Date.parse(startedAt);
      return exact && lastedMs > MIN_MS && lastedMs < MAX_MS;
    })
    .toSorted((one, other) => other.size - one.size);
  const sheet = page.getByRole('dialog');
  for (const { id } of drawn) {
    await page.goto(`/?event=${id}`);
    await sheet.getByRole('heading', { name: 'What was measured' }).waitFor();
    if ((await sheet.getByText('cut at its size limit').count()) === 0) return sheet;
  }
  throw new Error('expected an iceberg whose whole course was recorded');
}

const CROPS: Readonly<Record<CropName, Crop>> = {
  evidence: {
    // The sheet fills a phone from edge to edge
    width: CROP_WIDTH,
    open: async (page) => {
      const shown = await openIceberg(page);
      return { shown, blocks: shown.locator('.evidence-scroll > *') };
    },
  },
  patterns: {
    width: CROP_WIDTH + MARGINS,
    open: async (page) => {
      await page.goto('/ai-analytics');
      // A kind that is measured on labelled markets
      const row = page
        .getByRole('list', { name: 'AI patterns' })
        .getByRole('listitem')
        .filter({ hasText: 'Volume spike' })
        .first();
      await row.getByRole('button').click();
      await row.getByRole('heading', { name: 'How reliable such findings are' }).waitFor();
      return { shown: row };
    },
  },
  journal: {
    width: CROP_WIDTH + MARGINS,
    open: async (page) => {
      await page.goto('/trade-analysis');
      const shown = page.getByRole('region', { name: 'AI Trading Insights' }).getByRole('listitem').first();
      await shown.waitFor();
      return { shown };
    },
  },
};

type Box = Size & { readonly x: number; readonly y: number };

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('expected what is shown to be on the page');
  return box;
}

/** What of it is taken, in pixels of the page. */
async function clipOf({ shown, blocks }: Opened): Promise<Box> {
  await shown.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(shown);
  if (blocks === undefined) return { x, y, width: Math.round(width), height: Math.round(height) };
  const ends = (await Promise.all((await blocks.all()).map(boxOf))).map((box) => box.y + box.height - y);
  const end = Math.max(...ends.filter((bottom) => bottom <= MAX_HEIGHT));
  return { x, y, width: Math.round(width), height: Math.round(end + BELOW) };
}

/** WebP straight from the browser: a tenth of the size of a PNG. */
async function take(page: Page, clip: Box, name: ShotName, theme: string): Promise<void> {
  const [left, top] = await page.evaluate(() => [scrollX, scrollY] as const);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { ...clip, x: clip.x + left, y: clip.y + top, scale: SCALE },
  });
  writeFileSync(`${FOLDER}shots/${name}-${theme}.webp`, Buffer.from(data, 'base64'));
  await session.detach();
}

function newContext(browser: Browser, origin: string): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // What plays stays at its first picture
    reducedMotion: 'reduce',
  });
}

/** A public page at its first picture. */
interface Still {
  readonly path: string;
  readonly viewport: Size;
  /** Is there once everything is drawn. */
  readonly ready: string;
  readonly shown: string;
}

const WORKSPACE = { path: '/demo?view=workspace', shown: '.demo-panes', ready: '.depth-canvas' } as const;
const STILLS: Readonly<Record<StillName, Still>> = {
  poster: {
    path: '/?variant=professional',
    viewport: WIDE,
    ready: '.frame-line b',
    shown: '.product-body .chart-box',
  },
  workspace: { ...WORKSPACE, viewport: { width: 1080, height: 780 } },
  footprint: {
    ...WORKSPACE,
    viewport: { width: CROP_WIDTH, height: 844 },
    ready: '.footprint-canvas',
  },
};
/** Canvases are painted in the frames after they are there. */
const PAINT_MS = 1500;

/** Canvases are drawn for their theme: the page is opened again for each. */
async function takeStill(browser: Browser, origin: string, name: StillName): Promise<Size> {
  const { path, viewport, ready, shown } = STILLS[name];
  const context = await newContext(browser, origin);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewportSize(viewport);
  await page.goto(path);
  let size: Size = viewport;
  for (const theme of THEMES) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await page.reload();
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(PAINT_MS);
    const clip = await clipOf({ shown: page.locator(shown) });
    await take(page, clip, name, theme);
    size = clip;
  }
  await context.close();
  return size;
}

/** Both themes of what was opened once, so that they show the same. */
async function takeCrop(page: Page, name: CropName): Promise<Size> {
  const { width, open } = CROPS[name];
  await page.setViewportSize({ width, height: PHONE_HEIGHT });
  const opened = await open(page);
  await page.waitForTimeout(1000);
  const clip = await clipOf(opened);
  for (const theme of THEMES) {
    await page.evaluate((value) => {
      for (const each of ['light', 'dark']) document.documentElement.classList.toggle(each, each === value);
    }, theme);
    await take(page, clip, name, theme);
  }
  return clip;
}

async function takeCrops(browser: Browser, origin: string): Promise<Readonly<Record<CropName, Size>>> {
  const context = await newContext(browser, origin);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewportSize(WIDE);
  await page.goto('/');
  await signIn(page, 'screenshots@example.com', 'elite');
  await addInstrument(page, 'ES');
  await fillJournal(page);
  await page.waitForTimeout(SETTLE_MS);
  const evidence = await takeCrop(page, 'evidence');
  const patterns = await takeCrop(page, 'patterns');
  const journal = await takeCrop(page, 'journal');
  await context.close();
  return { evidence, patterns, journal };
}

/** The sizes where the pages read them. */
function writeSizes(sizes: Readonly<Record<ShotName, Size>>): void {
  const rows = Object.entries(sizes).map(
    ([name, { width, height }]) => `  ${name}: { width: ${width}, height: ${height} },`,
  );
  const head = readFileSync(`${FOLDER}shot-sizes.ts`, 'utf8').split('{')[0];
  writeFileSync(`${FOLDER}shot-sizes.ts`, `${[`${head}{`, ...rows, '} as const;'].join('\n')}\n`);
}

mkdirSync(`${FOLDER}shots`, { recursive: true });
const product = await startProduct({ seed: SEED });
const browser = await launchBrowser();
try {
  const poster = await takeStill(browser, product.origin, 'poster');
  const workspace = await takeStill(browser, product.origin, 'workspace');
  const footprint = await takeStill(browser, product.origin, 'footprint');
  writeSizes({ ...(await takeCrops(browser, product.origin)), poster, workspace, footprint });
} finally {
  await browser.close();
  await product.stop();
}
