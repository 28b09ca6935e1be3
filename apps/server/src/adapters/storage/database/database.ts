/** Opens the database: PostgreSQL by address, or the embedded one behind the lock of its folder. Same dialect, same migrations. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryFS } from '@electric-sql/pglite';
import { type FreeBytes, freeBytesOf, requireDiskSpace, withinDiskSpace } from './disk-space.ts';
import { refreshEventStatistics } from './event-statistics.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
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

const EMBEDDED_SETTINGS = [
  // Pages that are kept in memory; by default 128 MB, all of it taken at once
  'shared_buffers=16MB',
  // A new file of the log, every 16 MB of it, is not filled with zeros first: that would block everybody
  'wal_init_zero=off',
];

async function openEmbedded({ dataDir, begin, freeBytes }: DatabaseSettings): Promise<Database> {
  const lock = dataDir === null ? null : await lockFolder(dataDir);
  try {
    const diskSpace = freeBytes ?? (dataDir === null ? null : freeBytesOf(dataDir));
    // Opening writes too
    if (diskSpace !== null) requireDiskSpace(diskSpace);
    // Loaded only where it is used: beside PostgreSQL it would be memory for nothing
    const [{ PGlite }, { drizzle: drizzlePglite }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('drizzle-orm/pglite'),
    ]);
    const options = {
      startParams: [...PGlite.defaultStartParams, ...EMBEDDED_SETTINGS.flatMap((setting) => ['-c', setting])],
      ...(dataDir === null ? {} : { dataDir: join(dataDir, 'pglite') }),
      ...(begin === undefined ? {} : { fs: begin }),
    };
    // The instance that makes a new database keeps what it made it from, 60 MB: another one opens it
    const isNew = options.dataDir !== undefined && !existsSync(options.dataDir);
    if (isNew) await (await PGlite.create(options)).close();
    const client = await PGlite.create(options);
    if (diskSpace !== null) {
      const [query, transaction] = [client.query.bind(client), client.transaction.bind(client)];
      Object.assign(client, withinDiskSpace({ query, transaction }, diskSpace));
    }
    const orm: Orm = drizzlePglite({ client });
    return {
      kind: 'embedded',
      orm,
      dump: () => client.dumpDataDir('none'),
      refreshStatistics: () => refreshEventStatistics(orm),
      async ping() {
        await client.query('SELECT 1');
      },
      async close() {
        await client.close();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
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
      ? await openEmbedded(settings)
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
