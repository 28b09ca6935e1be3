/** Of many tabs that start the same action at the same moment exactly one runs it. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';

const TABS = 4;
const THINGS = Array.from({ length: 1000 }, (_, n) => `thing ${n}`);

type ClaimOnce = (names: readonly string[]) => Promise<readonly string[]>;

let context: BrowserContext;
let tabs: readonly Page[];
const SOURCES: Readonly<Record<string, string>> = {
  '/claims.js': '../../apps/web/src/lib/browser/tab-claims.ts',
  '/durations.js': '../../packages/market/src/time/durations.ts',
};
const PAGE = `<title>Tab</title><script type="importmap">${JSON.stringify({
  imports: { '@undertow/market': '/durations.js' },
})}</script>`;
const server = createServer(async (request, response) => {
  const source = SOURCES[request.url ?? ''];
  response.setHeader('content-type', source === undefined ? 'text/html' : 'text/javascript');
  response.end(
    source === undefined
      ? PAGE
      : stripTypeScriptTypes(await readFile(new URL(source, import.meta.url), 'utf8')),
  );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  context = await (await sharedBrowser()).newContext();
  tabs = await Promise.all(
    Array.from({ length: TABS }, async () => {
      const tab = await context.newPage();
      await tab.goto(origin);
      return tab;
    }),
  );
});

afterAll(async () => {
  await context?.close();
  server.close();
});

/** The things that the tab could claim, one after the other. */
const claimedBy = (tab: Page): Promise<readonly string[]> =>
  tab.evaluate(async (names) => {
    const script = '/claims.js';
    const { claimOnce } = (await import(script)) as { claimOnce: ClaimOnce };
    const mine: string[] = [];
    for (const name of names) mine.push(...(await claimOnce([name])));
    return mine;
  }, THINGS);

test('each of many things is claimed by one of four tabs', async () => {
  const claimed = (await Promise.all(tabs.map(claimedBy))).flat();
  expect(claimed.toSorted()).toEqual(THINGS.toSorted());
});

test('what was claimed before a reload is not claimed again', async () => {
  const [tab] = tabs as readonly [Page];
  await tab.reload();
  expect(await claimedBy(tab)).toEqual([]);
});
