/** Migrations: numbered, once each, never changed afterwards, whole or not at all. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlankDatabase } from '#testing/database/databases.ts';
import type { Database } from './database.ts';
import { type Migration, MigrationError, migrate, readMigrations } from './migrate.ts';
import { rowsOf } from './orm.ts';

let database: Database;
beforeAll(async () => {
  database = await openBlankDatabase();
  await migrate(database.orm);
});
afterAll(() => database.close());

const known = readMigrations();
const next: Migration = {
  number: known.length + 1,
  name: '0099-next.sql',
  sql: 'CREATE TABLE next_one (id integer)',
};

async function tableNames(): Promise<readonly string[]> {
  const rows = await rowsOf<{ table_name: string }>(
    database.orm,
    sql`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  return rows.map((row) => row.table_name);
}

test('an applied migration is not applied again', async () => {
  expect(await migrate(database.orm)).toEqual([]);
});

test('a migration that fails in the middle leaves nothing behind', async () => {
  const broken = { ...next, sql: `${next.sql};\n--> statement-breakpoint\nSELECT nonsense` };
  await expect(migrate(database.orm, [...known, broken])).rejects.toThrow();
  expect(await tableNames()).not.toContain('next_one');
});

test('two starts at once apply a new migration once', async () => {
  const both = await Promise.all([
    migrate(database.orm, [...known, next]),
    migrate(database.orm, [...known, next]),
  ]);
  expect(both.flat()).toEqual([next.name]);
  expect(await tableNames()).toContain('next_one');
});

test('an applied migration that was edited is refused by name', async () => {
  const edited = { ...next, sql: 'CREATE TABLE next_two (id integer)' };
  await expect(migrate(database.orm, [...known, edited])).rejects.toThrow(/0099-next\.sql was changed/);
});

test('a database that is ahead of the build is refused', async () => {
  await expect(migrate(database.orm, known)).rejects.toThrow(MigrationError);
});

test('a hole in the numbers is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'undertow-migrations-'));
  writeFileSync(join(folder, '0001-first.sql'), 'SELECT 1');
  writeFileSync(join(folder, '0003-third.sql'), 'SELECT 1');
  expect(() => readMigrations(folder)).toThrow(/0003-third\.sql: expected the number 2/);
  rmSync(folder, { recursive: true });
});
