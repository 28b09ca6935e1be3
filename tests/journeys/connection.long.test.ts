/** A trader links their own trading-platform account: refusals and their messages, real time for them alone, and the disconnect. */
import { CME_CALENDAR } from '@undertow/market';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { outputOfWarmProduct, type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { addInstrument, enter, type Trader } from '#tests/drive/trader.ts';

/** Accounts of the sandbox's gateway: the password decides. */
const PASSWORD = 'paper';
const WRONG = 'wrong-password';

let product: WarmProduct;
let browser: Browser;
let trader: Trader;
let other: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, { email: 'linked@example.com', tier: 'basic' });
  other = await enter(browser, product.origin, { email: 'unlinked@example.com', tier: 'basic' });
});

afterAll(async () => {
  await trader?.close();
  await other?.close();
});

const card = (page: Page): Locator => page.getByRole('region', { name: 'Rithmic', exact: true });
const toast = (page: Page, title: string): Locator => page.locator('.toast').filter({ hasText: title });

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${product.origin}/settings`);
  await card(page).getByLabel('Username').waitFor();
}

async function save(page: Page, username: string, password: string): Promise<void> {
  await card(page).getByLabel('Username').fill(username);
  await card(page).getByLabel('Password').fill(password);
  await card(page).getByRole('button', { name: 'Save' }).click();
}

/** Delays the responses to writes, which the server makes at once, until it is called. */
async function holdResponse(page: Page, path: string): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

const log = (page: Page): Locator => page.getByRole('region', { name: 'Connection log', exact: true });

/** Words of the log, newest first. On a machine that is very busy a book may have to be rebuilt: that is no step of the user. */
async function steps(page: Page): Promise<string[]> {
  const words = await log(page).locator('li b').allTextContents();
  return words.filter((word) => word !== 'Resynced');
}

const badge = (page: Page, text: string): Locator =>
  card(page).getByRole('status').getByText(text, { exact: true });

test('a connection that was never set up is shown as such, and requires username and password', async () => {
  const { page } = trader;
  await openSettings(page);
  await badge(page, 'Not Set').waitFor();
  await log(page).getByText('appear here once you save your login').waitFor();
  await card(page).getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Missing Information').getByText('Please fill in all required fields.').waitFor();
  expect(await card(page).getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
});

test('before the response no state is shown, not even that none was set up', async () => {
  const { page } = trader;
  let respond = (): void => undefined;
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/rithmic-connection', async (route) => {
    await responded;
    await route.continue();
  });
  await openSettings(page);
  const block = page.getByRole('region', { name: 'Trading platform' });
  await block.getByText('Rithmic', { exact: true }).waitFor();
  expect(await page.getByText('Not Set', { exact: true }).count()).toBe(0);
  respond();
  await badge(page, 'Not Set').waitFor();
  await block.getByText('Not Set', { exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a state that cannot be loaded is shown as an error', async () => {
  const { page } = trader;
  await page.route('**/api/rithmic-connection', (route) =>
    route.fulfill({ status: 502, body: 'Bad Gateway' }),
  );
  await badge(page, 'Error').waitFor();
  await card(page).getByText('Your connection status could not be loaded.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await badge(page, 'Not Set').waitFor();
});

test('a wrong password is explained in settings, in the sidebar and by a connection test', async () => {
  const { page } = trader;
  await save(page, 'linked', WRONG);
  await toast(page, 'Connection Saved').waitFor();
  await badge(page, 'Error').waitFor();
  await card(page).getByText('Rithmic refused the username or the password.').waitFor();
  const block = page.getByRole('region', { name: 'Trading platform' });
  await block.getByText('Error', { exact: true }).waitFor();
  await card(page).getByRole('button', { name: 'Test' }).click();
  await toast(page, 'Test Failed')
    .getByText(/refused the username or the password/)
    .waitFor();
  await expect.poll(() => steps(page)).toEqual(['Refused', 'Connecting']);
});

test('the right password connects, and is not shown anywhere afterwards', async () => {
  const { page } = trader;
  await save(page, 'linked', PASSWORD);
  await badge(page, 'Connected').waitFor();
  await card(page)
    .getByText(/^Last connected /)
    .waitFor();
  // The poll may report the connection before the response to the save comes, which clears the field
  await expect.poll(() => card(page).getByLabel('Password').inputValue()).toBe('');
  const response = await page.evaluate(() => fetch('/api/rithmic-connection').then((got) => got.text()));
  expect(Object.keys(JSON.parse(response)).toSorted()).toEqual(
    [
      'account',
      'canResume',
      'domain',
      'errorMessage',
      'isDataStored',
      'lastConnected',
      'server',
      'status',
      'system',
      'username',
    ].toSorted(),
  );
  await card(page).getByRole('button', { name: 'Test' }).click();
  await toast(page, 'Connection Test').waitFor();
  await badge(page, 'Connected').waitFor();
  expect(await outputOfWarmProduct()).not.toContain(WRONG);
});

test('the owner sees their own market in real time, whatever the delay of their plan; nobody else does', async () => {
  await trader.page.goto(product.origin);
  await addInstrument(trader.page, 'ES');
  // Their exchange has hours, the simulated one of the others has none
  const own = CME_CALENDAR.marketPhase(Date.now()) === 'open' ? /^RITHMIC/ : /^(?:RITHMIC|CLOSED)/;
  await trader.page.getByText(own).first().waitFor();
  await other.page.goto(product.origin);
  await addInstrument(other.page, 'ES');
  await other.page
    .getByText(/^DELAYED 15 min/)
    .first()
    .waitFor();
  expect(await other.page.getByText(/^RITHMIC/).count()).toBe(0);
});

test('the connection health is shown beside the details', async () => {
  const { page } = trader;
  await openSettings(page);
  const health = page.getByRole('region', { name: /^Connection health/ });
  await health.getByText('Market by order').waitFor();
  await health.getByText('Available', { exact: true }).waitFor();
});

test('the connection log is beside it, newest first, in the reader’s zone', async () => {
  const { page } = trader;
  await expect.poll(() => steps(page)).toEqual(['Connected', 'Connecting', 'Refused', 'Connecting']);
  const newest = log(page).locator('li').filter({ hasText: 'Paper server. Market by order available.' });
  await newest.waitFor();
  const time = newest.locator('time');
  const london = new Date((await time.getAttribute('datetime')) ?? '').toLocaleTimeString('en-GB', {
    timeZone: 'Europe/London',
  });
  expect(await time.textContent()).toBe(london);
  await log(page)
    .getByText(/^(today, )?London$/)
    .waitFor();
  await openSettings(other.page);
  await log(other.page).getByText('appear here once you save your login').waitFor();
  expect(await steps(other.page)).toEqual([]);
});

test('disconnecting deletes the password and restores the market of the plan', async () => {
  const { page } = trader;
  const release = await holdResponse(page, '**/api/user/rithmic-connection/disconnect');
  await card(page).getByRole('button', { name: 'Disconnect' }).click();
  // The poll reports it before the response comes, and removes the button
  await badge(page, 'Disconnected').waitFor();
  await release();
  await toast(page, 'Disconnected').waitFor();
  expect(await card(page).getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
  // The log outlives the connection
  await expect
    .poll(() => steps(page))
    .toEqual(['Disconnected', 'Connected', 'Connecting', 'Refused', 'Connecting']);
  await log(page).getByText('You disconnected.').waitFor();
  await page.goto(product.origin);
  await page
    .getByText(/^DELAYED 15 min/)
    .first()
    .waitFor();
});

test('a save is confirmed after leaving the tab, and discards nothing that was typed meanwhile', async () => {
  const { page } = trader;
  await openSettings(page);
  const release = await holdResponse(page, '**/api/rithmic-connection');
  await save(page, 'linked', PASSWORD);
  await card(page).getByLabel('Password').fill('the next one');
  await release();
  await toast(page, 'Connection Saved').waitFor();
  expect(await card(page).getByLabel('Password').inputValue()).toBe('the next one');
  await toast(page, 'Connection Saved').waitFor({ state: 'hidden' });
  const releaseNext = await holdResponse(page, '**/api/rithmic-connection');
  await save(page, 'linked', PASSWORD);
  await page.getByRole('tab', { name: 'Account' }).click();
  await releaseNext();
  await toast(page, 'Connection Saved').waitFor();
  await page.getByRole('tab', { name: 'Trading-platform Connection' }).click();
  await badge(page, 'Connected').waitFor();
});

test('the browser reported no error', () => {
  // The test of a wrong password was refused on purpose, and so was the state once
  const complaints = trader.complaints.filter((text) => !/409 \(Conflict\)|502 \(Bad Gateway\)/.test(text));
  expect([...complaints, ...other.complaints]).toEqual([]);
});
