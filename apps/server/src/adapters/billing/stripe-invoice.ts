/** An invoice of the provider in our words: pure, and what it is called on the page. */
import { PLANS } from '@undertow/contracts';
import type Stripe from 'stripe';
import type { InvoiceSnapshot, InvoiceStatus } from '#ports/billing.ts';
import type { PriceList } from './price-list.ts';
import { expanded, idOf } from './stripe-snapshot.ts';

/** What an invoice must be read with. */
export const INVOICE_EXPANSIONS = ['payments'];

const DAY_SECONDS = 24 * 60 * 60;
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayAndYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

function priceOfLine(line: Stripe.InvoiceLineItem): string {
  return idOf(line.pricing?.price_details?.price) ?? '';
}

/** `Pro, 3 Nov to 2 Dec 2026`: the newest plan on it, and the days that it pays for. */
function descriptionOf(lines: readonly Stripe.InvoiceLineItem[], prices: PriceList): string {
  const line = lines.findLast(({ amount }) => amount > 0) ?? lines.at(-1);
  const tier = prices.tierOf(line === undefined ? '' : priceOfLine(line));
  const name = PLANS.find(({ id }) => id === tier)?.name;
  if (line === undefined || name === undefined) return line?.description ?? 'Subscription';
  // The end of a period is the instant at which the next one begins: its last day is the day before
  const last = Math.max(line.period.start, line.period.end - DAY_SECONDS);
  return `${name}, ${day.format(line.period.start * 1000)} to ${dayAndYear.format(last * 1000)}`;
}

/** VAT of an invoice in pence. */
export function vatOf({ total_taxes }: Pick<Stripe.Invoice, 'total_taxes'>): number {
  return (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** The payment intent that paid an invoice, or that it waits for. */
export function paymentIntentIdOf(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const paid = payments.find(({ status }) => status === 'paid') ?? payments[0];
  return idOf(paid?.payment.payment_intent);
}

/** Refunds by payment intent. */
export type Refunds = ReadonlyMap<string, number>;

/** The snapshot of an invoice that was expanded with `INVOICE_EXPANSIONS`. */
export function invoiceSnapshotOf(
  invoice: Stripe.Invoice,
  prices: PriceList,
  refunds: Refunds,
): InvoiceSnapshot {
  const paymentIntentId = invoice.amount_paid > 0 ? paymentIntentIdOf(invoice) : null;
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(expanded(invoice.parent)?.subscription_details?.subscription),
    number: invoice.number,
    status: (invoice.status ?? 'draft') as InvoiceStatus,
    description: descriptionOf(invoice.lines.data, prices),
    totalPence: invoice.total,
    vatPence: vatOf(invoice),
    paidPence: invoice.amount_paid,
    refundedPence: refunds.get(paymentIntentId ?? '') ?? 0,
    createdAtMs: invoice.created * 1000,
    paidAtMs: paidAt === null ? null : paidAt * 1000,
    reason: invoice.billing_reason,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    paymentIntentId,
    livemode: invoice.livemode,
  };
}
