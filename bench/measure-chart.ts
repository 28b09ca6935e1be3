/** Measures the chart in Chromium without a GPU, fed ten times a second, and prints one JSON line: `npm run bench` runs it. */

import type { Page } from 'playwright-core';
import { openChartBrowser } from '#tests/drive/open-chart-page.ts';
import { type FrameRound, measureFrames } from './frame-rounds.ts';

const UPDATES_PER_SECOND = 10;
const ROUNDS = 5;
const WARM_UP_MS = 2000;
const SIZE = { width: 898, height: 834 };
const PANNED_BARS = 20_000;
/** A hand on a mouse moves it about so often. */
const MOVE_EVERY_MS = 16;
const MOVE_PX = 25;
/** Of the chart, in which the pointer goes to and fro. */
const PANNED_PX = { from: 100, to: 700 };
/** More drags towards the past than back, so that new bars come into view. */
const DRAGS_TO_PAST = 3;

interface FedPage {
  readonly chartPage: { startFeed(updatesPerSecond: number, bars?: number): () => void };
}

async function feed(page: Page, bars?: number): Promise<() => Promise<void>> {
  const stop = await page.evaluateHandle(
    ([rate, count]) => (window as unknown as FedPage).chartPage.startFeed(rate, count),
    [UPDATES_PER_SECOND, bars] as const,
  );
  await page.waitForTimeout(WARM_UP_MS);
  return () => stop.evaluate((end) => end());
}

/** Drags the chart to and fro until `isOver`; bars come from the past three times as often as they go back. */
async function pan(page: Page, isOver: () => boolean): Promise<void> {
  const { from, to } = PANNED_PX;
  const y = SIZE.height / 3;
  for (let drag = 0; !isOver(); drag += 1) {
    const [start, step] = drag % (DRAGS_TO_PAST + 1) < DRAGS_TO_PAST ? [from, MOVE_PX] : [to, -MOVE_PX];
    await page.mouse.move(start, y);
    await page.mouse.down();
    for (let x = start; x >= from && x <= to && !isOver(); x += step) {
      await page.mouse.move(x, y);
      await page.waitForTimeout(MOVE_EVERY_MS);
    }
    await page.mouse.up();
  }
}

async function measurePanning(page: Page): Promise<FrameRound> {
  let isOver = false;
  const panned = pan(page, () => isOver);
  const measured = await measureFrames(page, ROUNDS);
  isOver = true;
  await panned;
  return measured;
}

const chart = await openChartBrowser();
const { page, errors } = await chart.open(SIZE, { theme: 'dark' });
const stop = await feed(page);
const measured = await measureFrames(page, ROUNDS);
await stop();
await feed(page, PANNED_BARS);
const panning = { bars: PANNED_BARS, ...(await measurePanning(page)) };
await chart.close();
if (errors.length > 0) throw new Error(`the page failed while it was measured: ${errors.join('; ')}`);

const figures = { updatesPerSecond: UPDATES_PER_SECOND, rounds: ROUNDS, ...measured, panning };
process.stdout.write(`${JSON.stringify(figures)}\n`);
