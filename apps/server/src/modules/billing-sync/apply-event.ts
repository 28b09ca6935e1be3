/** Applies one event: reads the present state at the provider, not in the event, and writes it with its effects. */
import {
  BillingFailure,
  type BillingGateway,
  type InvoiceSnapshot,
  type SubscriptionSnapshot,
} from '#ports/billing.ts';
import type { BillingLedger, Findings, WaitingEvent } from '#ports/billing-sync.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import { CHARGE_REFUNDED, CUSTOMER_DELETED } from './handled-events.ts';
import type { SyncCounts } from './sync-counts.ts';

type TruthReads = Pick<
  BillingGateway,
  'readSubscription' | 'listSubscriptions' | 'readInvoice' | 'listInvoices' | 'customerOfCharge' | 'cancelNow'
>;

interface TruthParts {
  readonly gateway: TruthReads;
  readonly ledger: Pick<BillingLedger, 'goingOn'>;
}

interface Found {
  readonly snapshots: readonly SubscriptionSnapshot[];
  readonly invoices: readonly InvoiceSnapshot[];
}

/** Whom the findings are for. */
interface Owner {
  readonly userId: string;
  readonly customerId: string;
  readonly ticket: number;
}

/** True while an invoice of it should have been paid and was not. */
function isFailing({ status }: SubscriptionSnapshot): boolean {
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
async function findTruth(
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
async function findSubscription(gateway: TruthReads, subscriptionId: string): Promise<Found | undefined> {
  const snapshot = await gateway.readSubscription(subscriptionId);
  if (snapshot === undefined) return undefined;
  const invoices = isFailing(snapshot) ? await gateway.listInvoices(snapshot.customerId) : [];
  return { snapshots: [snapshot], invoices };
}

/** Nothing of another customer reaches this user. */
function findingsFor({ userId, customerId, ticket }: Owner, found: Found): Findings {
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

export interface ApplyParts {
  readonly gateway: TruthReads;
  readonly ledger: BillingLedger;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly counts: SyncCounts;
  readonly log: Pick<Log, 'error'>;
}

export interface EventApplier {
  /** Rejects with what the provider or the storage throws; the event then waits on. */
  apply(event: WaitingEvent): Promise<void>;
  /** Reads a subscription and writes it, without an event. */
  look(userId: string, subscriptionId: string): Promise<void>;
}

export function createEventApplier(parts: ApplyParts): EventApplier {
  const { gateway, ledger, bus, clock, counts, log } = parts;

  async function customerOf(event: WaitingEvent): Promise<string | undefined> {
    if (event.customerId !== null) return event.customerId;
    return event.dispute === null ? undefined : gateway.customerOfCharge(event.dispute.chargeId);
  }

  async function commit(event: WaitingEvent | null, findings: Findings): Promise<void> {
    const { userId } = findings;
    const { applied, duplicates } = await ledger.commit(event, findings, clock.nowMs()).catch((error) => {
      // The commit may be done and only its response lost: the event is then not applied again, and the cached tier would stay the old one
      bus.publish('userChanged', { userId });
      throw error;
    });
    if (!applied) return;
    for (const subscriptionId of duplicates) {
      counts.duplicateSubscriptions.inc();
      log.error({ userId, subscriptionId }, 'a person has a second active subscription');
    }
    if (findings.subscriptions.length > 0) bus.publish('userChanged', { userId });
  }

  return {
    async apply(event) {
      const customerId = await customerOf(event);
      const userId = customerId === undefined ? undefined : await ledger.userOf(customerId);
      if (customerId === undefined || userId === undefined) {
        counts.countWebhook('unknown_customer');
        await ledger.ignore(event.id, 'no customer of ours', clock.nowMs());
        return;
      }
      const owner = { userId, customerId, ticket: await ledger.ticket() };
      const findings = findingsFor(owner, await findTruth(parts, event, owner));
      const goneCustomerId = event.type === CUSTOMER_DELETED ? customerId : null;
      await commit(event, { ...findings, goneCustomerId });
      counts.applied.inc();
    },

    async look(userId, subscriptionId) {
      const ticket = await ledger.ticket();
      const found = await findSubscription(gateway, subscriptionId);
      const customerId = found?.snapshots[0]?.customerId;
      if (found === undefined || customerId === undefined) return;
      if ((await ledger.userOf(customerId)) !== userId) return;
      await commit(null, findingsFor({ userId, customerId, ticket }, found));
    },
  };
}

/** What an operator may read of a failure. */
export function failureText(error: unknown): string {
  if (error instanceof BillingFailure) return `provider: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
