/** A trader links his own trading-platform account: what is refused and said, real time for him alone, and the way back. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '#tests/browser.ts';
import { type Product, startProduct } from '#tests/product.ts';
import { addInstrument, signIn, type Trader, visit } from './trader.ts';

/** Accounts of the sandbox's gateway: the password decides. */
const PASSWORD = 'paper';
const WRONG = 'not-the-password';
/** The first data of an exchange that begins takes its time on a busy machine. */
const SOON = { timeout: 90_000 } as const;

let product: Product;
let browser: Browser;
let trader: Trader;
let other: Trader;

beforeAll(async () => {
  product = await startProduct({ seed: 31, env: { SIM_INSTRUMENTS: 'ES' } });
  browser = await launchBrowser();
  trader = await visit(browser, product.origin);
  other = await visit(browser, product.origin);
  await signIn(trader.page, 'linked@example.com', 'basic');
  await signIn(other.page, 'unlinked@example.com', 'basic');
});

afterAll(async () => {
  await trader?.close();
  await other?.close();
  await browser?.close();
  await product?.stop();
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

const log = (page: Page): Locator => page.getByRole('region', { name: 'Connection log', exact: true });

/** Words of the log, newest first. On a machine that is very busy a book may have to be rebuilt: that is no step of his. */
async function steps(page: Page): Promise<string[]> {
  const words = await log(page).locator('li b').allTextContents();
  return words.filter((word) => word !== 'Resynced');
}

const badge = (page: Page, text: string): Locator =>
  card(page).getByRole('status').getByText(text, { exact: true });

test('a connection that was never set says so, and wants username and password', async () => {
  const { page } = trader;
  await openSettings(page);
  await badge(page, 'Not Set').waitFor();
  await log(page).getByText('stands here from the first save').waitFor();
  await card(page).getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Missing Information').getByText('Please fill in all required fields.').waitFor();
  expect(await card(page).getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
});

test('a wrong password is told in words, in settings and in the sidebar, and by a test', async () => {
  const { page } = trader;
  await save(page, 'linked', WRONG);
  await toast(page, 'Connection Saved').waitFor();
  await badge(page, 'Error').waitFor(SOON);
  await card(page).getByText('Rithmic refused the username or the password.').waitFor();
  const block = page.getByRole('region', { name: 'Trading platform' });
  await block.getByText('Error', { exact: true }).waitFor();
  await card(page).getByRole('button', { name: 'Test' }).click();
  await toast(page, 'Test Failed')
    .getByText(/refused the username or the password/)
    .waitFor();
  await expect.poll(() => steps(page)).toEqual(['Refused', 'Connecting']);
});

test('the right password connects, and is nowhere to be seen afterwards', async () => {
  const { page } = trader;
  await save(page, 'linked', PASSWORD);
  await badge(page, 'Connected').waitFor(SOON);
  await card(page)
    .getByText(/^Last connected /)
    .waitFor();
  expect(await card(page).getByLabel('Password').inputValue()).toBe('');
  const answer = await page.evaluate(() => fetch('/api/rithmic-connection').then((got) => got.text()));
  expect(Object.keys(JSON.parse(answer)).toSorted()).toEqual(
    ['errorMessage', 'lastConnected', 'server', 'status', 'username'].toSorted(),
  );
  await card(page).getByRole('button', { name: 'Test' }).click();
  await toast(page, 'Connection Test').waitFor();
  await badge(page, 'Connected').waitFor();
  expect(product.output()).not.toContain(WRONG);
});

test('its owner sees his own market in real time, whatever the delay of his plan; nobody else does', async () => {
  await trader.page.goto(product.origin);
  await addInstrument(trader.page, 'ES');
  await trader.page
    .getByText(/^RITHMIC/)
    .first()
    .waitFor(SOON);
  await other.page.goto(product.origin);
  await addInstrument(other.page, 'ES');
  await other.page
    .getByText(/^DELAYED 15 min/)
    .first()
    .waitFor(SOON);
  expect(await other.page.getByText(/^RITHMIC/).count()).toBe(0);
});

test('how its data comes in stands beside the details', async () => {
  const { page } = trader;
  await openSettings(page);
  const health = page.getByRole('region', { name: /^Connection health/ });
  await health.getByText('Market by order').waitFor(SOON);
  await health.getByText('Available', { exact: true }).waitFor();
});

test('what the connection did stands beside it, newest first, in the zone of its reader', async () => {
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
  await log(other.page).getByText('stands here from the first save').waitFor();
  expect(await steps(other.page)).toEqual([]);
});

test('disconnecting deletes the password and brings the market of the plan back', async () => {
  const { page } = trader;
  await card(page).getByRole('button', { name: 'Disconnect' }).click();
  await toast(page, 'Disconnected').waitFor();
  await badge(page, 'Disconnected').waitFor();
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
    .waitFor(SOON);
});

test('nothing went wrong in the browser meanwhile', () => {
  // The test of a wrong password was refused on purpose
  const complaints = trader.complaints.filter((text) => !text.includes('409 (Conflict)'));
  expect([...complaints, ...other.complaints]).toEqual([]);
});
