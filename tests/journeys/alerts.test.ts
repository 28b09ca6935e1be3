/** A trader's alerts in a browser: a rule with its dry run, a template, a test over the socket, the keyboard alone, the settings. */
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { addInstrument, enter, type Trader, visit } from '#tests/drive/trader.ts';
import { mailsTo } from './subscriber.ts';

const EMAIL = 'alerts@example.com';

let product: WarmProduct;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await launchBrowser();
  trader = await enter(browser, product.origin, { email: EMAIL, tier: 'pro' });
});

afterAll(() => browser?.close());

const toast = (page: Page, title: string): Locator =>
  page.locator('.toast').getByText(title, { exact: true });
const rules = (page: Page): Locator => page.getByRole('list', { name: 'Alert rules' }).getByRole('listitem');
const rule = (page: Page, name: string): Locator =>
  rules(page).filter({ has: page.getByText(name, { exact: true }) });

async function open(page: Page, tab: 'alerts' | 'rules' | 'templates'): Promise<void> {
  await page.goto(`${product.origin}/alerts?tab=${tab}`);
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
}

/** Does something that sends a request, and waits for the response. */
async function saved(page: Page, path: string, act: () => Promise<unknown>): Promise<void> {
  const response = page.waitForResponse(
    (response) => new URL(response.url()).pathname === path && response.request().method() === 'PATCH',
  );
  await act();
  expect((await response).ok()).toBe(true);
}

test('a template cannot be applied before there are instruments', async () => {
  const { page } = trader;
  await open(page, 'templates');
  await page.getByRole('button', { name: 'Apply Scalper' }).click();
  await toast(page, 'No Instruments').waitFor();
  await page.locator('.toast').getByText('Add instruments to your account first.').waitFor();
});

test('the rule that everybody starts with is an ordinary one', async () => {
  const { page } = trader;
  await page.goto(product.origin);
  const added = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/user/instruments'),
  );
  await addInstrument(page, 'ES');
  expect((await added).ok()).toBe(true);
  await open(page, 'rules');
  await rules(page).first().waitFor();
  await rules(page).first().getByText('built-in').waitFor();
});

test('a rule being edited shows how often it would have fired, and errors are shown at their fields', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByText('Fill in the fields first').waitFor();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await dialog.getByText('Enter a name, for example ES above 6000.').waitFor();
  await dialog.getByText('Choose at least one type.').waitFor();
  await dialog.getByLabel('Name').fill('Any level');
  await dialog.getByLabel('Support').check();
  await dialog.getByLabel('Resistance').check();
  await dialog.getByLabel('Confidence from, %').fill('0');
  await dialog
    .getByRole('status')
    .getByText(/times in|Once in|Never in/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await toast(page, 'Alert Created').waitFor();
  await rule(page, 'Any level')
    .getByText(/Support or resistance/)
    .waitFor();
});

test('a price that ES cannot have is refused at its field with the nearest one', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByLabel('Name').fill('Off the grid');
  await dialog.getByLabel('Kind').selectOption('price_level');
  await dialog.getByLabel('Level').fill('4600.10');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await dialog.locator('.field-error', { hasText: 'ES moves in 0.25. Try 4600.00.' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a template makes its rules for the chosen instruments, and none twice', async () => {
  const { page } = trader;
  const before = await rules(page).count();
  await open(page, 'templates');
  const made = page.getByRole('list', { name: 'Rules of Scalper' }).getByRole('listitem');
  const apply = page.getByRole('button', { name: 'Apply Scalper' });
  await apply.click();
  await toast(page, 'Alerts Created').waitFor();
  const count = await made.count();
  expect(count).toBeGreaterThan(0);
  const again = page.waitForResponse((response) => response.url().endsWith('/from-template'));
  await apply.click();
  expect((await again).ok()).toBe(true);
  await open(page, 'rules');
  await expect.poll(() => rules(page).count()).toBe(before + count);
});

/** Notices of tests of the rule "Any level"; alerts of the market, whose titles end with its name, may come at the same time. */
const testNotices = (tab: Page): Promise<readonly string[]> =>
  tab.evaluate(() =>
    (window as unknown as { shownNotices: string[] }).shownNotices.filter((text) =>
      /(?<!· )Any level/.test(text),
    ),
  );

/** Resolves when the socket that the page opens next has brought something: from then on it brings alerts too. */
async function socketOf(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived');
}

/** A tab of alerts that has read all its lists, and whose socket is open: both may be later than the page. */
async function openLiveTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  const reading = new Set<Request>();
  tab.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/alerts') reading.add(request);
  });
  tab.on('requestfinished', (request) => reading.delete(request));
  const live = socketOf(tab);
  await open(tab, 'alerts');
  await tab.getByRole('list', { name: 'Recent alerts' }).or(tab.getByText('No alerts yet')).first().waitFor();
  await expect.poll(() => reading.size).toBe(0);
  await live;
  return tab;
}

test('a test arrives in another tab by the socket alone, is marked read, and is notified once over both tabs', async () => {
  const { page } = trader;
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: product.origin });
  await context.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shownNotices: shown });
    const Shown = window.Notification;
    window.Notification = new Proxy(Shown, {
      construct: (target, [title, options]: [string, NotificationOptions]) => {
        shown.push(`${title}, ${options.body ?? ''}`);
        return new target(title, options);
      },
    });
  });
  await page.goto(`${product.origin}/settings?tab=notifications`);
  await saved(page, '/api/user/preferences', () => page.getByLabel('Desktop notification').click());
  const other = await openLiveTab(context);
  await other.route('**/api/alerts*', (route) => route.abort());
  await open(page, 'rules');
  await page.getByRole('button', { name: 'Send a test of Any level' }).click();
  await toast(page, 'Test Sent').waitFor();
  const arrived = other.locator('.recent-alert', { has: other.getByText('test', { exact: true }) }).first();
  await arrived.waitFor();
  await other.unroute('**/api/alerts*');
  const notices = async () => [...(await testNotices(page)), ...(await testNotices(other))];
  await expect.poll(notices).toHaveLength(1);
  await arrived.getByRole('button', { name: /^Mark .* read$/ }).click();
  await arrived.getByText('Read', { exact: true }).waitFor();
  expect(await notices()).toHaveLength(1);
  await other.close();
});

test('a test that arrives before the preferences are read is notified as soon as they are', async () => {
  const { page } = trader;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/user/preferences', async (route) => {
    await released;
    await route.continue();
  });
  const live = socketOf(page);
  await open(page, 'rules');
  // Without it the test would be in the first list, as what came before the page was opened
  await live;
  await page.getByRole('button', { name: 'Send a test of Any level' }).click();
  await toast(page, 'Test Sent').waitFor();
  expect(await testNotices(page)).toEqual([]);
  release();
  await expect.poll(() => testNotices(page)).toHaveLength(1);
  await page.unroute('**/api/user/preferences');
});

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('expected the keyboard to reach it within 80 presses of Tab');
}

test('a rule is changed, switched off and deleted with the keyboard alone', async () => {
  const { page } = trader;
  await open(page, 'rules');
  await rule(page, 'Any level').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Edit Any level' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit rule' });
  await dialog.waitFor();
  await tabTo(page, dialog.getByLabel('Name'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Levels of ES');
  await page.keyboard.press('Enter');
  await toast(page, 'Alert Updated').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const toggle = rule(page, 'Levels of ES').getByRole('switch');
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await page.locator('.toast').getByText('Levels of ES is off.').waitFor();
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
  await tabTo(page, page.getByRole('button', { name: 'Delete Levels of ES' }));
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Delete this rule?' });
  await confirmation.waitFor();
  await tabTo(page, confirmation.getByRole('button', { name: 'Delete rule' }));
  await page.keyboard.press('Enter');
  await toast(page, 'Alert Deleted').waitFor();
  await rule(page, 'Levels of ES').waitFor({ state: 'detached' });
});

test('the channels of alerts are stored', async () => {
  const { page } = trader;
  await page.goto(`${product.origin}/settings?tab=notifications`);
  await saved(page, '/api/user/preferences', () => page.getByLabel('Quiet hours').click());
  await saved(page, '/api/user/preferences', () => page.getByLabel('From').fill('21:15'));
  await page.reload();
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe('21:15');
  await expect.poll(() => page.getByLabel('Desktop notification').getAttribute('aria-checked')).toBe('true');
  await expect.poll(() => page.getByLabel('Email').getAttribute('aria-checked')).toBe('true');
  await saved(page, '/api/user/preferences', () => page.getByLabel('Quiet hours').click());
});

async function stopLink(): Promise<string> {
  const mails = await mailsTo(product, EMAIL);
  const links = mails.map(({ text }) => /\S+\/alert-mail\/stop\?token=\S+/.exec(text ?? '')?.[0]);
  return links.find((link) => link !== undefined) ?? '';
}

test('the link of an alert mail unsubscribes with one press, signed in or not', async () => {
  const { page } = trader;
  await open(page, 'rules');
  const first = rules(page).first();
  await first.getByRole('button', { name: /^Edit / }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit rule' });
  await dialog.getByLabel('Send by').selectOption('email_in_app');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await toast(page, 'Alert Updated').waitFor();
  await first.getByRole('button', { name: /^Send a test of / }).click();
  await page
    .locator('.toast')
    .getByText(/Its email is on the way/)
    .waitFor();
  await expect.poll(stopLink).not.toBe('');
  const stranger = await visit(browser, product.origin);
  await stranger.page.goto(await stopLink());
  await expect.poll(() => stranger.page.title()).toBe('Stop alert emails \u00b7 Undertow');
  await stranger.page.getByRole('button', { name: 'Stop alert emails' }).click();
  await stranger.page.getByText(/^Alert emails are turned off/).waitFor();
  expect(stranger.complaints).toEqual([]);
  await stranger.close();
  await page.goto(`${product.origin}/settings?tab=notifications`);
  await expect.poll(() => page.getByLabel('Email').getAttribute('aria-checked')).toBe('false');
});

test('an alert leads to the recorded chart at its instant', async () => {
  const { page } = trader;
  const at = new Date(Date.now() - 600_000).toISOString();
  await page.goto(`${product.origin}/?instrumentId=1&at=${encodeURIComponent(at)}`);
  const dialog = page.getByRole('dialog', { name: /^ES at / });
  await dialog.getByTestId('past-chart').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
});

test('the browser reported no error', () => {
  // The price between ticks was refused on purpose
  const others = trader.complaints.filter((text) => !text.includes('422 (Unprocessable Entity)'));
  expect(others).toEqual([]);
});
