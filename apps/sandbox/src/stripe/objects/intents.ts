/** Setup intents and payment intents. */
import { newClientSecret, newId } from '#stripe/wire/ids.ts';
import { CURRENCY, type StripeObject } from './stripe-object.ts';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** Where the customer must go to confirm with the bank. */
export type NextAction =
  | {
      readonly type: 'redirect_to_url';
      readonly redirect_to_url: { readonly url: string; readonly return_url: string };
    }
  | {
      readonly type: 'use_stripe_sdk';
      readonly use_stripe_sdk: { readonly type: 'three_d_secure_redirect'; readonly stripe_js: string };
    };

export interface SetupIntent extends StripeObject {
  readonly object: 'setup_intent';
  readonly client_secret: string;
  readonly created: number;
  readonly customer: string | null;
  readonly last_setup_error: Readonly<Record<string, unknown>> | null;
  readonly next_action: NextAction | null;
  readonly payment_method: string | null;
  readonly status: IntentStatus;
  /** The subscription that waits for it. */
  readonly _subscription: string | null;
}

export function newSetupIntent(facts: {
  readonly customer: string | null;
  readonly created: number;
  readonly usage: string;
  readonly _subscription: string | null;
}): SetupIntent {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    ...facts,
  };
}

export interface PaymentIntent extends StripeObject {
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly client_secret: string;
  readonly created: number;
  readonly customer: string | null;
  readonly last_payment_error: Readonly<Record<string, unknown>> | null;
  readonly latest_charge: string | null;
  readonly next_action: NextAction | null;
  readonly payment_method: string | null;
  readonly setup_future_usage: 'off_session' | null;
  readonly status: IntentStatus;
  /** The invoice that it pays. */
  readonly _invoice: string;
}

export function newPaymentIntent(facts: {
  readonly amount: number;
  readonly customer: string;
  readonly created: number;
  readonly description: string;
  readonly payment_method: string | null;
  readonly setup_future_usage: 'off_session' | null;
  readonly _invoice: string;
}): PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    currency: CURRENCY,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: facts.payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
    ...facts,
  };
}
