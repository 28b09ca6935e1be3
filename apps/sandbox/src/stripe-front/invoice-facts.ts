/** The facts of an invoice from the API's object, for its page and its PDF. */
import { type ApiBody, rowsOf } from './front-api.ts';

export interface InvoiceLine {
  readonly text: string;
  /** Null where the line has no period. */
  readonly period: string | null;
  readonly amountPence: number;
}

export interface InvoiceSum {
  readonly label: string;
  readonly amountPence: number;
  readonly strong: boolean;
}

export interface InvoiceFacts {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly customer: string;
  readonly issuedAt: string;
  readonly paidAt: string | null;
  readonly lines: readonly InvoiceLine[];
  /** Subtotal, VAT, balance, total and what was paid, in the order of display. */
  readonly sums: readonly {
    readonly label: string;
    readonly amountPence: number;
    readonly strong: boolean;
  }[];
  readonly remainingPence: number;
}

const MONEY = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/London' });

/** For example `£99.00`, `−£12.34`. */
export function moneyOf(pence: number): string {
  return MONEY.format(pence / 100).replace('-', '−');
}

/** Seconds since 1970 as a day in London; null stays null. */
export function dayOf(seconds: unknown): string | null {
  return typeof seconds === 'number' ? DAY.format(seconds * 1000) : null;
}

function pence(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function lineOf(line: ApiBody): InvoiceLine {
  const { start, end } = (line['period'] ?? {}) as { start?: number; end?: number };
  const [from, to] = [dayOf(start), dayOf(end)];
  const period = from === null || to === null || from === to ? null : `${from} to ${to}`;
  return { text: text(line['description']), period, amountPence: pence(line['amount']) };
}

/** VAT inside the total, as the invoice states it. */
function taxPence(invoice: ApiBody): number {
  const taxes = (invoice['total_taxes'] ?? []) as readonly { readonly amount?: number }[];
  return taxes.reduce((sum, { amount = 0 }) => sum + amount, 0);
}

/** Empty for an invoice without VAT. */
function vatSums(total: number, vat: number): readonly InvoiceSum[] {
  if (vat === 0) return [];
  return [
    { label: 'Total without VAT', amountPence: total - vat, strong: false },
    { label: 'VAT 20% (included)', amountPence: vat, strong: false },
  ];
}

export function invoiceFacts(invoice: ApiBody): InvoiceFacts {
  const { finalized_at: finalized, paid_at: paid } = (invoice['status_transitions'] ?? {}) as ApiBody;
  const total = pence(invoice['total']);
  const vat = taxPence(invoice);
  const balance = pence(invoice['ending_balance']) - pence(invoice['starting_balance']);
  return {
    id: text(invoice['id']),
    number: text(invoice['number']) || 'Draft',
    status: text(invoice['status']),
    customer: [invoice['customer_name'], invoice['customer_email']].map(text).filter(Boolean).join(', '),
    issuedAt: dayOf(finalized) ?? dayOf(invoice['created']) ?? '',
    paidAt: dayOf(paid),
    lines: rowsOf(invoice['lines']).map(lineOf),
    sums: [
      ...vatSums(total, vat),
      { label: 'Total', amountPence: total, strong: true },
      ...(balance === 0 ? [] : [{ label: 'From your balance', amountPence: -balance, strong: false }]),
      { label: 'Paid', amountPence: pence(invoice['amount_paid']), strong: false },
      { label: 'Amount due', amountPence: pence(invoice['amount_remaining']), strong: true },
    ],
    remainingPence: pence(invoice['amount_remaining']),
  };
}
