/** The feed of Databento opens from its settings, or says which of them is wrong. */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createClock } from '#adapters/clock/clock.ts';
import type { Stores } from '#adapters/storage/stores.ts';
import { readConfig } from '#config/config.ts';
import { openFeed } from './open-feed.ts';

const KEY = 'db-0123456789abcdefghijklmnopqrs';
const SETTINGS = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'undertow',
  OIDC_CLIENT_SECRET: 'secret',
  COOKIE_KEY: 'ab'.repeat(32),
  MARKET_FEED: 'databento',
  DATABENTO_KEY: KEY,
  // Nothing listens on port 1
  DATABENTO_GATEWAY: '127.0.0.1:1',
  SIM_INSTRUMENTS: 'NQ,ES',
};

function opened(settings: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const metrics = new Registry();
  const stores = { marketStore: { lastBar: async () => undefined } } as unknown as Stores;
  const config = readConfig({ ...SETTINGS, ...settings });
  return { lines, metrics, feed: openFeed({ config, log, metrics, stores, clock: createClock() }) };
}

test('a gateway that is away is no failure of the start: the products are there, and the log says why', async () => {
  const { feed: opening, lines, metrics } = opened({});
  const feed = await opening;
  expect(feed).toMatchObject({ source: 'databento-stand-in', tier: 'L3', instrumentIds: [2, 1] });
  expect(feed.contractOf(1).code).toMatch(/^ES[HMUZ]\d$/);
  expect(lines.join('')).toMatch(/gateway_down.*ECONNREFUSED.*the feed is disturbed/);
  expect(lines.join('')).not.toContain(KEY);
  expect(await metrics.metrics()).toContain('undertow_databento_session{state="waiting"} 1');
  await feed.close();
});

test('a text that is no key is refused by the name of its setting, and not shown', async () => {
  const { feed } = opened({ DATABENTO_KEY: 'sesame' });
  await expect(feed).rejects.toThrow(/DATABENTO_KEY expected a key of 32 characters/);
  await expect(feed).rejects.not.toThrow(/sesame/);
});

test('a product outside the catalogue is refused', async () => {
  await expect(opened({ SIM_INSTRUMENTS: 'ES,XX' }).feed).rejects.toThrow(
    'SIM_INSTRUMENTS XX: expected some of',
  );
});
