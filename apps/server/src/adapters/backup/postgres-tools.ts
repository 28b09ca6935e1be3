/** PostgreSQL's own programs: `pg_dump` and `pg_restore`, with the password in their environment and never in an argument. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.ts';

const MAX_NOTE = 2_000;

export interface PostgresPlace {
  readonly address: string;
  readonly tools: PostgresTools;
}

export interface PostgresTools {
  /** Folder of the programs; null finds them on the path. */
  readonly binaries: string | null;
  /** What the programs need of ours, and nothing secret. */
  readonly environment: Readonly<Record<string, string>>;
}

function withoutPassword(address: string): { readonly shown: string; readonly password: string } {
  const found = /^(\w+:\/\/[^:@/]*):([^@/]*)@/.exec(address);
  if (found === null) return { shown: address, password: '' };
  const [whole, head = '', password = ''] = found;
  return { shown: `${head}@${address.slice(whole.length)}`, password: decodeURIComponent(password) };
}

function start(
  program: string,
  { address, tools: { binaries, environment } }: PostgresPlace,
  args: readonly string[],
): ChildProcess {
  const { shown, password } = withoutPassword(address);
  const env = { ...environment, ...(password === '' ? {} : { PGPASSWORD: password }) };
  const path = binaries === null ? program : join(binaries, program);
  return spawn(path, [...args, '--dbname', shown], { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Resolves on exit code 0; rejects with the output of the program. */
function ended(child: ChildProcess, program: string): Promise<void> {
  let note = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    note = (note + chunk.toString()).slice(0, MAX_NOTE);
  });
  return new Promise((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => {
      const hint = cause.code === 'ENOENT' ? ': expected it on the path, or its folder in PG_BIN' : '';
      reject(new BackupError(`${program} could not be started${hint}`, { cause }));
    });
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new BackupError(`${program} ended with ${code ?? signal}: ${note.trim()}`));
    });
  });
}

/** The database at the snapshot, in PostgreSQL's custom format. */
export async function* dumpPostgres(place: PostgresPlace, snapshot: string): AsyncGenerator<Uint8Array> {
  // The lowest compression takes a tenth of the time of the usual one and leaves a tenth more
  const args = ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  const child = start('pg_dump', place, args);
  const end = ended(child, 'pg_dump');
  end.catch(() => undefined);
  try {
    if (child.stdout !== null) yield* child.stdout as AsyncIterable<Uint8Array>;
    await end;
  } finally {
    child.kill();
  }
}

/** Fills an empty database in one transaction: all of it, or nothing. */
export async function loadPostgres(place: PostgresPlace, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  const child = start('pg_restore', place, args);
  const end = ended(child, 'pg_restore');
  end.catch(() => undefined);
  try {
    if (child.stdin !== null) await pipeline(Readable.from(bytes), child.stdin);
  } catch (error) {
    child.kill();
    // A program that exits early reports the cause; a broken pipe does not
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
  await end;
}
