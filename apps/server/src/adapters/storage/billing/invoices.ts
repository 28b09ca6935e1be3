/** Invoices as the payment provider reports them, newest first, with the refunds of each. */

import { epochMs } from '@undertow/market';
import { desc, eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { invoices, subscriptions } from '#adapters/storage/tables/billing-tables.ts';
import { instantOrNull } from '#adapters/storage/tables/column-types.ts';
import type { InvoiceSnapshot, Invoices } from '#ports/billing.ts';
import { refundMail } from '#rules/billing-consequences.ts';
import { putMails } from './subscription-rows.ts';

const NEWEST = 100;

interface InvoiceFacts {
  readonly userId: string;
  readonly snapshot: InvoiceSnapshot;
  /** Taken before the request to the provider. */
  readonly ticket: number;
}

/** Writes the invoice and, for a refund that was not known, its mail. The caller holds the user's row. */
export async function saveInvoice(
  tx: Orm,
  { userId, snapshot, ticket }: InvoiceFacts,
  nowMs: number,
): Promise<void> {
  const [before] = await tx
    .select({ refundedPence: invoices.refundedPence, readTicket: invoices.readTicket })
    .from(invoices)
    .where(eq(invoices.id, snapshot.id));
  if (before !== undefined && before.readTicket > ticket) return;
  const values = {
    userId,
    pseudonym: null,
    subscriptionId: snapshot.subscriptionId,
    number: snapshot.number,
    status: snapshot.status,
    description: snapshot.description,
    totalPence: snapshot.totalPence,
    vatPence: snapshot.vatPence,
    refundedPence: snapshot.refundedPence,
    paidPence: snapshot.paidPence,
    paidAtMs: instantOrNull(snapshot.paidAtMs),
    paymentIntentId: snapshot.paymentIntentId,
    hostedUrl: snapshot.hostedUrl,
    pdfUrl: snapshot.pdfUrl,
    createdAtMs: epochMs(snapshot.createdAtMs),
    readTicket: ticket,
  };
  await tx
    .insert(invoices)
    .values({ id: snapshot.id, ...values })
    .onConflictDoUpdate({ target: invoices.id, set: values });
  const mail = refundMail(snapshot, before?.refundedPence ?? 0, await cardOf(tx, snapshot.subscriptionId));
  if (mail !== null) await putMails(tx, userId, [mail], nowMs);
}

async function cardOf(tx: Orm, subscriptionId: string | null) {
  if (subscriptionId === null) return null;
  const [row] = await tx
    .select({ body: subscriptions.body })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId));
  return row?.body.card ?? null;
}

export function createInvoices(orm: Orm): Invoices {
  return {
    async list(userId) {
      return orm
        .select({
          id: invoices.id,
          subscriptionId: invoices.subscriptionId,
          number: invoices.number,
          status: invoices.status,
          description: invoices.description,
          totalPence: invoices.totalPence,
          vatPence: invoices.vatPence,
          refundedPence: invoices.refundedPence,
          paidPence: invoices.paidPence,
          paidAtMs: invoices.paidAtMs,
          paymentIntentId: invoices.paymentIntentId,
          hostedUrl: invoices.hostedUrl,
          pdfUrl: invoices.pdfUrl,
          createdAtMs: invoices.createdAtMs,
        })
        .from(invoices)
        .where(eq(invoices.userId, userId))
        .orderBy(desc(invoices.createdAtMs), desc(invoices.id))
        .limit(NEWEST);
    },
  };
}
