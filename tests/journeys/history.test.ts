/** The history: trading days, filters in the address, order, pages, the links of a row and the export. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

let product: WarmProduct;
let browser: Browser;
let pro: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  pro = await enter(browser, product.origin, { email: 'searches@example.com', tier: 'pro', instrumentId: 1 });
});

afterAll(() => pro?.close());

const eventsOf = (page: Page) => page.getByRole('region', { name: 'Historical events, table' });
const rowsOf = (page: Page) => eventsOf(page).locator('tbody tr');
/** Lists the events of every size. */
async function showSmaller(page: Page): Promise<void> {
  const shown = page.getByRole('button', { name: 'Smaller shown' });
  if (!(await shown.isVisible())) await page.getByRole('button', { name: 'Smaller hidden' }).click();
  await shown.waitFor();
}
/** A market of a few quiet hours may have no large event yet: then the page offers the smaller ones. */
async function untilListed(page: Page): Promise<void> {
  const offer = page.getByRole('button', { name: 'Show the smaller ones' });
  await rowsOf(page).first().or(offer).first().waitFor();
  if (await offer.isVisible()) await offer.click();
  await rowsOf(page).first().waitFor();
}
/** Filters by the type of the first listed event: the newest of all may be a smaller one, of a type that has no larger. */
async function filterByListedType(page: Page): Promise<string> {
  const evidence = rowsOf(page)
    .first()
    .getByRole('link', { name: /: evidence$/ });
  const title = (await evidence.getAttribute('aria-label'))?.replace(/ of .+$/, '') ?? '';
  await page.getByLabel('Event type').selectOption({ label: title });
  const type = await page.getByLabel('Event type').inputValue();
  await expect.poll(() => page.url()).toContain(`eventType=${type}`);
  return type;
}
const confidences = async (page: Page): Promise<readonly number[]> =>
  page.evaluate(async () => {
    const query = new URLSearchParams(location.search);
    const response = await fetch(`/api/history/events?${query}`);
    const { events } = (await response.json()) as { events: { confidence: number }[] };
    return events.map(({ confidence }) => confidence);
  });

test('the history shows the trading days, and names the measure by which an instrument did best', async () => {
  const { page } = pro;
  await page.getByText('Live Data').waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  const sessions = page.getByRole('region', { name: 'Analysis sessions, table' });
  await sessions
    .getByText(/^by (hit rate|events), /)
    .first()
    .waitFor();
  // In a week with a holiday fewer than five
  const days = await page.evaluate(async () => (await (await fetch('/api/analysis/sessions')).json()).length);
  expect(days).toBeGreaterThan(3);
  expect(await sessions.locator('tbody tr').count()).toBe(Math.min(5, days));
  await untilListed(page);
});

test('a filter is in the URL, and the browser’s back button restores the previous one', async () => {
  const { page } = pro;
  const type = await filterByListedType(page);
  await rowsOf(page).first().waitFor();
  await page.getByLabel('Timeframe').selectOption('1d');
  await expect.poll(() => page.url()).toContain('timeframe=1d');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Timeframe').inputValue()).toBe('7d');
  expect(await page.getByLabel('Event type').inputValue()).toBe(type);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('the head of a column sorts by it', async () => {
  const { page } = pro;
  await untilListed(page);
  await page.getByRole('button', { name: 'Confidence' }).click();
  await expect.poll(() => page.url()).toContain('sort=confidence');
  await page.locator('th[aria-sort=descending]', { hasText: 'Confidence' }).waitFor();
  const found = await confidences(page);
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(found.toSorted((a, b) => b - a));
  await page.getByRole('button', { name: /^Detected/ }).click();
});

test('the smaller events are one click away, and more come below the others, each once', async () => {
  const { page } = pro;
  await showSmaller(page);
  await page.getByRole('button', { name: 'Load more events' }).click();
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(50);
  const links = await eventsOf(page)
    .locator('a[href^="/events/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(new Set(links).size).toBe(links.length);
});

test('a search without results says so, and keeps the query', async () => {
  const { page } = pro;
  await page.getByLabel('Search').fill("'; DROP TABLE events");
  await page.getByText('No matching events').waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe("'; DROP TABLE events");
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await untilListed(page);
});

test('the export has the timeframe in its name and the filtered events in it', async () => {
  const { page } = pro;
  await showSmaller(page);
  const type = await filterByListedType(page);
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('undertow-history-7d.csv');
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.includes(`"${type}"`))).toBe(true);
});

test('a row leads to the chart at its instant and to its evidence', async () => {
  const { page } = pro;
  const row = rowsOf(page).first();
  const chart = await row.getByRole('link', { name: /show on the chart/ }).getAttribute('href');
  expect(chart).toMatch(/^\/\?instrumentId=1&at=2\d{3}-/);
  expect(await row.getByRole('link', { name: /evidence/ }).getAttribute('href')).toMatch(/^\/events\/\S+$/);
  expect(pro.complaints).toEqual([]);
});
