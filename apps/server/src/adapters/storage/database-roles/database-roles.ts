/** Makes the roles of a PostgreSQL database, or brings them up to date: one that the server uses, and one for backups. */

import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { isRefused, type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { type DatabaseLogin, DatabaseRolesError } from '#config/database-login.ts';
import { macOf } from '#crypto/mac.ts';
import { mayChangeAudit } from './audit-reach.ts';
import { closeToOthers, grantToBackup, grantToServer } from './role-rights.ts';

/** As PostgreSQL makes them itself. */
const ROUNDS = 4096;
const SALT_BYTES = 16;

/** `password` is printable ASCII: other letters would have to be normalised first (RFC 4013). */
function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const storedKey = createHash('sha256').update(macOf(salted, 'Client Key')).digest('base64');
  const serverKey = macOf(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** Any fixed number: the lock of setting up the roles. */
const ROLES_LOCK = 7_305_205;

export interface RoleLogins {
  readonly server: DatabaseLogin;
  /** Null: backups are taken as another role. */
  readonly backup: DatabaseLogin | null;
}

type Owner = Omit<DatabaseLogin, 'password'>;

async function ownerOf(tx: Orm): Promise<Owner> {
  const [row] = await rowsOf<Owner>(
    tx,
    sql`SELECT current_user::text AS role, current_database()::text AS database`,
  );
  if (row === undefined) throw new Error('the database did not answer');
  return row;
}

/** Three roles of one database. */
function requireFit(owner: Owner, { server, backup }: RoleLogins): void {
  const all = [owner, server, ...(backup === null ? [] : [backup])];
  const roles = all.map(({ role }) => role);
  if (new Set(roles).size < roles.length)
    throw new DatabaseRolesError(`expected a role of its own in each address, they name ${roles.join(', ')}`);
  const databases = new Set(all.map(({ database }) => database));
  if (databases.size > 1)
    throw new DatabaseRolesError(
      `expected one database in every address, they name ${[...databases].join(', ')}`,
    );
}

async function putRole(tx: Orm, { role, password }: DatabaseLogin): Promise<'made' | 'updated'> {
  const known = await rowsOf(tx, sql`SELECT 1 FROM pg_roles WHERE rolname = ${role}`);
  const verb = known.length === 0 ? 'CREATE' : 'ALTER';
  // A statement that changes roles takes no parameters; the verifier has no sign that ends a text
  const login = sql.raw(`LOGIN PASSWORD '${scramVerifier(password)}'`);
  try {
    await tx.execute(sql`${sql.raw(verb)} ROLE ${sql.identifier(role)} WITH ${login}`);
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw new DatabaseRolesError(
      `the role ${role} could not be written: expected an owner that may make roles (ALTER ROLE … CREATEROLE)`,
    );
  }
  return verb === 'CREATE' ? 'made' : 'updated';
}

async function requireHarmless(tx: Orm, { role }: DatabaseLogin): Promise<void> {
  if (await mayChangeAudit(tx, role))
    throw new DatabaseRolesError(
      `the role ${role} may still change the audit log: expected one that owns nothing here, is no superuser, makes no roles ` +
        'and is a member of no role that does; nothing was changed',
    );
}

/** Runs as the owner of the tables, in one transaction; a second run changes nothing but the salt of the passwords. */
export function putDatabaseRoles(orm: Orm, logins: RoleLogins): Promise<readonly string[]> {
  const { server, backup } = logins;
  return orm.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${ROLES_LOCK})`);
    const owner = await ownerOf(tx);
    requireFit(owner, logins);
    await closeToOthers(tx, owner.database);
    const said = [`${owner.role}: owns the tables and migrates`];
    said.push(`${server.role}: ${await putRole(tx, server)}, for the server`);
    await grantToServer(tx, server.role, owner.database);
    await requireHarmless(tx, server);
    if (backup === null) return said;
    said.push(`${backup.role}: ${await putRole(tx, backup)}, for backups`);
    await grantToBackup(tx, backup.role, owner.database);
    await requireHarmless(tx, backup);
    return said;
  });
}
