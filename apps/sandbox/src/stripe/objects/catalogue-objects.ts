/** Prices, the plans beside them on items, and tax rates. */
import type { Metadata } from '#stripe/wire/params.ts';
import { CURRENCY, type StripeObject } from './stripe-object.ts';

export interface Price extends StripeObject {
  readonly object: 'price';
  readonly active: boolean;
  readonly created: number;
  readonly lookup_key: string | null;
  readonly metadata: Metadata;
  readonly nickname: string | null;
  readonly product: string;
  readonly unit_amount: number;
  readonly recurring: {
    readonly interval: 'month';
    readonly interval_count: 1;
    readonly [key: string]: unknown;
  };
}

export function newPrice(facts: {
  readonly id: string;
  readonly product: string;
  readonly unit_amount: number;
  readonly lookup_key: string | null;
  readonly nickname: string | null;
  readonly created: number;
  readonly metadata: Metadata;
}): Price {
  const recurring = { interval: 'month', interval_count: 1, meter: null, usage_type: 'licensed' } as const;
  return {
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: CURRENCY,
    custom_unit_amount: null,
    livemode: false,
    recurring: { ...recurring, trial_period_days: null },
    tax_behavior: 'inclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount_decimal: String(facts.unit_amount),
    ...facts,
  };
}

/** The plan that accompanies a price on every item. */
export function planOf(price: Price): StripeObject {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: CURRENCY,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export interface TaxRate extends StripeObject {
  readonly object: 'tax_rate';
  readonly active: boolean;
  readonly inclusive: boolean;
  /** Per cent. */
  readonly percentage: number;
}

export function newTaxRate(facts: {
  readonly id: string;
  readonly percentage: number;
  readonly created: number;
}): TaxRate {
  return {
    object: 'tax_rate',
    active: true,
    country: 'GB',
    description: 'UK VAT',
    display_name: 'VAT',
    effective_percentage: facts.percentage,
    flat_amount: null,
    inclusive: true,
    jurisdiction: 'GB',
    jurisdiction_level: 'country',
    livemode: false,
    metadata: {},
    rate_type: 'percentage',
    state: null,
    tax_type: 'vat',
    ...facts,
  };
}
