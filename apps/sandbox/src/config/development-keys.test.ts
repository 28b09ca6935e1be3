/** Keys are generated once per data folder. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDevelopmentKeys } from './development-keys.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder keeps its keys, another one has others', () => {
  const keys = readDevelopmentKeys(folder);
  expect(readDevelopmentKeys(folder)).toEqual(keys);
  expect(readDevelopmentKeys(join(folder, 'other')).stripeSecretKey).not.toBe(keys.stripeSecretKey);
  expect(keys).toMatchObject({
    stripeSecretKey: expect.stringMatching(/^sk_test_[0-9a-f]{48}$/),
    stripePublishableKey: expect.stringMatching(/^pk_test_[0-9a-f]{48}$/),
    stripeWebhookSecret: expect.stringMatching(/^whsec_[0-9a-f]{48}$/),
    credentialKey: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(statSync(join(folder, 'sandbox-keys.json')).mode & 0o777).toBe(0o600);
});

test('a folder from before the payment keys gets them and keeps the others', () => {
  const path = join(folder, 'sandbox-keys.json');
  const { cookieKey, clientSecret, issuerCookieKey, signingKey } = readDevelopmentKeys(folder);
  writeFileSync(path, JSON.stringify({ cookieKey, clientSecret, issuerCookieKey, signingKey }));
  const keys = readDevelopmentKeys(folder);
  expect(keys).toMatchObject({ cookieKey, clientSecret, issuerCookieKey, signingKey });
  expect(keys.stripeSecretKey).toMatch(/^sk_test_/);
  expect(keys.credentialKey).toHaveLength(64);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(keys);
});
