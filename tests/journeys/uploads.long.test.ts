/** An Elite user uploads a recording of their own, tests a rule on its session, and deletes it, with the keyboard. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captured } from '@undertow/cli/testing/recorded-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

const READ_WITHIN_MS = 120_000;

let folder: string;
let product: Product;
let trader: Trader;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-own-recording-'));
  const size = ['--minutes', '3', '--seed', '3', '--scenario', 'dense'];
  expect((await captured('simulate', ...size, '--out', folder)).code).toBe(0);
  writeFileSync(join(folder, 'trades.dbn'), 'time,price\n'.repeat(50));
  product = await startProduct({ feed: 'none' });
  trader = await enter(await sharedBrowser(), product.origin, { email: 'uma@example.com', tier: 'elite' });
});
afterAll(async () => {
  await trader?.close();
  await product?.stop();
  rmSync(folder, { recursive: true });
});

test('a recording is sent, read and ready, and what is no recording says why', async () => {
  const { page } = trader;
  await page.goto('/backtests');
  await page.getByText('No recordings of your own').waitFor();
  await page.getByRole('button', { name: 'Upload recording' }).waitFor();
  await page
    .getByLabel('DBN files')
    .setInputFiles(['market.dbn.zst', 'trades.dbn'].map((name) => join(folder, name)));
  const files = page.getByRole('list', { name: 'Your recordings' });
  const row = (name: string) => files.getByRole('listitem').filter({ hasText: name });
  await row('market.dbn.zst').getByText('Ready', { exact: true }).waitFor({ timeout: READ_WITHIN_MS });
  await row('trades.dbn').getByText('Refused', { exact: true }).waitFor({ timeout: READ_WITHIN_MS });
  await row('trades.dbn')
    .getByText(/^byte 0 .*expected/)
    .waitFor();
});

test('its session is chosen, and a rule is run on it', async () => {
  const { page } = trader;
  await page.getByRole('radio', { name: 'Your recordings' }).click();
  await page.getByRole('button', { name: 'Run on 1 session' }).click();
  await page.getByRole('heading', { name: 'Tested on' }).waitFor({ timeout: READ_WITHIN_MS });
  await page.getByText(/Recorded from your own files/).waitFor();
  expect(await page.getByRole('link', { name: /^Replay of trade / }).count()).toBe(0);
});

test('it is deleted with the keyboard, and the refused one stays', async () => {
  const { page } = trader;
  await page.goto('/backtests');
  await page.getByRole('button', { name: 'Delete market.dbn.zst' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('button', { name: 'Delete recording' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('market.dbn.zst was deleted.', { exact: true }).waitFor();
  await page.getByText('trades.dbn', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Delete market.dbn.zst' }).count()).toBe(0);
});
