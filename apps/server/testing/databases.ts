/** Databases for tests: the embedded one in memory, and a PostgreSQL server of the test's own (or of DATABASE_URL_TEST). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, openAsBlob, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { putDatabaseRoles } from '#adapters/storage/database-roles/database-roles.ts';

const BINARIES = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root: the account `nobody`. */
const UNPRIVILEGED = 65_534;

/** Leaves an empty, migrated database in `folder`, and beside it the same as one file for databases in memory. */
export async function makeTemplate(folder: string): Promise<void> {
  await (await openDatabase({ dataDir: folder })).close();
  const made = await PGlite.create(join(folder, 'pglite'));
  const dump = await made.dumpDataDir('none');
  await made.close();
  writeFileSync(join(folder, 'pglite.tar'), Buffer.from(await dump.arrayBuffer()));
}

/** An empty, migrated database in memory: a copy of the template that a whole run of the tests shares. */
export async function openMemoryDatabase(): Promise<Database> {
  const template = process.env['DATABASE_TEMPLATE'];
  const begin = template === undefined ? undefined : await openAsBlob(join(template, 'pglite.tar'));
  return openDatabase({ dataDir: null, begin });
}

export interface TestServer {
  /** A new, empty database. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

function findBinaries(): string | null {
  if (!existsSync(BINARIES)) return null;
  const folders = readdirSync(BINARIES).map((version) => join(BINARIES, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres'))) ?? null;
}

/** True when the tests of PostgreSQL can run here. `given` is DATABASE_URL_TEST. */
export function hasPostgres(given: string | undefined): boolean {
  const found = given !== undefined || findBinaries() !== null;
  if (!found) process.stdout.write('PostgreSQL is not on this machine: its tests are skipped.\n');
  return found;
}

async function createDatabaseAt(address: string): Promise<string> {
  const name = `undertow_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return address.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

async function isAnswering(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address });
  // A server that ends at this moment breaks the connection: that is no result, and must not end the test
  client.on('error', () => undefined);
  const answered = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return answered;
}

async function endProcess(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  server.kill(signal);
  await gone;
}

/** A server of the test's own, which can be stopped and restarted. */
export interface OwnServer extends TestServer {
  /** Ends it at once: `SIGKILL` is a crash, `SIGINT` is what `pg_ctl stop -m fast` sends. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>;
  /** Starts it again and resolves when it answers. */
  start(): Promise<void>;
}

/**
 * Starts a server on a private socket, with `port` on this machine too. Call `hasPostgres` first. `settings` are `name=value`
 * of postgresql.conf.
 */
export async function startOwnPostgres(settings: readonly string[] = [], port?: number): Promise<OwnServer> {
  const binaries = findBinaries();
  if (binaries === null) throw new Error('there is no PostgreSQL on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'undertow-pg-'));
  const account = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  if (account.uid !== undefined) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-A', 'trust', '-U', 'undertow', '--no-sync', '-E', 'UTF8'];
  execFileSync(join(binaries, 'initdb'), initdb, { ...account, cwd: folder, stdio: 'ignore' });
  const network = port === undefined ? ['listen_addresses='] : ['listen_addresses=localhost', `port=${port}`];
  const given = [...network, 'fsync=off', ...settings].flatMap((setting) => ['-c', setting]);
  const options = ['-D', data, '-k', folder, ...given];
  const address = `postgresql://undertow@/postgres?host=${encodeURIComponent(folder)}&port=${port ?? 5432}`;
  const spawnServer = (): ChildProcess =>
    spawn(join(binaries, 'postgres'), options, { ...account, cwd: folder, stdio: 'ignore' });
  let server = spawnServer();
  const untilAnswering = async (): Promise<void> => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      // After a crash the old connections may still hold the shared memory: the start is refused until they are gone
      if (server.exitCode !== null) server = spawnServer();
      if (await isAnswering(address)) return;
      await wait(100);
    }
    throw new Error('the PostgreSQL server of the test did not start');
  };
  await untilAnswering();
  return {
    createDatabase: () => createDatabaseAt(address),
    end: (signal) => endProcess(server, signal),
    async start() {
      server = spawnServer();
      await untilAnswering();
    },
    async stop() {
      await endProcess(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server on a private socket, or uses the given one. Call `hasPostgres` first. */
export async function startPostgres(given: string | undefined): Promise<TestServer> {
  if (given === undefined) return startOwnPostgres();
  return { createDatabase: () => createDatabaseAt(given), stop: async () => undefined };
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
  const address = await server.createDatabase();
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
