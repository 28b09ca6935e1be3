/** Applies an event of the payment provider: all its effects in one transaction, once. */
import { epochMs } from '@undertow/market';
import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { billingCustomers, subscriptions } from '#adapters/storage/tables/billing-tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { Applied, BillingLedger, Findings, WaitingEvent } from '#ports/billing-sync.ts';
import { hasEnded } from '#rules/subscription-tier.ts';
import { userOfCustomer } from './billing-store.ts';
import { saveInvoice } from './invoices.ts';
import { createStripeEvents, markApplied } from './stripe-events.ts';
import { nextTicket, saveSnapshot } from './subscription-rows.ts';

const TRIAL_WILL_END = 'customer.subscription.trial_will_end';
const NOTHING: Applied = { applied: false, duplicates: [] };

async function flagDispute(tx: Orm, customerId: string | null, nowMs: number): Promise<void> {
  if (customerId === null) return;
  await tx
    .update(subscriptions)
    .set({ disputedAtMs: epochMs(nowMs) })
    .where(and(eq(subscriptions.customerId, customerId), isNull(subscriptions.disputedAtMs)));
}

async function writeFindings(
  tx: Orm,
  event: WaitingEvent | null,
  findings: Findings,
  nowMs: number,
): Promise<Applied> {
  const { userId, ticket } = findings;
  const duplicates = new Set<string>();
  for (const { snapshot, failingSinceMs } of findings.subscriptions) {
    const trialEndsSoon = event?.type === TRIAL_WILL_END && event.subscriptionId === snapshot.id;
    const facts = { userId, snapshot, ticket, failingSinceMs, trialEndsSoon, byUs: false };
    const saved = await saveSnapshot(tx, facts, nowMs);
    for (const id of saved.duplicates) duplicates.add(id);
  }
  for (const invoice of findings.invoices)
    await saveInvoice(tx, { userId, snapshot: invoice, ticket }, nowMs);
  if (event?.dispute !== null && event !== null) {
    await flagDispute(tx, findings.subscriptions[0]?.snapshot.customerId ?? null, nowMs);
  }
  if (findings.goneCustomerId !== null) {
    await tx.delete(billingCustomers).where(eq(billingCustomers.customerId, findings.goneCustomerId));
  }
  return { applied: true, duplicates: [...duplicates] };
}

export function createBillingLedger(orm: Orm): BillingLedger {
  return {
    ...createStripeEvents(orm),

    userOf: (customerId) => userOfCustomer(orm, customerId),

    ticket: () => nextTicket(orm),

    commit(event, findings, nowMs) {
      return orm.transaction(async (tx) => {
        // The same order of locks everywhere: the user first
        await lockUser(tx, findings.userId);
        if (event !== null && !(await markApplied(tx, event.id, null, nowMs))) return NOTHING;
        return writeFindings(tx, event, findings, nowMs);
      });
    },

    async stored(subscriptionId) {
      const [row] = await orm
        .select({ body: subscriptions.body })
        .from(subscriptions)
        .where(eq(subscriptions.id, subscriptionId));
      return row?.body;
    },

    async goingOn(userId) {
      const rows = await orm
        .select({ id: subscriptions.id, status: subscriptions.status })
        .from(subscriptions)
        .where(eq(subscriptions.userId, userId));
      return rows.filter(({ status }) => !hasEnded(status)).map(({ id }) => id);
    },

    async incompleteBefore(createdBeforeMs) {
      return orm
        .select({ id: subscriptions.id, userId: subscriptions.userId })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.status, 'incomplete'),
            lt(subscriptions.createdAtMs, epochMs(createdBeforeMs)),
          ),
        )
        .orderBy(asc(subscriptions.createdAtMs));
    },
  };
}
