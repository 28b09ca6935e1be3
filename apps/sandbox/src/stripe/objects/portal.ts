/** The billing portal: what it offers, and visits to it. */
import { newId } from '#stripe/wire/ids.ts';
import type { Metadata } from '#stripe/wire/params.ts';
import type { StripeObject } from './stripe-object.ts';

export interface PortalConfiguration extends StripeObject {
  readonly object: 'billing_portal.configuration';
  readonly active: boolean;
  readonly features: Readonly<Record<string, unknown>>;
  readonly metadata: Metadata;
}

export const PORTAL_FEATURES = {
  customer_update: { allowed_updates: ['email', 'address'], enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, options: [] },
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
} as const;

export function newPortalConfiguration(facts: {
  readonly created: number;
  readonly features: Readonly<Record<string, unknown>>;
  readonly metadata: Metadata;
}): PortalConfiguration {
  return {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    default_return_url: null,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    name: null,
    updated: facts.created,
    ...facts,
  };
}

export interface PortalSession extends StripeObject {
  readonly object: 'billing_portal.session';
  readonly configuration: string;
  readonly created: number;
  readonly customer: string;
  readonly return_url: string;
  readonly url: string;
}
