/** What of the provider an event makes worth reading, and what of that belongs to the customer it is about. */
import type { BillingGateway, InvoiceReading, SubscriptionReading } from '#ports/billing.ts';
import type { BillingLedger, Findings, WaitingEvent } from '#ports/billing-sync.ts';
import { CHARGE_REFUNDED, CUSTOMER_DELETED } from './handled-events.ts';

export type TruthReads = Pick<
  BillingGateway,
  'readSubscription' | 'listSubscriptions' | 'readInvoice' | 'listInvoices' | 'customerOfCharge' | 'cancelNow'
>;

export interface TruthParts {
  readonly gateway: TruthReads;
  readonly ledger: Pick<BillingLedger, 'goingOn'>;
}

export interface Found {
  readonly readings: readonly SubscriptionReading[];
  readonly invoices: readonly InvoiceReading[];
}

/** Whom the findings are for. */
export interface Owner {
  readonly userId: string;
  readonly customerId: string;
  readonly ticket: number;
}

/** True while an invoice of it should have been paid and was not. */
export function isFailing({ status }: SubscriptionReading): boolean {
  return status === 'past_due' || status === 'unpaid';
}

/** When the oldest invoice of a subscription that should have been paid was made. */
function failingSince(subscriptionId: string, invoices: readonly InvoiceReading[]): number | null {
  const unpaid = invoices.filter(
    (invoice) =>
      invoice.subscriptionId === subscriptionId &&
      invoice.status === 'open' &&
      // The difference of an upgrade that was not paid takes nothing away: the smaller tier continues
      invoice.reason !== 'subscription_update',
  );
  return unpaid.length === 0 ? null : Math.min(...unpaid.map(({ createdAtMs }) => createdAtMs));
}

async function readAll(
  gateway: Pick<TruthReads, 'readSubscription'>,
  ids: readonly string[],
): Promise<readonly SubscriptionReading[]> {
  const readings = await Promise.all(ids.map((id) => gateway.readSubscription(id)));
  return readings.filter((reading) => reading !== undefined);
}

/** Reads what the event is about. A dispute that was lost ends the subscription first. */
export async function findTruth(
  { gateway, ledger }: TruthParts,
  event: WaitingEvent,
  { userId, customerId }: Owner,
): Promise<Found> {
  if (event.type === CUSTOMER_DELETED) {
    return { readings: await readAll(gateway, await ledger.goingOn(userId)), invoices: [] };
  }
  if (event.dispute?.lost === true) {
    for (const id of await ledger.goingOn(userId)) await gateway.cancelNow(id);
  }
  const invoice = event.invoiceId === null ? undefined : await gateway.readInvoice(event.invoiceId);
  const subscriptionId = event.subscriptionId ?? invoice?.subscriptionId ?? null;
  const isOfCustomer = subscriptionId === null && invoice === undefined;
  const readings = isOfCustomer
    ? await gateway.listSubscriptions(customerId)
    : await readAll(gateway, subscriptionId === null ? [] : [subscriptionId]);
  if (event.type === CHARGE_REFUNDED || isOfCustomer || readings.some(isFailing)) {
    return { readings, invoices: await gateway.listInvoices(customerId) };
  }
  return { readings, invoices: invoice === undefined ? [] : [invoice] };
}

/** Reads one subscription, and the invoices where one is not paid. */
export async function findSubscription(
  gateway: TruthReads,
  subscriptionId: string,
): Promise<Found | undefined> {
  const reading = await gateway.readSubscription(subscriptionId);
  if (reading === undefined) return undefined;
  const invoices = isFailing(reading) ? await gateway.listInvoices(reading.customerId) : [];
  return { readings: [reading], invoices };
}

/** Nothing of another customer reaches this person. */
export function findingsFor({ userId, customerId, ticket }: Owner, found: Found): Findings {
  return {
    userId,
    ticket,
    subscriptions: found.readings
      .filter((reading) => reading.customerId === customerId)
      .map((reading) => ({
        reading,
        failingSinceMs: isFailing(reading) ? failingSince(reading.id, found.invoices) : null,
      })),
    invoices: found.invoices.filter((invoice) => invoice.customerId === customerId),
    goneCustomerId: null,
  };
}
