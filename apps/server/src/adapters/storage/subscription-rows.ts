/** Writes a reading of a subscription and everything that follows from it, inside a transaction that holds the user's row. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { consequencesOf, countingOne, type PendingMail } from '#billing-consequences.ts';
import type { StoredSubscription, SubscriptionReading } from '#billing-dependencies.ts';
import { subscriptions } from './billing-tables.ts';
import { storedOf } from './current-subscription.ts';
import { type Orm, rowsOf } from './orm.ts';
import { createOutbox } from './outbox.ts';
import { auditLog, users } from './tables.ts';
import { markTrialUsed } from './trial-uses.ts';

type Row = typeof subscriptions.$inferSelect;

/** What is known about the reading beside what it says. */
export interface ReadingFacts {
  readonly userId: string;
  readonly reading: SubscriptionReading;
  /** Taken before the provider was asked. */
  readonly ticket: number;
  readonly failingSinceMs: number | null;
  readonly trialEndsSoon: boolean;
  /** We changed it ourselves and tell the person of it where it was done. */
  readonly byUs: boolean;
}

export interface Saved {
  /** Undefined: it was not known. */
  readonly before: StoredSubscription | undefined;
  readonly changed: boolean;
  /** Others that go on, and do not count. */
  readonly duplicates: readonly string[];
}

/** A number that rises with every question to the provider. */
export async function nextTicket(orm: Orm): Promise<number> {
  const [row] = await rowsOf<{ ticket: string | number }>(
    orm,
    sql`SELECT nextval('subscription_tickets') AS ticket`,
  );
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

/** True while a cancellation of this subscription that the person asked for is on its way. */
async function isCancelledByUs(tx: Orm, userId: string, subscriptionId: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`SELECT 1 FROM billing_tasks WHERE user_id = ${userId} AND kind LIKE 'cancel%'
      AND body->>'subscriptionId' = ${subscriptionId} LIMIT 1`,
  );
  return rows.length > 0;
}

/** Marks those that go on beside the one that counts; answers their ids. Rows that stop counting are written first. */
async function markDuplicates(tx: Orm, userId: string, rows: readonly Row[], reading: SubscriptionReading) {
  const others = rows.filter(({ id }) => id !== reading.id);
  const counting = countingOne([...others.map((row) => row.body), reading]);
  const going =
    countingOne([reading]) === undefined ? others : [...others, { id: reading.id, body: reading }];
  const duplicates = going
    .filter(({ id, body }) => id !== counting?.id && countingOne([body]) !== undefined)
    .map(({ id }) => id);
  if (duplicates.length > 0) {
    await tx
      .update(subscriptions)
      .set({ duplicate: true })
      .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.id, duplicates)));
  }
  return { duplicates, counting };
}

async function audit(
  tx: Orm,
  facts: ReadingFacts,
  before: Row | undefined,
  duplicate: boolean,
  nowMs: number,
): Promise<void> {
  const { userId, reading, byUs } = facts;
  const alarming = duplicate && before?.duplicate !== true;
  await tx.insert(auditLog).values({
    atMs: Math.floor(nowMs),
    actor: byUs ? 'billing' : 'stripe',
    action: alarming ? 'subscription.duplicate' : 'subscription.changed',
    subject: userId,
    details: {
      subscriptionId: reading.id,
      statusBefore: before?.status ?? null,
      status: reading.status,
      tierBefore: before?.tier ?? null,
      tier: reading.tier,
    },
  });
}

async function markTrial(tx: Orm, { userId, reading }: ReadingFacts, nowMs: number): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const card = reading.card?.fingerprint ?? null;
  await markTrialUsed(tx, { userId, email: user?.email ?? null, card }, nowMs);
}

/** Writes the reading unless a later question was answered already. The caller holds the user's row. */
export async function saveReading(tx: Orm, facts: ReadingFacts, nowMs: number): Promise<Saved> {
  const { userId, reading, ticket } = facts;
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const before = rows.find(({ id }) => id === reading.id);
  const known = before === undefined ? undefined : storedOf(before);
  if (before !== undefined && before.readTicket > ticket) {
    return { before: known, changed: false, duplicates: [] };
  }
  const ends = before !== undefined && reading.status === 'canceled' && before.status !== 'canceled';
  const endAnnounced = facts.byUs || (ends && (await isCancelledByUs(tx, userId, reading.id)));
  const earlier = before === undefined ? undefined : { ...before, reading: before.body };
  const { kept, changed, usesTrial, mails } = consequencesOf(earlier, reading, {
    nowMs,
    failingSinceMs: facts.failingSinceMs,
    trialEndsSoon: facts.trialEndsSoon,
    endAnnounced,
  });
  const { duplicates, counting } = await markDuplicates(tx, userId, rows, reading);
  const duplicate = duplicates.includes(reading.id);
  const values = {
    userId,
    customerId: reading.customerId,
    status: reading.status,
    tier: reading.tier,
    body: kept.reading,
    createdAtMs: reading.createdAtMs,
    pastDueSinceMs: kept.pastDueSinceMs,
    beganAtMs: kept.beganAtMs,
    duplicate,
    readTicket: ticket,
    readAtMs: Math.floor(nowMs),
  };
  await tx
    .insert(subscriptions)
    .values({ id: reading.id, ...values })
    .onConflictDoUpdate({ target: subscriptions.id, set: values });
  const risen = rows.find(({ id, duplicate: was }) => was && id === counting?.id && id !== reading.id);
  if (risen !== undefined) {
    await tx.update(subscriptions).set({ duplicate: false }).where(eq(subscriptions.id, risen.id));
  }
  if (changed || duplicate !== (before?.duplicate ?? false)) {
    await audit(tx, facts, before, duplicate, nowMs);
  }
  if (usesTrial) await markTrial(tx, facts, nowMs);
  await putMails(tx, userId, mails, nowMs);
  return { before: known, changed: changed || risen !== undefined, duplicates };
}
