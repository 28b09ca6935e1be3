/** A trader's own account with a rule: its alert and event are in their browser alone, named as their own, until they delete them. */
import type { AlertDto, AlertRuleInput } from '@undertow/contracts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

/** The first data of an exchange that begins is slow on a busy machine; then an iceberg comes every few seconds. */
const SOON = { timeout: 180_000 } as const;
const ES = 1;
const SYSTEMS = '/api/rithmic-connection/systems?server=rithmic_paper_server';
/** 16:00 UTC of the last Wednesday, milliseconds since 1970 UTC. */
function lastOpenMs(): number {
  const [now, wednesday] = [new Date(), 3];
  const daysAgo = ((now.getUTCDay() - wednesday + 6) % 7) + 1;
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAgo, 16);
}

const EVERY_ICEBERG: AlertRuleInput = {
  ...{ name: 'Every iceberg', notificationMethod: 'in_app', isEnabled: true, instrumentIds: [ES] },
  condition: {
    ...{ kind: 'event', eventTypes: ['iceberg'], side: null, minConfidence: 0, minSize: 0 },
    ...{ perDay: null, near: null },
  },
  ...{ sessionHours: 'any', coolDownSeconds: 0, quietHours: null, expiresAt: null },
};

let product: Product;
let owner: Trader;
let other: Trader;
let own: AlertDto;

beforeAll(async () => {
  // An own account has the hours of its venue: nothing is found in them while it is closed
  const env = { SIM_INSTRUMENTS: 'ES', SIM_SCENARIO: 'journey', SIM_HISTORY_MINUTES: '10' };
  const clockShiftMs = lastOpenMs() - Date.now();
  const browser = await sharedBrowser();
  product = await startProduct({ clockShiftMs, env });
  const look = { tier: 'pro', instrumentId: ES } as const;
  owner = await enter(browser, product.origin, { email: 'own-market@example.com', ...look });
  other = await enter(browser, product.origin, { email: 'not-their-market@example.com', ...look });
});
afterAll(async () => {
  await owner?.close();
  await other?.close();
  await product?.stop();
});

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

const alertsOf = ({ page }: Trader): Promise<readonly AlertDto[]> =>
  page.evaluate(async () => (await (await fetch('/api/alerts')).json()) as AlertDto[]);

test('the rule of a connected account raises an alert that names its owner’s market', async () => {
  const { page } = owner;
  const status = await page.evaluate(
    async (rule) =>
      (
        await fetch('/api/alert-configurations', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(rule),
        })
      ).status,
    EVERY_ICEBERG,
  );
  expect(status).toBe(201);
  // A gateway that has just started is slow on a busy machine; its list of systems is kept for the pages that follow
  await expect
    .poll(async () => (await page.request.get(SYSTEMS)).status(), { timeout: 180_000, interval: 1000 })
    .toBe(200);
  await page.goto(`${product.origin}/settings`);
  await card(page, 'Rithmic').getByLabel('Username').fill('own-market');
  await card(page, 'Rithmic').getByLabel('Password').fill('paper');
  await card(page, 'Rithmic').getByRole('button', { name: 'Save' }).click();
  await card(page, 'Rithmic').getByRole('status').getByText('Connected', { exact: true }).waitFor(SOON);
  await page.goto(product.origin);
  await page.getByText('your rules are evaluated on it. Only you see its alerts').waitFor();
  await page.goto(`${product.origin}/alerts`);
  await page.locator('.recent-alert').filter({ hasText: 'Your own feed' }).first().waitFor(SOON);
  const [alert] = (await alertsOf(owner)).filter(({ market }) => market === 'own');
  expect(alert).toMatchObject({ source: 'rithmic', instrumentId: ES, eventType: 'iceberg' });
  own = alert as AlertDto;
});

test('its event is in the owner’s own history, and its evidence names the market', async () => {
  const { page } = owner;
  await page.goto(`${product.origin}/history?smaller=shown`);
  const history = card(page, 'Historical events').or(
    page.getByRole('region', { name: /^Historical events/ }),
  );
  await history.getByText('Your own feed', { exact: true }).waitFor();
  await history.getByRole('row').nth(1).waitFor();
  await page.goto(`${product.origin}/events/${own.eventId}`);
  await page.getByText(/Your own feed, .*gap/).waitFor();
});

test('nobody else sees anything of it: no alert, no evidence', async () => {
  const { page } = other;
  await page.goto(`${product.origin}/history?smaller=shown`);
  await page.getByText('Undertow feed, simulated').first().waitFor();
  expect(
    (await alertsOf(other)).filter(({ market, eventId }) => market === 'own' || eventId === own.eventId),
  ).toEqual([]);
  const answers = await page.evaluate(
    async (id) =>
      Promise.all(
        ['evidence', 'replay', 'outcome'].map(
          async (what) => (await fetch(`/api/order-flow-events/${id}/${what}`)).status,
        ),
      ),
    own.eventId,
  );
  expect(answers).toEqual([404, 404, 404]);
});

test('the owner deletes it while connected, and sees what was deleted', async () => {
  const { page } = owner;
  await page.goto(`${product.origin}/settings`);
  const stored = card(page, 'Stored data');
  await stored.getByText('encrypted under a key of your own').waitFor();
  await stored.getByRole('button', { name: 'Delete stored data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete stored data?' });
  await dialog.getByRole('button', { name: 'Keep data' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await alertsOf(owner)).map(({ id }) => id)).toContain(own.id);
  await stored.getByRole('button', { name: 'Delete stored data' }).click();
  await dialog.getByRole('button', { name: 'Delete data' }).click();
  const toast = page.locator('.toast').filter({ hasText: 'Stored Data Deleted' });
  await toast.getByText(/^Deleted: .*\d+ events?.*alerts?/).waitFor();
  expect((await alertsOf(owner)).map(({ id }) => id)).not.toContain(own.id);
  await page.goto(`${product.origin}/events/${own.eventId}`);
  await page.getByText('Event not available').waitFor();
  await page.goto(`${product.origin}/settings`);
  await card(page, 'Rithmic').getByRole('status').getByText('Connected', { exact: true }).waitFor();
});

test('the browser reported no error', () => {
  // What was deleted, and what is somebody else's, was requested on purpose
  const complaints = [...owner.complaints, ...other.complaints].filter(
    (text) => !/404 \(Not Found\)/.test(text),
  );
  expect(complaints).toEqual([]);
});
