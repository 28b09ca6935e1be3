/** Accounts, keyed by (issuer, sub). */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { User, Users } from '#account-dependencies.ts';
import type { Orm } from './orm.ts';
import { auditLog, users } from './tables.ts';

const BOOTSTRAP_ACTION = 'bootstrap_admin';

async function one(rows: Promise<User[]>): Promise<User> {
  const [user] = await rows;
  if (user === undefined) throw new Error('an upsert of a user returned no row');
  return user;
}

export function createUsers(orm: Orm): Users {
  return {
    async find(id) {
      const [user] = await orm.select().from(users).where(eq(users.id, id));
      return user;
    },

    signIn({ issuer, sub, email, firstName }, nowMs) {
      const values = { id: randomUUID(), issuer, sub, email, firstName, role: 'user' as const };
      return one(
        orm
          .insert(users)
          .values({ ...values, createdAtMs: Math.floor(nowMs) })
          .onConflictDoUpdate({ target: [users.issuer, users.sub], set: { email, firstName } })
          .returning(),
      );
    },

    ensure(issuer, sub, nowMs) {
      const values = { id: randomUUID(), issuer, sub, role: 'user' as const, createdAtMs: Math.floor(nowMs) };
      return one(
        orm
          .insert(users)
          .values(values)
          // Sets nothing new, but returns the row that is there
          .onConflictDoUpdate({ target: [users.issuer, users.sub], set: { sub } })
          .returning(),
      );
    },

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
        await tx.insert(auditLog).values({
          atMs: Math.floor(nowMs),
          actor: 'BOOTSTRAP_ADMIN_SUB',
          action: BOOTSTRAP_ACTION,
          subject: userId,
          details: { role: 'admin' },
        });
        return true;
      });
    },
  };
}
