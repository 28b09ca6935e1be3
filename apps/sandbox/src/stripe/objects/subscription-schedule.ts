/** Subscription schedules: what changes at which end of a period. */
import { newId } from '#stripe/wire/ids.ts';
import type { Price, TaxRate } from './catalogue-objects.ts';
import { planOf } from './catalogue-objects.ts';
import { CURRENCY, type StripeObject } from './stripe-object.ts';

export interface PhaseItem {
  readonly price: string;
  readonly [key: string]: unknown;
}

export interface Phase {
  readonly start_date: number;
  readonly end_date: number;
  readonly items: readonly PhaseItem[];
  readonly proration_behavior: 'none' | 'create_prorations';
  readonly trial_end: number | null;
  readonly default_tax_rates: readonly TaxRate[];
  readonly [key: string]: unknown;
}

export function newPhaseItem(price: Price): PhaseItem {
  return {
    billing_thresholds: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price: price.id,
    quantity: 1,
    tax_rates: [],
  };
}

export function newPhase(facts: {
  readonly start_date: number;
  readonly end_date: number;
  readonly items: readonly PhaseItem[];
  readonly proration_behavior: Phase['proration_behavior'];
  readonly trial_end: number | null;
  readonly default_tax_rates: readonly TaxRate[];
}): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: CURRENCY,
    default_payment_method: null,
    description: null,
    discounts: [],
    invoice_settings: null,
    metadata: {},
    on_behalf_of: null,
    transfer_data: null,
    ...facts,
  };
}

export interface SubscriptionSchedule extends StripeObject {
  readonly object: 'subscription_schedule';
  readonly canceled_at: number | null;
  readonly created: number;
  readonly current_phase: { readonly start_date: number; readonly end_date: number } | null;
  readonly customer: string;
  readonly end_behavior: 'release';
  readonly phases: readonly Phase[];
  readonly status: 'active' | 'released' | 'canceled';
  readonly subscription: string | null;
}

export function newSchedule(facts: {
  readonly customer: string;
  readonly subscription: string;
  readonly created: number;
  readonly phases: readonly Phase[];
  readonly current_phase: SubscriptionSchedule['current_phase'];
}): SubscriptionSchedule {
  return {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
      updated_at: facts.created,
    },
    canceled_at: null,
    completed_at: null,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    released_at: null,
    released_subscription: null,
    status: 'active',
    test_clock: null,
    ...facts,
  };
}
