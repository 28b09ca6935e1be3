/** A user makes a key in the settings, and the guide's examples fetch what their screens show. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ApiExampleCode,
  EVENTS_EXAMPLE,
  EXAMPLE_ORIGIN,
  PAGES_EXAMPLE,
  type RouteResponse,
  type searchHistory,
  type searchTrades,
} from '@undertow/contracts';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter } from '#tests/drive/trader.ts';
import { registerByCall } from './subscriber.ts';

let product: WarmProduct;
let browser: Browser;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
});

const TRADE = {
  ...{ platform: 'Manual', instrumentSymbol: 'ESZ6', tradeType: 'BUY', quantity: '1', commission: '0' },
  ...{ entryPrice: '4567.00', exitPrice: '4568.00' },
  ...{ entryTime: '2026-11-20T14:00:00.000Z', exitTime: '2026-11-20T14:30:00.000Z' },
};

async function printed({ code }: ApiExampleCode, language: 'python' | 'typescript', key: string) {
  const folder = mkdtempSync(join(tmpdir(), 'undertow-guide-'));
  const [program, file] = language === 'python' ? ['python3', 'a.py'] : [process.execPath, 'a.mts'];
  writeFileSync(join(folder, file), (code[language] ?? '').replaceAll(EXAMPLE_ORIGIN, product.origin));
  const env = { ...process.env, UNDERTOW_KEY: key };
  const { stdout } = await promisify(execFile)(program, [join(folder, file)], { env });
  rmSync(folder, { recursive: true });
  return stdout.trim().split(/\r?\n/);
}

async function read<R>(page: Page, url: string): Promise<R> {
  return (await (await page.request.get(url)).json()) as R;
}

async function createKey(page: Page): Promise<string> {
  await page.goto(`${product.origin}/settings?tab=api`);
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  await dialog.getByLabel('Name *').fill('Research notebook');
  expect(await dialog.getByRole('checkbox', { name: /^Write journal/ }).isChecked()).toBe(false);
  await dialog.getByRole('radio', { name: 'Only these' }).check();
  await dialog.getByLabel('Addresses and networks').fill('10.0.0.5');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('10.0.0.5: is a private address').waitFor();
  await dialog.getByRole('radio', { name: 'Any' }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  return page.getByLabel('New API key').innerText();
}

test('a key of the settings reads the events and trades of the screens, until it is revoked', async () => {
  const person = { email: 'programs@example.com', tier: 'elite', instrumentId: 1 } as const;
  const { page, complaints, close } = await enter(browser, product.origin, person);
  try {
    await registerByCall(page, product.origin);
    await page.request.post('/api/trades', { headers: { origin: product.origin }, data: TRADE });
    const key = await createKey(page);
    expect(key).toMatch(/^ut_live_[0-9A-Za-z]{49}$/);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('row', { name: /Research notebook/ }).waitFor();
    expect(await page.getByText(key).count()).toBe(0);

    const { trades } = await read<RouteResponse<typeof searchTrades>>(page, '/api/trades/search');
    const tradeLines = trades.map((one) => `${one.entryTime} ${one.instrumentSymbol} ${one.net}`);
    expect(tradeLines).toHaveLength(1);
    for (const language of ['python', 'typescript'] as const) {
      expect(await printed(PAGES_EXAMPLE, language, key)).toEqual(tradeLines);
      const lines = await printed(EVENTS_EXAMPLE, language, key);
      const { events } = await read<RouteResponse<typeof searchHistory>>(
        page,
        '/api/history/events?instrumentId=1&limit=200',
      );
      const shown = events.map((one) => `${one.detectedAt} ${one.eventType} ${one.price}`);
      // The newest may have grown meanwhile: its size is that of an instant
      for (const line of lines.slice(0, -1)) expect(shown).toContain(line.slice(0, line.lastIndexOf(' ')));
      expect([lines.length, lines.at(-1)]).toEqual([3, 'simulated 0']);
    }

    await page.getByRole('button', { name: 'Revoke Research notebook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText(/^Revoked /).waitFor();
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${product.origin}/api/v1/instruments`, { headers })).status).toBe(401);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test('the developers’ page has the guide in the chosen language and every route of the description', async () => {
  const page = await browser.newPage();
  await page.goto(`${product.origin}/developers`);
  await page.getByRole('button', { name: 'TypeScript' }).first().click();
  expect(await page.getByText('process.env["UNDERTOW_KEY"]').count()).toBeGreaterThan(1);
  expect(await page.getByText('os.environ').count()).toBe(0);
  await page.getByText('/api/v1/track-record').first().waitFor();
  await page.close();
});
