/** The settings of market data from Databento. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const GOOD = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'undertow',
  OIDC_CLIENT_SECRET: 'secret',
  COOKIE_KEY: 'ab'.repeat(32),
};
const KEY = 'db-0123456789abcdefghijklmnopqrs';

test('the key may be in a file, and the rest has defaults', () => {
  const folder = mkdtempSync(join(tmpdir(), 'undertow-key-'));
  const path = join(folder, 'key');
  writeFileSync(path, `${KEY}\n`, { mode: 0o400 });
  const { feed } = readConfig({ ...GOOD, MARKET_FEED: 'databento', DATABENTO_KEY_FILE: path });
  rmSync(folder, { recursive: true });
  expect(feed).toEqual({
    ...{ kind: 'databento', key: KEY, dataset: 'GLBX.MDP3' },
    ...{ gateway: null, compression: 'none' },
  });
});

test('another gateway is a host and a port', () => {
  const gatewayOf = (DATABENTO_GATEWAY: string) =>
    readConfig({ ...GOOD, MARKET_FEED: 'databento', DATABENTO_KEY: KEY, DATABENTO_GATEWAY }).feed;
  expect(gatewayOf('127.0.0.1:3006')).toMatchObject({ gateway: { host: '127.0.0.1', port: 3006 } });
  expect(gatewayOf('[::1]:3006')).toMatchObject({ gateway: { host: '::1', port: 3006 } });
});

test('budgets are dollars of the day and the month, none by default', () => {
  const budgetOf = (settings: Readonly<Record<string, string>>) =>
    readConfig({ ...GOOD, ...settings }).databentoBudget;
  expect(budgetOf({})).toEqual({ dayMicrodollars: 0, monthMicrodollars: 0 });
  expect(budgetOf({ DATABENTO_DAY_DOLLARS: '12.50', DATABENTO_MONTH_DOLLARS: '100' })).toEqual({
    ...{ dayMicrodollars: 12_500_000, monthMicrodollars: 100_000_000 },
  });
  expect(() => budgetOf({ DATABENTO_DAY_DOLLARS: 'much' })).toThrow(
    'DATABENTO_DAY_DOLLARS expected dollars such as 25 or 12.50',
  );
});

test('the historical service is at an address of https, or on this machine', () => {
  const open = (DATABENTO_HISTORY: string) => () => readConfig({ ...GOOD, DATABENTO_HISTORY });
  expect(open('https://hist.databento.com')).not.toThrow();
  expect(open('http://127.0.0.1:3007')).not.toThrow();
  expect(open('http://hist.databento.com')).toThrow('DATABENTO_HISTORY expected https');
  expect(open('hist')).toThrow('DATABENTO_HISTORY expected an address such as https://hist.databento.com');
});

test('the feed without a key is refused', () => {
  expect(() => readConfig({ ...GOOD, MARKET_FEED: 'databento' })).toThrow('DATABENTO_KEY is not set');
});

test('the earlier name of the setting still counts, but not both', () => {
  expect(readConfig({ ...GOOD, FEED: 'databento', DATABENTO_KEY: KEY }).feed.kind).toBe('databento');
  expect(() => readConfig({ ...GOOD, FEED: 'simulated', MARKET_FEED: 'simulated' })).toThrow('both set');
});

test('production without a feed has no market data; development simulates one, and both take what is named', () => {
  const production = { ...GOOD, NODE_ENV: 'production', ALLOW_PGLITE: '1', BACKUP_KEY: 'a'.repeat(64) };
  const kindOf = (environment: Readonly<Record<string, string>>) => readConfig(environment).feed.kind;
  expect(kindOf(production)).toBe('none');
  expect(kindOf({ ...production, MARKET_FEED: 'simulated' })).toBe('simulated');
  expect(kindOf({ ...production, FEED: 'simulated' })).toBe('simulated');
  expect(kindOf(GOOD)).toBe('simulated');
  expect(kindOf({ ...GOOD, MARKET_FEED: 'none' })).toBe('none');
});
