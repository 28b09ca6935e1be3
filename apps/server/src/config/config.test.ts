/** Invalid settings are refused at start with what was expected. */
import { PLANS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import {
  readBackupConfig,
  readConfig,
  readRestoreConfig,
  readRolesConfig,
  requirePriceNotice,
} from './config.ts';
import { ConfigError } from './parse-settings.ts';
import { readStorageConfig } from './read-storage.ts';

const GOOD = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'undertow',
  OIDC_CLIENT_SECRET: 'secret',
  COOKIE_KEY: 'ab'.repeat(32),
};

test('what is not set has its default', () => {
  const config = readConfig(GOOD);
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    feed: { kind: 'simulated' },
    replaySpeed: 1,
    publicOrigin: 'http://localhost:3000',
    production: false,
    databaseUrl: undefined,
  });
  expect(config.cookieKey).toHaveLength(32);
});

test('the developer pages are off in production unless they are enabled, and on elsewhere', () => {
  const production = { ...GOOD, NODE_ENV: 'production', ALLOW_PGLITE: '1' };
  const shown = (environment: Record<string, string>) => readConfig(environment).developerPages;
  expect(shown(GOOD)).toBe(true);
  expect(shown({ ...GOOD, DEVELOPER_PAGES: '0' })).toBe(false);
  expect(shown(production)).toBe(false);
  expect(shown({ ...production, DEVELOPER_PAGES: '1' })).toBe(true);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ ...GOOD, PORT: '', DATABASE_URL: '' }).port).toBe(3000);
});

test.each([
  ['PORT', '70000', 'expected a whole number from 0 to 65535'],
  ['PORT', '3e3', 'expected a whole number'],
  ['MARKET_FEED', 'random', 'expected none, simulated, databento or replay:FILE'],
  ['FEED', 'random', 'expected none, simulated, databento or replay:FILE'],
  ['DATABENTO_GATEWAY', 'localhost', 'expected HOST:PORT'],
  ['DATABENTO_DATASET', 'cme', 'expected a dataset such as GLBX.MDP3'],
  ['REPLAY_SPEED', '0', 'expected a positive number'],
  ['SIM_SEED', '-1', 'expected a whole number'],
  ['SIM_INSTRUMENTS', 'es;nq', 'expected symbols separated by commas'],
  ['COOKIE_KEY', 'short', 'expected 32 random bytes'],
  ['OIDC_ISSUER', 'ftp://id.example', 'expected the address'],
  ['OIDC_ISSUER', 'http://id.example', 'an http issuer is allowed on this machine only'],
  ['PUBLIC_ORIGIN', 'http://undertow.example', 'plain http is served for localhost only'],
  ['PUBLIC_ORIGIN', 'https://undertow.example/app', 'without a path'],
  ['DATABASE_URL', 'mysql://x', 'expected postgres://'],
  ['ALLOW_PGLITE', 'yes', 'expected 0 or 1'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL'],
])('%s=%s is refused', (name, value, expected) => {
  expect(() => readConfig({ ...GOOD, [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ ...GOOD, [name]: value })).toThrow(expected);
});

test('everything that is missing is listed at once', () => {
  expect(() => readConfig({})).toThrow(
    /OIDC_ISSUER[\s\S]*OIDC_CLIENT_ID[\s\S]*OIDC_CLIENT_SECRET[\s\S]*COOKIE_KEY/,
  );
});

test('no message contains a secret', () => {
  const attempt = () =>
    readConfig({ ...GOOD, COOKIE_KEY: 'not-a-key-but-secret', DATABASE_URL: 'secret-address' });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).not.toThrow(/not-a-key|secret-address/);
});

test('production refuses the embedded database unless it is allowed explicitly', () => {
  expect(() => readStorageConfig({ NODE_ENV: 'production' })).toThrow(/production expects PostgreSQL/);
  expect(readStorageConfig({ NODE_ENV: 'production', ALLOW_PGLITE: '1' }).databaseUrl).toBeUndefined();
  expect(
    readStorageConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x', DATABASE_TLS: 'off' })
      .databaseUrl,
  ).toBe('postgres://db/x');
});

test('each command uses the address of the role that it needs, or that of the server without one', () => {
  const [DATABASE_URL, MIGRATION_DATABASE_URL, BACKUP_DATABASE_URL] = ['server', 'owner', 'backup'].map(
    (role) => `postgres://${role}:x@db/x`,
  );
  const one = { DATABASE_URL };
  const all = { ...one, MIGRATION_DATABASE_URL, BACKUP_DATABASE_URL };
  expect(readStorageConfig(all)).toMatchObject({
    databaseUrl: DATABASE_URL,
    migrationUrl: MIGRATION_DATABASE_URL,
  });
  expect(readConfig({ ...GOOD, ...all }).migrationUrl).toBe(MIGRATION_DATABASE_URL);
  expect([readBackupConfig, readRestoreConfig].map((read) => read(all).databaseUrl)).toEqual([
    BACKUP_DATABASE_URL,
    MIGRATION_DATABASE_URL,
  ]);
  expect([readBackupConfig, readRestoreConfig].map((read) => read(one).databaseUrl)).toEqual([
    DATABASE_URL,
    DATABASE_URL,
  ]);
  const key = { BACKUP_KEY: 'ab'.repeat(32), DATABASE_TLS: 'off' };
  const alone = { BACKUP_DATABASE_URL, ...key, NODE_ENV: 'production' };
  expect(readBackupConfig(alone).databaseUrl).toBe(BACKUP_DATABASE_URL);
  expect(readRolesConfig({ ...one, MIGRATION_DATABASE_URL }).backup).toBeNull();
});

test('an address of the owner requires that of the server', () => {
  const MIGRATION_DATABASE_URL = 'postgres://owner:secret@db/x';
  for (const attempt of [
    () => readStorageConfig({ MIGRATION_DATABASE_URL }),
    () => readRolesConfig({ MIGRATION_DATABASE_URL }),
    () => readRolesConfig({ DATABASE_URL: MIGRATION_DATABASE_URL }),
  ]) {
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(/expected/);
    expect(attempt).not.toThrow(/secret/);
  }
});

test('a price that changes less than 30 days after it was announced is refused at start', () => {
  const [plan] = PLANS;
  if (plan === undefined) throw new Error('there are no plans');
  const change = { pricePence: 6000, effectiveFrom: '2026-12-20', announcedOn: '2026-11-22' };
  const plans = [{ ...plan, prices: [...plan.prices, change] }];
  const nowMs = Date.UTC(2026, 10, 22);
  expect(() => requirePriceNotice(plans, nowMs)).toThrow(ConfigError);
  expect(() => requirePriceNotice(plans, nowMs)).toThrow(/announced 28 days ahead, expected at least 30/);
  expect(() => requirePriceNotice(PLANS, nowMs)).not.toThrow();
});
