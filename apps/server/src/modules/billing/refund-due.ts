/** The refund of an immediate cancellation: all within the withdrawal period, else the unused part. Pure. */

import { COOLING_OFF_DAYS } from '@undertow/contracts';
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import type { SubscriptionSnapshot } from '#ports/billing.ts';
import type { RefundPart } from '#ports/billing-sync.ts';
import { unusedPence } from './proration.ts';

/** Clocks of ours and of the provider differ: an invoice that was paid so long before its period began belongs to it. */
const SKEW_MS = MINUTE_MS;

/** An invoice, from the provider or from our storage. */
export interface PaidInvoice {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly paidPence: number;
  readonly refundedPence: number;
  readonly paidAtMs: number | null;
  readonly paymentIntentId: string | null;
}

type Contract = Pick<
  SubscriptionSnapshot,
  'id' | 'createdAtMs' | 'pricePence' | 'periodStartsAtMs' | 'periodEndsAtMs'
>;

function paidAt({ paidAtMs }: PaidInvoice): number {
  return paidAtMs ?? 0;
}

/** Invoices of the subscription that a card paid, newest first. */
function chargesOf({ id }: Contract, invoices: readonly PaidInvoice[]): readonly PaidInvoice[] {
  return invoices
    .filter(({ subscriptionId, paidPence }) => subscriptionId === id && paidPence > 0)
    .toSorted((left, right) => paidAt(right) - paidAt(left));
}

/**
 * True when another contract of the same user was refunded in full before: after immediate supply was requested the
 * used part is charged, so that nobody uses the product for free by cancelling every thirteen days.
 */
function hadFullRefund({ id }: Contract, invoices: readonly PaidInvoice[]): boolean {
  return invoices.some(
    ({ subscriptionId, paidPence, refundedPence }) =>
      subscriptionId !== id && paidPence > 0 && refundedPence >= paidPence,
  );
}

/**
 * Until when a cancellation gives everything back: the end of the fourteenth day (UTC) after the first charge, or, while
 * nothing was charged, after the contract. Null where only the unused part is refunded.
 */
export function coolingOffEndsAtMs(contract: Contract, invoices: readonly PaidInvoice[]): number | null {
  if (hadFullRefund(contract, invoices)) return null;
  const first = chargesOf(contract, invoices).at(-1);
  const beganAtMs = first === undefined ? contract.createdAtMs : paidAt(first);
  return (Math.floor(beganAtMs / DAY_MS) + 1 + COOLING_OFF_DAYS) * DAY_MS;
}

function toCard(invoice: PaidInvoice, wantedPence: number): RefundPart | null {
  const amountPence = Math.min(wantedPence, invoice.paidPence - invoice.refundedPence);
  if (amountPence <= 0 || invoice.paymentIntentId === null) return null;
  return { invoiceId: invoice.id, paymentIntentId: invoice.paymentIntentId, amountPence };
}

/** The refunds by payment when the subscription is cancelled at the instant. */
export function refundsDue(
  contract: Contract,
  invoices: readonly PaidInvoice[],
  atMs: number,
): readonly RefundPart[] {
  const charges = chargesOf(contract, invoices);
  const coolingOff = coolingOffEndsAtMs(contract, invoices);
  if (coolingOff !== null && atMs < coolingOff) {
    return charges.flatMap((invoice) => toCard(invoice, invoice.paidPence) ?? []);
  }
  const { pricePence, periodStartsAtMs: start, periodEndsAtMs: end } = contract;
  let restPence = unusedPence(pricePence, { start, end, at: atMs });
  // Only what was paid for this period: a renewal that failed gives nothing back
  return charges
    .filter((invoice) => paidAt(invoice) >= start - SKEW_MS)
    .flatMap((invoice) => {
      const part = toCard(invoice, restPence);
      if (part === null) return [];
      restPence -= part.amountPence;
      return [part];
    });
}

export function totalOf(parts: readonly RefundPart[]): number {
  return parts.reduce((sum, { amountPence }) => sum + amountPence, 0);
}
