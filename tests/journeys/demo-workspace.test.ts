/** The order-flow workspace of the demo: four linked panes on a recorded stretch, without an account. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInEveryLook } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { type Trader, visit } from '#tests/drive/trader.ts';

let product: WarmProduct;
let browser: Browser;
let desk: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  desk = await visit(browser, product.origin, { width: 1440, height: 900 });
  await desk.page.goto(`${product.origin}/demo`);
  await desk.page.getByRole('radio', { name: 'Workspace' }).click();
  await desk.page.locator('.depth-canvas').waitFor();
});
afterAll(() => desk?.close());

test('has an address of its own, and shows four panes that play', async () => {
  const { page } = desk;
  expect(new URL(page.url()).search).toBe('?view=workspace');
  for (const name of ['Footprint', 'Depth', 'Ladder', 'Tape'])
    await page.getByRole('region', { name, exact: true }).waitFor();
  const clock = page.getByRole('region', { name: 'Detected' }).locator('.demo-turn');
  const before = await clock.innerText();
  await expect.poll(() => clock.innerText()).not.toBe(before);
  const newest = page.locator('.tape tbody tr').first();
  await expect.poll(() => newest.innerText()).toMatch(/^\d\d:\d\d:\d\d\.\d\s+45\d\d\.\d\d\s+\d+/);
});

test('links its panes: a price of the ladder is marked in the tape, and leaves with the pointer', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: 'Pause' }).click();
  const row = page.locator('.tape tbody tr[data-side]').first();
  await row.hover();
  const price = (await row.locator('.price').innerText()).trim();
  const linked = page.locator('.ladder tr[data-linked="true"]');
  await expect.poll(async () => (await linked.allInnerTexts()).join()).toContain(price);
  await page.getByRole('region', { name: 'Detected' }).hover();
  await expect.poll(() => linked.count()).toBe(0);
});

test('a pane that was moved into the past returns by its button, and its figures are in a table too', async () => {
  const { page } = desk;
  const depth = page.getByRole('region', { name: 'Depth', exact: true });
  await depth.getByRole('region', { name: /^Depth over time of ES/ }).focus();
  await page.keyboard.press('PageUp');
  await depth.getByRole('button', { name: 'Back to now' }).click();
  await depth.getByRole('button', { name: 'Back to now' }).waitFor({ state: 'detached' });
  expect(
    await depth
      .getByRole('table', { name: /^Largest resting sizes/ })
      .getByRole('row')
      .count(),
  ).toBe(13);
});

test('requests nothing of a server, throws nothing, and breaks no rule of accessibility', async () => {
  expect(await violationsInEveryLook(desk.page)).toEqual([]);
  expect(desk.complaints).toEqual([]);
});

test('shows one pane at a time on a phone', async () => {
  const visitor = await visit(browser, product.origin, { width: 390, height: 844 });
  const { page } = visitor;
  await page.goto(`${product.origin}/demo?view=workspace`);
  await page.locator('.footprint-canvas').first().waitFor();
  await page.getByRole('radio', { name: 'Ladder' }).click();
  await page.locator('.ladder tbody tr').first().waitFor();
  expect(await page.getByRole('region', { name: 'Footprint', exact: true }).count()).toBe(0);
  await page.getByRole('radio', { name: 'Market conditions' }).click();
  await page.locator('.frame-line b').first().waitFor();
  await visitor.close();
});
