/**
 * Settings of users' own Rithmic accounts: both gateways and a key, or nothing, and never a wrong address by accident.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, readKeyConfig } from './config.ts';
import { ConfigError } from './parse-settings.ts';

const GOOD = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'undertow',
  OIDC_CLIENT_SECRET: 'secret',
  COOKIE_KEY: 'ab'.repeat(32),
  PUBLIC_ORIGIN: 'https://undertow.example',
  RITHMIC_PAPER_GATEWAY: 'wss://paper.example:443',
  RITHMIC_LIVE_GATEWAY: 'wss://live.example:65000',
  CREDENTIAL_KEYS: `k2=${'22'.repeat(32)},k1=${'11'.repeat(32)}`,
};
const HERE = { ...GOOD, PUBLIC_ORIGIN: 'http://localhost:3000' };
const PRODUCTION = { NODE_ENV: 'production', ALLOW_PGLITE: '1' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-ca-'));
  writeFileSync(join(folder, 'ca.pem'), '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n');
  writeFileSync(join(folder, 'not.pem'), 'hello');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('without gateways no user can connect an account, keys or not', () => {
  const { RITHMIC_PAPER_GATEWAY: _paper, RITHMIC_LIVE_GATEWAY: _live, ...without } = GOOD;
  expect(readConfig(without).rithmic).toBeNull();
  expect(readConfig({ ...GOOD, RITHMIC_PAPER_GATEWAY: '', RITHMIC_LIVE_GATEWAY: '' }).rithmic).toBeNull();
});

test('the four options map to the gateways of the operator, the systems have their usual names', () => {
  const { rithmic } = readConfig({ ...GOOD, RITHMIC_CA_FILE: join(folder, 'ca.pem') });
  expect(rithmic).toMatchObject({
    gateways: {
      rithmic_paper_server: 'wss://paper.example:443',
      rithmic_live_server: 'wss://live.example:65000',
    },
    systems: { rithmic_paper_domain: 'Rithmic Paper Trading', rithmic_live_domain: 'Rithmic 01' },
    appName: 'Undertow',
    appVersion: '1.0',
    ca: expect.stringContaining('BEGIN CERTIFICATE'),
  });
  expect(readConfig(GOOD).rithmic?.ca).toBeNull();
});

test('the first key encrypts, and all of them decrypt', () => {
  const keys = readConfig(GOOD).rithmic?.keys ?? new Map();
  expect([...keys.keys()]).toEqual(['k2', 'k1']);
  expect(keys.get('k1')).toHaveLength(32);
  expect([...readKeyConfig(GOOD).keys.keys()]).toEqual(['k2', 'k1']);
  expect(() => readKeyConfig({})).toThrow('CREDENTIAL_KEYS is not set');
});

const WRONG: readonly (readonly [string, string, string])[] = [
  ['RITHMIC_PAPER_GATEWAY', '', 'RITHMIC_PAPER_GATEWAY is not set, expected both gateways or none'],
  ['RITHMIC_LIVE_GATEWAY', '', 'RITHMIC_LIVE_GATEWAY is not set, expected both gateways or none'],
  ['RITHMIC_LIVE_GATEWAY', 'ws://live.example', 'expected wss://HOST:PORT'],
  ['RITHMIC_LIVE_GATEWAY', 'https://live.example', 'expected wss://HOST:PORT'],
  ['RITHMIC_LIVE_GATEWAY', 'live.example:443', 'expected wss://HOST:PORT'],
  ['RITHMIC_LIVE_GATEWAY', 'wss://me:word@live.example', 'expected wss://HOST:PORT, without user'],
  ['RITHMIC_LIVE_GATEWAY', 'wss://live.example/path?x', 'expected wss://HOST:PORT'],
  ['RITHMIC_LIVE_GATEWAY', 'wss://localhost:9', 'is for a PUBLIC_ORIGIN on this machine'],
  ['RITHMIC_LIVE_GATEWAY', 'wss://127.8.0.1:9', 'is for a PUBLIC_ORIGIN on this machine'],
  ['RITHMIC_LIVE_GATEWAY', 'wss://[::1]:9', 'is for a PUBLIC_ORIGIN on this machine'],
  ['CREDENTIAL_KEYS', '', 'CREDENTIAL_KEYS is not set, expected k1=…'],
  ['CREDENTIAL_KEYS', '11'.repeat(32), 'expected k1=…'],
  ['CREDENTIAL_KEYS', `k1=${'11'.repeat(31)}`, 'expected k1=…'],
  ['CREDENTIAL_KEYS', `k1=${'11'.repeat(32)},k1=${'22'.repeat(32)}`, 'expected k1=…'],
  ['CREDENTIAL_KEYS', `k1=${'11'.repeat(32)},k2=${'11'.repeat(32)}`, 'expected k1=…'],
  ['CREDENTIAL_KEYS', `k.1=${'11'.repeat(32)}`, 'expected k1=…'],
  ['RITHMIC_CA_FILE', '/nowhere/ca.pem', 'expected a file of certificates in PEM (ENOENT)'],
];

test.each(WRONG)('%s=%j is refused', (name, value, expected) => {
  expect(() => readConfig({ ...GOOD, [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ ...GOOD, [name]: value })).toThrow(expected);
});

test('a file that contains no certificate is refused', () => {
  const settings = { ...GOOD, RITHMIC_CA_FILE: join(folder, 'not.pem') };
  expect(() => readConfig(settings)).toThrow('expected a file of certificates in PEM');
});

test('a refusal contains no key', () => {
  const key = `k1=${'3c'.repeat(31)}`;
  expect(() => readConfig({ ...GOOD, CREDENTIAL_KEYS: key })).not.toThrow(/3c3c/);
});

test.each([
  'wss://10.1.2.3',
  'wss://192.168.0.1:443',
  'wss://172.20.0.1',
  'wss://169.254.169.254',
  'wss://[fd00::1]',
])('T27 production connects to no gateway at %s', (address) => {
  const settings = { ...GOOD, RITHMIC_PAPER_GATEWAY: address };
  expect(() => readConfig({ ...settings, ...PRODUCTION })).toThrow('expected a public address in production');
  // On a private network a gateway may be on the same network
  expect(readConfig(settings).rithmic).not.toBeNull();
});

test('a gateway on this machine is for a server on this machine', () => {
  const here = { RITHMIC_PAPER_GATEWAY: 'wss://127.0.0.1:9', RITHMIC_LIVE_GATEWAY: 'wss://localhost:9' };
  expect(readConfig({ ...HERE, ...here }).rithmic?.gateways.rithmic_live_server).toBe('wss://localhost:9');
});
