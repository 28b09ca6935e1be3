/** Customers and the transactions of their balance. */
import { newId, randomText } from '#stripe/wire/ids.ts';
import type { Metadata } from '#stripe/wire/params.ts';
import { type Address, CURRENCY, type StripeObject } from './stripe-object.ts';

export interface Customer extends StripeObject {
  readonly object: 'customer';
  readonly address: Address | null;
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
  readonly phone: string | null;
  readonly test_clock: string | null;
  readonly deleted?: true;
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

export interface BalanceTransaction extends StripeObject {
  readonly object: 'customer_balance_transaction';
  readonly amount: number;
  readonly customer: string;
  readonly ending_balance: number;
}

export interface BalanceTransactionFacts {
  readonly customer: string;
  readonly created: number;
  readonly amount: number;
  readonly ending_balance: number;
  readonly type: 'adjustment' | 'applied_to_invoice' | 'credit_note' | 'invoice_too_small';
  readonly invoice?: string;
  readonly credit_note?: string;
  readonly description?: string | null;
}

export function newBalanceTransaction(facts: BalanceTransactionFacts): BalanceTransaction {
  return {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    checkout_session: null,
    credit_note: null,
    currency: CURRENCY,
    customer_account: null,
    description: null,
    invoice: null,
    livemode: false,
    metadata: {},
    ...facts,
  };
}
