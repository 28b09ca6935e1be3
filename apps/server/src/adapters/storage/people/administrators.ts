/** Administrators, counted under one lock, so that the last one stays. */
import { sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';

/** Any fixed number: the lock of counting administrators. */
const ADMIN_LOCK = 7_305_203;

/** Waits until nobody else changes who is an administrator; until the transaction ends. */
export async function lockAdministrators(tx: Orm): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${ADMIN_LOCK})`);
}

/** True for an administrator beside whom there is none who stays. */
export async function isLastAdmin(tx: Orm, userId: string): Promise<boolean> {
  const [row] = await rowsOf<{ last: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND role = 'admin')
      AND NOT EXISTS (SELECT 1 FROM users u WHERE u.role = 'admin' AND u.id <> ${userId}
        AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.user_id = u.id)) AS last`,
  );
  return row?.last === true;
}

/** True while the account is an administrator's: checked again where an act is carried out, under its lock. */
export async function isAdmin(tx: Orm, userId: string): Promise<boolean> {
  const rows = await rowsOf(tx, sql`SELECT 1 FROM users WHERE id = ${userId} AND role = 'admin'`);
  return rows.length > 0;
}
