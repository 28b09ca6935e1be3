/** Measures the chart in Chromium without a GPU, fed ten times a second, and prints one JSON line: `npm run bench` runs it. */

import { openChartBrowser } from '#tests/drive/open-chart-page.ts';
import { measureFrames } from './frame-rounds.ts';

const UPDATES_PER_SECOND = 10;
const ROUNDS = 5;
const WARM_UP_MS = 2000;
const SIZE = { width: 898, height: 834 };

interface FedPage {
  readonly chartPage: { startFeed(updatesPerSecond: number): () => void };
}

const chart = await openChartBrowser();
const { page, errors } = await chart.open(SIZE, { theme: 'dark' });
await page.evaluate((rate) => {
  (window as unknown as FedPage).chartPage.startFeed(rate);
}, UPDATES_PER_SECOND);
await page.waitForTimeout(WARM_UP_MS);
const measured = await measureFrames(page, ROUNDS);
await chart.close();
if (errors.length > 0) throw new Error(`the page failed while it was measured: ${errors.join('; ')}`);

const figures = { updatesPerSecond: UPDATES_PER_SECOND, rounds: ROUNDS, ...measured };
process.stdout.write(`${JSON.stringify(figures)}\n`);
