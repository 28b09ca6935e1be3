/** The embedded database while its disk is nearly full: it refuses writes and still reads. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { outageOf } from '#failures/outage.ts';
import { newDataFolder } from '#testing/database/data-folder.ts';

const PLENTY = 2 ** 40;

let free = PLENTY;
let database: Database;
let dataDir = '';
/** What opening without space ended with, before the database was opened. */
let refused: string | null = null;
beforeAll(async () => {
  dataDir = newDataFolder('space');
  const open = () => openDatabase({ dataDir, asFound: true, freeBytes: () => free });
  free = 0;
  refused = await outageIn(open());
  free = PLENTY;
  database = await open();
  await database.orm.execute(sql`CREATE TABLE notes (body text)`);
});
beforeEach(async () => {
  free = PLENTY;
  await database.orm.execute(sql`DELETE FROM notes`);
});
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const add = (body: string, orm = database.orm) => orm.execute(sql`INSERT INTO notes VALUES (${body})`);
const bodies = async () =>
  (await rowsOf<{ body: string }>(database.orm, sql`SELECT body FROM notes ORDER BY body`)).map(
    ({ body }) => body,
  );

/** The outage that the failure of the step is taken for. */
async function outageIn(step: Promise<unknown>) {
  try {
    await step;
    return 'none';
  } catch (error) {
    return outageOf(error);
  }
}

test('a write is refused as on a full disk, and reads continue', async () => {
  await add('before');
  free = 1_000_000;
  expect(await outageIn(add('during'))).toBe('STORAGE_FULL');
  expect(await outageIn(database.orm.execute(sql`SELECT body FROM notes FOR UPDATE`))).toBe('STORAGE_FULL');
  expect(await bodies()).toEqual(['before']);
  await database.ping();
});

test('a transaction that runs out of space is rolled back, and the next one writes once there is space', async () => {
  const both = database.orm.transaction(async (tx) => {
    await add('first', tx);
    free = 1_000_000;
    await add('second', tx);
  });
  expect(await outageIn(both)).toBe('STORAGE_FULL');
  expect(await bodies()).toEqual([]);
  free = PLENTY;
  await database.orm.transaction(async (tx) => {
    await add('third', tx);
  });
  expect(await bodies()).toEqual(['third']);
});

test('a transaction that only reads needs no space', async () => {
  await add('before');
  free = 0;
  const rows = await database.orm.transaction((tx) => rowsOf(tx, sql`SELECT body FROM notes`));
  expect(rows).toEqual([{ body: 'before' }]);
});

test('a database is not opened without space, and its folder is unlocked again', async () => {
  expect(refused).toBe('STORAGE_FULL');
  await database.ping();
});
