/**
 * The product over a live gateway of Databento: live data, the past of today before it, a cut whose gap is shown and never filled, a halt,
 * a roll, and the trading day before opened from its recording and replayed.
 */
import { CME_CALENDAR } from '@undertow/market';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type EarlierDay, RECORDED_OPTIONS, recordEarlierDay } from '#tests/drive/earlier-day.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';
import { untilCrossed } from './drawn-line.ts';

let product: Product;
let browser: Browser;
let trader: Trader;

const MINUTE_MS = 60_000;
let earlier: EarlierDay;

beforeAll(async () => {
  earlier = await recordEarlierDay('dora@example.com');
  const { dataDir, origin } = earlier;
  product = await startProduct({ ...RECORDED_OPTIONS, dataDir, port: Number(new URL(origin).port) });
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, { email: 'dora@example.com', tier: 'elite' });
});

afterAll(async () => {
  await trader?.close();
  await product?.stop();
});

/** Causes a fault or an event at the stand-in. */
async function control(act: string, body: object = {}): Promise<void> {
  const response = await fetch(`${product.databento}/sandbox/${act}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
}

interface Status {
  readonly state: string;
  readonly contract: string;
  readonly source: string;
  readonly tier: string;
  readonly gapsToday: number;
  readonly lastGap: { readonly from: string; readonly to: string | null } | null;
}

function statusOf(): Promise<Status> {
  return trader.page.evaluate(
    async () => (await (await fetch('/api/feed-status?instrumentId=1')).json()) as Status,
  );
}

test('the dashboard shows the live market of the gateway order by order, and that it is a stand-in', async () => {
  const { page } = trader;
  await page.getByText('Live Data').first().waitFor();
  await page.getByText('STAND-IN').first().waitFor();
  expect(await statusOf()).toMatchObject({
    source: 'databento-stand-in',
    tier: 'L3',
    state: 'live',
    gapsToday: 0,
  });
  const book = page.getByRole('region', { name: 'Order Book' });
  await book.getByText(/^1 tick$/).waitFor();
});

test('the chart begins with today’s past: bars of the hours before the product started, without a gap', async () => {
  const bars = await trader.page.evaluate(
    async () =>
      (await (await fetch('/api/market-data?instrumentId=1&timeframe=10m')).json()) as {
        timestamp: string;
      }[],
  );
  const hourAgoMs = Date.now() - 3_600_000;
  expect(bars.filter(({ timestamp }) => Date.parse(timestamp) < hourAgoMs).length).toBeGreaterThan(3);
  expect(await statusOf()).toMatchObject({ state: 'live', gapsToday: 0 });
});

test('a cut leaves a gap that the status line counts, and the market is live again', async () => {
  const { page } = trader;
  await control('cut');
  await expect.poll(statusOf).toMatchObject({ state: 'live', gapsToday: 1 });
  await page.getByText(/Gaps today\s*1/).waitFor();
  const gaps = await page.evaluate(
    async () =>
      (await (await fetch('/api/feed-status/gaps?instrumentId=1')).json()) as { from: string; to: string }[],
  );
  expect(gaps.map(({ from, to }) => Date.parse(to) - Date.parse(from) > 0)).toEqual([true]);
});

test('a halt of the exchange is the badge of the chart until trading is resumed', async () => {
  const { page } = trader;
  await control('status', { product: 'ES', status: 'halt' });
  await page.getByText('HALTED').first().waitFor();
  await control('status', { product: 'ES', status: 'open' });
  await page.getByText('STAND-IN').first().waitFor();
});

test('after a roll the chart shows the new contract, and the old one before it where that is wanted', async () => {
  const { page } = trader;
  const { contract: before } = await statusOf();
  // The vendor states that the other contract was the front one before this trading day: nothing waits for its end
  const { openMs } = CME_CALENDAR.sessionBounds(CME_CALENDAR.tradingDayOf(Date.now()));
  await control('roll', { product: 'ES', sinceMs: openMs });
  await control('drop');
  await expect.poll(async () => (await statusOf()).contract).not.toBe(before);
  await expect.poll(statusOf).toMatchObject({ state: 'live' });
  const { contract: after } = await statusOf();
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.getByRole('radio', { name: 'Continuous' }).click();
  await page.keyboard.press('Escape');
  const chart = page.getByRole('figure', { name: new RegExp(`Rolled from ${before} to ${after}`) });
  await chart
    .or(page.getByLabel(new RegExp(`Rolled from ${before} to ${after}`)))
    .first()
    .waitFor();
});

test('the order book of a moment ago is opened from the recording', async () => {
  const { page } = trader;
  const at = await page.evaluate(async () => {
    const rows = (await (await fetch('/api/order-book?instrumentId=1')).json()) as { timestamp: string }[];
    return rows[0]?.timestamp ?? '';
  });
  // The recording is on disk a moment after the market
  await expect
    .poll(() =>
      page.evaluate(async (instant) => {
        const response = await fetch(`/api/order-book/recorded?instrumentId=1&at=${instant}`);
        return (await response.json()) as object;
      }, at),
    )
    .toMatchObject({ state: 'known' });
  await page.goto(`${product.origin}/?instrumentId=1&at=${encodeURIComponent(at)}`);
  const book = page.getByRole('region', { name: 'Recorded order book' });
  await book.getByText('recorded,').waitFor();
  expect(await book.locator('tbody tr').count()).toBe(21);
});

test('the trading day before is opened from its recording, its book beside the chart of that moment', async () => {
  const { page } = trader;
  expect(CME_CALENDAR.tradingDayOf(Date.parse(earlier.at))).not.toBe(CME_CALENDAR.tradingDayOf(Date.now()));
  await page.goto(`${product.origin}/?instrumentId=1&at=${encodeURIComponent(earlier.at)}`);
  const book = page.getByRole('region', { name: 'Recorded order book' });
  await book.getByText('recorded,').waitFor();
  expect(await book.locator('tbody tr').count()).toBe(21);
  await page.getByTestId('past-chart').waitFor();
  const bars = await page.evaluate(
    async (end) =>
      (await (await fetch(`/api/market-data?instrumentId=1&timeframe=1m&limit=5&end=${end}`)).json()) as {
        timestamp: string;
      }[],
    earlier.at,
  );
  const lastMs = Date.parse(bars.at(-1)?.timestamp ?? '');
  expect(Date.parse(earlier.at) - lastMs).toBeLessThan(2 * MINUTE_MS);
});

test('by keyboard alone a layout is built, its panes are linked, a line is drawn, and its alert arrives', async () => {
  const { page } = trader;
  await page.goto(product.origin);
  const press = async (control: Locator): Promise<void> => {
    await control.focus();
    await page.keyboard.press('Enter');
  };
  await press(page.getByRole('button', { name: 'New layout' }));
  await press(page.getByRole('button', { name: /^Two charts/ }));
  const chart = page.getByRole('region', { name: 'Chart ES' }).first();
  await chart.focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Pane/ }).fill('tape es');
  await page.getByRole('listbox', { name: 'Found' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Control+Enter');
  const tape = page.getByRole('region', { name: 'Tape ES' });
  await tape.locator('.tape tbody tr').first().waitFor();
  await press(tape.getByRole('button', { name: /^Link: / }));
  await page
    .getByRole('radiogroup', { name: 'Link group' })
    .or(page.getByLabel('Link group'))
    .first()
    .waitFor();
  await page.getByRole('radio', { name: 'B', exact: true }).focus();
  await page.keyboard.press('Escape');
  await tape.getByRole('button', { name: 'Link: group B' }).waitFor();
  await press(chart.getByRole('button', { name: 'Draw', exact: true }));
  await press(
    page.getByRole('dialog', { name: 'Drawing tools' }).getByRole('button', { name: 'Horizontal line' }),
  );
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('figure');
  // At the last price, where trades meet it at once
  await page.keyboard.press('z');
  await page.keyboard.press('Enter');
  await press(
    page.getByRole('toolbar', { name: 'Horizontal line, selected' }).getByRole('button', { name: 'Alert' }),
  );
  const rule = page.getByRole('dialog', { name: 'New rule' });
  await rule.getByText(/^Horizontal line at /).waitFor();
  await press(rule.getByRole('button', { name: 'Save rule' }));
  await rule.waitFor({ state: 'hidden' });
  const headers = { origin: product.origin };
  await page.request.post('/api/watchlist', { headers, data: { instrumentId: 1 } });
  await untilCrossed(page, chart.getByRole('figure'));
});

test('an event of the trading day before is replayed by keyboard alone: it is raised again, everything follows, and back to live', async () => {
  const { page } = trader;
  await page.goto(product.origin);
  await page.getByText('STAND-IN').first().waitFor();
  const time = await page.evaluate(
    (iso) => new Date(Date.parse(iso) - 4000).toLocaleTimeString('en-GB'),
    earlier.event.detectedAt,
  );
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Pane, instrument, event, setting' });
  await field.fill('replay');
  await page.getByRole('option', { name: /^Replay/ }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Replay the market' });
  await dialog.getByLabel('Recorded').focus();
  // The newest day is the first one
  await page.keyboard.press('End');
  await dialog.getByLabel(/^Time/).focus();
  await page.keyboard.type(time.replaceAll(':', ''));
  await page.keyboard.press('Enter');
  const controls = page.getByRole('region', { name: 'Replay controls' });
  await controls.getByRole('status').getByText('Paused').waitFor();
  await page.getByText('Alerts are off, nothing here is live.').waitFor();
  await page.getByTestId('feed-state').getByText('REPLAY').waitFor();
  expect(await page.getByText('STAND-IN').count()).toBe(0);
  const clock = (): Promise<string | null> => controls.locator('time').getAttribute('datetime');
  const openedAt = (await clock()) ?? '';
  await page.keyboard.press('.');
  await expect.poll(clock).not.toBe(openedAt);
  // Slowly: the recording ends a few seconds after the event
  await page.keyboard.press('<');
  await controls.getByRole('radio', { name: '0.5×' }).and(page.locator('[data-state="on"]')).waitFor();
  const isRaised = page.waitForResponse(
    async (response) =>
      /order-flow-events\?.*active=true/.test(response.url()) &&
      (await response.text()).includes(earlier.event.id),
  );
  await page.keyboard.press('Space');
  await controls.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Space');
  await controls.getByRole('status').getByText('Paused').waitFor();
  await page.keyboard.press('Space');
  await isRaised;
  await page.getByRole('button', { name: 'Return to live' }).focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('feed-state').getByText('STAND-IN').waitFor();
  expect(await controls.count()).toBe(0);
});
