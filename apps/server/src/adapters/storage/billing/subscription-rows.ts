/** Writes a reading of a subscription and everything that follows from it, inside a transaction that holds the user's row. */

import { epochMs } from '@undertow/market';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { createOutbox } from '#adapters/storage/mail/outbox.ts';
import { subscriptions } from '#adapters/storage/tables/billing-tables.ts';
import { instantOrNull } from '#adapters/storage/tables/column-types.ts';
import { users } from '#adapters/storage/tables/tables.ts';
import { storedOf } from '#adapters/storage/tiers/current-subscription.ts';
import type { StoredSubscription, SubscriptionReading } from '#ports/billing.ts';
import type { PendingMail } from '#rules/billing-consequences.ts';
import {
  type ReadingFacts,
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

/** The reading, or the end of it where it was decided here that it ends at once and the provider does not know yet. */
function withDecidedEnd(reading: SubscriptionReading, endedAtMs: number | null): SubscriptionReading {
  if (endedAtMs === null || hasEnded(reading.status)) return reading;
  return { ...reading, status: 'canceled', endedAtMs, openInvoice: null };
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
  const { reading, pastDueSinceMs, beganAtMs, duplicate, readTicket } = row;
  const values = {
    userId,
    customerId: reading.customerId,
    status: reading.status,
    tier: reading.tier,
    body: reading,
    createdAtMs: epochMs(reading.createdAtMs),
    pastDueSinceMs: instantOrNull(pastDueSinceMs),
    beganAtMs: instantOrNull(beganAtMs),
    duplicate,
    readTicket,
    readAtMs: epochMs(nowMs),
  };
  await tx
    .insert(subscriptions)
    .values({ id: reading.id, ...values })
    .onConflictDoUpdate({ target: subscriptions.id, set: values });
  if (rising !== null) {
    await tx.update(subscriptions).set({ duplicate: false }).where(eq(subscriptions.id, rising));
  }
}

type Known = typeof subscriptions.$inferSelect | undefined;

async function trialistOf(tx: Orm, { userId, reading }: Pick<ReadingFacts, 'userId' | 'reading'>) {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return { userId, email: user?.email ?? null, card: reading.card?.fingerprint ?? null };
}

/**
 * Refuses a trial whose card was used for the trial of another account (an account that had its own is never offered a
 * second one): it is ended before it gave anything, and nothing is charged. The person may order again, and
 * reads first that they are charged today.
 */
async function refuseSecondTrial(
  tx: Orm,
  { userId, reading }: Pick<ReadingFacts, 'userId' | 'reading'>,
  known: Known,
  nowMs: number,
): Promise<void> {
  const begins = reading.status === 'trialing' && reading.cardReady && (known?.beganAtMs ?? null) === null;
  if (!begins) return;
  const used = await createTrialUses(tx).usedBy(await trialistOf(tx, { userId, reading }));
  const endsAtMs = epochMs(nowMs);
  if (!used.has('card') || used.has('account')) return;
  if (!(await writeCancelTask(tx, userId, reading, endsAtMs))) return;
  const facts = { tier: reading.tier, endsAtMs, refundPence: 0 };
  await putMails(tx, userId, [{ template: 'cancelled', key: `cancelled/${reading.id}`, facts }], nowMs);
}

/** Writes the reading unless a later question was answered already. The caller holds the user's row. */
export async function saveReading(
  tx: Orm,
  facts: Omit<ReadingFacts, 'cancelledByUs'>,
  nowMs: number,
): Promise<Saved> {
  const { userId } = facts;
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const known = rows.find(({ id }) => id === facts.reading.id);
  const before = known === undefined ? undefined : storedOf(known);
  const kept = rows.map((row) => ({ ...row, reading: row.body }));
  // A read from before the stored one changes nothing and is no error
  if (known === undefined || known.readTicket <= facts.ticket)
    await refuseSecondTrial(tx, facts, known, nowMs);
  const decidedEnd = await decidedEndMs(tx, facts.reading.id);
  const reading = withDecidedEnd(facts.reading, decidedEnd);
  const plan = subscriptionChanges(kept, { ...facts, reading, cancelledByUs: decidedEnd !== null }, nowMs);
  if (plan === null) return { before, duplicates: [] };
  await writeRow(tx, userId, plan, nowMs);
  if (plan.usesTrial) await markTrialUsed(tx, await trialistOf(tx, facts), nowMs);
  await putMails(tx, userId, plan.mails, nowMs);
  if (plan.audit !== null) await appendAudit(tx, { ...plan.audit, subject: userId, requestId: null }, nowMs);
  return { before, duplicates: plan.duplicates };
}
