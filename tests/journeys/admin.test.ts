/** The administration of people: figures, roles, steps of the tier, the explanation of what a user sees, and viewing as that user. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';
import { ADMIN_EMAIL, act, expectToast, openTab, rowOf } from './administrator.ts';

const COLLEAGUE = 'colleague@example.com';
const TRADER = 'amara@example.com';

let product: WarmProduct;
let browser: Browser;
let admin: Trader;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  await signInByHttp(product.origin, COLLEAGUE, 'free');
  trader = await enter(browser, product.origin, { email: TRADER, tier: 'basic', instrumentId: 1 });
  admin = await enter(browser, product.origin, { email: ADMIN_EMAIL, tier: 'elite' });
});

afterAll(async () => {
  await admin?.close();
  await trader?.close();
});

const planOf = (tier: string) => trader.page.getByRole('region', { name: 'Account' }).getByText(tier);

test('nobody else has access to the administration', async () => {
  for (const path of ['/admin', '/admin/users/us_1']) {
    await trader.page.goto(product.origin + path);
    await trader.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  }
  await trader.page.goto(product.origin);
});

test('the overview shows people, subscriptions, revenue and connections', async () => {
  const { page } = admin;
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  const figures = page.getByRole('region', { name: 'Figures' });
  for (const words of [
    /^\d+ new today$/,
    /^\d+\.\d% conversion$/,
    'Estimated monthly recurring revenue',
    /^active connections?$/,
  ]) {
    await figures.getByText(words).waitFor();
  }
  await page.getByText('Total Events Generated').waitFor();
});

test('a role is changed once a user and a role are chosen, and nobody can change their own', async () => {
  const { page } = admin;
  const update = page.getByRole('button', { name: 'Update Role' });
  const choose = async (email: string, role: 'user' | 'admin'): Promise<void> => {
    await page.getByRole('searchbox', { name: 'Find user' }).fill(email);
    const option = page.getByLabel('User', { exact: true }).locator('option', { hasText: email });
    await option.first().waitFor({ state: 'attached' });
    expect(await update.isDisabled()).toBe(true);
    await page.getByLabel('User', { exact: true }).selectOption(await option.first().getAttribute('value'));
    expect(await update.isDisabled()).toBe(true);
    await page.getByLabel('New role').selectOption(role);
    await update.click();
  };
  await choose(COLLEAGUE, 'admin');
  await expectToast(page, 'Role Updated', 'User role has been successfully updated.');
  const row = await rowOf(page, COLLEAGUE);
  await row.getByText('Admin', { exact: true }).waitFor();
  await choose(COLLEAGUE, 'user');
  await expectToast(page, 'Role Updated', 'User role has been successfully updated.');
  await row.getByText('User', { exact: true }).waitFor();
  await choose(ADMIN_EMAIL, 'user');
  await expectToast(page, 'Update Failed', 'You cannot change your own role. Contact another administrator.');
});

test('a promotion states its effect, and the user gets it without a reload', async () => {
  const { page } = admin;
  await openTab(page, 'User Management');
  expect(page.url()).toContain('tab=users');
  const row = await rowOf(page, TRADER);
  await row.getByRole('button', { name: 'Promote' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/From Basic to Pro immediately: 3 instruments, no delay\./).waitFor();
  await dialog.getByRole('button', { name: 'Keep Basic' }).click();
  await dialog.waitFor({ state: 'detached' });
  await planOf('Basic plan').waitFor();
  await act(page, row, 'Promote', 'Promote to Pro');
  await expectToast(page, 'Success', 'User subscription promoted successfully');
  await row.getByText('Pro', { exact: true }).waitFor();
  await planOf('Pro plan').waitFor();
});

test('nobody is promoted beyond elite, demoted below free or cancelled without a plan', async () => {
  const { page } = admin;
  const row = await rowOf(page, TRADER);
  await act(page, row, 'Promote', 'Promote to Elite');
  await expectToast(page, 'Success', 'User subscription promoted successfully');
  await row.getByText('Unlimited').waitFor();
  expect(await row.getByRole('button', { name: 'Promote' }).isDisabled()).toBe(true);
  await act(page, row, 'Demote', 'Demote to Pro');
  await expectToast(page, 'Success', 'User subscription demoted successfully');
  await act(page, row, 'Cancel', 'Cancel subscription');
  await expectToast(page, 'Success', 'User subscription cancelled successfully');
  await row.locator('.badge', { hasText: 'Free' }).waitFor();
  expect(await row.getByRole('button', { name: 'Demote' }).isDisabled()).toBe(true);
  expect(await row.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  await act(page, row, 'Promote', 'Promote to Basic');
  await expectToast(page, 'Success', 'User subscription promoted successfully');
  await row.locator('.badge', { hasText: 'Basic' }).waitFor();
  await planOf('Basic plan').waitFor();
});

test('a double click on a confirmation acts once, and is confirmed', async () => {
  const { page } = admin;
  const row = await rowOf(page, COLLEAGUE);
  await row.getByRole('button', { name: 'Promote' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Promote to Basic' }).dblclick();
  await expectToast(page, 'Success', 'User subscription promoted successfully');
  await act(page, row, 'Cancel', 'Cancel subscription');
  await expectToast(page, 'Success', 'User subscription cancelled successfully');
  await row.locator('.badge', { hasText: 'Free' }).waitFor();
});

test('the page of a user explains what they see, and lists the actions on their account', async () => {
  const { page } = admin;
  await (await rowOf(page, TRADER)).getByRole('link').click();
  await page.getByText('Why can this user see this?').waitFor();
  await page.getByLabel('Instrument', { exact: true }).selectOption({ label: 'ES' });
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText(/^(Not allowed|Allowed): .*delayed 15 min$/).waitFor();
  const trail = page.getByRole('region', { name: 'Audit trail, table' });
  await trail.getByText('free → basic').first().waitFor();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('region', { name: 'Audit log, table' }).getByText('pro → elite').waitFor();
});

test('an administrator views as the user, cannot change anything, and the user can read that', async () => {
  const { page } = admin;
  await page.getByRole('tab', { name: 'User Management' }).click();
  await (await rowOf(page, TRADER)).getByRole('link').click();
  await page.getByRole('button', { name: 'View as this user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/for 15 minutes, read-only/).waitFor();
  await dialog.getByRole('button', { name: 'Start view' }).click();
  await dialog.getByText('Enter a reason of at least 8 characters.').waitFor();
  await dialog.getByLabel('Reason').fill('support case 311');
  await dialog.getByRole('button', { name: 'Start view' }).click();
  const banner = page.getByRole('region', { name: 'View of a user' });
  await banner.getByText(/^You are viewing as .* until \d\d:\d\d\. This view is read-only\.$/).waitFor();
  expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  await page
    .getByRole('button', { name: /^Revoke / })
    .first()
    .click();
  await page
    .locator('.toast')
    .getByText('You are viewing as another user: nothing can be changed.')
    .waitFor();
  await banner.getByRole('button', { name: 'End view' }).click();
  await page.getByText('Why can this user see this?').waitFor();
  await trader.page.goto(`${product.origin}/settings?tab=account`);
  await trader.page.getByRole('region', { name: 'Support access' }).getByText('support case 311').waitFor();
});

test('no page reported an error', () => {
  // The console of a browser lists every refused request: those provoked above, and data requested without a plan
  const provoked = /\b40[39]\b/;
  const complaints = [...admin.complaints, ...trader.complaints];
  expect(complaints.filter((line) => !provoked.test(line))).toEqual([]);
});
