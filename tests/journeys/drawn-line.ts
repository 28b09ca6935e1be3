/** The horizontal line that somebody drew on the chart of ES: as it is stored, and until its alert arrives. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const STORED = '/api/workspace/drawings/1';
const TICK = 0.25;
/** So near to the price the market will meet it. */
const NEAR_TICKS = 1;
const MAX_PRESSES = 40;

export interface StoredDrawing {
  readonly kind: string;
  readonly points: readonly { readonly at: string; readonly price: string }[];
}

/** What is drawn on ES, oldest first. */
export async function storedDrawings(page: Page): Promise<readonly StoredDrawing[]> {
  return (await (await page.request.get(STORED)).json()).drawings;
}

/** Moves the selected line to the last price, a tick a press. */
async function moveToPrice(page: Page, chart: Locator): Promise<void> {
  const [line] = await storedDrawings(page);
  const watched: readonly { symbol: string; lastPrice: string }[] = await (
    await page.request.get('/api/watchlist')
  ).json();
  const last = watched.find(({ symbol }) => symbol === 'ES')?.lastPrice;
  const ticks = Math.round((Number(last) - Number(line?.points[0]?.price)) / TICK);
  if (Math.abs(ticks) <= NEAR_TICKS) return;
  await chart.focus();
  for (let step = 0; step < Math.min(MAX_PRESSES, Math.abs(ticks)); step += 1)
    await page.keyboard.press(ticks > 0 ? 'ArrowUp' : 'ArrowDown');
}

async function hasCrossed(page: Page): Promise<boolean> {
  const alerts: readonly { title: string }[] = await (await page.request.get('/api/alerts')).json();
  return alerts.some(({ title }) => /^ES crossed (above|below) Horizontal line at /.test(title));
}

/**
 * Waits until the alert on the selected line has arrived; ES is on the watchlist. The market may leave the line and not
 * return: it is moved after the price, as its owner would.
 */
export async function untilCrossed(page: Page, chart: Locator): Promise<void> {
  const arrived = async (): Promise<boolean> => {
    if (await hasCrossed(page)) return true;
    await moveToPrice(page, chart);
    return hasCrossed(page);
  };
  await expect.poll(arrived, { timeout: 180_000, interval: 2000 }).toBe(true);
}
