/** A PostgreSQL server of a test's own: it can be stopped, killed and restarted, and nobody else is connected to it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const BINARIES = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root: the account `nobody`. */
const UNPRIVILEGED = 65_534;
/** The files of a new server within the template of the run; without them it makes its own, which costs a second. */
export const CLUSTER_FOLDER = 'postgres';
/** The database of a new server that is migrated and empty, where it has one. */
export const MIGRATED_DATABASE = 'undertow_migrated';

/** Where the programs of PostgreSQL are; null without them. */
export function findBinaries(): string | null {
  if (!existsSync(BINARIES)) return null;
  const folders = readdirSync(BINARIES).map((version) => join(BINARIES, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres'))) ?? null;
}

/** `migrated`: at the newest schema already, where the server has such a database to copy. Returns its address. */
export async function createDatabaseAt(
  address: string,
  as: 'empty' | 'migrated' = 'empty',
  name = `undertow_${process.pid}_${Math.random().toString(36).slice(2, 10)}`,
): Promise<string> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [MIGRATED_DATABASE]);
  const template = as === 'migrated' && known.rows.length > 0 ? `TEMPLATE ${MIGRATED_DATABASE}` : '';
  await client.query(`CREATE DATABASE ${name} ${template}`);
  await client.end();
  return address.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

async function isResponding(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address });
  // A server that ends at this moment breaks the connection: that is no result, and must not end the test
  client.on('error', () => undefined);
  const responded = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return responded;
}

async function endProcess(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  server.kill(signal);
  await gone;
}

export interface OwnServer {
  /** Of its database `postgres`. */
  readonly address: string;
  /** Its data. */
  readonly files: string;
  /** A new database, empty by default. */
  createDatabase(as?: 'empty' | 'migrated'): Promise<string>;
  /** Ends it at once: `SIGKILL` is a crash, `SIGINT` is what `pg_ctl stop -m fast` sends. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>;
  /** Starts it again and resolves when it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

function makeCluster(binaries: string, folder: string, account: { readonly uid?: number }): string {
  const files = join(folder, 'data');
  const template = process.env['DATABASE_TEMPLATE'];
  if (template !== undefined) {
    // The owner of the files is kept as well
    execFileSync('cp', ['-a', join(template, CLUSTER_FOLDER), files]);
  } else {
    const initdb = ['-D', files, '-A', 'trust', '-U', 'undertow', '--no-sync', '-E', 'UTF8'];
    execFileSync(join(binaries, 'initdb'), initdb, { ...account, cwd: folder, stdio: 'ignore' });
  }
  return files;
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
  const files = makeCluster(binaries, folder, account);
  const network = port === undefined ? ['listen_addresses='] : ['listen_addresses=localhost', `port=${port}`];
  const given = [...network, 'fsync=off', ...settings].flatMap((setting) => ['-c', setting]);
  const options = ['-D', files, '-k', folder, ...given];
  const address = `postgresql://undertow@/postgres?host=${encodeURIComponent(folder)}&port=${port ?? 5432}`;
  const spawnServer = (): ChildProcess =>
    spawn(join(binaries, 'postgres'), options, { ...account, cwd: folder, stdio: 'ignore' });
  let server = spawnServer();
  const untilResponding = async (): Promise<void> => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      // After a crash the old connections may still hold the shared memory: the start is refused until they are gone
      if (server.exitCode !== null) server = spawnServer();
      if (await isResponding(address)) return;
      await wait(100);
    }
    throw new Error('the PostgreSQL server of the test did not start');
  };
  await untilResponding();
  return {
    address,
    files,
    createDatabase: (as) => createDatabaseAt(address, as),
    end: (signal) => endProcess(server, signal),
    async start() {
      server = spawnServer();
      await untilResponding();
    },
    async stop() {
      await endProcess(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
