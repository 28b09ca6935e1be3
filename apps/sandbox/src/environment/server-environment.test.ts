/** The server receives the sandbox's settings only, whatever this machine's environment contains. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSandboxSettings } from '#config/config.ts';
import { readDevelopmentKeys } from '#config/development-keys.ts';
import { serverEnvironment } from './server-environment.ts';

function environmentOf(given: Readonly<Record<string, string>>, args: string[] = []): NodeJS.ProcessEnv {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-env-'));
  const settings = readSandboxSettings(args, { ...given, PORT: '4000', DATA_DIR: dataDir });
  if (settings === null) throw new Error('help was not requested');
  const environment = serverEnvironment(settings, readDevelopmentKeys(dataDir));
  rmSync(dataDir, { recursive: true });
  return environment;
}

test('T32 live keys and addresses of real providers never reach the server', () => {
  const environment = environmentOf({
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRETS: 'whsec_live',
    STRIPE_API_BASE: 'https://api.stripe.com',
    STRIPE_SCRIPT_URL: 'https://js.stripe.com/endive/stripe.js',
    STRIPE_PRICES: 'basic=price_live',
    SMTP_URL: 'smtps://mail.example',
    RITHMIC_PAPER_GATEWAY: 'wss://gateway.example:443',
    RITHMIC_LIVE_GATEWAY: 'wss://gateway.example:443',
    RITHMIC_LIVE_SYSTEM: 'Elsewhere',
    RITHMIC_CA_FILE: '/etc/ca.pem',
    CREDENTIAL_KEYS: `k9=${'9'.repeat(64)}`,
    CREDENTIAL_KEYS_FILE: '/run/secrets/credential_keys',
  });
  expect(environment).toMatchObject({
    STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_/),
    STRIPE_PUBLISHABLE_KEY: expect.stringMatching(/^pk_test_/),
    STRIPE_API_BASE: 'http://localhost:4002',
    STRIPE_SCRIPT_URL: 'http://localhost:4002/endive/stripe.js',
    STRIPE_PRICES:
      'basic=price_UndertowSandboxBasic,pro=price_UndertowSandboxPro,elite=price_UndertowSandboxElite',
    SMTP_URL: 'smtp://127.0.0.1:4004',
    RITHMIC_PAPER_GATEWAY: 'wss://127.0.0.1:4005',
    RITHMIC_LIVE_GATEWAY: 'wss://127.0.0.1:4005',
    RITHMIC_LIVE_SYSTEM: 'Rithmic 01',
    RITHMIC_CA_FILE: expect.stringMatching(/sandbox-rithmic-ca\.pem$/),
    CREDENTIAL_KEYS: expect.stringMatching(/^k1=[0-9a-f]{64}$/),
  });
  expect(environment['CREDENTIAL_KEYS']).not.toContain('9'.repeat(64));
  expect(environment['CREDENTIAL_KEYS_FILE']).toBeUndefined();
  expect(JSON.stringify(environment)).not.toMatch(/_live/);
});

test('T32 the server reads the stand-in for Databento with its own key, or nothing of Databento', () => {
  const real = {
    DATABENTO_KEY: 'db-real',
    DATABENTO_KEY_FILE: '/run/secrets/real',
    DATABENTO_GATEWAY: 'real:13000',
  };
  expect(environmentOf(real, ['--feed', 'databento'])).toMatchObject({
    MARKET_FEED: 'databento',
    DATABENTO_KEY: undefined,
    DATABENTO_KEY_FILE: expect.stringMatching(/sandbox-databento\.key$/),
    DATABENTO_GATEWAY: '127.0.0.1:4006',
    DATABENTO_HISTORY: 'http://127.0.0.1:4007',
  });
  const without = environmentOf(real);
  for (const name of ['DATABENTO_KEY', 'DATABENTO_KEY_FILE', 'DATABENTO_GATEWAY', 'DATABENTO_HISTORY'])
    expect(without[name]).toBeUndefined();
});

test('the company is a visible sample unless the environment sets another', () => {
  const sample = environmentOf({});
  for (const name of ['COMPANY_NAME', 'COMPANY_NUMBER', 'COMPANY_ADDRESS', 'VAT_NUMBER', 'ICO_NUMBER'])
    expect(sample[name]).toContain('(sample)');
  expect(environmentOf({ COMPANY_NAME: 'Tidewater Ltd' })['COMPANY_NAME']).toBe('Tidewater Ltd');
});
