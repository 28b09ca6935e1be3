/** Opens the database: PostgreSQL by address, or the embedded one behind the lock of its folder. Same dialect, same migrations. */
import type { MemoryFS } from '@electric-sql/pglite';
import type { FreeBytes } from '#adapters/storage/embedded/disk-space.ts';
import { migrate } from './migrate.ts';
import { openEmbedded } from './open-embedded.ts';
import { openPostgres } from './open-postgres.ts';
import type { Orm } from './orm.ts';

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly orm: Orm;
  /** The whole embedded database as one file. */
  readonly dump?: () => Promise<Blob>;
  /** Of the planner, for the embedded database: PostgreSQL refreshes its own. */
  readonly refreshStatistics?: () => Promise<void>;
  /** Connections of PostgreSQL, and statements that wait for one. */
  readonly pool?: () => { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Resolves when a statement returns. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** Folder of the embedded database; null keeps it in memory. */
  readonly dataDir: string | null;
  /** Files that an embedded database in memory begins with; without them, it begins empty. */
  readonly begin?: MemoryFS | undefined;
  readonly databaseUrl?: string | undefined;
  /** Of the role that owns the tables, where `databaseUrl` is of another one: opened for the migrations only. */
  readonly migrationUrl?: string | undefined;
  /** Receives the error of each connection that breaks. */
  readonly onError?: (error: Error) => void;
  /** Bytes that are free for an embedded database; by default those on the disk of its folder. */
  readonly freeBytes?: FreeBytes;
  /** Leaves the schema as it is found: for backups, and for a database that is still empty. */
  readonly asFound?: true;
}

/** Brings the schema up as the role that owns it. */
async function migrateAsOwner(address: string, onError: (error: Error) => void): Promise<void> {
  const owner = await openPostgres({ setting: 'MIGRATION_DATABASE_URL', address }, onError);
  try {
    await migrate(owner.orm);
  } finally {
    await owner.close();
  }
}

/** Opens the database and migrates it by default. Throws `FolderLocked`, or what the driver throws. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, migrationUrl, asFound, onError = () => undefined } = settings;
  if (migrationUrl !== undefined && asFound !== true) await migrateAsOwner(migrationUrl, onError);
  const database =
    databaseUrl === undefined
      ? await openEmbedded(settings, onError)
      : await openPostgres({ setting: 'DATABASE_URL', address: databaseUrl }, onError);
  if (asFound === true) return database;
  try {
    await migrate(database.orm);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
