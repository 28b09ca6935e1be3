/** The embedded database on a folder: beside the server's thread, one session for all, and whole after a lost connection. */
import { rmSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outageOf } from '#failures/outage.ts';
import { newDataFolder } from '#testing/database/data-folder.ts';
import { type Database, openDatabase } from './database.ts';
import { rowsOf, sql } from './orm.ts';

let dataDir = '';
let database: Database;
beforeAll(async () => {
  dataDir = newDataFolder('embedded');
  database = await openDatabase({ dataDir });
  await database.orm.execute(sql`CREATE TABLE notes (body text)`);
});
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const bodies = async () =>
  (await rowsOf<{ body: string }>(database.orm, sql`SELECT body FROM notes ORDER BY body`)).map(
    ({ body }) => body,
  );

test('a long statement leaves the server’s thread its turns', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  const startedMs = performance.now();
  await database.orm.execute(sql`SELECT sum(sqrt(n)) FROM generate_series(1, 3000000) n`);
  const tookMs = performance.now() - startedMs;
  clearInterval(timer);
  // Half of what a thread with nothing to do would have had: others use the machine too
  expect(turns).toBeGreaterThan(tookMs / 20);
});

test('texts of every script, bytes, and ten megabytes come back as they were stored', async () => {
  const bytes = Buffer.from([0, 1, 2, 250, 255]);
  const long = 'ж'.repeat(5_000_000);
  const [row] = await rowsOf<{ text: string; bytes: Uint8Array; long: string }>(
    database.orm,
    sql`SELECT ${'Größe 😀 \\ \' "'}::text AS text, ${bytes}::bytea AS bytes, ${long}::text AS long`,
  );
  expect(row?.text).toBe('Größe 😀 \\ \' "');
  expect(Buffer.from(row?.bytes ?? [])).toEqual(bytes);
  expect(row?.long === long).toBe(true);
});

test('transactions take turns, and a statement outside of one waits for it', async () => {
  const order: string[] = [];
  const first = database.orm.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tx.execute(sql`SELECT 1`);
    order.push('first');
  });
  const second = database.orm.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    order.push('second');
  });
  const outside = database.ping().then(() => order.push('outside'));
  await Promise.all([first, second, outside]);
  expect(order).toEqual(['first', 'second', 'outside']);
});

test('a statement that is refused leaves the database as it was and the next one a session without its settings', async () => {
  await database.orm.execute(sql`SET application_name = 'before'`);
  await expect(database.orm.execute(sql`SELECT 1 / 0`)).rejects.toThrow();
  const [row] = await rowsOf<{ name: string }>(
    database.orm,
    sql`SELECT current_setting('application_name') AS name`,
  );
  expect(row?.name).not.toBe('before');
});

test('a connection that is lost inside a transaction leaves nothing of it, and no lock', async () => {
  const pool = Reflect.get(database.orm, '$client') as pg.Pool;
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query("INSERT INTO notes VALUES ('half')");
  client.release(true);
  expect(await bodies()).toEqual([]);
  await database.orm.transaction((tx) => tx.execute(sql`INSERT INTO notes VALUES ('whole')`));
  expect(await bodies()).toEqual(['whole']);
});

test('an archive is taken between transactions, and a closed database is away', async () => {
  const writing = database.orm.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO notes VALUES ('later')`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  const archive = await database.dump?.();
  await writing;
  expect(archive?.size).toBeGreaterThan(1_000_000);
  await database.close();
  const refusal: unknown = await database.ping().catch((error: unknown) => error);
  expect(outageOf(refusal)).toBe('DATABASE_AWAY');
  database = await openDatabase({ dataDir });
  expect(await bodies()).toEqual(['later', 'whole']);
});
