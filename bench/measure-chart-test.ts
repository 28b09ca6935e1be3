/** Measures the frame gaps of the chart test page as it runs at its defaults, in both render modes, and prints the figures as JSON. */
import type { Page } from 'playwright-core';
import { launchBrowser } from '#tests/drive/browser.ts';
import { startProduct } from '#tests/drive/product.ts';
import { signIn, visit } from '#tests/drive/trader.ts';

const ROUNDS = 5;
const ROUND_MS = 3000;
const MAX_BARS = 100;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Gaps between the animation frames of a round. */
async function gapsOf(page: Page): Promise<number[]> {
  const times = await page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const step = (timeMs: number): void => {
          seen.push(timeMs);
          if (timeMs - (seen[0] as number) < length) requestAnimationFrame(step);
          else resolve(seen);
        };
        requestAnimationFrame(step);
      }),
    ROUND_MS,
  );
  return times.slice(1).map((time, index) => time - (times[index] as number));
}

async function updatesOf(page: Page): Promise<number> {
  return Number.parseInt(
    (await page
      .getByText(/^Updates/)
      .locator('b')
      .textContent()) ?? '',
    10,
  );
}

async function measureMode(page: Page, mode: string) {
  await page.getByRole('radio', { name: mode }).click();
  const gaps: number[] = [];
  const updates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await updatesOf(page);
    const found = (await gapsOf(page)).toSorted((a, b) => a - b);
    gaps.push(found[Math.floor(found.length * 0.95)] ?? 0);
    updates.push(((await updatesOf(page)) - before) / (ROUND_MS / 1000));
  }
  return {
    mode,
    p95GapMs: median(gaps),
    worstP95GapMs: Math.max(...gaps),
    updatesPerSecond: median(updates),
  };
}

const product = await startProduct({ seed: 7, env: { SIM_INSTRUMENTS: 'ES' } });
const browser = await launchBrowser();
try {
  const { page } = await visit(browser, product.origin);
  await signIn(page, 'bench@example.com', 'elite');
  await page.goto(`${product.origin}/chart-test-dashboard`);
  await page.getByRole('button', { name: 'Start simulation' }).first().click();
  await page.getByText(`${MAX_BARS} bars`, { exact: true }).waitFor();
  const modes = [await measureMode(page, 'canvas'), await measureMode(page, 'react')];
  process.stdout.write(`${JSON.stringify({ rounds: ROUNDS, bars: MAX_BARS, intervalMs: 200, modes })}\n`);
} finally {
  await browser.close();
  await product.stop();
}
