/** A PostgreSQL server of our own in a temporary folder, where its programs are installed. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const BINARIES = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root: the account `nobody`. */
const UNPRIVILEGED = 65_534;

interface PostgresRun {
  /** For DATABASE_URL: an empty database. */
  readonly address: string;
  /** The shell of the database with its options. */
  readonly shell: readonly string[];
  stop(): Promise<void>;
}

function findBinaries(): string | undefined {
  if (!existsSync(BINARIES)) return undefined;
  const folders = readdirSync(BINARIES).map((version) => join(BINARIES, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres')));
}

/** Null when PostgreSQL is not installed here. */
export async function startPostgres(): Promise<PostgresRun | null> {
  const binaries = findBinaries();
  if (binaries === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'undertow-bench-pg-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  const account = { cwd: folder, ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}) };
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-A', 'trust', '-U', 'undertow', '--no-sync', '-E', 'UTF8'];
  execFileSync(join(binaries, 'initdb'), initdb, { ...account, stdio: 'ignore' });
  const options = ['-D', data, '-k', folder, '-c', 'listen_addresses='];
  const server = spawn(join(binaries, 'postgres'), options, { ...account, stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  const stop = async (): Promise<void> => {
    // SIGINT is the fast shutdown
    server.kill('SIGINT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  const isReady = () => promisify(execFile)(join(binaries, 'pg_isready'), ['-h', folder]);
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt += 1) {
    const isUp = await isReady().then(
      () => true,
      () => false,
    );
    if (isUp) {
      const shell = [join(binaries, 'psql'), '-h', folder, '-U', 'undertow', 'postgres'];
      return { address: `postgresql://undertow@/postgres?host=${encodeURIComponent(folder)}`, shell, stop };
    }
    await wait(100);
  }
  await stop();
  throw new Error('the PostgreSQL server of the measurement did not start');
}
