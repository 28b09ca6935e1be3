/** Accounts, keyed by (issuer, sub). */

import { randomUUID } from 'node:crypto';
import { epochMs } from '@undertow/market';
import { and, eq, sql } from 'drizzle-orm';
import { insertBuiltInRule } from '#adapters/storage/alerts/alert-rules.ts';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { auditLog, users } from '#adapters/storage/tables/tables.ts';
import type { User, Users } from '#ports/accounts.ts';

const BOOTSTRAP_ACTION = 'role.bootstrapped';

type NewUser = Omit<User, 'id' | 'role' | 'createdAtMs'>;

/** Inserts an account with the default alert rule, or updates the existing one. */
function upsert(orm: Orm, person: NewUser, changes: Partial<NewUser>, nowMs: number): Promise<User> {
  const values = { ...person, id: randomUUID(), role: 'user' as const, createdAtMs: epochMs(nowMs) };
  return orm.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values(values)
      .onConflictDoUpdate({ target: [users.issuer, users.sub], set: changes })
      .returning();
    if (user === undefined) throw new Error('an upsert of a user returned no row');
    if (user.id === values.id) await insertBuiltInRule(tx, user.id, nowMs);
    return user;
  });
}

export function createUsers(orm: Orm): Users {
  return {
    async find(id) {
      const [user] = await orm.select().from(users).where(eq(users.id, id));
      return user;
    },

    async isKnown(issuer, sub) {
      const [user] = await orm
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.issuer, issuer), eq(users.sub, sub)));
      return user !== undefined;
    },

    signIn: ({ issuer, sub, ...shown }, nowMs) => {
      const names = { lastName: null, ...shown };
      return upsert(orm, { issuer, sub, ...names }, names, nowMs);
    },

    ensure: (issuer, sub, nowMs) =>
      // Sets nothing new, but returns the row that is there
      upsert(orm, { issuer, sub, email: null, firstName: null, lastName: null }, { sub }, nowMs),

    bootstrapAdmin(userId, nowMs) {
      return orm.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(7305202)`);
        const done = await tx.select().from(auditLog).where(eq(auditLog.action, BOOTSTRAP_ACTION)).limit(1);
        if (done.length > 0) return false;
        const changed = await tx
          .update(users)
          .set({ role: 'admin' })
          .where(eq(users.id, userId))
          .returning({ id: users.id });
        if (changed.length === 0) return false;
        const entry = { actor: 'BOOTSTRAP_ADMIN_SUB', action: BOOTSTRAP_ACTION, subject: userId } as const;
        const details = { before: 'user', after: 'admin' };
        await appendAudit(tx, { ...entry, details, requestId: null }, nowMs);
        return true;
      });
    },
  };
}
