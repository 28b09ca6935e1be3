/** Invoices, their lines and the payments of them. */
import { newId } from '#stripe/wire/ids.ts';
import type { TaxRate } from './catalogue-objects.ts';
import type { Customer } from './customer.ts';
import { CURRENCY, listOf, type StripeList, type StripeObject } from './stripe-object.ts';

export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The tax in one amount, of one rate. */
export interface TaxAmount {
  readonly amount: number;
  readonly tax_behavior: 'inclusive' | 'exclusive';
  readonly tax_rate_details: { readonly tax_rate: string };
  readonly taxability_reason: 'standard_rated';
  readonly taxable_amount: number;
  readonly type: 'tax_rate_details';
}

export interface InvoiceLine extends StripeObject {
  readonly object: 'line_item';
  readonly amount: number;
  readonly description: string;
  readonly invoice: string;
  readonly period: Period;
  readonly taxes: readonly TaxAmount[];
}

export interface LineFacts {
  readonly amount: number;
  readonly description: string;
  readonly period: Period;
  readonly price: { readonly id: string; readonly product: string; readonly unit_amount: number };
  readonly subscription: string;
  readonly item: string;
  readonly proration: boolean;
  /** Of a credit: the line that was charged before. */
  readonly credited: { readonly invoice: string; readonly invoice_line_items: readonly string[] } | null;
  readonly taxes: readonly TaxAmount[];
}

export function newLine(facts: LineFacts, invoice: string): InvoiceLine {
  const { amount, description, period, price, taxes } = facts;
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: CURRENCY,
    description,
    discount_amounts: [],
    discountable: !facts.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: facts.proration ? newId('ii') : null,
        proration: facts.proration,
        proration_details: { credited_items: facts.credited },
        subscription: facts.subscription,
        subscription_item: facts.item,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(price.unit_amount),
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: facts.subscription,
    subtotal: amount,
    taxes,
  };
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void';

export interface Invoice extends StripeObject {
  readonly object: 'invoice';
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly amount_remaining: number;
  readonly attempt_count: number;
  readonly attempted: boolean;
  readonly auto_advance: boolean;
  readonly automatically_finalizes_at: number | null;
  readonly billing_reason: BillingReason;
  readonly created: number;
  readonly customer: string;
  readonly ending_balance: number | null;
  readonly hosted_invoice_url: string | null;
  readonly lines: StripeList<InvoiceLine>;
  readonly next_payment_attempt: number | null;
  readonly number: string | null;
  readonly parent: {
    readonly quote_details: null;
    readonly subscription_details: { readonly metadata: object; readonly subscription: string };
    readonly type: 'subscription_details';
  };
  readonly period_start: number;
  readonly period_end: number;
  readonly starting_balance: number;
  readonly status: InvoiceStatus;
  readonly status_transitions: {
    readonly finalized_at: number | null;
    readonly marked_uncollectible_at: null;
    readonly paid_at: number | null;
    readonly voided_at: number | null;
  };
  readonly subtotal: number;
  readonly total: number;
  readonly total_taxes: readonly TaxAmount[];
  readonly webhooks_delivered_at: number | null;
  /** Answered as `confirmation_secret` and `payments` where these are expanded. */
  readonly _paymentIntent: string | null;
  /** How often the clock has tried to collect it. */
  readonly _tries: number;
}

export interface InvoiceFacts {
  readonly id: string;
  readonly customer: Customer;
  readonly subscription: string;
  readonly created: number;
  readonly billing_reason: BillingReason;
  readonly period: Period;
  readonly lines: readonly LineFacts[];
  readonly total_taxes: readonly TaxAmount[];
  readonly taxRates: readonly TaxRate[];
}

/** Who is billed, as of the creation of the invoice. */
function customerFacts(customer: Customer): Record<string, unknown> {
  return {
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    test_clock: null,
  };
}

const INERT = {
  account_country: 'GB',
  account_name: 'Undertow sandbox',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  collection_method: 'charge_automatically',
  currency: CURRENCY,
  custom_fields: null,
  default_payment_method: null,
  default_source: null,
  description: null,
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
} as const;

/** A draft: amounts are fixed, nothing is collected yet. */
export function newInvoice(facts: InvoiceFacts): Invoice {
  const { id, customer, created, billing_reason, period, total_taxes } = facts;
  const lines = facts.lines.map((line) => newLine(line, id));
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const tax = total_taxes.reduce((sum, each) => sum + each.amount, 0);
  return {
    id,
    object: 'invoice',
    ...INERT,
    ...customerFacts(customer),
    customer: customer.id,
    amount_due: Math.max(0, subtotal),
    amount_paid: 0,
    amount_remaining: Math.max(0, subtotal),
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason,
    created,
    default_tax_rates: facts.taxRates,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: facts.subscription },
      type: 'subscription_details',
    },
    period_start: period.start,
    period_end: period.end,
    post_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subscription: null,
    subtotal,
    subtotal_excluding_tax: subtotal - tax,
    total: subtotal,
    total_excluding_tax: subtotal - tax,
    total_taxes,
    webhooks_delivered_at: null,
    _paymentIntent: null,
    _tries: 0,
  };
}

export interface InvoicePayment extends StripeObject {
  readonly object: 'invoice_payment';
  readonly created: number;
  readonly invoice: string;
  readonly payment: { readonly type: 'payment_intent'; readonly payment_intent: string };
  readonly status: 'open' | 'paid' | 'canceled';
  readonly status_transitions: { readonly canceled_at: number | null; readonly paid_at: number | null };
}

export function newInvoicePayment(invoice: Invoice, paymentIntent: string, created: number): InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: CURRENCY,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
