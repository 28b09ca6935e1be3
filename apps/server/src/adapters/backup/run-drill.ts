/** The recovery drill: a backup, brought back into an empty database beside the real one, compared row by row, and thrown away. */

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { epochMs } from '@undertow/market';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createRecoveryRecord } from '#adapters/storage/operations/recovery-record.ts';
import type { DrillRun } from '#ports/operations.ts';
import { BackupError } from './backup-error.ts';
import { checkBackup } from './backup-folder.ts';
import { loadBackup } from './restore-backup.ts';
import { type BackupSettings, type TakenBackup, takeBackupOf } from './take-backup.ts';

/** Runs `use` beside an empty PostgreSQL database on the same server, which is dropped afterwards. */
async function withScratchPostgres(
  orm: Orm,
  address: string,
  stamp: string,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const [row] = await rowsOf<{ name: string }>(orm, sql`SELECT current_database() AS name`);
  const prefix = `${row?.name}_drill_`;
  await dropLeft(orm, prefix);
  const name = `${prefix}${stamp}`;
  try {
    await orm.execute(sql`CREATE DATABASE ${sql.identifier(name)}`);
  } catch (cause) {
    throw new BackupError(
      'the database of the drill could not be made: expected a role that may (ALTER ROLE … CREATEDB), and free space',
      { cause },
    );
  }
  try {
    await use(address.replace(/\/[^/?]*(\?|$)/, `/${name}$1`));
  } finally {
    await orm.execute(sql`DROP DATABASE IF EXISTS ${sql.identifier(name)} WITH (FORCE)`);
  }
}

/** Databases of drills that were killed. One that another drill uses at this moment stays: it cannot be dropped. */
async function dropLeft(orm: Orm, prefix: string): Promise<void> {
  const left = await rowsOf<{ name: string }>(
    orm,
    sql`SELECT datname AS name FROM pg_database WHERE starts_with(datname, ${prefix})
      AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datname = pg_database.datname)`,
  );
  for (const { name } of left) await orm.execute(sql`DROP DATABASE IF EXISTS ${sql.identifier(name)}`);
}

/** Brings the backup back into an empty database of the same kind. */
async function restoreBeside(
  database: Database,
  settings: BackupSettings,
  { path, manifest }: TakenBackup,
  folder: string,
): Promise<void> {
  await checkBackup(path, manifest, settings.key);
  if (settings.databaseUrl === undefined) {
    await loadBackup(path, manifest, { ...settings, dataDir: join(folder, 'restored') });
    return;
  }
  const stamp = manifest.at.replaceAll(/\D/g, '');
  await withScratchPostgres(database.orm, settings.databaseUrl, stamp, (databaseUrl) =>
    loadBackup(path, manifest, { ...settings, databaseUrl }),
  );
}

export interface DrillParts {
  readonly settings: BackupSettings;
  /** The temporary folder of the backup and of an embedded restored database. */
  readonly folder: string;
  readonly nowMs: () => number;
}

/** Makes a drill and writes down how it came out. Throws when none could be begun. */
export async function runDrill({ settings, folder, nowMs }: DrillParts): Promise<DrillRun> {
  const { dataDir, databaseUrl } = settings;
  const database = await openDatabase({ dataDir, databaseUrl });
  const work = await mkdtemp(join(folder, 'undertow-drill-'));
  try {
    const taken = await takeBackupOf(database, settings, work, nowMs);
    const { manifest, rows, seconds: backupSeconds } = taken;
    const startMs = nowMs();
    const fault = await restoreBeside(database, settings, taken, work).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const run: DrillRun = {
      atMs: epochMs(startMs),
      database: database.kind === 'postgres' ? 'postgres' : 'pglite',
      bytes: manifest.databaseBytes,
      rows,
      backupSeconds,
      restoreSeconds: (nowMs() - startMs) / 1000,
      fault,
    };
    await createRecoveryRecord(database.orm).noteDrill(run);
    return run;
  } finally {
    await rm(work, { recursive: true, force: true });
    await database.close();
  }
}
