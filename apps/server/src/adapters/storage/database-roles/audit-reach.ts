/** Whether a role of the database could change the audit log, by its rights or by becoming a role that can. */
import type { Database } from '#adapters/storage/database/database.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';

/** What an administrator reads. */
const WARNING = 'The database role of the server may change the audit log: run npm run database-roles';

const SCHEMA = sql`'public'::regnamespace`;
const TABLES = sql`SELECT * FROM pg_class WHERE relnamespace = ${SCHEMA}
  AND relname IN ('audit_log', 'audit_values', 'audit_head')`;

/** The owners of the tables, of the functions that guard them, and of their schema and database. */
const OWNERS = sql`SELECT relowner FROM (${TABLES}) AS kept
  UNION SELECT proowner FROM pg_proc WHERE pronamespace = ${SCHEMA}
  UNION SELECT nspowner FROM pg_namespace WHERE oid = ${SCHEMA}
  UNION SELECT datdba FROM pg_database WHERE datname = current_database()`;

/** Values may be removed, for a trigger lets those of erased people go only; a role that may make roles may become their owner. */
const reachOf = (role: ReturnType<typeof sql>) => sql`
  (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = ${role})
  OR EXISTS (SELECT FROM (${OWNERS}) AS owners (owner) WHERE pg_has_role(${role}, owner, 'MEMBER'))
  OR EXISTS (SELECT FROM (${TABLES}) AS kept WHERE has_any_column_privilege(${role}, oid, 'INSERT, UPDATE')
      OR has_table_privilege(${role}, oid, 'TRUNCATE, TRIGGER')
      OR (relname <> 'audit_values' AND has_table_privilege(${role}, oid, 'DELETE')))`;

/** `role` defaults to the current role. */
export async function mayChangeAudit(orm: Orm, role?: string): Promise<boolean> {
  const name = role === undefined ? sql`current_user` : sql`${role}::name`;
  const [row] = await rowsOf<{ reaches: boolean }>(orm, sql`SELECT ${reachOf(name)} AS reaches`);
  return row?.reaches === true;
}

/** A sentence for administrators; null where all is well. The embedded database has one role only. */
export async function auditRoleWarning({ kind, orm }: Database): Promise<string | null> {
  return kind === 'postgres' && (await mayChangeAudit(orm)) ? WARNING : null;
}
