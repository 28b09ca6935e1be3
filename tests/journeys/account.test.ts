/** What a user does with the account: devices, profile, the export of their data, and its erasure. */
import { readFileSync } from 'node:fs';
import { listDevices, type RouteResponse } from '@undertow/contracts';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter } from '#tests/drive/trader.ts';
import { registerByCall } from './subscriber.ts';

let product: WarmProduct;
let browser: Browser;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
});

/** A registered person on the account tab. */
async function onAccount(email: string, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, close } = await enter(browser, product.origin, { email, tier: 'pro' });
  try {
    await registerByCall(page, product.origin);
    await page.goto(`${product.origin}/settings?tab=account`);
    await page.getByRole('heading', { name: 'Signed-in devices' }).waitFor();
    await act(page);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
}

test('another device is listed, and signed out from here', async () => {
  const other = await enter(browser, product.origin, { email: 'two-devices@example.com', tier: 'pro' });
  await onAccount('two-devices@example.com', async (page) => {
    await page.getByText('2 live devices at a time on your plan; the newest takes over').waitFor();
    await page.getByText('This device').waitFor();
    await page.getByRole('button', { name: /^Revoke/ }).click();
    await page
      .getByText(/is signed out\./)
      .first()
      .waitFor();
    expect((await other.page.request.get('/api/auth/user')).status()).toBe(401);
    expect(await page.getByRole('button', { name: 'Sign out all others' }).isDisabled()).toBe(true);
  });
  await other.close();
});

/** How many signed-in devices of the person receive live data. */
async function receiveLiveData(page: Page): Promise<number> {
  const response = await page.request.get(listDevices.path);
  const { devices } = (await response.json()) as RouteResponse<typeof listDevices>;
  return devices.filter(({ live }) => live).length;
}

test('live data moves to the newest device, the other one shows that, and Watch here moves it back', async () => {
  const person = { email: 'one-device@example.com', tier: 'basic' } as const;
  const here = await enter(browser, product.origin, { ...person, instrumentId: 1 });
  await here.page.getByRole('region', { name: 'Your instruments' }).getByText('ES').first().waitFor();
  // The newest is the one whose socket came last, whatever the order in which the pages were opened
  await expect.poll(() => receiveLiveData(here.page)).toBe(1);
  const there = await enter(browser, product.origin, person);
  const moved = (page: Page) => page.getByText('Live data moved to another device.', { exact: false });
  await moved(here.page).first().waitFor();
  expect(await moved(there.page).count()).toBe(0);
  const refused = await here.page.request.get('/api/order-book?instrumentId=1');
  expect([refused.status(), await refused.text()]).toEqual([409, expect.stringContaining('LIVE_ELSEWHERE')]);
  await here.page.getByRole('button', { name: 'Watch here' }).click();
  await moved(there.page).first().waitFor();
  await expect.poll(() => moved(here.page).count()).toBe(0);
  expect((await here.page.request.get('/api/order-book?instrumentId=1')).status()).toBe(200);
  await here.close();
  await there.close();
});

test('the profile is changed and stored, and required fields are enforced', async () => {
  await onAccount('profile@example.com', async (page) => {
    const save = page.getByRole('button', { name: 'Save', exact: true });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('Last name').fill(' ');
    await save.click();
    await page.getByText('Your last name, at most 100 characters.').waitFor();
    await page.getByLabel('Last name').fill('O’Neill <script>');
    await page.getByLabel('Company').fill('Lee Trading Ltd');
    await save.click();
    await page.getByText('Your profile is saved.').first().waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('O’Neill <script>');
    expect(await page.getByLabel('Company').inputValue()).toBe('Lee Trading Ltd');
  });
});

test('times are in the chosen zone, in this browser and the next', async () => {
  await onAccount('zone@example.com', async (page) => {
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('timeZone'))).toBe('Asia/Tokyo');
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
  });
  const next = await enter(browser, product.origin, { email: 'zone@example.com', tier: 'pro' });
  await next.page.getByText('Tokyo').first().waitFor();
  await next.close();
});

test('everything stored about the user is exported as one zip', async () => {
  await onAccount('export@example.com', async (page) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('undertow-account.zip');
    const content = readFileSync(await file.path());
    expect(content.subarray(0, 2).toString()).toBe('PK');
    expect(content.includes('.json') && content.includes('.csv')).toBe(true);
  });
});

test('erasure is requested with a checkbox, announced on every page, and undone', async () => {
  await onAccount('erase@example.com', async (page) => {
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase the account?' });
    const erase = dialog.getByRole('button', { name: 'Erase in 7 days' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Erase all my data in 7 days' }).check();
    await erase.click();
    await page.getByText('Erasure requested').first().waitFor();
    await page.goto(product.origin);
    await page.getByText(/Your account will be erased on/).waitFor();
    await page.getByRole('button', { name: 'Keep the account' }).click();
    await page.getByText('Your account is kept.').first().waitFor();
    await page.getByText(/Your account will be erased on/).waitFor({ state: 'detached' });
  });
});
