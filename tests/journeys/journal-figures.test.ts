/** The figures of a journal in a browser: statistics with sample and interval, insights read and implemented, rules of an account. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { MADE_UP_TRADES, madeUpFile } from '#tests/drive/made-up-trades.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

let product: WarmProduct;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, { email: 'figures@example.com', tier: 'pro' });
  await trader.page.goto(`${product.origin}/trade-analysis`);
  await trader.page.getByRole('heading', { name: 'Trade Analysis' }).waitFor();
});

afterAll(() => trader?.close());

const insights = (page: Page) => page.getByRole('region', { name: 'AI Trading Insights' });
const statistics = (page: Page) => page.getByRole('region', { name: 'Statistics', exact: true });
const rules = (page: Page) => page.getByRole('region', { name: 'Prop-firm rules' });

test('an empty journal states what its insights and figures need', async () => {
  const { page } = trader;
  await insights(page)
    .getByText(/need 20 closed trades/)
    .waitFor();
  await statistics(page).getByText('No closed trades yet').waitFor();
  await rules(page).getByText('No accounts yet').waitFor();
});

test('imported trades have figures with sample and interval, and a day shows its trades', async () => {
  const { page } = trader;
  await page
    .getByLabel('Trade files')
    .setInputFiles({ name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(madeUpFile()) });
  await page.getByRole('button', { name: `Import ${MADE_UP_TRADES} trades` }).click();
  const winRate = statistics(page).getByRole('row', { name: /^Win Rate \d/ });
  await winRate.waitFor();
  expect(await winRate.textContent()).toMatch(/Win Rate\d+\.\d%\d+\.\d% to \d+\.\d%240 trades/);
  await statistics(page)
    .getByRole('row', { name: /^Sharpe ratio.*sample too small to judge: 120 days/ })
    .waitFor();
  const day = statistics(page)
    .getByRole('button', { name: /6 trades.*Show them$/ })
    .first();
  await day.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Trades of/ });
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(6);
  await page.keyboard.press('Escape');
});

test('groups are plotted with their interval, by any of six questions', async () => {
  const { page } = trader;
  const groups = statistics(page).getByRole('region', { name: 'Groups of trades', exact: true });
  await groups.getByRole('img', { name: /^09:30 to 10:30: −\$.*95% interval −\$.* 120 trades/ }).waitFor();
  await groups.getByLabel('Result per trade by').selectOption('weekday');
  await groups.getByRole('img', { name: /^Monday: .* 48 trades on 8 days/ }).waitFor();
});

test('insights are generated, read, implemented, and show the trades they rest on', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: 'Generate Insights' }).click();
  await page.getByText('Insights Generated', { exact: true }).first().waitFor();
  await insights(page)
    .getByText(/^\d+ of \d+ tested (is|are) confirmed$/)
    .waitFor();
  await insights(page)
    .getByText(/^Intervals by resampling whole trading days\. \d+ further comparisons? showed no effect\./)
    .waitFor();
  const weakness = insights(page).getByRole('listitem').filter({ hasText: 'Weakness' }).first();
  await weakness.getByRole('img', { name: /95% interval −\$/ }).waitFor();
  await weakness.getByText(/n = \d+ trades, \d+ days/).waitFor();
  expect(await weakness.getByRole('button', { name: 'Mark implemented' }).count()).toBe(0);
  await weakness.getByRole('button', { name: /^Show the \d+ trades$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^1 to 50 of \d+ trades$/).waitFor();
  await page.keyboard.press('Escape');
  await weakness.getByRole('button', { name: 'Mark read' }).click();
  await weakness.getByRole('button', { name: 'Mark implemented' }).click();
  await weakness.getByText(/implemented$/).waitFor();
  await page.reload();
  await insights(page)
    .getByText(/implemented$/)
    .first()
    .waitFor();
});

test('rules are saved for an account and its trades replayed against them', async () => {
  const { page } = trader;
  await rules(page).getByRole('button', { name: 'Set rules' }).click();
  const form = page.getByRole('form', { name: 'Rules of the account' });
  await form.getByLabel(/^Max loss/).fill('-5');
  await form.getByLabel(/^Daily loss limit/).fill('1000');
  await form.getByRole('button', { name: 'Save rules' }).click();
  await form.getByText('Enter an amount such as 2000 or 2000.50.').waitFor();
  await form.getByLabel(/^Max loss/).fill('2000');
  await form.getByLabel(/^Profit target/).fill('3000');
  await form.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText('Rules Saved', { exact: true }).first().waitFor();
  await rules(page)
    .getByRole('row', { name: /^Daily loss limit OK (at least )?\$/ })
    .waitFor();
  await rules(page)
    .getByText(/a new attempt breaches a loss limit before the target in \d+% of cases/)
    .waitFor();
});

test('what is shown breaks no rule of accessibility that a machine can check', async () => {
  const { page, complaints } = trader;
  // The table of all trades is checked empty elsewhere; its rows would make this ten times as long
  expect(await violations(page, { exclude: 'section[aria-label="All trades, table"]' })).toEqual([]);
  expect(complaints).toEqual([]);
});
