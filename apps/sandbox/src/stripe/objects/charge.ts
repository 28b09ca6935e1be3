/** Charges, refunds and disputes. */
import { newId } from '#stripe/wire/ids.ts';
import type { Metadata } from '#stripe/wire/params.ts';
import type { PaymentMethod } from './payment-method.ts';
import { CURRENCY, type StripeObject } from './stripe-object.ts';

export interface Charge extends StripeObject {
  readonly object: 'charge';
  readonly amount: number;
  readonly amount_refunded: number;
  readonly created: number;
  readonly customer: string;
  readonly disputed: boolean;
  readonly paid: boolean;
  readonly payment_intent: string;
  readonly payment_method: string;
  readonly refunded: boolean;
  readonly status: 'succeeded' | 'failed';
}

function cardDetails(method: PaymentMethod, authenticated: boolean): Record<string, unknown> {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  return {
    amount_authorized: null,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country,
    exp_month,
    exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint,
    funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: 0, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

export interface ChargeFailure {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

export function newCharge(facts: {
  readonly amount: number;
  readonly customer: string;
  readonly created: number;
  readonly description: string;
  readonly payment_intent: string;
  readonly receipt_url: string | null;
  readonly method: PaymentMethod;
  readonly authenticated: boolean;
  readonly failure: ChargeFailure | null;
}): Charge {
  const { method, authenticated, failure, ...own } = facts;
  const id = newId('ch');
  const outcome = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure === null ? 'approved_by_network' : 'declined_by_network',
    reason: failure === null ? null : (failure.declineCode ?? failure.code),
    seller_message: failure === null ? 'Payment complete.' : 'The bank did not return any further details.',
    type: failure === null ? 'authorized' : 'issuer_declined',
  };
  return {
    id,
    object: 'charge',
    amount_captured: failure === null ? facts.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'UNDERTOW',
    captured: failure === null,
    currency: CURRENCY,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome,
    paid: failure === null,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(method, authenticated), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure === null ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
    ...own,
  };
}

export interface Refund extends StripeObject {
  readonly object: 'refund';
  readonly amount: number;
  readonly charge: string;
  readonly created: number;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly status: 'succeeded';
}

export function newRefund(facts: {
  readonly amount: number;
  readonly charge: string;
  readonly payment_intent: string;
  readonly customer: string;
  readonly payment_method: string;
  readonly created: number;
  readonly reason: string | null;
  readonly metadata: Metadata;
}): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    balance_transaction: null,
    currency: CURRENCY,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...facts,
  };
}
