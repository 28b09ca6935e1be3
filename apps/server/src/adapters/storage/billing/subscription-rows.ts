/** Writes a snapshot of a subscription and everything that follows from it, inside a transaction that holds the user's row. */

import { epochMs } from '@undertow/market';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { createOutbox } from '#adapters/storage/mail/outbox.ts';
import { subscriptions } from '#adapters/storage/tables/billing-tables.ts';
import { instantOrNull } from '#adapters/storage/tables/column-types.ts';
import { users } from '#adapters/storage/tables/tables.ts';
import { storedOf } from '#adapters/storage/tiers/current-subscription.ts';
import type { StoredSubscription, SubscriptionSnapshot } from '#ports/billing.ts';
import type { PendingMail } from '#rules/billing-consequences.ts';
import {
  type SnapshotFacts,
  type SubscriptionChanges,
  subscriptionChanges,
} from '#rules/subscription-changes.ts';
import { hasEnded } from '#rules/subscription-tier.ts';
import { decidedEndMs, writeCancelTask } from './cancel-task-rows.ts';
import { createTrialUses, markTrialUsed } from './trial-uses.ts';

export interface Saved {
  /** Undefined: it was not known. */
  readonly before: StoredSubscription | undefined;
  /** Others that have not ended, and do not count. */
  readonly duplicates: readonly string[];
}

/** A number that rises with every question to the provider. */
export async function nextTicket(orm: Orm): Promise<number> {
  const statement = sql`SELECT nextval('subscription_tickets') AS ticket`;
  const [row] = await rowsOf<{ ticket: string | number }>(orm, statement);
  return Number(row?.ticket);
}

/** Writes the mails, once each, with what causes them. */
export async function putMails(
  tx: Orm,
  userId: string,
  mails: readonly PendingMail[],
  nowMs: number,
): Promise<void> {
  const outbox = createOutbox(tx);
  for (const { template, key, facts } of mails) await outbox.put({ userId, key, template, facts }, nowMs);
}

/** The snapshot, or the end of it where it was decided here that it ends at once and the provider does not know yet. */
function withDecidedEnd(snapshot: SubscriptionSnapshot, endedAtMs: number | null): SubscriptionSnapshot {
  if (endedAtMs === null || hasEnded(snapshot.status)) return snapshot;
  return { ...snapshot, status: 'canceled', endedAtMs, openInvoice: null };
}

async function writeRow(
  tx: Orm,
  userId: string,
  { row, losing, rising }: SubscriptionChanges,
  nowMs: number,
) {
  if (losing.length > 0) {
    await tx
      .update(subscriptions)
      .set({ duplicate: true })
      .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.id, [...losing])));
  }
  const { snapshot, pastDueSinceMs, beganAtMs, duplicate, readTicket } = row;
  const values = {
    userId,
    customerId: snapshot.customerId,
    status: snapshot.status,
    tier: snapshot.tier,
    body: snapshot,
    createdAtMs: epochMs(snapshot.createdAtMs),
    pastDueSinceMs: instantOrNull(pastDueSinceMs),
    beganAtMs: instantOrNull(beganAtMs),
    duplicate,
    readTicket,
    readAtMs: epochMs(nowMs),
  };
  await tx
    .insert(subscriptions)
    .values({ id: snapshot.id, ...values })
    .onConflictDoUpdate({ target: subscriptions.id, set: values });
  if (rising !== null) {
    await tx.update(subscriptions).set({ duplicate: false }).where(eq(subscriptions.id, rising));
  }
}

type Known = typeof subscriptions.$inferSelect | undefined;

async function trialistOf(tx: Orm, { userId, snapshot }: Pick<SnapshotFacts, 'userId' | 'snapshot'>) {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return { userId, email: user?.email ?? null, card: snapshot.card?.fingerprint ?? null };
}

/**
 * Refuses a trial whose card was used for the trial of another account (an account that had its own is never offered a
 * second one): it is ended before it gave anything, and nothing is charged. The user may order again, and
 * reads first that they are charged today.
 */
async function refuseSecondTrial(
  tx: Orm,
  { userId, snapshot }: Pick<SnapshotFacts, 'userId' | 'snapshot'>,
  known: Known,
  nowMs: number,
): Promise<void> {
  const begins = snapshot.status === 'trialing' && snapshot.cardReady && (known?.beganAtMs ?? null) === null;
  if (!begins) return;
  const used = await createTrialUses(tx).usedBy(await trialistOf(tx, { userId, snapshot }));
  const endsAtMs = epochMs(nowMs);
  if (!used.has('card') || used.has('account')) return;
  if (!(await writeCancelTask(tx, userId, snapshot, endsAtMs))) return;
  const facts = { tier: snapshot.tier, endsAtMs, refundPence: 0 };
  await putMails(tx, userId, [{ template: 'cancelled', key: `cancelled/${snapshot.id}`, facts }], nowMs);
}

/** Writes the snapshot unless a later question was answered already. The caller holds the user's row. */
export async function saveSnapshot(
  tx: Orm,
  facts: Omit<SnapshotFacts, 'cancelledByUs'>,
  nowMs: number,
): Promise<Saved> {
  const { userId } = facts;
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const known = rows.find(({ id }) => id === facts.snapshot.id);
  const before = known === undefined ? undefined : storedOf(known);
  const kept = rows.map((row) => ({ ...row, snapshot: row.body }));
  // A read from before the stored one changes nothing and is no error
  if (known === undefined || known.readTicket <= facts.ticket)
    await refuseSecondTrial(tx, facts, known, nowMs);
  const decidedEnd = await decidedEndMs(tx, facts.snapshot.id);
  const snapshot = withDecidedEnd(facts.snapshot, decidedEnd);
  const plan = subscriptionChanges(kept, { ...facts, snapshot, cancelledByUs: decidedEnd !== null }, nowMs);
  if (plan === null) return { before, duplicates: [] };
  await writeRow(tx, userId, plan, nowMs);
  if (plan.usesTrial) await markTrialUsed(tx, await trialistOf(tx, facts), nowMs);
  await putMails(tx, userId, plan.mails, nowMs);
  if (plan.audit !== null) await appendAudit(tx, { ...plan.audit, subject: userId, requestId: null }, nowMs);
  return { before, duplicates: plan.duplicates };
}
