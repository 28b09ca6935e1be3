/** A trade in recorded minutes, in a browser: on the order-flow chart at entry and exit, with the events of those minutes and its best and worst price. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

/** The trade ends this long before the present, so that all of it is stored. */
const MIN_AGE_MS = 3 * MINUTE_MS;
const MIN_HELD_MS = 3 * MINUTE_MS;

let product: WarmProduct;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, {
    email: 'recorded@example.com',
    tier: 'pro',
    instrumentId: 1,
  });
  await trader.page.getByText('Live Data').waitFor();
});

afterAll(() => trader?.close());

type Bar = Readonly<Record<'timestamp' | 'open' | 'high' | 'low' | 'close', string>>;

async function read<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (url) => (await fetch(url)).json(), path) as Promise<T>;
}

interface PastTrade {
  readonly entryMs: number;
  readonly exitMs: number;
  readonly entry: string;
  readonly exit: string;
  readonly best: number;
  readonly worst: number;
}

/** A long trade entered a second after an event, and what the market did until its exit; undefined while there is none. */
async function findTrade(page: Page): Promise<PastTrade | undefined> {
  const [bars, events] = await Promise.all([
    read<Bar[]>(page, '/api/market-data?instrumentId=1&timeframe=1m&limit=60'),
    read<OrderFlowEventDto[]>(page, '/api/order-flow-events?instrumentId=1&limit=500'),
  ]);
  const [newest] = bars.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => b - a);
  if (newest === undefined) return undefined;
  const exitMs = newest - MIN_AGE_MS + 20_000;
  for (const { detectedAt, expiresAt } of events) {
    const entryMs = Date.parse(detectedAt) + 1_000;
    const during = bars.filter(({ timestamp }) => {
      const startMs = Date.parse(timestamp);
      return startMs + MINUTE_MS > entryMs && startMs <= exitMs;
    });
    const [first, last] = [during[0], during.at(-1)];
    const held = exitMs - entryMs >= MIN_HELD_MS && Date.parse(expiresAt) > entryMs;
    if (!held || first === undefined || last === undefined) continue;
    if (Date.parse(first.timestamp) > entryMs) continue;
    return {
      entryMs,
      exitMs,
      entry: first.open,
      exit: last.close,
      best: Math.max(...during.map(({ high }) => Number(high))),
      worst: Math.min(...during.map(({ low }) => Number(low))),
    };
  }
  return undefined;
}

/** Adds two contracts of the trade by the specified call, and returns its id. */
function addTrade(page: Page, { entry, exit, entryMs, exitMs }: PastTrade): Promise<string> {
  const facts = {
    platform: 'Manual',
    instrumentSymbol: 'ES',
    tradeType: 'BUY',
    entryPrice: entry,
    exitPrice: exit,
    quantity: '2',
    entryTime: new Date(entryMs).toISOString(),
    exitTime: new Date(exitMs).toISOString(),
  };
  return page.evaluate(async (given) => {
    const stored = await fetch('/api/trades', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    if (stored.status !== 201) throw new Error(`${stored.status}: ${await stored.text()}`);
    return String(((await stored.json()) as { id: string }).id);
  }, facts);
}

interface TradeContext {
  readonly missing: string | null;
  readonly bestPrice: string | null;
  readonly worstPrice: string | null;
  readonly atEntry: readonly OrderFlowEventDto[];
  readonly atExit: readonly OrderFlowEventDto[];
}

const dollars = (points: number): string =>
  `$${(points * 2 * 50).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;

test('a trade in recorded minutes is on the chart at entry and exit, with the active events and its best and worst price', async () => {
  const { page, complaints } = trader;
  // What is looked for again may be another trade, or none yet
  let found: PastTrade | undefined;
  const look = async (): Promise<PastTrade | undefined> => {
    found = await findTrade(page);
    return found;
  };
  await expect.poll(look, { timeout: 90_000 }).toBeDefined();
  const trade = found as unknown as PastTrade;
  const id = await addTrade(page, trade);
  // Simulated data is shown at once and stored a little later
  const context = (): Promise<TradeContext> => read<TradeContext>(page, `/api/trades/${id}/context`);
  const prices = { bestPrice: trade.best.toFixed(2), worstPrice: trade.worst.toFixed(2) };
  await expect.poll(context, { timeout: 60_000 }).toMatchObject({ missing: null, ...prices });
  const stored = await context();
  expect(stored.atEntry.length).toBeGreaterThan(0);

  await page.goto(`${product.origin}/trade-analysis`);
  await page
    .getByRole('region', { name: 'Recent Trades' })
    .getByRole('button', { name: /^Market around BUY 2 ES/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Market around the trade' });
  await dialog
    .getByLabel(new RegExp(`Entry at ${trade.entry}, \\d\\d:\\d\\d\\. Exit at ${trade.exit}, .*SIMULATED`))
    .waitFor();
  const facts = await dialog.locator('.context-facts').innerText();
  expect(facts).toContain(prices.bestPrice);
  expect(facts).toContain(prices.worstPrice);
  expect(facts).toContain(dollars(trade.best - Number(trade.entry)));
  expect(facts).toContain(dollars(Number(trade.entry) - trade.worst));
  const listed = (title: string) =>
    dialog.locator('.context-events', { has: page.getByRole('heading', { name: title }) }).locator('li');
  expect(await listed('Active at entry').count()).toBe(stored.atEntry.length);
  expect(await listed('Active at exit').count()).toBe(stored.atExit.length);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
