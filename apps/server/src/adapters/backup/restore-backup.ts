/** Brings a backup back into an empty database, compares every table, and erases again who was erased since. */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDIT_CHAIN, verifyAudit } from '#adapters/storage/audit/audit-verify.ts';
import {
  type ChainHeadsFile,
  createAuditHeadFile,
  createTrackHeadsFile,
  type Heads,
} from '#adapters/storage/database/chain-heads-file.ts';
import { openDatabase } from '#adapters/storage/database/database.ts';
import { lockFolder } from '#adapters/storage/database/folder-lock.ts';
import { readMigrations } from '#adapters/storage/database/migrate.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { readErasureLedger } from '#adapters/storage/privacy/erasure-ledger.ts';
import { replayErasures } from '#adapters/storage/privacy/erasures.ts';
import { verifyChains } from '#adapters/storage/track-record/track-verify.ts';
import { BackupError } from './backup-error.ts';
import { checkBackup, type Manifest, readBytes } from './backup-folder.ts';
import { loadPostgres } from './postgres-tools.ts';
import { digestFaults, digestTables } from './table-digests.ts';
import { type BackupSettings, withDatabaseAsFound } from './take-backup.ts';

/** Throws unless this build can read the backup into a database of this kind. */
export function requireFit(manifest: Manifest, settings: Pick<BackupSettings, 'databaseUrl'>): void {
  const target = settings.databaseUrl === undefined ? 'embedded' : 'postgres';
  const { database, migration } = manifest;
  if (database !== target)
    throw new BackupError(
      database === 'postgres'
        ? 'the backup is of PostgreSQL: expected DATABASE_URL of an empty database'
        : 'the backup is of an embedded database: expected DATA_DIR, and no DATABASE_URL',
    );
  const known = readMigrations().length;
  if (migration > known)
    throw new BackupError(
      `the backup is at migration ${migration}, this build only knows ${known}: expected a newer build`,
    );
}

async function requireEmpty(orm: Orm): Promise<void> {
  const [row] = await rowsOf<{ tables: number }>(
    orm,
    sql`SELECT count(*)::int AS tables FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')`,
  );
  if (row?.tables !== 0)
    throw new BackupError(
      `expected an empty database, this one has ${row?.tables} tables and sequences: nothing was changed`,
    );
}

async function loadEmbedded(dataDir: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const lock = await lockFolder(dataDir);
  try {
    const place = join(dataDir, 'pglite');
    if (existsSync(place))
      throw new BackupError(
        `expected no database in ${dataDir}, there is one (${place}): nothing was changed`,
      );
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of bytes) parts.push(Uint8Array.from(part));
    const half = `${place}.restoring`;
    await rm(half, { recursive: true, force: true });
    const { PGlite } = await import('@electric-sql/pglite');
    await (await PGlite.create({ dataDir: half, loadDataDir: new Blob(parts) })).close();
    await rename(half, place);
  } finally {
    await lock.release();
  }
}

/** Fills the database of the settings, which must be empty, and compares what it holds with the manifest. */
export async function loadBackup(path: string, manifest: Manifest, settings: BackupSettings): Promise<void> {
  const { databaseUrl, dataDir, tools, key } = settings;
  if (databaseUrl === undefined) await loadEmbedded(dataDir, readBytes(path, manifest, key));
  else {
    await withDatabaseAsFound(settings, ({ orm }) => requireEmpty(orm));
    await loadPostgres({ address: databaseUrl, tools }, readBytes(path, manifest, key));
  }
  await withDatabaseAsFound(settings, async ({ orm }) => {
    const found = await orm.transaction((tx) => digestTables(tx));
    const faults = digestFaults(manifest.tables, found);
    if (faults.length > 0) throw new BackupError(`restored, and not the same: ${faults.join('; ')}`);
    await requireWholeChains(orm, manifest);
  });
}

const heldIn = (heads: Heads): ChainHeadsFile => ({ read: async () => heads, write: async () => undefined });

/** The chains of the track record and of the audit log end where they did, and every row follows the one before it. */
async function requireWholeChains(orm: Orm, manifest: Manifest): Promise<void> {
  const track = await verifyChains(orm, [manifest.trackHeads]);
  const audit = await verifyAudit(orm, heldIn({ [AUDIT_CHAIN]: manifest.auditHead }));
  const broken = [...track, { chain: 'the audit log', ...audit }].filter(({ fault }) => fault !== null);
  if (broken.length === 0) return;
  const shown = broken.map(({ chain, fault }) => `${chain} (${fault})`).join('; ');
  throw new BackupError(`restored, and these chains are broken: ${shown}`);
}

/** Files beside the database must end where the restored chains end; their earlier contents are kept. */
async function putHeads(dataDir: string, { trackHeads, auditHead, at }: Manifest): Promise<void> {
  for (const name of ['track-record-heads.json', 'audit-head.json']) {
    const path = join(dataDir, name);
    if (existsSync(path)) await rename(path, `${path}.before-${at.replaceAll(':', '')}`);
  }
  await createTrackHeadsFile(dataDir).write(trackHeads);
  await createAuditHeadFile(dataDir).write({ [AUDIT_CHAIN]: auditHead });
}

export interface Restored {
  /** Accounts that were in the backup and had been erased since. */
  readonly erasedAgain: number;
}

/**
 * Restores into the empty database of the settings. `withoutErasures` is for a ledger that is lost: the operator knows
 * then that nobody was erased since the backup. Throws `BackupError` before anything was changed, but for rows that differ.
 */
export async function restoreBackup(
  path: string,
  manifest: Manifest,
  settings: BackupSettings,
  {
    withoutErasures,
    allowsUnauthenticated,
    nowMs,
  }: { readonly withoutErasures: boolean; readonly allowsUnauthenticated: boolean; readonly nowMs: number },
): Promise<Restored> {
  requireFit(manifest, settings);
  await checkBackup(path, manifest, settings.key, allowsUnauthenticated);
  const erased = await readErasureLedger(settings.erasureLedger);
  if (erased === null && !withoutErasures)
    throw new BackupError(
      `there is no ledger of erasures at ${settings.erasureLedger}: expected it there (ERASURE_LEDGER), or ` +
        `--without-erasures where nobody was erased since ${manifest.at}`,
    );
  await loadBackup(path, manifest, settings);
  await putHeads(settings.dataDir, manifest);
  const { dataDir, databaseUrl } = settings;
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    return { erasedAgain: await replayErasures(database.orm, erased ?? [], nowMs) };
  } finally {
    await database.close();
  }
}
