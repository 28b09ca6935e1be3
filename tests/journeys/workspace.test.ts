/** Layouts of a trader's own: built, linked, maximised, in a second window, kept over a reload, changed on two devices. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

const PERSON = { email: 'workspace@example.com', tier: 'pro', instrumentId: 1 } as const;

let product: WarmProduct;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, PERSON);
});
afterAll(() => trader?.close());

const pane = (page: Page, name: string) => page.getByRole('region', { name: `${name} ES` });
const divider = (page: Page) => page.getByRole('separator', { name: 'Resize Chart and Evidence' });
const saved = (page: Page) => page.getByText(/^Saved /).waitFor();

/** Opens the palette by its key, types, and presses Enter with what is held. */
async function choose(page: Page, typed: string, keys: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Pane, instrument, event, setting' });
  await field.fill(typed);
  await page.getByRole('listbox', { name: 'Found' }).getByRole('option').first().waitFor();
  await page.keyboard.press(keys);
  await field.waitFor({ state: 'hidden' });
}

test('a layout of a template stands beside the dashboard, with what the plan has room for', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: 'New layout' }).click();
  await page.getByRole('button', { name: /^Chart and evidence/ }).click();
  const tabs = page.getByRole('navigation', { name: 'Layouts' });
  await tabs.getByRole('link', { name: 'Chart and evidence' }).waitFor();
  for (const name of ['Chart', 'Evidence', 'Alerts']) await pane(page, name).waitFor();
  await page.getByText('3 of 4 panes').waitFor();
});

test('the palette adds a pane beside the focused one, and says when the plan has no room for another', async () => {
  const { page } = trader;
  await pane(page, 'Chart').focus();
  await choose(page, 'chart es', 'Control+Enter');
  await page.getByText('4 of 4 panes').waitFor();
  await expect.poll(() => pane(page, 'Chart').count()).toBe(2);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Pane/ }).fill('alerts es');
  await page.getByRole('option', { name: /Alerts ES open, go to it/ }).waitFor();
  await page.keyboard.press('Escape');
});

test('linked charts share their timeframe once it is linked, by one digit', async () => {
  const { page } = trader;
  const chart = pane(page, 'Chart').first();
  await chart.getByRole('button', { name: 'Link: group A' }).click();
  await page.getByRole('switch', { name: 'Timeframe too' }).click();
  await page.keyboard.press('Escape');
  await chart.focus();
  await page.keyboard.press('1');
  await expect.poll(() => page.getByRole('button', { name: 'Timeframe: 1m' }).count()).toBe(2);
  await page.getByText('4 panes, instrument, instant, timeframe').waitFor({ state: 'attached' });
});

test('an event that is chosen in a chart shows its evidence in the linked pane', async () => {
  const { page } = trader;
  // Another timeframe is another chart, whose bars and events come later
  await pane(page, 'Chart')
    .first()
    .getByRole('figure', { name: /candles of 1 minutes.*\d active signals?:/ })
    .waitFor();
  await page.keyboard.press('e');
  const evidence = pane(page, 'Evidence');
  await evidence.getByRole('link', { name: 'Open page' }).waitFor();
  await evidence.getByRole('heading', { name: 'Data quality at that time' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('W maximises the pane and brings the others back, X closes it and U undoes that', async () => {
  const { page } = trader;
  const evidence = pane(page, 'Evidence');
  await pane(page, 'Chart').first().focus();
  await page.keyboard.press('w');
  await evidence.waitFor({ state: 'hidden' });
  await page.keyboard.press('w');
  await evidence.waitFor();
  await evidence.focus();
  await page.keyboard.press('x');
  await evidence.waitFor({ state: 'hidden' });
  await page.getByText('3 of 4 panes').waitFor();
  await page.keyboard.press('u');
  await evidence.waitFor();
});

test('a pane opens in a window of its own with live data, and closing that gives it back', async () => {
  const { page } = trader;
  const alerts = pane(page, 'Alerts');
  await alerts.focus();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('o');
  const other = await opened;
  await other.getByRole('region', { name: 'Alerts ES' }).waitFor();
  await other
    .getByRole('img', { name: /Live|Simulated/ })
    .or(other.getByText('SIMULATED'))
    .first()
    .waitFor();
  await alerts.getByText('is open in a window of its own').waitFor();
  await other.close({ runBeforeUnload: false });
  await alerts.getByText('is open in a window of its own').waitFor({ state: 'hidden' });
});

test('by keyboard alone: Tab moves from pane to pane, a divider moves with arrows, and a reload brings it all back', async () => {
  const { page } = trader;
  await pane(page, 'Chart').first().focus();
  const names: (string | null)[] = [];
  for (let at = 0; at < 3; at += 1) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null));
  }
  expect(names).toEqual(['Chart ES', 'Evidence ES', 'Alerts ES']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Alerts ES');
  await divider(page).focus();
  const before = await divider(page).getAttribute('aria-valuenow');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => divider(page).getAttribute('aria-valuenow')).toBe(String(Number(before) - 2));
  await saved(page);
  await page.goto(product.origin);
  await expect.poll(() => pane(page, 'Chart').count()).toBe(2);
  expect(await divider(page).getAttribute('aria-valuenow')).toBe(String(Number(before) - 2));
  await expect.poll(() => page.getByRole('button', { name: 'Timeframe: 1m' }).count()).toBe(2);
});

test('nothing of it breaks a rule of accessibility, with the palette open as well', async () => {
  const { page } = trader;
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Pane/ }).fill('e');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('a key that is changed acts at once, and the one before it no longer does', async () => {
  const { page } = trader;
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('button', { name: /^Maximise or restore the pane: W/ }).click();
  await page.keyboard.press('q');
  await keys.getByRole('button', { name: /^Maximise or restore the pane: Q/ }).waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await pane(page, 'Chart').first().focus();
  await page.keyboard.press('q');
  await pane(page, 'Evidence').waitFor({ state: 'hidden' });
  await page.keyboard.press('q');
  await pane(page, 'Evidence').waitFor();
});

test('of two devices the last change wins, and the other one is offered as a copy', async () => {
  const { page } = trader;
  await saved(page);
  const { email, tier } = PERSON;
  const phone = await enter(browser, product.origin, { email, tier });
  try {
    await divider(phone.page).waitFor();
    await divider(page).focus();
    await page.keyboard.press('ArrowLeft');
    await saved(page);
    await expect
      .poll(async () => (await (await page.request.get('/api/workspace/layouts')).json())[0].version)
      .toBeGreaterThan(1);
    await divider(phone.page).focus();
    await phone.page.keyboard.press('End');
    await phone.page.getByText('Also changed on another device').first().waitFor();
    const tab = phone.page.getByRole('link', { name: 'Chart and evidence (other device)' });
    await tab.click();
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');
  } finally {
    await phone.close();
  }
});

test('a chart in a pane has bars of trades, an indicator, and a VWAP that is anchored by keys', async () => {
  const { page } = trader;
  const chart = pane(page, 'Chart').first();
  await chart.getByRole('button', { name: /^Timeframe/ }).click();
  await page.getByRole('button', { name: '100 trades' }).click();
  await chart.getByRole('button', { name: 'Timeframe: 100 trades' }).waitFor();
  await chart.getByText(/^From executions, 24 hours back/).waitFor({ state: 'attached' });
  await chart.getByRole('button', { name: 'Settings of this pane' }).click();
  await page.getByRole('switch', { name: 'Exponential average' }).click();
  await page.getByRole('textbox', { name: 'EMA, bars' }).fill('9');
  await page.getByRole('button', { name: 'Anchor a VWAP' }).click();
  await page.keyboard.press('Escape');
  await chart.getByText('EMA 9').waitFor();
  await chart.getByRole('figure').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await chart.getByText(/^VWAP from \d/).waitFor();
  await chart.getByRole('button', { name: 'Studies as a table' }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('dialog', { name: 'Studies as a table' });
  await table.getByRole('columnheader', { name: 'EMA 9' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('a chart is moved into the past by keys, returns to the present, and a digit brings bars of time back', async () => {
  const { page } = trader;
  const chart = pane(page, 'Chart').first();
  await chart.focus();
  await page.keyboard.press('1');
  await chart.getByRole('button', { name: 'Timeframe: 1m' }).waitFor();
  const figure = chart.getByRole('figure', { name: /candles of 1 minutes/ });
  await figure.focus();
  const live = chart.getByRole('button', { name: 'Back to live' });
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift+ArrowLeft');
      return live.count();
    })
    .toBe(1);
  await page.keyboard.press('z');
  await live.waitFor({ state: 'hidden' });
});

test('the palette finds the market profile by TPO, and its tables name POC, VAH and VAL', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: 'New layout' }).click();
  await page.getByRole('button', { name: /^Two charts/ }).click();
  await page.getByText('2 of 4 panes').waitFor();
  await pane(page, 'Chart').first().focus();
  await choose(page, 'tpo es', 'Control+Enter');
  const profile = pane(page, 'TPO');
  // The hours that are open at any time of the day
  await profile.getByRole('button', { name: 'Settings of this pane' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'ETH' }).click();
  await page.keyboard.press('Escape');
  await profile.getByRole('figure', { name: /^Market profile of ES, .*POC \d/ }).waitFor();
  await profile.focus();
  await page.keyboard.press('h');
  const mirror = page.getByRole('dialog', { name: /as a table$/ });
  const row = mirror.getByRole('table', { name: 'Sessions' }).getByRole('row').nth(1);
  const [poc, high, low] = (await row.getByRole('cell').allTextContents()).slice(0, 3).map(Number);
  expect([low, poc, high].map((price) => Number(price) % 0.25)).toEqual([0, 0, 0]);
  expect([low, poc, high]).toEqual([low, poc, high].toSorted((a, b) => Number(a) - Number(b)));
  expect(
    await mirror
      .getByRole('table', { name: /^Rows of / })
      .getByRole('row')
      .count(),
  ).toBeGreaterThan(3);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await mirror.waitFor({ state: 'hidden' });
  expect(await violations(page)).toEqual([]);
});

test('the dashboard is one tab away, as it is for everybody', async () => {
  const { page } = trader;
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('region', { name: 'Order Book' }).waitFor();
  await page.goto(product.origin);
  await page.getByRole('region', { name: 'Order Book' }).waitFor();
});

test('nothing on the page broke a rule of the content security policy or threw', () => {
  expect(trader.complaints).toEqual([]);
});
