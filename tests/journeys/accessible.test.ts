/** No page a trader sees breaks a rule of WCAG 2.2 A or AA that a machine can check, in both themes, wide and narrow. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '#tests/browser.ts';
import { type Product, startProduct } from '#tests/product.ts';
import { addInstrument, signIn, type Trader, visit } from './trader.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PUBLIC_PAGES = [
  '/',
  '/pricing',
  '/register',
  '/terms',
  '/privacy',
  '/compliance',
  '/whop',
  '/notices',
  '/demo',
  '/no-such-page',
];
const SIGNED_IN_PAGES = [
  '/',
  '/alerts',
  '/history',
  '/settings',
  '/settings?tab=account',
  '/ai-analytics',
  '/trade-analysis',
  '/subscribe',
  '/subscribe?tier=pro',
];
const LOOKS = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844 },
] as const;

let product: Product;
let browser: Browser;
let visitor: Trader;
let trader: Trader;

beforeAll(async () => {
  product = await startProduct({ seed: 11, env: { SIM_SCENARIO: 'journey' } });
  browser = await launchBrowser();
  visitor = await visit(browser, product.origin);
  trader = await visit(browser, product.origin);
  await signIn(trader.page, 'axe@example.com', 'elite');
  await addInstrument(trader.page, 'ES');
  await trader.page.getByText('Live Data').waitFor();
});

afterAll(async () => {
  await visitor?.close();
  await trader?.close();
  await browser?.close();
  await product?.stop();
});

/** Violations as `rule: selectors`. */
async function violations(who: Trader, path: string, look: (typeof LOOKS)[number]): Promise<string[]> {
  const { page } = who;
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.evaluate((theme) => localStorage.setItem('theme', theme), look.theme);
  await page.goto(product.origin + path);
  await page.locator('h1').first().waitFor();
  await page.locator(`html.${look.theme}`).waitFor();
  const result = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return result.violations.map(
    (found) => `${found.id}: ${found.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

for (const look of LOOKS) {
  const says = `${look.theme}, ${look.width} wide`;
  test.each(PUBLIC_PAGES)(`a visitor's %s is accessible (${says})`, async (path) => {
    expect(await violations(visitor, path, look)).toEqual([]);
  });
  test.each(SIGNED_IN_PAGES)(`a trader's %s is accessible (${says})`, async (path) => {
    expect(await violations(trader, path, look)).toEqual([]);
  });
}
