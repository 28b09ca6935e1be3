/** Databases for tests: the embedded one in memory, and databases of the run's PostgreSQL server (or of DATABASE_URL_TEST). */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { putDatabaseRoles } from '#adapters/storage/database-roles/database-roles.ts';
import { leaseMemoryDatabase } from './memory-databases.ts';
import { createDatabaseAt, findBinaries, startOwnPostgres } from './own-postgres.ts';
import { runPostgresAddress } from './run-postgres.ts';

/** An empty, migrated database in memory; closed, it is emptied for the next test that opens one. */
export function openMemoryDatabase(): Promise<Database> {
  const template = process.env['DATABASE_TEMPLATE'];
  return template === undefined ? openDatabase({ dataDir: null }) : leaseMemoryDatabase(template);
}

/** A database in memory without any table. */
export async function openBlankDatabase(): Promise<Database> {
  const database = await openMemoryDatabase();
  await database.orm.execute(sql`DROP SCHEMA public CASCADE`);
  await database.orm.execute(sql`CREATE SCHEMA public`);
  return database;
}

/** Leaves an empty, migrated database in the data folder, as the server makes it at its first start. */
export function layDatabase(dataDir: string): void {
  const template = process.env['DATABASE_TEMPLATE'];
  if (template !== undefined) cpSync(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true });
}

export interface TestServer {
  /** A new database, empty by default; `migrated` is cheaper than an empty one that is migrated then. */
  createDatabase(as?: 'empty' | 'migrated'): Promise<string>;
  stop(): Promise<void>;
}

/** True when the tests of PostgreSQL can run here. `given` is DATABASE_URL_TEST. */
export function hasPostgres(given: string | undefined): boolean {
  const found = given !== undefined || findBinaries() !== null;
  if (!found) process.stdout.write('PostgreSQL is not on this machine: its tests are skipped.\n');
  return found;
}

/** The server given, or the one of this run, which other test files use at the same time. Call `hasPostgres` first. */
export async function startPostgres(given: string | undefined): Promise<TestServer> {
  const address = given ?? (await runPostgresAddress());
  if (address === undefined) return startOwnPostgres();
  return { createDatabase: (as) => createDatabaseAt(address, as), stop: async () => undefined };
}

export interface RoleAddresses {
  readonly server: string;
  readonly backup: string;
}

/** Migrates the database of an address as its owner, creates its roles, and returns their addresses. */
export async function putTestRoles(address: string): Promise<RoleAddresses> {
  const owner = await openDatabase({ dataDir: null, databaseUrl: address });
  const { database = '' } = new pg.Client({ connectionString: address });
  const login = (use: string) => ({ role: `${database}_${use}`, password: `${use} of a test`, database });
  const [server, backup] = [login('server'), login('backup')];
  await putDatabaseRoles(owner.orm, { server, backup }).finally(() => owner.close());
  const addressOf = ({ role, password }: typeof server): string =>
    address.replace(/^(\w+:\/\/)[^@/]*@/, `$1${role}:${encodeURIComponent(password)}@`);
  return { server: addressOf(server), backup: addressOf(backup) };
}

export interface TestDatabase extends Database {
  /** Connected as the owner of the tables, for what a test does behind the server's back. */
  readonly owner: Orm;
  /** Closes it, and the server with it. */
  close(): Promise<void>;
}

/** An empty, migrated database of the kind, opened as the server's role; `given` is DATABASE_URL_TEST. */
export async function openTestDatabase(
  kind: Database['kind'],
  given: string | undefined,
): Promise<TestDatabase> {
  if (kind === 'embedded') {
    const database = await openMemoryDatabase();
    return { ...database, owner: database.orm };
  }
  const server = await startPostgres(given);
  const address = await server.createDatabase('migrated');
  const roles = await putTestRoles(address);
  const owner = await openDatabase({ dataDir: null, databaseUrl: address });
  const database = await openDatabase({ dataDir: null, databaseUrl: roles.server });
  return {
    ...database,
    owner: owner.orm,
    async close() {
      await database.close();
      await owner.close();
      await server.stop();
    },
  };
}
