/** Runs the commands of the server in processes of their own, for tests. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMANDS = fileURLToPath(new URL('../src/commands/', import.meta.url));
/** The optimising compiler takes longer for the embedded database than a command needs it. */
export const COMMAND_FLAGS = ['--liftoff-only', '--max-semi-space-size=4'];
/** Made up, for tests. */
export const KEY = '5a'.repeat(32);

/** Where a database is. */
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

export interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** What a command reads there. */
export function environmentOf(
  { dataDir, databaseUrl }: Place,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const modules = process.env['NODE_COMPILE_CACHE'];
  return {
    ...(modules === undefined ? {} : { NODE_COMPILE_CACHE: modules }),
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    DATA_DIR: dataDir,
    BACKUP_KEY: KEY,
    ...url,
    ...more,
  };
}

/** Runs a command as an operator does; returns its exit code and output. */
export function runCommand(
  command: string,
  place: Place,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [...COMMAND_FLAGS, join(COMMANDS, `${command}.ts`), ...args], {
    env: environmentOf(place, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, output }));
  });
}
