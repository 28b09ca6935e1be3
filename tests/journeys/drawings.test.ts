/** Drawings on a chart: by mouse, by keyboard alone, kept over a reload, and an alert on a line that is dry-run and then arrives. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';
import { storedDrawings, untilCrossed } from './drawn-line.ts';

const PERSON = { email: 'drawings@example.com', tier: 'pro', instrumentId: 1 } as const;

let product: WarmProduct;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, PERSON);
});
afterAll(() => trader?.close());

const chart = (page: Page) => page.getByTestId('chart').getByRole('figure');
const toolbar = (page: Page, name: string) => page.getByRole('toolbar', { name: `${name}, selected` });

async function choose(page: Page, tool: string): Promise<void> {
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Drawing tools' })
    .getByRole('button', { name: tool, exact: true })
    .click();
  await expect.poll(() => chart(page).evaluate((root) => document.activeElement === root)).toBe(true);
}

test('a line is drawn by a drag of the mouse, moved by its handle, and undone step by step', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: 'Draw', exact: true }).waitFor();
  await choose(page, 'Trend line');
  const box = await chart(page).boundingBox();
  if (box === null) throw new Error('the chart has no place');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.3, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.4, 0.4), { steps: 3 });
  await page.mouse.move(...at(0.5, 0.3), { steps: 3 });
  await page.mouse.up();
  await toolbar(page, 'Trend line').waitFor();
  await expect.poll(async () => (await storedDrawings(page)).length).toBe(1);
  const [drawn] = await storedDrawings(page);
  const [from, to] = drawn?.points ?? [];
  expect(Number(to?.price)).toBeGreaterThan(Number(from?.price));
  expect(Date.parse(to?.at ?? '')).toBeGreaterThan(Date.parse(from?.at ?? ''));
  await page.keyboard.press('ArrowUp');
  await expect
    .poll(async () => Number((await storedDrawings(page))[0]?.points[0]?.price))
    .toBe(Number(from?.price) + 0.25);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await storedDrawings(page))[0]).toEqual(drawn);
});

test('by keyboard alone a line is placed at the crosshair and moved by ticks and bars, with announcements', async () => {
  const { page } = trader;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Draw', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Drawing tools' }).waitFor();
  await page.getByRole('button', { name: 'Ray', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => chart(page).evaluate((root) => document.activeElement === root)).toBe(true);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByText(/^First point of the ray placed, /).waitFor({ state: 'attached' });
  for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await toolbar(page, 'Ray').waitFor();
  await expect.poll(async () => (await storedDrawings(page)).length).toBe(2);
  const [, ray] = await storedDrawings(page);
  const [from, to] = ray?.points ?? [];
  expect(Number(to?.price) - Number(from?.price)).toBe(0.25);
  await page.keyboard.press('Space');
  await page.getByText('Arrow keys move point 1').waitFor({ state: 'attached' });
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText(/^Ray moved/).waitFor({ state: 'attached' });
  await expect
    .poll(async () => Number((await storedDrawings(page))[1]?.points[0]?.price))
    .toBe(Number(from?.price) - 2.5);
  expect((await storedDrawings(page))[1]?.points[1]).toEqual(to);
});

test('a key that is pressed in the moment in which the chart has the focus already places a point', async () => {
  const { page } = trader;
  await page.keyboard.press('Escape');
  await chart(page).evaluate((root) =>
    root.addEventListener('focus', () => root.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })), {
      once: true,
    }),
  );
  await page.getByRole('button', { name: 'Draw', exact: true }).focus();
  await choose(page, 'Horizontal line');
  await toolbar(page, 'Horizontal line').waitFor();
  await expect.poll(async () => (await storedDrawings(page)).length).toBe(3);
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await storedDrawings(page)).length).toBe(2);
});

test('a reload keeps the drawings, and the table of them selects and deletes', async () => {
  const { page } = trader;
  await page.reload();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('button', { name: 'All drawings (2)' }).click();
  const table = page.getByRole('dialog', { name: 'Drawings on ES' });
  await expect.poll(() => table.getByRole('row').count()).toBe(3);
  expect(await violations(page)).toEqual([]);
  await table.getByRole('button', { name: 'Delete Ray' }).click();
  await expect.poll(async () => (await storedDrawings(page)).length).toBe(1);
  await table.getByRole('button', { name: 'Select Trend line' }).click();
  await toolbar(page, 'Trend line').waitFor();
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await storedDrawings(page)).length).toBe(0);
});

test('an alert on a drawn line shows its dry run, arrives when price meets the line, and ends with it', async () => {
  const { page } = trader;
  const headers = { origin: product.origin };
  await page.request.post('/api/watchlist', { headers, data: { instrumentId: 1 } });
  await choose(page, 'Horizontal line');
  // Without a pointer over the chart it is at the last price, where trades meet it at once
  await page.mouse.move(2, 2);
  await page.keyboard.press('z');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Horizontal line').getByRole('button', { name: 'Alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByText(/^Horizontal line at .*follows the line when you move it/).waitFor();
  await dialog
    .getByRole('status')
    .getByText(/times in|Once in|Never in/)
    .waitFor();
  await dialog.getByText(/The line is taken as it is now/).waitFor();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await untilCrossed(page, chart(page));
  await page.getByRole('button', { name: 'Delete, with its alert' }).click();
  await page.locator('.toast').getByText('1 alert ended').waitFor();
  const rules = await (await page.request.get('/api/alert-configurations')).json();
  expect(
    rules.filter((rule: { condition: { kind: string } }) => rule.condition.kind === 'price_line'),
  ).toEqual([]);
});

test('nothing on the page broke a rule of the content security policy or threw', () => {
  expect(trader.complaints).toEqual([]);
});
