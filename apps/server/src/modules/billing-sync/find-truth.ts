/** What of the provider an event makes worth reading, and what of that belongs to the customer it is about. */
import type { BillingGateway, InvoiceSnapshot, SubscriptionSnapshot } from '#ports/billing.ts';
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
  readonly snapshots: readonly SubscriptionSnapshot[];
  readonly invoices: readonly InvoiceSnapshot[];
}

/** Whom the findings are for. */
export interface Owner {
  readonly userId: string;
  readonly customerId: string;
  readonly ticket: number;
}

/** True while an invoice of it should have been paid and was not. */
export function isFailing({ status }: SubscriptionSnapshot): boolean {
  return status === 'past_due' || status === 'unpaid';
}

/** When the oldest invoice of a subscription that should have been paid was made. */
function failingSince(subscriptionId: string, invoices: readonly InvoiceSnapshot[]): number | null {
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
): Promise<readonly SubscriptionSnapshot[]> {
  const snapshots = await Promise.all(ids.map((id) => gateway.readSubscription(id)));
  return snapshots.filter((snapshot) => snapshot !== undefined);
}

/** Reads what the event is about. A dispute that was lost ends the subscription first. */
export async function findTruth(
  { gateway, ledger }: TruthParts,
  event: WaitingEvent,
  { userId, customerId }: Owner,
): Promise<Found> {
  if (event.type === CUSTOMER_DELETED) {
    return { snapshots: await readAll(gateway, await ledger.goingOn(userId)), invoices: [] };
  }
  if (event.dispute?.lost === true) {
    for (const id of await ledger.goingOn(userId)) await gateway.cancelNow(id);
  }
  const invoice = event.invoiceId === null ? undefined : await gateway.readInvoice(event.invoiceId);
  const subscriptionId = event.subscriptionId ?? invoice?.subscriptionId ?? null;
  const isOfCustomer = subscriptionId === null && invoice === undefined;
  const snapshots = isOfCustomer
    ? await gateway.listSubscriptions(customerId)
    : await readAll(gateway, subscriptionId === null ? [] : [subscriptionId]);
  if (event.type === CHARGE_REFUNDED || isOfCustomer || snapshots.some(isFailing)) {
    return { snapshots, invoices: await gateway.listInvoices(customerId) };
  }
  return { snapshots, invoices: invoice === undefined ? [] : [invoice] };
}

/** Reads one subscription, and the invoices where one is not paid. */
export async function findSubscription(
  gateway: TruthReads,
  subscriptionId: string,
): Promise<Found | undefined> {
  const snapshot = await gateway.readSubscription(subscriptionId);
  if (snapshot === undefined) return undefined;
  const invoices = isFailing(snapshot) ? await gateway.listInvoices(snapshot.customerId) : [];
  return { snapshots: [snapshot], invoices };
}

/** Nothing of another customer reaches this user. */
export function findingsFor({ userId, customerId, ticket }: Owner, found: Found): Findings {
  return {
    userId,
    ticket,
    subscriptions: found.snapshots
      .filter((snapshot) => snapshot.customerId === customerId)
      .map((snapshot) => ({
        snapshot,
        failingSinceMs: isFailing(snapshot) ? failingSince(snapshot.id, found.invoices) : null,
      })),
    invoices: found.invoices.filter((invoice) => invoice.customerId === customerId),
    goneCustomerId: null,
  };
}
