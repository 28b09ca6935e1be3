/** The settings of payment: their schemas for `config.ts`, and the combinations that are refused. */
import { type PaidTier, PLANS } from '@undertow/contracts';
import { z } from 'zod';
import { isSafeUrl } from './web-address.ts';

const address = z.string().refine(isSafeUrl, 'expected https: plain http is allowed on this machine only');
const REAL_API = 'https://api.stripe.com';
const PRICES_EXPECTED = 'expected basic=price_…,pro=price_…,elite=price_…';

/** Prices by tier, the one on sale first; the others belong to users who subscribed at an earlier price. */
export type TierPrices = Readonly<Record<PaidTier, readonly [string, ...string[]]>>;

function pricesOf(text: string): TierPrices | null {
  const found: Record<string, string[]> = {};
  for (const pair of text.split(',')) {
    const [, tier = '', ids = ''] = /^(basic|pro|elite)=(price_\w+(?:\|price_\w+)*)$/.exec(pair.trim()) ?? [];
    if (ids === '' || found[tier] !== undefined) return null;
    found[tier] = ids.split('|');
  }
  const ids = Object.values(found).flat();
  if (Object.keys(found).length !== PLANS.length || new Set(ids).size !== ids.length) return null;
  return found as unknown as TierPrices;
}

const prices = z.string().transform((text, context) => {
  const parsed = pricesOf(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: PRICES_EXPECTED });
  return z.NEVER;
});

const secretList = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)), 'expected whsec_…,whsec_…');

/** The settings of payment, all of them optional: without STRIPE_SECRET_KEY nothing can be bought here. */
export const BILLING_SHAPE = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\S+$/, 'expected sk_test_… or sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\S+$/, 'expected pk_test_… or pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRETS: secretList.optional(),
  STRIPE_API_BASE: address
    .refine(
      (text) => URL.canParse(text) && new URL(text).origin === text,
      'expected an origin such as https://api.stripe.com',
    )
    .default(REAL_API),
  STRIPE_SCRIPT_URL: address.default('https://js.stripe.com/endive/stripe.js'),
  STRIPE_PRICES: prices.optional(),
  STRIPE_TAX_RATE: z
    .string()
    .regex(/^txr_\w+$/, 'expected txr_…')
    .optional(),
};

const billingSchema = z.object(BILLING_SHAPE);
type BillingSettings = z.output<typeof billingSchema>;

export interface BillingConfig {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Any of them may have signed: there are two while one replaces the other. */
  readonly webhookSecrets: readonly string[];
  readonly apiBase: string;
  readonly scriptUrl: string;
  readonly prices: TierPrices;
  /** Inclusive VAT on every invoice; null: no VAT is shown. */
  readonly taxRateId: string | null;
  /** Real money. */
  readonly livemode: boolean;
}

/** Facts of the company that the law requires where real money is taken. */
export interface CompanyFactsGiven {
  readonly COMPANY_NAME?: string | undefined;
  readonly COMPANY_NUMBER?: string | undefined;
  readonly COMPANY_ADDRESS?: string | undefined;
  readonly VAT_NUMBER?: string | undefined;
  readonly SUPPORT_EMAIL?: string | undefined;
}

const LIVE_NEEDS = ['COMPANY_NAME', 'COMPANY_NUMBER', 'COMPANY_ADDRESS', 'SUPPORT_EMAIL'] as const;

function isLive(key: string): boolean {
  return /^\w\w_live_/.test(key);
}

function liveFaults(settings: BillingSettings, company: CompanyFactsGiven): readonly string[] {
  const missing = LIVE_NEEDS.filter((name) => (company[name] ?? '') === '');
  const faults = missing.map((name) => `${name} is not set, live payment keys need it`);
  if ((company.VAT_NUMBER ?? '') !== '' && settings.STRIPE_TAX_RATE === undefined) {
    faults.push('STRIPE_TAX_RATE is not set, a company with a VAT_NUMBER needs the rate for its invoices');
  }
  if (settings.STRIPE_API_BASE !== REAL_API) faults.push(`STRIPE_API_BASE must be ${REAL_API} for live keys`);
  return faults;
}

/**
 * The settings of payment, null without a secret key, or a sentence for each fault. A key without the settings it
 * requires
 * is a mistake and refused; no key at all is a server on which nothing can be bought.
 */
export function billingOf(
  settings: BillingSettings,
  company: CompanyFactsGiven,
): { readonly billing: BillingConfig | null; readonly faults: readonly string[] } {
  const secretKey = settings.STRIPE_SECRET_KEY;
  if (secretKey === undefined) return { billing: null, faults: [] };
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRETS: webhookSecrets } = settings;
  const tierPrices = settings.STRIPE_PRICES;
  const livemode = isLive(secretKey);
  const faults = livemode ? [...liveFaults(settings, company)] : [];
  if (publishableKey === undefined) faults.push('STRIPE_PUBLISHABLE_KEY is not set, expected pk_…');
  else if (isLive(publishableKey) !== livemode) {
    faults.push('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be test keys or both live keys');
  }
  if (webhookSecrets === undefined) faults.push('STRIPE_WEBHOOK_SECRETS is not set, expected whsec_…');
  if (tierPrices === undefined) faults.push(`STRIPE_PRICES is not set, ${PRICES_EXPECTED}`);
  if (faults.length > 0 || !publishableKey || !webhookSecrets || !tierPrices)
    return { billing: null, faults };
  const billing = {
    secretKey,
    publishableKey,
    webhookSecrets,
    apiBase: settings.STRIPE_API_BASE,
    scriptUrl: settings.STRIPE_SCRIPT_URL,
    prices: tierPrices,
    taxRateId: settings.STRIPE_TAX_RATE ?? null,
    livemode,
  };
  return { billing, faults };
}
