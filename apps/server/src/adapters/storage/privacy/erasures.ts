/** Erasures: requested, withdrawn, and carried out over every registered table. */

import { randomUUID } from 'node:crypto';
import { ERASURE_UNDO_DAYS, RECORD_YEARS } from '@undertow/contracts';
import { DAY_MS, epochMs, HOUR_MS } from '@undertow/market';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { createOutbox } from '#adapters/storage/mail/outbox.ts';
import { isLastAdmin, lockAdministrators } from '#adapters/storage/people/administrators.ts';
import { erasures } from '#adapters/storage/tables/billing-tables.ts';
import { auditLog } from '#adapters/storage/tables/tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { AuditEntry, ErasureDone, ErasureOutcome, ErasureRow, Erasures } from '#ports/accounts.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

/** Days of a year on average, leap years included. */
const RECORD_MS = RECORD_YEARS * 365.25 * DAY_MS;
/** A last mail, such as that of the refund, may keep an erasure waiting for so long. */
const MAIL_WAIT_MS = HOUR_MS;
async function audit(
  tx: Orm,
  action: AuditEntry['action'],
  userId: string,
  actor: string,
  nowMs: number,
  requestId: string | null,
): Promise<void> {
  await appendAudit(tx, { actor, action, subject: userId, details: {}, requestId }, nowMs);
}

async function find(orm: Orm, userId: string): Promise<ErasureRow | undefined> {
  const [row] = await orm.select().from(erasures).where(eq(erasures.userId, userId));
  return row === undefined ? undefined : { requestedAtMs: row.requestedAtMs, dueAtMs: row.dueAtMs };
}

function request(orm: Orm, userId: string, nowMs: number, requestId: string) {
  return orm.transaction(async (tx): Promise<ErasureRow | 'last-admin'> => {
    await lockAdministrators(tx);
    await lockUser(tx, userId);
    const known = await find(tx, userId);
    if (known !== undefined) return known;
    if (await isLastAdmin(tx, userId)) return 'last-admin';
    const requestedAtMs = epochMs(nowMs);
    const dueAtMs = epochMs(requestedAtMs + ERASURE_UNDO_DAYS * DAY_MS);
    await tx.insert(erasures).values({ userId, requestedAtMs, dueAtMs });
    const mail = { userId, key: `erasure:${requestedAtMs}`, template: 'erasure_requested' } as const;
    await createOutbox(tx).put({ ...mail, facts: { dueAtMs } }, nowMs);
    await audit(tx, 'erasure.requested', userId, userId, nowMs, requestId);
    return { requestedAtMs, dueAtMs };
  });
}

function undo(orm: Orm, userId: string, nowMs: number, requestId: string) {
  return orm.transaction(async (tx): Promise<'undone' | 'none' | 'late'> => {
    await lockUser(tx, userId);
    const known = await find(tx, userId);
    if (known === undefined) return 'none';
    if (known.dueAtMs <= nowMs) return 'late';
    await tx.delete(erasures).where(eq(erasures.userId, userId));
    await audit(tx, 'erasure.undone', userId, userId, nowMs, requestId);
    return 'undone';
  });
}

interface Blockers {
  readonly subscription: boolean;
  readonly task: boolean;
  readonly mail: boolean;
}

/** What must be over before the account may go. */
async function blockersOf(tx: Orm, userId: string): Promise<Blockers | undefined> {
  const [row] = await rowsOf<Blockers>(
    tx,
    sql`SELECT
      EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${userId}
        AND status IN ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused')) AS subscription,
      EXISTS (SELECT 1 FROM billing_tasks WHERE user_id = ${userId} AND done_at_ms IS NULL) AS task,
      EXISTS (SELECT 1 FROM mail_outbox
        WHERE user_id = ${userId} AND sent_at_ms IS NULL AND given_up_at_ms IS NULL) AS mail`,
  );
  return row;
}

/** Removes the rows of a user, or replaces the user by a random pseudonym where the law requires to keep them. */
async function removeRows(tx: Orm, userId: string, nowMs: number): Promise<void> {
  // One for all kept rows of the user, so that they still belong together; it is stored nowhere else
  const pseudonym = randomUUID();
  const keptUntilMs = epochMs(nowMs + RECORD_MS);
  for (const [name, { userColumn, kept }] of Object.entries(PERSONAL_TABLES)) {
    const table = sql.identifier(name);
    const mine = sql`${sql.identifier(userColumn)} = ${userId}`;
    if (kept === undefined) await tx.execute(sql`DELETE FROM ${table} WHERE ${mine}`);
    else {
      const cleared = kept.cleared.map((column) => sql`, ${sql.identifier(column)} = NULL`);
      await tx.execute(
        sql`UPDATE ${table} SET ${sql.identifier(userColumn)} = NULL, pseudonym = ${pseudonym},
          kept_until_ms = ${keptUntilMs}::bigint${sql.join(cleared)} WHERE ${mine}`,
      );
    }
  }
}

async function blockerOf(tx: Orm, userId: string, waitedMs: number): Promise<ErasureOutcome | null> {
  if (await isLastAdmin(tx, userId)) return { kind: 'last-admin' };
  const blockers = await blockersOf(tx, userId);
  if (blockers?.subscription === true) return { kind: 'subscription-goes-on' };
  if (blockers?.task === true) return { kind: 'work-waits' };
  if (blockers?.mail === true && waitedMs < MAIL_WAIT_MS) return { kind: 'mail-waits' };
  return null;
}

function carryOut(orm: Orm, userId: string, nowMs: number) {
  return orm.transaction(async (tx): Promise<ErasureOutcome> => {
    await lockAdministrators(tx);
    await lockUser(tx, userId);
    const known = await find(tx, userId);
    if (known === undefined || known.dueAtMs > nowMs) return { kind: 'not-due' };
    const blocker = await blockerOf(tx, userId, nowMs - known.dueAtMs);
    if (blocker !== null) return blocker;
    const sessions = await rowsOf<{ id_hash: string }>(
      tx,
      sql`SELECT id_hash FROM sessions WHERE user_id = ${userId}`,
    );
    // First: the values of audit rows about the user may go because this row is in the log
    await audit(tx, 'erasure.done', userId, 'erasure', nowMs, null);
    await removeRows(tx, userId, nowMs);
    return { kind: 'erased', sessionIds: sessions.map((row) => row.id_hash) };
  });
}

async function carriedOut(orm: Orm): Promise<readonly ErasureDone[]> {
  const rows = await orm
    .select({ userId: auditLog.subject, atMs: auditLog.atMs })
    .from(auditLog)
    .where(eq(auditLog.action, 'erasure.done'))
    .orderBy(asc(auditLog.number));
  return rows;
}

/** Erases again the users whom a restored backup brought back; returns how many. */
export async function replayErasures(orm: Orm, done: readonly ErasureDone[], nowMs: number): Promise<number> {
  let erased = 0;
  for (const { userId, atMs } of done) {
    erased += await orm.transaction(async (tx) => {
      const found = await rowsOf(tx, sql`SELECT 1 FROM users WHERE id = ${userId}`);
      if (found.length === 0) return 0;
      await audit(tx, 'erasure.done', userId, 'restore', nowMs, null);
      await removeRows(tx, userId, atMs);
      return 1;
    });
  }
  return erased;
}

export function createErasures(orm: Orm): Erasures {
  return {
    find: (userId) => find(orm, userId),
    request: (userId, nowMs, requestId) => request(orm, userId, nowMs, requestId),
    undo: (userId, nowMs, requestId) => undo(orm, userId, nowMs, requestId),
    async due(nowMs) {
      const rows = await orm
        .select({ userId: erasures.userId })
        .from(erasures)
        .where(and(lte(erasures.dueAtMs, epochMs(nowMs))))
        .orderBy(asc(erasures.dueAtMs));
      return rows.map((row) => row.userId);
    },
    carryOut: (userId, nowMs) => carryOut(orm, userId, nowMs),
    done: () => carriedOut(orm),
    async pruneKept(nowMs) {
      for (const [name, { kept }] of Object.entries(PERSONAL_TABLES)) {
        if (kept === undefined) continue;
        await orm.execute(
          sql`DELETE FROM ${sql.identifier(name)}
            WHERE pseudonym IS NOT NULL AND kept_until_ms < ${epochMs(nowMs)}::bigint`,
        );
      }
    },
  };
}
