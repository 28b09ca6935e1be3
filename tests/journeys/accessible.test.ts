/** No page of a trader has a WCAG 2.2 A or AA violation that a machine can detect, in both themes, wide and narrow. */
import { AxeBuilder } from '@axe-core/playwright';
import { PUBLIC_PAGES, SIGNED_IN_PAGES } from '@undertow/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader, visit } from '#tests/drive/trader.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The payment page needs somebody who pays; a stop of mails needs a token. */
const VISITOR_PATHS = [
  ...PUBLIC_PAGES.map(({ path }) => (path === '/alert-mail/stop' ? `${path}?token=none` : path)).filter(
    (path) => path !== '/subscribe',
  ),
  '/no-such-page',
];
const TRADER_PATHS = [
  '/',
  ...SIGNED_IN_PAGES.map(({ path }) => path),
  '/alerts?tab=rules',
  '/alerts?tab=templates',
  '/settings?tab=account',
  '/settings?tab=notifications',
  '/subscribe',
  '/subscribe?tier=pro',
];
const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

let product: WarmProduct;
let browser: Browser;
let visitor: Trader;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  visitor = await visit(browser, product.origin);
  trader = await enter(browser, product.origin, { email: 'axe@example.com', tier: 'elite', instrumentId: 1 });
  await trader.page.getByText('Live Data').waitFor();
});

afterAll(async () => {
  await visitor?.close();
  await trader?.close();
});

/** Loads the page in the theme, as on the next visit after it was chosen. */
async function open({ page }: Trader, path: string, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate((name) => localStorage.setItem('theme', name), theme);
  await page.goto(product.origin + path);
  await page.locator('h1').first().waitFor();
  await page.locator(`html.${theme}`).waitFor();
}

/** Resizes the window and waits two frames, of which the second follows the layout of the first. */
async function resize({ page }: Trader, size: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Violations as `rule: selectors`. */
async function violations({ page }: Trader): Promise<string[]> {
  const result = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return result.violations.map(
    (found) => `${found.id}: ${found.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

/** The newest event of ES, as soon as there is one. */
async function firstEvent({ page }: Trader): Promise<string> {
  const found = await page.waitForFunction(async () => {
    const events = await (await fetch('/api/order-flow-events?instrumentId=1')).json();
    return Array.isArray(events) ? (events[0]?.id as string | undefined) : undefined;
  });
  return (await found.jsonValue()) ?? '';
}

describe.each(THEMES)('%s', (theme) => {
  describe.each(VISITOR_PATHS)("a visitor's %s", (path) => {
    beforeAll(() => open(visitor, path, theme));
    test.each(SIZES)('is accessible $width wide', async (size) => {
      await resize(visitor, size);
      expect(await violations(visitor)).toEqual([]);
    });
  });
  describe.each(TRADER_PATHS)("a trader's %s", (path) => {
    beforeAll(() => open(trader, path, theme));
    test.each(SIZES)('is accessible $width wide', async (size) => {
      await resize(trader, size);
      expect(await violations(trader)).toEqual([]);
    });
  });
  describe("a trader's page of an event", () => {
    beforeAll(async () => {
      const id = await firstEvent(trader);
      await open(trader, `/events/${id}`, theme);
      await trader.page.getByRole('button', { name: 'Play' }).waitFor();
    });
    test.each(SIZES)('is accessible $width wide', async (size) => {
      await resize(trader, size);
      expect(await violations(trader)).toEqual([]);
    });
  });
});
