/** Opens the embedded database behind the lock of its folder, by the same driver as PostgreSQL. */
import { join } from 'node:path';
import pg from 'pg';
import { freeBytesOf, requireDiskSpace, withinDiskSpace } from '#adapters/storage/embedded/disk-space.ts';
import { type Engine, openEngine } from '#adapters/storage/embedded/engine.ts';
import { EngineStream } from '#adapters/storage/embedded/engine-stream.ts';
import { openThreadedEngine } from '#adapters/storage/embedded/threaded-engine.ts';
import type { Database, DatabaseSettings } from './database.ts';
import { refreshEventStatistics } from './event-statistics.ts';
import { lockFolder } from './folder-lock.ts';
import { ormOf, reportLostConnections } from './pooled-orm.ts';

type EmbeddedSettings = Pick<DatabaseSettings, 'dataDir' | 'begin' | 'freeBytes'>;

async function openFolder(dataDir: string, freeBytes = freeBytesOf(dataDir)): Promise<Engine> {
  // Opening writes too
  requireDiskSpace(freeBytes);
  return withinDiskSpace(await openThreadedEngine(join(dataDir, 'pglite')), freeBytes);
}

/** One connection: the engine has one session, and transactions take turns in it. */
function openPool(engine: Engine): pg.Pool {
  return new pg.Pool({
    // All of them, so that none is taken from the environment
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => new EngineStream(engine),
  });
}

async function openLocked(
  { dataDir, begin, freeBytes }: EmbeddedSettings,
  onError: (error: Error) => void,
): Promise<Database> {
  const engine = dataDir === null ? await openEngine({ begin }) : await openFolder(dataDir, freeBytes);
  const pool = openPool(engine);
  reportLostConnections(pool, onError);
  const orm = ormOf(pool);
  return {
    kind: 'embedded',
    orm,
    async dump() {
      const client = await pool.connect();
      try {
        return await engine.dump();
      } finally {
        client.release();
      }
    },
    refreshStatistics: () => refreshEventStatistics(orm),
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      await pool.end();
      await engine.close();
    },
  };
}

/** Throws `FolderLocked`, `DiskNearlyFull` or what PGlite throws. */
export async function openEmbedded(
  settings: EmbeddedSettings,
  onError: (error: Error) => void,
): Promise<Database> {
  if (settings.dataDir === null) return openLocked(settings, onError);
  const lock = await lockFolder(settings.dataDir);
  try {
    const database = await openLocked(settings, onError);
    return {
      ...database,
      async close() {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
