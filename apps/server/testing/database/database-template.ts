/** One empty, migrated database for all tests of all runs: made when its schema changes, and copied by those that need one. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@undertow/market';
import { openDatabase } from '#adapters/storage/database/database.ts';
import {
  CLUSTER_FOLDER,
  createDatabaseAt,
  findBinaries,
  MIGRATED_DATABASE,
  startOwnPostgres,
} from './own-postgres.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/undertow-databases');
/** What the template is made with: the migrations, the code that applies them, and the versions of the libraries. */
export const SOURCES: readonly string[] = [
  'apps/server/src/adapters/storage/database',
  'apps/server/testing/database/database-template.ts',
  'apps/server/testing/database/own-postgres.ts',
  'package-lock.json',
];

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}

/** Changes with everything that the migrated database depends on. */
export function templateKey(root: string): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesOf(join(root, source))).toSorted())
    if (!path.endsWith('.test.ts')) hash.update(relative(root, path)).update(readFileSync(path));
  // Another account could not read the files of PostgreSQL, another version could not open them
  hash.update(`${findBinaries()} ${process.getuid?.()}`);
  return hash.digest('hex').slice(0, 24);
}

/** `pglite` is the embedded database, `postgres` the files of a PostgreSQL server. */
async function makeTemplate(folder: string): Promise<void> {
  await (await openDatabase({ dataDir: folder })).close();
  if (findBinaries() === null) return;
  const server = await startOwnPostgres();
  try {
    const databaseUrl = await createDatabaseAt(server.address, 'empty', MIGRATED_DATABASE);
    await (await openDatabase({ dataDir: null, databaseUrl })).close();
    await server.end('SIGINT');
    execFileSync('cp', ['-a', server.files, join(folder, CLUSTER_FOLDER)]);
  } finally {
    await server.stop();
  }
}

/** Removes what no run has used for a day: folders of earlier keys, and what a killed run was making. */
function removeUnused(cache: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const used = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - used > DAY_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of `key` in `cache`, made when it is missing. Runs at the same time each get a whole one. */
export async function cachedFolder(
  cache: string,
  key: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, key);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const made = mkdtempSync(join(cache, 'making-'));
    try {
      await make(made);
      renameSync(made, folder);
    } catch (error) {
      rmSync(made, { recursive: true, force: true });
      // A folder that holds something is not replaced: another run was first
      if (!existsSync(folder)) throw error;
    }
  }
  utimesSync(folder, new Date(), new Date());
  removeUnused(cache);
  return folder;
}

/** The folder of the template: the DATABASE_TEMPLATE of a run. */
export function databaseTemplate(): Promise<string> {
  return cachedFolder(CACHE, templateKey(ROOT), makeTemplate);
}
