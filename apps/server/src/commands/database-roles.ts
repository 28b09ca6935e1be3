/**
 * Creates the roles of the database, or brings them up to date: `database-roles`, with the addresses of all of them in
 * the settings.
 * Connects as the owner of the tables, which it migrates to the newest schema first. Works while the server runs.
 */

import { openDatabase } from '#adapters/storage/database/database.ts';
import { auditRoleWarning } from '#adapters/storage/database-roles/audit-reach.ts';
import { putDatabaseRoles } from '#adapters/storage/database-roles/database-roles.ts';
import { readRolesConfig } from '#config/config.ts';
import { DatabaseRolesError, loginOf } from '#config/database-login.ts';

/** The role can sign in with the password of its address, and has exactly its privileges. */
async function tryLogin(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ dataDir: null, databaseUrl, asFound: true });
  try {
    const warning = await auditRoleWarning(database);
    if (warning !== null) throw new DatabaseRolesError(warning);
  } finally {
    await database.close();
  }
}

async function databaseRoles(): Promise<void> {
  const { owner, server, backup } = readRolesConfig();
  const logins = {
    server: loginOf('DATABASE_URL', server),
    backup: backup === null ? null : loginOf('BACKUP_DATABASE_URL', backup),
  };
  const database = await openDatabase({ dataDir: null, databaseUrl: owner });
  try {
    for (const line of await putDatabaseRoles(database.orm, logins)) process.stdout.write(`${line}\n`);
  } finally {
    await database.close();
  }
  for (const address of backup === null ? [server] : [server, backup]) await tryLogin(address);
  process.stdout.write('Each signs in; none but the owner may change the audit log.\n');
}

databaseRoles().catch((error: unknown) => {
  process.stderr.write(`database-roles: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
