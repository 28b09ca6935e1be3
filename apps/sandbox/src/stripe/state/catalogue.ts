/** What the sandbox's account sells: three plans at fixed ids, and the VAT rate that their prices include. */
import { newPrice, newTaxRate, type Price, type TaxRate } from '#stripe/objects/catalogue-objects.ts';
import { missing } from '#stripe/wire/stripe-error.ts';

/** UK VAT at the standard rate, included in the prices. */
export const VAT_RATE_ID = 'txr_UndertowSandboxVat20';

/** Ids of the prices, in the form of the product's settings. */
export const PRICE_IDS = {
  basic: 'price_UndertowSandboxBasic',
  pro: 'price_UndertowSandboxPro',
  elite: 'price_UndertowSandboxElite',
} as const;

/** Long ago, so that the catalogue is older than every other object. */
const MADE_AT = 1_767_225_600;

function priceOfPlan(key: keyof typeof PRICE_IDS, name: string, pence: number): Price {
  return newPrice({
    id: PRICE_IDS[key],
    product: `prod_UndertowSandbox${name}`,
    unit_amount: pence,
    lookup_key: key,
    nickname: name,
    created: MADE_AT,
    metadata: { tier: key },
  });
}

const PRICES = [
  priceOfPlan('basic', 'Basic', 5000),
  priceOfPlan('pro', 'Pro', 9900),
  priceOfPlan('elite', 'Elite', 19_900),
];
const VAT = newTaxRate({ id: VAT_RATE_ID, percentage: 20, created: MADE_AT });

/** Throws a `StripeError` for what is not sold; `param` is the parameter that named it. */
export function priceById(id: string, param: string): Price {
  const price = PRICES.find((one) => one.id === id);
  if (price === undefined) throw missing('price', id, param);
  return price;
}

export function taxRateById(id: string): TaxRate {
  if (id !== VAT_RATE_ID) throw missing('tax_rate', id, 'default_tax_rates');
  return VAT;
}
