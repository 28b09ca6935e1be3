/** Customers. */
import { newId, randomText } from '#stripe/wire/ids.ts';
import type { Metadata } from '#stripe/wire/params.ts';
import type { StripeObject } from './stripe-object.ts';

export interface Customer extends StripeObject {
  readonly object: 'customer';
  /** Pence; negative is a credit that the next invoice uses. */
  readonly balance: number;
  readonly created: number;
  readonly currency: string | null;
  readonly delinquent: boolean;
  readonly email: string | null;
  readonly invoice_prefix: string;
  readonly invoice_settings: {
    readonly custom_fields: null;
    readonly default_payment_method: string | null;
    readonly footer: null;
    readonly rendering_options: null;
  };
  readonly metadata: Metadata;
  readonly name: string | null;
  readonly next_invoice_sequence: number;
}

export function newCustomer(created: number): Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
