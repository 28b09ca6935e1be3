/** What a visitor sees at /demo: a simulated market that plays, five conditions in turn, on a phone, without an account and offline. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsInEveryLook } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { firstView } from '#tests/drive/first-view.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { type Trader, visit } from '#tests/drive/trader.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';

const CONDITIONS = ['iceberg', 'absorption', 'spoofing-like', 'support', 'stop run'];
/** Longer than one round of the recorded session lasts. */
const A_ROUND_MS = 470_000;
const FRAME_MS = 100;
/** Where a whole round is played: each frame draws all that has changed. */
const ROUND_FRAME_MS = 500;
/** Much shorter than a condition lasts. */
const STEP_MS = 1000;
/** A clock is stopped at a later instant, which the command must reach first. */
const STOP_AFTER_MS = 10_000;

let product: WarmProduct;
let browser: Browser;
let visitor: Trader;
/** Calls of the application's own routes since the demo was opened. */
const calls: string[] = [];

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  visitor = await visit(browser, product.origin, { width: 390, height: 844 });
  visitor.page.on('request', (request) => {
    // The start page was open before, and may still be loading
    if (!request.frame().url().endsWith('/demo')) return;
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') || pathname === '/ws') calls.push(`${request.method()} ${pathname}`);
  });
  await slowly(visitor.page);
  await openDemo(visitor.page);
});

afterAll(() => visitor?.close());

/** The page's clock is the test's, and frames come as on a slow phone: ten a second instead of sixty. */
async function slowly(page: Page, frameMs = FRAME_MS): Promise<void> {
  await page.clock.install();
  await page.addInitScript((everyMs) => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), everyMs);
    window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
  }, frameMs);
}

async function openDemo(page: Page): Promise<void> {
  await page.goto(`${product.origin}/demo`);
  await page.locator('.frame-line b').first().waitFor();
}

const banner = (page: Page) => page.getByRole('region', { name: 'Market condition' });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause' });
const play = (page: Page) => page.getByRole('button', { name: 'Play' });

/** Stops the page's clock: it passes only as a test lets it. */
async function stopClock(page: Page): Promise<void> {
  const nowMs = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(nowMs + STOP_AFTER_MS);
}

/**
 * The conditions of the next turns, each with its place. The clock stands still between two steps, for a look at a busy
 * machine may take longer than a condition lasts.
 */
async function turns(page: Page, count: number): Promise<{ name: string; place: number }[]> {
  const seen: { name: string; place: number }[] = [];
  await stopClock(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(STEP_MS);
      const text = await banner(page).innerText();
      const name = /Market condition: ([^.]+)\./.exec(text)?.[1] ?? '';
      const place = Number(/(\d) of 5/.exec(text)?.[1]);
      if (seen.at(-1)?.name !== name) seen.push({ name, place });
      return seen.length;
    })
    .toBeGreaterThanOrEqual(count);
  await page.clock.resume();
  return seen;
}

/** What is to be read on the page; what a screen reader announces may follow it by five seconds. */
const words = (page: Page): Promise<string> =>
  page.getByRole('main').evaluate((main) => {
    const announced = main.querySelectorAll<HTMLElement>('[role=status]');
    for (const region of announced) region.style.display = 'none';
    const text = (main as HTMLElement).innerText;
    for (const region of announced) region.style.display = '';
    return text;
  });

/** The text of the paused page: the last step is drawn just after the pause is shown. */
async function stillWords(page: Page): Promise<string> {
  let last = '';
  const isStill = async (): Promise<boolean> => {
    const before = last;
    last = await words(page);
    return last === before;
  };
  await expect.poll(isStill, { interval: 400 }).toBe(true);
  return last;
}

describe('a visitor on a phone', () => {
  test('sees a ten-minute chart of ES, labelled as simulated, without signing in', async () => {
    const { page } = visitor;
    expect(await page.title()).toMatch(/^Demo/);
    await page.getByRole('banner').getByText('SIMULATED').waitFor();
    await page.getByText('Simulated data').waitFor();
    const chart = page.getByTestId('demo-chart');
    await chart.locator('canvas').first().waitFor();
    await chart.getByLabel(/(?:[5-9]\d|100) candles of 10 minutes/).waitFor();
  });

  test('sees five prices a side, a quarter of a point apart, and the spread between them', async () => {
    const { page } = visitor;
    await pause(page).click();
    await stillWords(page);
    const rows = await page
      .getByRole('table', { name: /Order book/ })
      .locator('tbody tr:not(.spread)')
      .evaluateAll((all) => all.map((row) => [row.getAttribute('data-side'), row.lastChild?.textContent]));
    const prices = (side: string): number[] =>
      rows.filter(([name]) => name === side).map(([, price]) => Number(price));
    for (const side of ['ask', 'bid']) {
      const steps = prices(side).map((price, at, all) => (all[at - 1] ?? price + 0.25) - price);
      expect(steps).toEqual([0.25, 0.25, 0.25, 0.25, 0.25]);
    }
    const spread = (prices('ask').at(-1) ?? 0) - (prices('bid')[0] ?? 0);
    expect(await page.locator('.spread').innerText()).toContain(`Spread ${spread.toFixed(2)}`);
    await play(page).click();
  });

  test('sees the five conditions in turn, each with a guided note and an event of its kind', async () => {
    const { page } = visitor;
    const seen = await turns(page, 6);
    const first = CONDITIONS.indexOf(seen[0]?.name ?? '');
    expect(seen.map(({ name }) => name)).toEqual(seen.map((_, at) => CONDITIONS[(first + at) % 5]));
    expect(seen.map(({ name }) => CONDITIONS.indexOf(name) + 1)).toEqual(seen.map(({ place }) => place));
    const note = page.getByRole('region', { name: 'Guided note' });
    expect(await note.getByRole('heading').allInnerTexts()).toEqual([
      'What the messages show',
      'What to look at',
      'What it is not',
    ]);
    await pause(page).click();
    await stillWords(page);
    const name = /condition: ([^.]+)\./.exec(await banner(page).innerText())?.[1];
    const newest = page.getByRole('region', { name: 'Recent events' }).getByRole('listitem').first();
    expect((await newest.innerText()).toLowerCase()).toContain(name);
    expect(await newest.innerText()).toMatch(/exact|\d\d%/);
    await play(page).click();
  });

  test('pauses and resumes it, with the button and with Space', async () => {
    const { page } = visitor;
    await pause(page).click();
    await banner(page).getByText('paused').waitFor();
    const still = await stillWords(page);
    await page.waitForTimeout(1_500);
    expect(await words(page)).toBe(still);
    // On a button Space is the button's own.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Space');
    await pause(page).waitFor();
    await expect.poll(() => words(page)).not.toBe(still);
    await page.keyboard.press('Space');
    await play(page).click();
    await pause(page).waitFor();
  });

  test('misses nothing while the tab is hidden', async () => {
    const { page } = visitor;
    const hide = (hidden: boolean): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    const still = await stillWords(page);
    await page.waitForTimeout(1_500);
    expect(await words(page)).toBe(still);
    await hide(false);
    await expect.poll(() => words(page)).not.toBe(still);
  });

  test('has caused no request but those of every page: the session and the notice of the day', () => {
    expect(new Set(calls)).toEqual(new Set(['GET /api/auth/session', 'GET /api/site-state']));
  });
});

test.runIf(IS_LONG)(
  'once loaded it plays on without a network, in both themes, to its end and again from its beginning',
  async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    // The notice of the day is requested repeatedly, and its failure is not shown
    page.on('requestfailed', (request) => {
      if (!request.url().endsWith('/api/site-state')) errors.push(request.url());
    });
    await slowly(page, ROUND_FRAME_MS);
    await openDemo(page);
    await context.setOffline(true);
    await turns(page, 3);
    await pause(page).click();
    await banner(page).getByText('paused').waitFor();
    await play(page).click();
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await page.locator('html.dark').waitFor();
    await page.clock.runFor(A_ROUND_MS);
    expect(await page.getByTestId('demo-chart').getAttribute('data-round')).toBe('2');
    await turns(page, 2);
    expect(errors).toEqual([]);
    await context.close();
  },
);

test('every link to it and from it leads where it says', async () => {
  const { page } = visitor;
  const addresses = async (name: RegExp): Promise<(string | null)[]> => [
    ...new Set(
      await page
        .getByRole('link', { name })
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ),
  ];
  await openDemo(page);
  expect(await addresses(/^(?:Sign In|Get Started)$/)).toEqual(['/api/login']);
  expect(await addresses(/^(?:Pricing|See plans)$/)).toEqual(['/pricing']);
  await page.getByText('Trading futures can lose more than the money you deposit.').waitFor();
  await page.getByRole('link', { name: 'See plans' }).click();
  await page.waitForURL('**/pricing');
  await page.getByRole('link', { name: 'Try Demo First' }).waitFor();
  expect(await addresses(/^(?:Demo|Try Demo First)$/)).toEqual(['/demo']);
  await page.goto(`${product.origin}/?variant=professional`);
  await page.getByRole('main').getByRole('link', { name: 'See Demo' }).first().click();
  await page.waitForURL('**/demo');
  await page.locator('.frame-line b').first().waitFor();
});

test('with reduced motion it is paused until Play is pressed', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openDemo(page);
  await banner(page).getByText('1 of 5, paused').waitFor();
  await play(page).click();
  // Each is there for five seconds only
  await banner(page)
    .getByText(/^[2-5] of 5, next in/)
    .waitFor();
  await context.close();
});

test('it loads at most 150 kB of compressed script beyond the landing page', async () => {
  const landing = await firstView(browser, product.origin, { chart: false });
  const demo = await firstView(browser, `${product.origin}/demo`, { chart: true });
  const beyond = [...demo.bytesOfScript].filter(([address]) => !landing.bytesOfScript.has(address));
  expect(beyond.length).toBeGreaterThan(0);
  expect(beyond.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(150_000);
  expect(demo.dataBytes).toBeGreaterThan(10_000);
  expect(demo.dataBytes).toBeLessThan(150_000);
  expect(demo.uncompressed).toEqual([]);
});

test.runIf(IS_LONG)('breaks no rule of accessibility that a machine can check, in any look', async () => {
  const { page } = visitor;
  await openDemo(page);
  expect(await violationsInEveryLook(page)).toEqual([]);
});

test('nothing on it broke a rule of the content security policy or threw', () => {
  expect(visitor.complaints).toEqual([]);
});
