/** Settings of payment: a secret key requires the other settings of payment; without one nothing is sold. */
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './parse-settings.ts';

const BASE = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'undertow',
  OIDC_CLIENT_SECRET: 'secret',
  COOKIE_KEY: 'ab'.repeat(32),
};
const TEST_KEYS = {
  ...BASE,
  STRIPE_SECRET_KEY: 'sk_test_canary',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_new, whsec_old',
  STRIPE_PRICES: 'basic=price_b,pro=price_p,elite=price_e',
};
const COMPANY = {
  COMPANY_NAME: 'Undertow Ltd',
  COMPANY_NUMBER: '01234567',
  COMPANY_ADDRESS: '1 Harbour Street, London',
  SUPPORT_EMAIL: 'help@undertow.example',
};
const LIVE_KEYS = { ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_live_canary', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

test('without a secret key nothing can be bought, and the server starts anyway', () => {
  expect(readConfig(BASE).billing).toBeNull();
  expect(readConfig({ ...BASE, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }).billing).toBeNull();
});

test('a secret key with the settings it requires is test mode at the real address', () => {
  expect(readConfig(TEST_KEYS).billing).toEqual({
    secretKey: 'sk_test_canary',
    publishableKey: 'pk_test_1',
    webhookSecrets: ['whsec_new', 'whsec_old'],
    apiBase: 'https://api.stripe.com',
    scriptUrl: 'https://js.stripe.com/endive/stripe.js',
    prices: { basic: ['price_b'], pro: ['price_p'], elite: ['price_e'] },
    taxRateId: null,
    livemode: false,
  });
});

test('an earlier price of a tier is still recognised', () => {
  const prices = 'basic=price_b2|price_b1,pro=price_p,elite=price_e';
  expect(readConfig({ ...TEST_KEYS, STRIPE_PRICES: prices }).billing?.prices.basic).toEqual([
    'price_b2',
    'price_b1',
  ]);
});

test.each([
  ['STRIPE_SECRET_KEY', 'pk_test_1', 'expected sk_test_'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1', 'expected pk_test_'],
  ['STRIPE_PUBLISHABLE_KEY', '', 'STRIPE_PUBLISHABLE_KEY is not set'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1', 'both be test keys or both live keys'],
  ['STRIPE_WEBHOOK_SECRETS', '', 'STRIPE_WEBHOOK_SECRETS is not set'],
  ['STRIPE_WEBHOOK_SECRETS', 'whsec_1,,', 'expected whsec_'],
  ['STRIPE_PRICES', '', 'STRIPE_PRICES is not set'],
  ['STRIPE_PRICES', 'basic=price_b,pro=price_p', 'expected basic=price_'],
  ['STRIPE_PRICES', 'basic=price_b,pro=price_b,elite=price_e', 'expected basic=price_'],
  ['STRIPE_PRICES', 'basic=price_b,basic=price_c,pro=price_p,elite=price_e', 'expected basic=price_'],
  ['STRIPE_PRICES', 'basic=50,pro=99,elite=199', 'expected basic=price_'],
  ['STRIPE_API_BASE', 'http://stripe.example', 'plain http is allowed on this machine only'],
  ['STRIPE_API_BASE', 'http://localhost:1/v1', 'expected an origin'],
  ['STRIPE_SCRIPT_URL', 'javascript:alert(1)', 'expected https'],
  ['STRIPE_TAX_RATE', '20', 'expected txr_'],
])('%s=%s is refused', (name, value, expected) => {
  const attempt = () => readConfig({ ...TEST_KEYS, [name]: value });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(expected);
  expect(attempt).not.toThrow(/canary/);
});

test('live keys are refused without the facts of the company, each one named', () => {
  expect(() => readConfig(LIVE_KEYS)).toThrow(
    /COMPANY_NAME[\s\S]*COMPANY_NUMBER[\s\S]*COMPANY_ADDRESS[\s\S]*SUPPORT_EMAIL/,
  );
  expect(readConfig({ ...LIVE_KEYS, ...COMPANY }).billing?.livemode).toBe(true);
});

test('live keys of a company with a VAT number are refused without the rate for its invoices', () => {
  const settings = { ...LIVE_KEYS, ...COMPANY, VAT_NUMBER: 'GB123456789' };
  expect(() => readConfig(settings)).toThrow('STRIPE_TAX_RATE is not set');
  expect(readConfig({ ...settings, STRIPE_TAX_RATE: 'txr_20' }).billing?.taxRateId).toBe('txr_20');
});

test('live keys go to the real address only, and test and live keys are never mixed', () => {
  const live = { ...LIVE_KEYS, ...COMPANY };
  expect(() => readConfig({ ...live, STRIPE_API_BASE: 'http://localhost:3002' })).toThrow(
    'must be https://api.stripe.com for live keys',
  );
  expect(() => readConfig({ ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toThrow('both be test keys');
});
