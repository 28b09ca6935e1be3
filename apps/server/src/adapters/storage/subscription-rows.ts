/** Writes a reading of a subscription and everything that follows from it, inside a transaction that holds the user's row. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PendingMail } from '#billing-consequences.ts';
import type { StoredSubscription } from '#billing-dependencies.ts';
import { planReading, type ReadingFacts, type ReadingPlan } from '#reading-plan.ts';
import { subscriptions } from './billing-tables.ts';
import { storedOf } from './current-subscription.ts';
import { type Orm, rowsOf } from './orm.ts';
import { createOutbox } from './outbox.ts';
import { auditLog, users } from './tables.ts';
import { markTrialUsed } from './trial-uses.ts';

export interface Saved {
  /** Undefined: it was not known. */
  readonly before: StoredSubscription | undefined;
  /** Others that go on, and do not count. */
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

/** True where a cancellation of this subscription was asked of us: whoever asked is told there. */
async function isCancelledByUs(tx: Orm, userId: string, subscriptionId: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`SELECT 1 FROM billing_tasks WHERE user_id = ${userId} AND kind LIKE 'cancel%'
      AND body->>'subscriptionId' = ${subscriptionId} LIMIT 1`,
  );
  return rows.length > 0;
}

async function writeRow(tx: Orm, userId: string, { row, losing, rising }: ReadingPlan, nowMs: number) {
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
    createdAtMs: reading.createdAtMs,
    pastDueSinceMs,
    beganAtMs,
    duplicate,
    readTicket,
    readAtMs: Math.floor(nowMs),
  };
  await tx
    .insert(subscriptions)
    .values({ id: reading.id, ...values })
    .onConflictDoUpdate({ target: subscriptions.id, set: values });
  if (rising !== null) {
    await tx.update(subscriptions).set({ duplicate: false }).where(eq(subscriptions.id, rising));
  }
}

async function markTrial(
  tx: Orm,
  { userId, reading }: Pick<ReadingFacts, 'userId' | 'reading'>,
  nowMs: number,
): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const card = reading.card?.fingerprint ?? null;
  await markTrialUsed(tx, { userId, email: user?.email ?? null, card }, nowMs);
}

/** Writes the reading unless a later question was answered already. The caller holds the user's row. */
export async function saveReading(
  tx: Orm,
  facts: Omit<ReadingFacts, 'cancelledByUs'>,
  nowMs: number,
): Promise<Saved> {
  const { userId, reading } = facts;
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const known = rows.find(({ id }) => id === reading.id);
  const before = known === undefined ? undefined : storedOf(known);
  const kept = rows.map((row) => ({ ...row, reading: row.body }));
  const cancelledByUs = reading.status === 'canceled' && (await isCancelledByUs(tx, userId, reading.id));
  const plan = planReading(kept, { ...facts, cancelledByUs }, nowMs);
  if (plan === null) return { before, duplicates: [] };
  await writeRow(tx, userId, plan, nowMs);
  if (plan.audit !== null) {
    await tx.insert(auditLog).values({ ...plan.audit, atMs: Math.floor(nowMs), subject: userId });
  }
  if (plan.usesTrial) await markTrial(tx, facts, nowMs);
  await putMails(tx, userId, plan.mails, nowMs);
  return { before, duplicates: plan.duplicates };
}
