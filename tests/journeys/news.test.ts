/** A trader reads the day's releases and headlines beside the chart; the plan decides which of them. */
import type { InstrumentNews } from '@undertow/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Tier } from '#tests/drive/trader.ts';

let product: WarmProduct;
beforeAll(async () => {
  product = await warmProduct();
});

async function newsTab(
  tier: Tier,
): Promise<{ page: Page; complaints: readonly string[]; close(): Promise<void> }> {
  const trader = await enter(await sharedBrowser(), product.origin, {
    ...{ email: `news-${tier}@example.com`, tier, instrumentId: 1 },
  });
  await trader.page.getByRole('tab', { name: 'News' }).click();
  return trader;
}

/** Texts that the chart paints from now on, where a browser can read them. */
function watchPainting(page: Page): Promise<void> {
  return page.evaluate(() => {
    const painted = new Set<string>();
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    prototype.fillText = function paint(text, ...place) {
      painted.add(text);
      fillText.call(this, text, ...place);
    };
    Object.assign(window, { painted });
  });
}

function paintedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window as never as { painted: Set<string> }).painted]);
}

test('Elite has the releases of the sandbox with their windows, also in the chart, and headlines with a sentiment that is experimental', async () => {
  const { page, complaints, close } = await newsTab('elite');
  await watchPainting(page);
  await page.getByRole('list', { name: 'Releases for ES' }).getByRole('listitem').first().waitFor();
  await page.getByRole('list', { name: 'Headlines' }).getByRole('listitem').first().waitFor();
  await page.getByText('Experimental', { exact: true }).waitFor();
  await page.getByText(/never alerted\.$/).waitFor();
  const news = await page.evaluate(async (): Promise<InstrumentNews> => {
    const response = await fetch('/api/news?instrumentId=1');
    return response.json();
  });
  expect(news.windows.length).toBeGreaterThan(0);
  expect(news.releases.some(({ kind }) => kind === 'eia-petroleum')).toBe(false);
  // Below the times of the chart, at its time
  const labels = new Set(news.releases.map(({ label }) => label));
  await expect.poll(async () => (await paintedOn(page)).some((text) => labels.has(text))).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test('Pro has the calendar, and reads what Elite adds', async () => {
  const { page, close } = await newsTab('pro');
  await page.getByRole('list', { name: 'Releases for ES' }).getByRole('listitem').first().waitFor();
  await page.getByText('Headlines come with Elite').waitFor();
  expect(await page.getByRole('list', { name: 'Headlines' }).count()).toBe(0);
  await page.getByRole('button', { name: 'See plans' }).click();
  await page.getByRole('dialog').waitFor();
  await close();
});

test('Basic reads that the calendar comes with Pro', async () => {
  const { page, close } = await newsTab('basic');
  await page.getByText('The calendar comes with Pro').waitFor();
  await close();
});
