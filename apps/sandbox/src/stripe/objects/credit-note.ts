/** Credit notes: what is taken back of a finalized invoice, with its VAT. */
import { newId } from '#stripe/wire/ids.ts';
import type { Metadata } from '#stripe/wire/params.ts';
import type { TaxRate } from './catalogue-objects.ts';
import type { Invoice, TaxAmount } from './invoice.ts';
import { CURRENCY, listOf, type StripeList, type StripeObject } from './stripe-object.ts';

export interface CreditNote extends StripeObject {
  readonly object: 'credit_note';
  readonly amount: number;
  readonly created: number;
  readonly customer: string;
  readonly invoice: string;
  readonly lines: StripeList<StripeObject>;
  readonly metadata: Metadata;
  readonly total_taxes: readonly TaxAmount[];
}

export interface CreditNoteFacts {
  readonly invoice: Invoice;
  readonly number: string;
  readonly amount: number;
  readonly taxes: readonly TaxAmount[];
  readonly taxRates: readonly TaxRate[];
  readonly created: number;
  readonly memo: string | null;
  readonly reason: string | null;
  readonly metadata: Metadata;
  readonly refunds: readonly { readonly amount_refunded: number; readonly refund: string }[];
  readonly balanceTransaction: string | null;
  readonly pdf: string;
}

function creditLine(facts: CreditNoteFacts): StripeObject {
  const { amount, invoice, taxes, taxRates } = facts;
  return {
    id: newId('cnli'),
    object: 'credit_note_line_item',
    amount,
    description: invoice.lines.data[0]?.description ?? 'Credit',
    discount_amount: 0,
    discount_amounts: [],
    invoice_line_item: invoice.lines.data[0]?.id ?? null,
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: 1,
    tax_rates: taxRates,
    taxes,
    type: 'invoice_line_item',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

export function newCreditNote(facts: CreditNoteFacts): CreditNote {
  const id = newId('cn');
  const { amount, invoice, created, memo, reason, metadata } = facts;
  const net = amount - facts.taxes.reduce((sum, tax) => sum + tax.amount, 0);
  const refunds = facts.refunds.map((one) => ({ ...one, payment_record_refund: null, type: 'refund' }));
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created,
    currency: CURRENCY,
    customer: invoice.customer,
    customer_account: null,
    customer_balance_transaction: facts.balanceTransaction,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: created,
    invoice: invoice.id,
    lines: listOf([creditLine(facts)], `/v1/credit_notes/${id}/lines`),
    livemode: false,
    memo,
    metadata,
    number: facts.number,
    out_of_band_amount: null,
    pdf: facts.pdf,
    post_payment_amount: amount,
    pre_payment_amount: 0,
    pretax_credit_amounts: [],
    reason,
    refunds,
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: net,
    total: amount,
    total_excluding_tax: net,
    total_taxes: facts.taxes,
    type: 'post_payment',
    voided_at: null,
  };
}
