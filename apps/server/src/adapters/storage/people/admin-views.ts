/** Views: an administrator's session sees the product as a user does, for a while, with a reason that the user can read. */

import { randomUUID } from 'node:crypto';
import { VIEW_MINUTES } from '@undertow/contracts';
import { epochMs, MINUTE_MS } from '@undertow/market';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { adminViews } from '#adapters/storage/tables/people-tables.ts';
import { users } from '#adapters/storage/tables/tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { AdminViews, OpenView, ViewOutcome, ViewRequest } from '#ports/people.ts';
import { isAdmin } from './administrators.ts';

const TRACE = 50;

/** Ends the views of `which`, each with its audit row; returns how many. */
async function endThose(tx: Orm, which: SQL, nowMs: number, requestId: string | null): Promise<number> {
  const ended = await tx
    .update(adminViews)
    .set({ endedAtMs: sql`least(until_ms, ${epochMs(nowMs)}::bigint)` })
    .where(and(isNull(adminViews.endedAtMs), which))
    .returning();
  for (const { adminId, userId, reason, endedAtMs } of ended) {
    const entry = { actor: adminId, action: 'view.ended', subject: userId, requestId } as const;
    await appendAudit(tx, { ...entry, details: { reason, endedAtMs } }, nowMs);
  }
  return ended.length;
}

/** Ends the views of an administrator and of a user, whose role changes. */
export async function endViewsOf(tx: Orm, id: string, nowMs: number, requestId: string): Promise<void> {
  await endThose(tx, sql`(admin_id = ${id} OR user_id = ${id})`, nowMs, requestId);
}

function start(orm: Orm, view: ViewRequest, nowMs: number) {
  const { actorId, userId, sessionId, reason, requestId } = view;
  return orm.transaction(async (tx): Promise<ViewOutcome> => {
    await lockUser(tx, userId);
    if (!(await isAdmin(tx, actorId))) return { kind: 'not-admin' };
    const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId));
    if (user === undefined) return { kind: 'unknown' };
    if (user.role === 'admin') return { kind: 'of-admin' };
    const startedAtMs = epochMs(nowMs);
    await endThose(tx, sql`session_hash = ${sessionId} AND until_ms <= ${startedAtMs}::bigint`, nowMs, null);
    const untilMs = epochMs(startedAtMs + VIEW_MINUTES * MINUTE_MS);
    const row = { id: randomUUID(), userId, adminId: actorId, sessionHash: sessionId };
    const made = await tx
      .insert(adminViews)
      .values({ ...row, reason, startedAtMs, untilMs })
      .onConflictDoNothing()
      .returning();
    if (made.length === 0) return { kind: 'already' };
    const entry = { actor: actorId, action: 'view.started', subject: userId, requestId } as const;
    await appendAudit(tx, { ...entry, details: { reason, untilMs } }, nowMs);
    return { kind: 'started', untilMs };
  });
}

async function of(orm: Orm, sessionId: string, nowMs: number): Promise<OpenView | undefined> {
  const [row] = await rowsOf<Omit<OpenView, 'untilMs'> & { untilMs: number | string }>(
    orm,
    sql`SELECT v.user_id AS "userId", v.admin_id AS "administratorId", v.reason, v.until_ms AS "untilMs"
      FROM admin_views v JOIN users a ON a.id = v.admin_id AND a.role = 'admin'
        JOIN users u ON u.id = v.user_id AND u.role = 'user'
      WHERE v.session_hash = ${sessionId} AND v.ended_at_ms IS NULL
        AND v.until_ms > ${epochMs(nowMs)}::bigint`,
  );
  return row === undefined ? undefined : { ...row, untilMs: Number(row.untilMs) };
}

export function createAdminViews(orm: Orm): AdminViews {
  return {
    start: (view, nowMs) => start(orm, view, nowMs),
    of: (sessionId, nowMs) => of(orm, sessionId, nowMs),
    end: (sessionId, nowMs, requestId) =>
      orm.transaction(
        async (tx) => (await endThose(tx, sql`session_hash = ${sessionId}`, nowMs, requestId)) > 0,
      ),
    async sweep(nowMs) {
      const over = sql`(until_ms <= ${epochMs(nowMs)}::bigint
        OR NOT EXISTS (SELECT 1 FROM sessions WHERE id_hash = session_hash))`;
      const open = await rowsOf(orm, sql`SELECT 1 FROM admin_views WHERE ended_at_ms IS NULL AND ${over}`);
      if (open.length > 0) await orm.transaction((tx) => endThose(tx, over, nowMs, null));
    },
    async listOf(userId) {
      const rows = await orm
        .select()
        .from(adminViews)
        .where(eq(adminViews.userId, userId))
        .orderBy(desc(adminViews.startedAtMs), desc(adminViews.id))
        .limit(TRACE);
      return rows.map(({ startedAtMs, untilMs, endedAtMs, reason }) => ({
        fromMs: startedAtMs,
        untilMs: endedAtMs ?? untilMs,
        reason,
      }));
    },
  };
}
