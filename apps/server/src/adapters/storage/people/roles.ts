/** Changes of a role: one at a time, so that concurrent ones leave an administrator. */
import { epochMs } from '@undertow/market';
import { eq, sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { createOutbox } from '#adapters/storage/mail/outbox.ts';
import { sessions, users } from '#adapters/storage/tables/tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { Role } from '#ports/accounts.ts';
import type { AdminAct, RoleOutcome, Roles } from '#ports/people.ts';
import { endViewsOf } from './admin-views.ts';
import { isAdmin, isLastAdmin, lockAdministrators } from './administrators.ts';

/** Every administrator is notified: those before and those after. */
async function tellAdministrators(
  tx: Orm,
  { actorId, userId, requestId }: AdminAct,
  role: Role,
  nowMs: number,
): Promise<void> {
  const admins = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT id FROM users WHERE role = 'admin' OR id = ${userId} ORDER BY id`,
  );
  const facts = { by: actorId, of: userId, role, atMs: epochMs(nowMs) };
  const outbox = createOutbox(tx);
  for (const { id } of admins) {
    const key = `role_changed/${userId}/${requestId}`;
    await outbox.put({ userId: id, key, template: 'role_changed', facts }, nowMs);
  }
}

function change(orm: Orm, act: AdminAct, role: Role, nowMs: number) {
  const { actorId, userId, requestId } = act;
  return orm.transaction(async (tx): Promise<RoleOutcome> => {
    await lockAdministrators(tx);
    // The other administrator may have been faster
    if (!(await isAdmin(tx, actorId))) return { kind: 'not-admin' };
    if (actorId === userId) return { kind: 'own' };
    await lockUser(tx, userId);
    const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId));
    if (user === undefined) return { kind: 'unknown' };
    if (user.role === role) return { kind: 'same' };
    if (await isLastAdmin(tx, userId)) return { kind: 'last' };
    await tx.update(users).set({ role }).where(eq(users.id, userId));
    await tellAdministrators(tx, act, role, nowMs);
    await endViewsOf(tx, userId, nowMs, requestId);
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning();
    const details = { before: user.role, after: role, sessions: ended.length };
    const entry = { actor: actorId, action: 'role.changed', subject: userId, details, requestId } as const;
    await appendAudit(tx, entry, nowMs);
    return { kind: 'changed', sessionIds: ended.map(({ idHash }) => idHash) };
  });
}

export function createRoles(orm: Orm): Roles {
  return { change: (act, role, nowMs) => change(orm, act, role, nowMs) };
}
