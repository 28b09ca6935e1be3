/** What the sandbox's account sells: three plans at fixed ids, and the VAT rate that their prices include. */
import { newPrice, newProduct, newTaxRate } from '#stripe/objects/catalogue-objects.ts';
import { newPortalConfiguration, PORTAL_FEATURES } from '#stripe/objects/portal.ts';
import type { World } from './world.ts';

/** UK VAT at the standard rate, included in the prices. */
export const VAT_RATE_ID = 'txr_UndertowSandboxVat20';

const PLANS = [
  { key: 'basic', name: 'Basic', pence: 5000 },
  { key: 'pro', name: 'Pro', pence: 9900 },
  { key: 'elite', name: 'Elite', pence: 19_900 },
] as const;

/** Ids of the prices, as the product's settings want them. */
export const PRICE_IDS = {
  basic: 'price_UndertowSandboxBasic',
  pro: 'price_UndertowSandboxPro',
  elite: 'price_UndertowSandboxElite',
} as const;

/** Long ago, so that the catalogue stays when the clock is moved. */
const MADE_AT = 1_767_225_600;

/** Puts the catalogue where it is missing; whatever a journal brought back stays. */
export function seedCatalogue({ store, settings }: World): void {
  for (const { key, name, pence } of PLANS) {
    const product = `prod_UndertowSandbox${name}`;
    const id = PRICE_IDS[key];
    const facts = { created: MADE_AT, name, description: null, id: product, default_price: id };
    if (store.get('product', product) === undefined) store.put('product', newProduct(facts));
    if (store.get('price', id) !== undefined) continue;
    store.put(
      'price',
      newPrice({
        id,
        product,
        unit_amount: pence,
        lookup_key: key,
        nickname: name,
        created: MADE_AT,
        metadata: { tier: key },
      }),
    );
  }
  if (store.get('tax_rate', VAT_RATE_ID) === undefined) {
    const facts = {
      display_name: 'VAT',
      description: 'UK VAT',
      percentage: 20,
      inclusive: true,
      country: 'GB',
    };
    store.put('tax_rate', newTaxRate({ id: VAT_RATE_ID, ...facts, created: MADE_AT }));
  }
  if (store.all('billing_portal.configuration').length > 0) return;
  const { publicOrigin } = settings;
  store.put(
    'billing_portal.configuration',
    newPortalConfiguration({
      created: MADE_AT,
      is_default: true,
      features: PORTAL_FEATURES,
      business_profile: {
        headline: null,
        privacy_policy_url: `${publicOrigin}/privacy`,
        terms_of_service_url: `${publicOrigin}/terms`,
      },
      default_return_url: `${publicOrigin}/settings`,
      name: null,
    }),
  );
}
