/** Payment methods: cards only. */
import { createHash } from 'node:crypto';
import { newId } from '#stripe/wire/ids.ts';
import type { CardBehaviour } from './cards.ts';
import { type Address, NO_ADDRESS, type StripeObject } from './stripe-object.ts';

export interface BillingDetails {
  readonly address: Address;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly tax_id: null;
}

export const NO_BILLING_DETAILS: BillingDetails = {
  address: NO_ADDRESS,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

export interface CardFacts {
  readonly brand: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly fingerprint: string;
  readonly last4: string;
  readonly country: string;
  readonly funding: string;
}

export interface PaymentMethod extends StripeObject {
  readonly object: 'payment_method';
  readonly type: 'card';
  readonly card: CardFacts & { readonly [key: string]: unknown };
  readonly billing_details: BillingDetails;
  readonly created: number;
  readonly customer: string | null;
  /** What the bank behind this test card does. */
  readonly _behaviour: CardBehaviour;
  /** The customer has confirmed this card with the bank once, so off-session charges pass. */
  readonly _setUp: boolean;
}

/** The same number has the same fingerprint in every customer of this sandbox. */
export function fingerprintOf(cardNumber: string): string {
  return createHash('sha256')
    .update(`undertow sandbox ${cardNumber}`)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 16);
}

export function newPaymentMethod(facts: {
  readonly number: string;
  readonly brand: string;
  readonly behaviour: CardBehaviour;
  readonly expMonth: number;
  readonly expYear: number;
  readonly billing: BillingDetails;
  readonly created: number;
}): PaymentMethod {
  const { brand } = facts;
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: facts.billing,
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'GB',
      display_brand: brand,
      exp_month: facts.expMonth,
      exp_year: facts.expYear,
      fingerprint: fingerprintOf(facts.number),
      funding: 'credit',
      generated_from: null,
      last4: facts.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: facts.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
    _behaviour: facts.behaviour,
    _setUp: false,
  };
}
