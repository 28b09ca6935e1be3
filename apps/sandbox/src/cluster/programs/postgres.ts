/** A PostgreSQL server of the cluster's own: its data are made at the first start. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresFolders } from './find-program.ts';
import { LogFile } from './log-file.ts';
import { type Program, ProgramError } from './supervised-program.ts';

/** PostgreSQL refuses to run as root: the account `nobody`. */
const UNPRIVILEGED = 65_534;
const OTHERS_MAY_ENTER = 0o001;
const POLL_MS = 150;
const ROLE = 'undertow';
const DATABASE = 'undertow';
const run = promisify(execFile);

/** Throws `ProgramError` with what to install where there is none. */
export function requirePostgres(path: string, folder: string): string {
  const found = postgresFolders(path);
  const version = join(folder, 'data', 'PG_VERSION');
  const major = existsSync(version) ? readFileSync(version, 'utf8').trim() : null;
  const binaries = found.find((one) => major === null || majorOf(one) === major);
  if (binaries !== undefined) return binaries;
  if (major !== null && found.length > 0)
    throw new ProgramError(
      `The data in ${folder} are of PostgreSQL ${major}, which is not installed on this machine: install it, or choose another folder with --data-dir.`,
    );
  throw new ProgramError(
    'The server of PostgreSQL is not installed on this machine. On Debian or Ubuntu: apt-get install postgresql; on ' +
      'macOS: brew install postgresql@17; otherwise put the folder of initdb and postgres on the path. Version 15 or later.',
  );
}

function majorOf(binaries: string): string | undefined {
  const text = execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d+/.exec(text)?.[0];
}

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Root gives the folder to an account without rights, which must be able to reach it. */
function giveAway(folder: string, dataDir: string): Account {
  if (process.getuid?.() !== 0) return {};
  chmodSync(dataDir, statSync(dataDir).mode | OTHERS_MAY_ENTER);
  for (let parent = dirname(dataDir); parent !== dirname(parent); parent = dirname(parent))
    if ((statSync(parent).mode & OTHERS_MAY_ENTER) === 0)
      throw new ProgramError(
        `PostgreSQL does not run as root, and the account that root starts it with cannot enter ${parent}: start as another user, or choose a folder with --data-dir that everybody can enter.`,
      );
  chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  return { uid: UNPRIVILEGED, gid: UNPRIVILEGED };
}

/** Made beside its place first: what an interrupted start leaves is not taken for a database. */
function makeData(binaries: string, folder: string, account: Account): void {
  const [data, made, passwordFile] = [
    join(folder, 'data'),
    join(folder, 'data.new'),
    join(folder, 'password'),
  ];
  if (existsSync(data)) return;
  rmSync(made, { recursive: true, force: true });
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (account.uid !== undefined) chownSync(passwordFile, UNPRIVILEGED, UNPRIVILEGED);
  const options = ['-D', made, '-U', ROLE, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const kind = ['-E', 'UTF8', '--data-checksums', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), [...options, ...kind], { ...account, cwd: folder, stdio: 'pipe' });
  renameSync(made, data);
}

export interface PostgresServer {
  readonly program: Program;
  /** The value of DATABASE_URL. */
  readonly address: string;
  /** Creates the database where it is not there yet. Call it once the program is ready. */
  createDatabase(): Promise<void>;
}

/** `dataDir` is the whole cluster's; the server keeps data and log in its `postgres`. `stage` is that of its end. */
export function openPostgres(path: string, dataDir: string, port: number, stage: number): PostgresServer {
  const folder = join(dataDir, 'postgres');
  const binaries = requirePostgres(path, folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = giveAway(folder, dataDir);
  makeData(binaries, folder, account);
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const log = new LogFile(join(dataDir, 'postgres.log'));
  const network = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  const settings = [...network, 'max_connections=200'].flatMap((setting) => ['-c', setting]);
  const at = ['-h', '127.0.0.1', '-p', String(port), '-U', ROLE];
  const env = { PATH: path, LC_ALL: 'C', PGPASSWORD: password };
  const isReady = (): Promise<boolean> =>
    run(join(binaries, 'pg_isready'), [...at, '-d', 'postgres'], { env }).then(
      () => true,
      () => false,
    );
  return {
    address: `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`,
    program: {
      name: 'postgres',
      stage,
      // Ends sessions at once and writes everything: what pg_ctl calls fast
      signal: 'SIGINT',
      spawn: () =>
        log.lend((file) =>
          spawn(join(binaries, 'postgres'), ['-D', join(folder, 'data'), ...settings], {
            ...account,
            cwd: folder,
            detached: true,
            stdio: ['ignore', file, file],
          }),
        ),
      async untilReady(_child, ended) {
        while (!(ended.aborted || (await isReady()))) await wait(POLL_MS);
      },
      explain: () => log.tail(),
    },
    async createDatabase() {
      await run(join(binaries, 'createdb'), [...at, DATABASE], { env }).catch((error: unknown) => {
        if (!String((error as { stderr?: string }).stderr).includes('already exists')) throw error;
      });
    },
  };
}
