/** Takes a backup: the bytes of the database and their digests, both of one moment, while writes continue. */
import { auditHead } from '#adapters/storage/audit/audit-verify.ts';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { readMigrations } from '#adapters/storage/database/migrate.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { GENESIS, readTrackEnds } from '#adapters/storage/track-record/track-verify.ts';
import { BackupError } from './backup-error.ts';
import { type Manifest, type ManifestFacts, writeBackup } from './backup-folder.ts';
import { dumpPostgres, type PostgresTools } from './postgres-tools.ts';
import { digestTables, rowsIn } from './table-digests.ts';

/** Where the database is, and how it is kept elsewhere. */
export interface BackupSettings {
  readonly dataDir: string;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly tools: PostgresTools;
  /** 32 bytes; null leaves backups open. */
  readonly key: Buffer | null;
  /** File that names who was erased. */
  readonly erasureLedger: string;
}

export interface TakenBackup {
  readonly path: string;
  readonly manifest: Manifest;
  readonly rows: number;
  readonly seconds: number;
}

/** Facts at the moment of the transaction. */
async function factsOf(tx: Orm, kind: Database['kind'], nowMs: number): Promise<ManifestFacts> {
  const [row] = await rowsOf<{ version: string; bytes: string; migration: number }>(
    tx,
    sql`SELECT current_setting('server_version') AS version, pg_database_size(current_database())::text AS bytes,
      (SELECT max(number) FROM schema_migrations) AS migration`,
  );
  if (row === undefined) throw new Error('the database did not answer');
  return {
    at: new Date(nowMs).toISOString(),
    database: kind,
    version: row.version,
    migration: row.migration,
    databaseBytes: Number(row.bytes),
    tables: await digestTables(tx),
    trackHeads: await readTrackEnds(tx),
    auditHead: (await auditHead(tx)) ?? { count: 0, hash: GENESIS },
  };
}

/** Another build may keep its tables otherwise: the one that runs on a database takes its backups. */
async function requireSchema(orm: Orm): Promise<void> {
  const [row] = await rowsOf<{ there: boolean }>(
    orm,
    sql`SELECT to_regclass('public.schema_migrations') IS NOT NULL AS there`,
  );
  if (row?.there !== true) throw new BackupError('expected a database of Undertow, there is none here');
  const [newest] = await rowsOf<{ migration: number }>(
    orm,
    sql`SELECT max(number) AS migration FROM schema_migrations`,
  );
  const known = readMigrations().length;
  if (newest?.migration !== known)
    throw new BackupError(
      `the database is at migration ${newest?.migration}, this build is at ${known}: expected the build that runs on it`,
    );
}

async function takeEmbedded(database: Database, folder: string, key: Buffer | null, nowMs: number) {
  const { orm, dump } = database;
  if (dump === undefined) throw new Error('an embedded database can be dumped');
  // No other process writes: the lock of the folder is ours
  const facts = await orm.transaction((tx) => factsOf(tx, 'embedded', nowMs));
  const blob = await dump();
  return writeBackup(folder, key, { nowMs, source: blob.stream(), facts: async () => facts });
}

function takePostgres(database: Database, folder: string, settings: BackupSettings, nowMs: number) {
  const { databaseUrl: address = '', tools, key } = settings;
  return database.orm.transaction(
    async (tx) => {
      // It waits for `pg_dump`, however long that takes
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
      const [row] = await rowsOf<{ snapshot: string }>(tx, sql`SELECT pg_export_snapshot() AS snapshot`);
      const source = dumpPostgres({ address, tools }, row?.snapshot ?? '');
      // Counted while the bytes are written: the snapshot is the same
      const facts = factsOf(tx, 'postgres', nowMs);
      facts.catch(() => undefined);
      return writeBackup(folder, key, { nowMs, source, facts: () => facts });
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Takes a backup of an open database into `folder`. */
export async function takeBackupOf(
  database: Database,
  settings: BackupSettings,
  folder: string,
  nowMs: () => number,
): Promise<TakenBackup> {
  await requireSchema(database.orm);
  const startMs = nowMs();
  const { path, manifest } =
    database.kind === 'embedded'
      ? await takeEmbedded(database, folder, settings.key, startMs)
      : await takePostgres(database, folder, settings, startMs);
  return { path, manifest, rows: rowsIn(manifest.tables), seconds: (nowMs() - startMs) / 1000 };
}

/** Opens the database as it is, and hands it on until `use` is done. */
export async function withDatabaseAsFound<T>(
  settings: Pick<BackupSettings, 'dataDir' | 'databaseUrl'>,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = settings;
  const database = await openDatabase({ dataDir, databaseUrl, asFound: true });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
