/** No table escapes export and erasure. */
import { getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { IMPERSONAL_TABLES } from '#testing/impersonal-tables.ts';
import { tablesByName } from './declared-tables.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

/** Columns that only tables about people have. */
const PERSONAL_COLUMN = /^(user_id|email|first_name|last_name|phone|company|sub|ip|username|password)$/;

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

async function columnsOfDatabase(): Promise<Map<string, string[]>> {
  const rows = await rowsOf<{ table_name: string; column_name: string }>(
    database.orm,
    sql`SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  const found = new Map<string, string[]>();
  for (const { table_name, column_name } of rows) {
    found.set(table_name, [...(found.get(table_name) ?? []), column_name]);
  }
  return found;
}

test('every table is registered, as personal or with the reason why it is not', async () => {
  const registered = [...Object.keys(PERSONAL_TABLES), ...Object.keys(IMPERSONAL_TABLES)];
  expect([...(await columnsOfDatabase()).keys()].toSorted()).toEqual(registered.toSorted());
});

test('a table with a column about a user is registered as personal', async () => {
  const about = [...(await columnsOfDatabase())].filter(([, columns]) =>
    columns.some((column) => PERSONAL_COLUMN.test(column)),
  );
  expect(about.map(([name]) => name).toSorted()).toEqual(Object.keys(PERSONAL_TABLES).toSorted());
});

test('tables.ts declares what the migrations make', async () => {
  const made = await columnsOfDatabase();
  made.delete('schema_migrations');
  const sorted = (tables: ReadonlyMap<string, readonly string[]>) =>
    Object.fromEntries([...tables].map(([name, columns]) => [name, columns.toSorted()]).toSorted());
  const declared = [...tablesByName()].map(
    ([name, table]) => [name, Object.values(getTableColumns(table)).map((column) => column.name)] as const,
  );
  expect(sorted(new Map(declared))).toEqual(sorted(made));
});

test('what is kept after an erasure has a pseudonym, an end, and names columns that are there', async () => {
  const columns = await columnsOfDatabase();
  for (const [name, { kept, userColumn }] of Object.entries(PERSONAL_TABLES)) {
    const needed = kept === undefined ? [] : ['pseudonym', 'kept_until_ms', ...kept.cleared];
    expect(columns.get(name), name).toEqual(expect.arrayContaining([userColumn, ...needed]));
  }
  const kept = Object.entries(PERSONAL_TABLES).filter(([, table]) => table.kept !== undefined);
  expect(kept.map(([name]) => name)).toEqual(['data_usage', 'invoices', 'consents']);
});

test('no two subjects of the export share a file', () => {
  const files = Object.values(PERSONAL_TABLES).flatMap(({ shown }) => (shown === null ? [] : [shown.file]));
  expect(new Set(files).size).toBe(files.length);
});
