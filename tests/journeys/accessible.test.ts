/** Pages have no WCAG 2.2 A or AA violation that a machine can detect, in both themes, wide and narrow; the long test has all. */
import { PUBLIC_PAGES, SIGNED_IN_PAGES } from '@undertow/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInEveryLook } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader, visit } from '#tests/drive/trader.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
/** Pages with the most on them: a form, a market, tables. */
const EVERY_DAY: readonly string[] = ['/register', '/', '/trade-analysis'];
const isDue = (path: string): boolean => IS_LONG || EVERY_DAY.includes(path);

/** The landing page and the demo have journeys of their own; the payment page needs a customer. */
const ELSEWHERE: readonly string[] = ['/', '/demo', '/subscribe'];
const VISITOR_PATHS = [
  ...PUBLIC_PAGES.map(({ path }) => path).filter((path) => !ELSEWHERE.includes(path)),
  '/alert-mail/stop?token=none',
  '/no-such-page',
].filter((path) => path !== '/alert-mail/stop');
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

async function open({ page }: Trader, path: string): Promise<void> {
  await page.goto(product.origin + path);
  await page.locator('h1').first().waitFor();
}

/** The newest event of ES, as soon as there is one. */
async function firstEvent({ page }: Trader): Promise<string> {
  const found = await page.waitForFunction(async () => {
    const events = await (await fetch('/api/order-flow-events?instrumentId=1')).json();
    return Array.isArray(events) ? (events[0]?.id as string | undefined) : undefined;
  });
  return (await found.jsonValue()) ?? '';
}

test.each(VISITOR_PATHS.filter(isDue))("a visitor's %s is accessible", async (path) => {
  await open(visitor, path);
  expect(await violationsInEveryLook(visitor.page)).toEqual([]);
});

test.each(TRADER_PATHS.filter(isDue))("a trader's %s is accessible", async (path) => {
  await open(trader, path);
  expect(await violationsInEveryLook(trader.page)).toEqual([]);
});

test("a trader's page of an event is accessible", async () => {
  await open(trader, `/events/${await firstEvent(trader)}`);
  await trader.page.getByRole('button', { name: 'Play' }).waitFor();
  expect(await violationsInEveryLook(trader.page)).toEqual([]);
});
