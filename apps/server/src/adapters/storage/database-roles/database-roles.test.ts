/** The roles of a PostgreSQL database: what the server's and the backup's may not do, whatever they send, and what they may. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { migrate, readMigrations } from '#adapters/storage/database/migrate.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { loginOf } from '#config/database-login.ts';
import {
  hasPostgres,
  putTestRoles,
  type RoleAddresses,
  startPostgres,
  type TestServer,
} from '#testing/database/databases.ts';
import { outcomeOf, REFUSED } from '#testing/database/statement-outcome.ts';
import { auditRoleWarning, mayChangeAudit } from './audit-reach.ts';
import { putDatabaseRoles, type RoleLogins } from './database-roles.ts';

const GIVEN = process.env['DATABASE_URL_TEST'];
const append = (orm: Orm) =>
  appendAudit(
    orm,
    { actor: 'test', action: 'session.revoked', subject: 'a', details: {}, requestId: null },
    1,
  );

describe.runIf(hasPostgres(GIVEN))('roles of PostgreSQL', () => {
  let postgres: TestServer;
  let addresses: RoleAddresses;
  let logins: RoleLogins;
  let owner: Database;
  let server: Database;
  let backup: Database;
  let ownerRole = '';

  beforeAll(async () => {
    postgres = await startPostgres(GIVEN);
    const address = await postgres.createDatabase();
    addresses = await putTestRoles(address);
    logins = {
      server: loginOf('DATABASE_URL', addresses.server),
      backup: loginOf('BACKUP_DATABASE_URL', addresses.backup),
    };
    const open = (databaseUrl: string) => openDatabase({ dataDir: null, databaseUrl });
    [owner, server, backup] = [
      await open(address),
      await open(addresses.server),
      await open(addresses.backup),
    ];
    const [row] = await rowsOf<{ role: string }>(owner.orm, sql`SELECT current_user::text AS role`);
    ownerRole = row?.role ?? '';
  }, 120_000);
  afterAll(async () => {
    for (const database of [owner, server, backup]) await database?.close();
    await postgres?.stop();
  });

  test('the role of backups reads every table, notes its run, and changes nothing', async () => {
    const tables = await rowsOf<{ name: string }>(
      owner.orm,
      sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(40);
    for (const { name } of tables) {
      expect(await outcomeOf(backup.orm, `SELECT 1 FROM ${name} LIMIT 1`), name).toBe('done');
      expect(await outcomeOf(backup.orm, `DELETE FROM ${name}`), name).toBe(REFUSED);
      const put = await outcomeOf(backup.orm, `INSERT INTO ${name} DEFAULT VALUES`);
      expect(put === REFUSED, name).toBe(name !== 'backup_runs');
    }
    expect(await outcomeOf(backup.orm, "SELECT append_audit(1, 'a', 'a', 'a', 'a', '{}')")).toBe(REFUSED);
    expect(await outcomeOf(backup.orm, 'CREATE TEMPORARY TABLE t (n int)')).toBe(REFUSED);
    expect(await outcomeOf(backup.orm, "SELECT nextval('subscription_tickets')")).toBe(REFUSED);
  });

  test('tables of a later migration are the server’s to fill and the backup’s to read, and nobody’s to drop', async () => {
    const number = readMigrations().length + 1;
    const later = { number, name: `${number}-later.sql`, sql: 'CREATE TABLE later (id bigserial, n int)' };
    const both = [...readMigrations(), later];
    await expect(migrate(server.orm, both)).rejects.toThrow(
      /not at the schema of this build, and this role may not/,
    );
    expect(await migrate(owner.orm, both)).toEqual([later.name]);
    expect(await migrate(server.orm, both)).toEqual([]);
    expect(await outcomeOf(server.orm, 'INSERT INTO later (n) VALUES (1)')).toBe('done');
    expect(await outcomeOf(server.orm, 'UPDATE later SET n = 2')).toBe('done');
    expect(await outcomeOf(backup.orm, 'SELECT n, (SELECT last_value FROM later_id_seq) FROM later')).toBe(
      'done',
    );
    for (const { orm } of [server, backup]) expect(await outcomeOf(orm, 'DROP TABLE later')).toBe(REFUSED);
    await owner.orm.execute(sql`DROP TABLE later`);
    await owner.orm.execute(sql`DELETE FROM schema_migrations WHERE number = ${number}`);
  });

  test('the planner statistics follow a large import, though only an owner may run ANALYZE', async () => {
    const known = async () =>
      rowsOf(server.orm, sql`SELECT reltuples >= 0 AS known FROM pg_class WHERE relname = 'journal_trades'`);
    expect(await known()).toEqual([{ known: false }]);
    await server.orm.execute(sql`ANALYZE journal_trades`);
    expect(await known()).toEqual([{ known: false }]);
    await server.orm.execute(sql`SELECT analyze_journal_trades()`);
    expect(await known()).toEqual([{ known: true }]);
    expect(await outcomeOf(backup.orm, 'SELECT analyze_journal_trades()')).toBe(REFUSED);
  });

  test('earlier rights of a role are revoked by the next run', async () => {
    expect(await auditRoleWarning(server)).toBeNull();
    const name = sql.identifier(logins.server.role);
    await owner.orm.execute(sql`GRANT UPDATE (actor) ON audit_log TO ${name}`);
    expect(await auditRoleWarning(server)).toBe(
      'The database role of the server may change the audit log: run npm run database-roles',
    );
    const said = await putDatabaseRoles(owner.orm, logins);
    expect(said.map((line) => line.replace(/^\S+: /, ''))).toEqual([
      'owns the tables and migrates',
      'updated, for the server',
      'updated, for backups',
    ]);
    expect(await auditRoleWarning(server)).toBeNull();
    expect(await auditRoleWarning(backup)).toBeNull();
    expect(await auditRoleWarning(owner)).not.toBeNull();
  });

  test.each([
    ['every right', 'GRANT ALL ON audit_log TO $role'],
    ['a right on the end of the chain', 'GRANT UPDATE ON audit_head TO $role'],
    ['a right of everybody', 'GRANT DELETE ON audit_log TO PUBLIC'],
    ['triggers', 'GRANT TRIGGER ON audit_values TO $role'],
    ['membership in the owner, taken up or not', 'ALTER ROLE $role NOINHERIT; GRANT $owner TO $role'],
    ['the tables themselves', 'ALTER TABLE audit_log OWNER TO $role'],
    ['a function that guards them', 'ALTER FUNCTION refuse_audit_change() OWNER TO $role'],
    ['the database', 'ALTER DATABASE $database OWNER TO $role'],
    ['a role that writes everything', 'GRANT pg_write_all_data TO $role'],
    ['roles to make', 'ALTER ROLE $role CREATEROLE'],
    ['everything', 'ALTER ROLE $role SUPERUSER'],
  ])('%s in the hands of the server is seen', async (_what, statements) => {
    const { role, database } = logins.server;
    const undone = new Error('undone');
    const looked = owner.orm.transaction(async (tx) => {
      const written = statements
        .replaceAll('$role', `"${role}"`)
        .replaceAll('$owner', `"${ownerRole}"`)
        .replace('$database', `"${database}"`);
      for (const statement of written.split('; ')) await tx.execute(sql.raw(statement));
      expect(await mayChangeAudit(tx, role)).toBe(true);
      throw undone;
    });
    await expect(looked).rejects.toBe(undone);
    expect(await mayChangeAudit(owner.orm, role)).toBe(false);
  });

  test('a role that could change the log otherwise is refused for the server, and nothing is changed', async () => {
    const role = `${logins.server.role}_2`;
    const attempt = (server: RoleLogins['server']) => putDatabaseRoles(owner.orm, { server, backup: null });
    await owner.orm.execute(sql`CREATE ROLE ${sql.identifier(role)} SUPERUSER`);
    await expect(attempt({ ...logins.server, role })).rejects.toThrow(/owns nothing here, is no superuser/);
    const [found] = await rowsOf(
      owner.orm,
      sql`SELECT rolcanlogin AS login FROM pg_roles WHERE rolname = ${role}`,
    );
    expect(found).toEqual({ login: false });
    await owner.orm.execute(sql`DROP ROLE ${sql.identifier(role)}`);
    await expect(attempt({ ...logins.server, role: ownerRole })).rejects.toThrow(
      /a role of its own in each address/,
    );
    await expect(attempt({ ...logins.server, database: 'other' })).rejects.toThrow(
      /one database in every address/,
    );
    await expect(putDatabaseRoles(server.orm, { ...logins, backup: null })).rejects.toThrow();
  });

  test('an owner that is no superuser makes the roles where it may make any', async () => {
    const address = await postgres.createDatabase();
    const { database } = loginOf('DATABASE_URL', address.replace('@', ':x@'));
    const name = sql.identifier(`${database}_owner`);
    await owner.orm.execute(sql`CREATE ROLE ${name} LOGIN PASSWORD 'owner'`);
    await owner.orm.execute(sql`ALTER DATABASE ${sql.identifier(database)} OWNER TO ${name}`);
    const asOwner = address.replace(/^(\w+:\/\/)[^@/]*@/, `$1${database}_owner:owner@`);
    await expect(putTestRoles(asOwner)).rejects.toThrow(/expected an owner that may make roles/);
    await owner.orm.execute(sql`ALTER ROLE ${name} CREATEROLE`);
    for (const made of [await putTestRoles(asOwner), await putTestRoles(asOwner)]) {
      const opened = await openDatabase({ dataDir: null, databaseUrl: made.server });
      expect(await auditRoleWarning(opened)).toBeNull();
      await append(opened.orm);
      await opened.close();
    }
  });

  test.runIf(GIVEN === undefined)(
    'a role signs in with the password of its address, and with no other',
    async () => {
      const [row] = await rowsOf<{ path: string }>(
        owner.orm,
        sql`SELECT current_setting('hba_file') AS path`,
      );
      writeFileSync(row?.path ?? '', `local all ${ownerRole} trust\nlocal all all scram-sha-256\n`);
      await owner.orm.execute(sql`SELECT pg_reload_conf()`);
      const open = (databaseUrl: string) => openDatabase({ dataDir: null, databaseUrl, asFound: true });
      const wrong = addresses.server.replace(/:[^:@]+@/, ':another@');
      await expect
        .poll(() => open(wrong).then(() => 'opened', String))
        .toContain('password authentication failed');
      for (const address of Object.values(addresses)) await (await open(address)).close();
      const stored = await rowsOf<{ text: string }>(
        owner.orm,
        sql`SELECT rolpassword AS text FROM pg_authid WHERE rolname = ${logins.server.role}`,
      );
      expect(stored[0]?.text).toMatch(/^SCRAM-SHA-256\$4096:/);
    },
  );
});

test('an address without a role, a password or a database is refused, and its password not repeated', () => {
  for (const address of [
    'postgres://role@host/db',
    'postgres://role:pässword@host/db',
    'postgres://role:secret@:x/db',
  ]) {
    const attempt = () => loginOf('DATABASE_URL', address);
    expect(attempt, address).toThrow('DATABASE_URL: expected postgres://ROLE:PASSWORD@HOST/DATABASE');
    expect(attempt).not.toThrow(/secret|pässword/);
  }
});
