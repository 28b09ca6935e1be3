/** A developer page as its tests use it: finds its elements by role and name, reads its downloads. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The simulated market is made in the browser: on a busy machine a minute of it takes a second. */
const MARKET_WITHIN = { timeout: 120_000 };

export interface DownloadedFile {
  readonly name: string;
  readonly content: unknown;
}

export class DeveloperPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true }).first();
  }

  /** Rows of a table that hold data. */
  rowsOf(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true }).locator('tbody tr:has(td + td)');
  }

  async counter(name: string): Promise<string> {
    const card = this.page.getByRole('region', { name: 'Counters' }).locator('div', { hasText: name });
    return (await card.locator('dd').first().textContent()) ?? '';
  }

  /** Waits until there are more than that. */
  async moreThan(count: number, read: () => Promise<number>): Promise<void> {
    await expect.poll(read, MARKET_WITHIN).toBeGreaterThan(count);
  }

  /** Presses the button and reads the file that comes. */
  async download(name: string): Promise<DownloadedFile> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), this.button(name).click()]);
    return { name: file.suggestedFilename(), content: JSON.parse(readFileSync(await file.path(), 'utf8')) };
  }

  /** Runs the chart test until it has so many bars, then stops it. */
  async runChart(bars: number): Promise<void> {
    await this.button('Start simulation').click();
    const shown = this.page.getByText(/^\d+ bars?$/);
    await this.moreThan(bars - 1, async () => Number.parseInt((await shown.textContent()) ?? '', 10));
    await this.button('Stop simulation').click();
  }
}
