/** Subscriptions and their items. */
import { newId } from '#stripe/wire/ids.ts';
import { type Price, planOf, type TaxRate } from './catalogue-objects.ts';
import { CURRENCY, listOf, type StripeList, type StripeObject } from './stripe-object.ts';

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled';

export interface SubscriptionItem extends StripeObject {
  readonly object: 'subscription_item';
  readonly created: number;
  readonly price: Price;
  readonly subscription: string;
  readonly current_period_start: number;
  readonly current_period_end: number;
}

export interface PaymentSettings {
  readonly payment_method_options: null;
  readonly payment_method_types: readonly string[] | null;
  readonly save_default_payment_method: 'off' | 'on_subscription';
}

export interface PendingUpdate {
  readonly billing_cycle_anchor: null;
  readonly discounts: null;
  readonly expires_at: number;
  readonly subscription_items: readonly SubscriptionItem[];
  readonly [key: string]: unknown;
}

export type EndBehaviour = 'cancel' | 'create_invoice';

export interface Subscription extends StripeObject {
  readonly object: 'subscription';
  readonly billing_cycle_anchor: number;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: number | null;
  readonly cancellation_details: {
    readonly comment: null;
    readonly feedback: null;
    readonly reason: 'cancellation_requested' | 'payment_failed' | null;
  };
  readonly created: number;
  readonly customer: string;
  readonly default_payment_method: string | null;
  readonly default_tax_rates: readonly TaxRate[];
  readonly ended_at: number | null;
  readonly items: StripeList<SubscriptionItem>;
  readonly latest_invoice: string | null;
  readonly payment_settings: PaymentSettings;
  readonly pending_setup_intent: string | null;
  readonly pending_update: PendingUpdate | null;
  readonly schedule: string | null;
  readonly start_date: number;
  readonly status: SubscriptionStatus;
  readonly trial_end: number | null;
  readonly trial_settings: { readonly end_behavior: { readonly missing_payment_method: EndBehaviour } };
  readonly trial_start: number | null;
  /** The invoice whose payment applies the pending update. */
  readonly _pendingInvoice: string | null;
  /** The notice of a trial's end was given for this end. */
  readonly _trialNoticeFor: number | null;
  /** The notice of a renewal was given for this end of a period. */
  readonly _renewalNoticeFor: number | null;
}

export function newItem(facts: {
  readonly price: Price;
  readonly subscription: string;
  readonly created: number;
  readonly current_period_start: number;
  readonly current_period_end: number;
}): SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(facts.price),
    quantity: 1,
    tax_rates: [],
    ...facts,
  };
}

export function itemsOf(
  subscription: string,
  items: readonly SubscriptionItem[],
): StripeList<SubscriptionItem> {
  return listOf(items, `/v1/subscription_items?subscription=${subscription}`);
}

export function newSubscription(facts: {
  readonly id: string;
  readonly customer: string;
  readonly created: number;
  readonly billing_cycle_anchor: number;
  readonly status: SubscriptionStatus;
}): Subscription {
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
      updated_at: facts.created,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency: CURRENCY,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: itemsOf(facts.id, []),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: facts.created,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: null,
    ...facts,
    _pendingInvoice: null,
    _trialNoticeFor: null,
    _renewalNoticeFor: null,
  };
}

/** Ended permanently. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** The period that runs, the same for every item. */
export function periodOf({ items, created }: Subscription): { readonly start: number; readonly end: number } {
  const [first] = items.data;
  return { start: first?.current_period_start ?? created, end: first?.current_period_end ?? created };
}
