/** What the roles of a PostgreSQL database may do: laid down by its owner, at once, whatever they could do before. */
import { type Orm, sql } from '#adapters/storage/database/orm.ts';

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Of the server, on every table in no other list, and on those of later migrations. */
const SERVER_RIGHTS: readonly Right[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** Tables that the server changes by less. */
const KEPT_TABLES: Readonly<Record<string, readonly Right[]>> = {
  // Appended to by the function `append_audit`, which runs as its owner and writes nothing but the next row
  audit_log: ['SELECT'],
  audit_head: ['SELECT'],
  // Values go with their person; a trigger that only the owner can switch off refuses any others
  audit_values: ['SELECT', 'DELETE'],
  track_record: ['SELECT', 'INSERT'],
  schema_migrations: ['SELECT'],
};

/** Where a backup notes that it was taken. */
const BACKUP_RECORD = 'backup_runs';

/** Functions that run as their owner: the server calls them, and nobody else. */
const OWNER_FUNCTIONS = sql`FUNCTION append_audit(bigint, text, text, text, text, text), analyze_journal_trades()`;

const listed = (rights: readonly Right[]) => sql.raw(rights.join(', '));

/** Revokes everything from a role, and grants usage of the schema. */
async function resetRights(tx: Orm, role: ReturnType<typeof sql.identifier>): Promise<void> {
  for (const what of ['ALL TABLES', 'ALL SEQUENCES', 'ALL FUNCTIONS']) {
    await tx.execute(sql`REVOKE ALL ON ${sql.raw(what)} IN SCHEMA public FROM ${role}`);
  }
  await tx.execute(sql`REVOKE ALL ON SCHEMA public FROM ${role}`);
  await tx.execute(sql`GRANT USAGE ON SCHEMA public TO ${role}`);
}

/** What everybody who may connect has by default, and nobody needs: own tables could hide ours. */
export async function closeToOthers(tx: Orm, database: string): Promise<void> {
  await tx.execute(sql`REVOKE TEMPORARY ON DATABASE ${sql.identifier(database)} FROM PUBLIC`);
  await tx.execute(sql`REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
  await tx.execute(sql`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC`);
  await tx.execute(sql`REVOKE EXECUTE ON ${OWNER_FUNCTIONS} FROM PUBLIC`);
}

export async function grantToServer(tx: Orm, role: string, database: string): Promise<void> {
  const name = sql.identifier(role);
  await resetRights(tx, name);
  await tx.execute(sql`GRANT CONNECT ON DATABASE ${sql.identifier(database)} TO ${name}`);
  await tx.execute(sql`GRANT ${listed(SERVER_RIGHTS)} ON ALL TABLES IN SCHEMA public TO ${name}`);
  await tx.execute(sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`);
  await tx.execute(sql`GRANT EXECUTE ON ${OWNER_FUNCTIONS} TO ${name}`);
  for (const [table, rights] of Object.entries(KEPT_TABLES)) {
    await tx.execute(sql`REVOKE ALL ON ${sql.identifier(table)} FROM ${name}`);
    await tx.execute(sql`GRANT ${listed(rights)} ON ${sql.identifier(table)} TO ${name}`);
  }
  const later = sql`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT`;
  await tx.execute(sql`${later} ${listed(SERVER_RIGHTS)} ON TABLES TO ${name}`);
  await tx.execute(sql`${later} USAGE ON SEQUENCES TO ${name}`);
}

export async function grantToBackup(tx: Orm, role: string, database: string): Promise<void> {
  const name = sql.identifier(role);
  await resetRights(tx, name);
  await tx.execute(sql`GRANT CONNECT ON DATABASE ${sql.identifier(database)} TO ${name}`);
  await tx.execute(sql`GRANT INSERT ON ${sql.identifier(BACKUP_RECORD)} TO ${name}`);
  for (const what of ['TABLES', 'SEQUENCES']) {
    const kind = sql.raw(what);
    await tx.execute(sql`GRANT SELECT ON ALL ${kind} IN SCHEMA public TO ${name}`);
    await tx.execute(sql`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON ${kind} TO ${name}`);
  }
}
