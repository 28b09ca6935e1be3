/** What the operator of a product sets: its settings, switches, the notice; the audit log and operations, by keyboard and on a narrow screen. */
import { DEVELOPER_PATHS } from '@undertow/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInEveryLook } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { startOwnProduct } from '#tests/drive/journey-products.ts';
import type { Product } from '#tests/drive/product.ts';
import { enter, type Trader, visit } from '#tests/drive/trader.ts';
import { ADMIN_EMAIL, expectToast, openTab, throwSwitch } from './administrator.ts';

const PLACES = [
  '',
  '?tab=users',
  '?tab=analytics',
  '?tab=audit',
  '?tab=controls',
  '?tab=operations',
] as const;

/** The tab with the most on it; the others are for the long tests. */
const DUE = process.env['LONG_TESTS'] === '1' ? PLACES : ['?tab=controls'];

let product: Product;
let browser: Browser;
let admin: Trader;
let visitor: Trader;

beforeAll(async () => {
  product = await startOwnProduct({ env: { LANDING: 'bold', DEVELOPER_PAGES: '0' } });
  browser = await sharedBrowser();
  visitor = await visit(browser, product.origin);
  admin = await enter(browser, product.origin, { email: ADMIN_EMAIL, tier: 'elite' });
  await admin.page.goto(`${product.origin}/admin`);
});

afterAll(async () => {
  await admin?.close();
  await visitor?.close();
  await product?.stop();
});

test('the bold page is the start page where the operator set it', async () => {
  const { page } = visitor;
  await page.goto(product.origin);
  await page.getByRole('heading', { level: 1, name: /They sweep your stops/ }).waitFor();
});

test('where the developer pages are off their addresses are Page Not Found', async () => {
  const person = await enter(browser, product.origin, { email: 'nobody@example.com', tier: 'elite' });
  for (const path of DEVELOPER_PATHS) {
    const response = await person.page.goto(product.origin + path);
    expect(response?.status()).toBe(404);
    await person.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  }
  await person.close();
});

test('the arrow keys move through the tabs, and each tab has its URL', async () => {
  const { page } = admin;
  await page.getByRole('tab', { name: 'Overview' }).focus();
  for (const tab of ['users', 'analytics', 'audit', 'controls', 'operations']) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.url()).toContain(`tab=${tab}`);
  }
});

test('a switch requires a reason, applies to everybody, and shows who set it', async () => {
  const { page } = admin;
  await openTab(page, 'Controls');
  await throwSwitch(page, 'Spoofing-like', 'too many false alarms');
  await expectToast(page, 'Switch Updated', 'Spoofing-like is off.');
  await page
    .getByRole('listitem')
    .getByText(/by .*: too many false alarms$/)
    .waitFor();
  await page.getByRole('link', { name: 'Back to User Dashboard' }).click();
  await page.getByText('Spoofing-like: paused by the operator').first().waitFor();
  await page.goto(`${product.origin}/admin?tab=controls`);
  await throwSwitch(page, 'Spoofing-like', 'the threshold was raised');
  await expectToast(page, 'Switch Updated', 'Spoofing-like is on.');
});

test('closed registrations are confirmed to the administrator and shown to visitors', async () => {
  const { page } = admin;
  await throwSwitch(page, 'New registrations', 'wave of false accounts');
  await expectToast(page, 'Switch Updated', 'New registrations is off.');
  for (const path of ['/', '/?variant=professional', '/register']) {
    await visitor.page.goto(product.origin + path);
    await visitor.page.getByText('New accounts cannot be created right now.').first().waitFor();
  }
  await throwSwitch(page, 'New registrations', 'the wave is over');
  await expectToast(page, 'Switch Updated', 'New registrations is on.');
});

test('a notice is on a visitor’s pages until it is removed, and an informational one can be dismissed', async () => {
  const { page } = admin;
  const text = 'Maintenance on Sunday at 02:00. <b>Charts</b> pause for ten minutes.';
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Publish notice' }).click();
  await expectToast(page, 'Notice Updated', 'The notice is shown on every page.');
  const notice = visitor.page.getByRole('status', { name: 'Notice' });
  // The previous response may be cached for five seconds
  await expect
    .poll(async () => {
      await visitor.page.goto(`${product.origin}/pricing`);
      await visitor.page.getByRole('heading', { level: 1 }).waitFor();
      return notice.getByText(text, { exact: true }).count();
    })
    .toBe(1);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await visitor.page.reload();
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await notice.getByText(text, { exact: true }).count()).toBe(0);
  await page.getByLabel('Level').selectOption('critical');
  await page.getByRole('button', { name: 'Update notice' }).click();
  await expectToast(page, 'Notice Updated', 'The notice is shown on every page.');
  await notice.getByText(text, { exact: true }).waitFor();
  expect(await notice.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remove notice' }).click();
  await expectToast(page, 'Notice Updated', 'No notice is shown.');
});

test('the audit log shows what was done, filtered, and its chain is verified', async () => {
  const { page } = admin;
  await openTab(page, 'Audit');
  const table = page.getByRole('region', { name: 'Audit log, table' });
  await table.getByText('Changed the notice').first().waitFor();
  await page.getByLabel('Action', { exact: true }).selectOption('detector.switched');
  await table.getByText('too many false alarms', { exact: false }).first().waitFor();
  await expect.poll(() => table.getByText('Changed the notice').count()).toBe(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.locator('.toast').getByText('Chain Verified').waitFor();
  await page.getByText(/^chain verified, \d+ rows, /).waitFor();
});

test('operations shows the state of the system, and a monthly report is a file', async () => {
  const { page } = admin;
  await openTab(page, 'Operations');
  await page.getByText('Event-loop delay, p99').waitFor();
  await page.getByRole('region', { name: 'Database tables, table' }).waitFor();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
});

test.each(DUE)('the administration at "%s" is accessible in every look', async (place) => {
  const { page } = admin;
  await page.goto(`${product.origin}/admin${place}`);
  await page.getByRole('tabpanel').waitFor();
  expect(await violationsInEveryLook(page)).toEqual([]);
});
