/** A whole visit without a pointer: every step is reached with Tab, arrows, Enter and the product's own keys. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { type Trader, untilChartTakesKeys, visit } from '#tests/drive/trader.ts';

/** More stops than any page of the product has. */
const MAX_TABS = 120;

let product: WarmProduct;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await visit(browser, product.origin);
});

afterAll(() => trader?.close());

/** Presses Tab until the element has the focus, and expects a visible focus there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline).not.toBe('none');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`expected Tab to reach ${target} within ${MAX_TABS} presses`);
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('signing in takes Tab, typing and Enter', async () => {
  const { page } = trader;
  await enter(page, page.getByRole('link', { name: 'Sign In' }).first());
  const email = page.locator('input[name=email]');
  await email.waitFor();
  await tabTo(page, email);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('keys@example.com');
  const pro = page.locator('input[name=tier][value=pro]');
  await page.keyboard.press('Tab');
  for (let presses = 0; presses < 4 && !(await pro.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown');
  expect(await pro.isChecked()).toBe(true);
  await enter(page, page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

test('the first Tab offers to skip to the content', async () => {
  const { page } = trader;
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('an instrument is added, and F8 moves the focus to its toast', async () => {
  const { page } = trader;
  await enter(page, page.getByRole('button', { name: /add instrument/i }).first());
  const picker = page.getByRole('combobox', { name: 'Instrument' });
  await tabTo(page, picker);
  await page.keyboard.type('ES');
  // Leaving the field takes what fits, once the list of instruments has come
  await page.getByRole('option', { name: /^ES / }).waitFor();
  await enter(page, page.getByRole('button', { name: 'Add', exact: true }));
  await page.getByText('Instrument added successfully').first().waitFor();
  await page.keyboard.press('F8');
  const inRegion = await page.evaluate(
    () => document.activeElement?.closest('.toast-region, [role=region]') !== null,
  );
  expect(inRegion).toBe(true);
  await page.getByText('Live Data').waitFor();
});

/** A dialog listens to keys once it has taken the focus. */
async function focusIsInside(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const dialog = document.querySelector('[role=dialog]');
    return dialog?.contains(document.activeElement) === true;
  });
}

test('the timeframe changes with arrows', async () => {
  const { page } = trader;
  const timeframes = page.getByLabel('Timeframe');
  await tabTo(page, timeframes.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowLeft');
  await timeframes.getByRole('radio', { name: '5m', exact: true, checked: true }).waitFor();
});

test('M shows the smaller events, E opens the evidence, J and K move through the events, Esc closes it', async () => {
  const { page } = trader;
  await page.getByRole('tab', { name: 'Events' }).click();
  await untilChartTakesKeys(page);
  await page.keyboard.press('m');
  await page.getByRole('list', { name: 'Live events' }).getByRole('button').nth(1).waitFor();
  // E and J act on what the chart has, which comes apart from the list
  await page.getByRole('figure', { name: /\d active signals:/ }).waitFor();
  await page.keyboard.press('e');
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  await focusIsInside(page);
  const first = new URL(page.url()).searchParams.get('event');
  await page.keyboard.press('j');
  await page.waitForFunction((id) => new URL(location.href).searchParams.get('event') !== id, first);
  const second = new URL(page.url()).searchParams.get('event');
  await page.keyboard.press('k');
  await page.waitForFunction((id) => new URL(location.href).searchParams.get('event') !== id, second);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
});

test('H shows the chart as a table and Esc returns', async () => {
  const { page } = trader;
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: /as a table/ });
  await dialog.getByRole('table').first().waitFor();
  await focusIsInside(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('? lists the keys, and single letters can be switched off', async () => {
  const { page } = trader;
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  const letters = dialog.getByRole('switch', { name: 'Single-letter keys' });
  await tabTo(page, letters);
  await page.keyboard.press('Space');
  await dialog.getByRole('switch', { name: 'Single-letter keys', checked: false }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('h');
  // What a key opens is there in the second frame after it
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('signing out is a link that Tab reaches', async () => {
  const { page } = trader;
  await enter(page, page.getByRole('link', { name: 'Sign Out' }));
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  expect(trader.complaints).toEqual([]);
});
