/** Disputes: a customer has their bank reclaim the money. */
import { DAY_S } from '@undertow/market';
import { newId } from '#stripe/wire/ids.ts';
import type { Charge } from './charge.ts';
import { CURRENCY, type StripeObject } from './stripe-object.ts';

const EVIDENCE_NAMES = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

const DAYS_TO_RESPOND = 9;

export interface Dispute extends StripeObject {
  readonly object: 'dispute';
  readonly amount: number;
  readonly charge: string;
  readonly status: 'needs_response' | 'won' | 'lost';
}

export function newDispute(charge: Charge, reason: string, created: number): Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: CURRENCY,
    enhanced_eligibility_types: [],
    evidence: { ...Object.fromEntries(EVIDENCE_NAMES.map((name) => [name, null])), enhanced_evidence: {} },
    evidence_details: {
      due_by: created + DAYS_TO_RESPOND * DAY_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  };
}
