/** No table escapes export and erasure. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { rowsOf } from './orm.ts';
import {
  declaredTables,
  erasePersonalData,
  exportPersonalData,
  IMPERSONAL_TABLES,
  PERSONAL_TABLES,
} from './personal-data.ts';
import { createStores } from './stores.ts';

/** Columns that only tables about people have. */
const PERSONAL_COLUMN = /^(user_id|email|first_name|last_name|phone|company|sub|ip|username|password)$/;
const CANARY = 'canary@example.com';
const NOW = Date.UTC(2026, 10, 20);

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: null });
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

test('a table with a column about a person is registered as personal', async () => {
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
  expect(sorted(declaredTables())).toEqual(sorted(made));
});

test('export shows a person, erasure leaves nothing of him and all of the others', async () => {
  const stores = createStores(database.orm);
  const person = { issuer: 'https://id.example', sub: 'canary-sub', email: CANARY, firstName: 'Canary' };
  const { id } = await stores.users.signIn(person, NOW);
  const other = await stores.users.signIn({ ...person, sub: 'other', email: null, firstName: 'Other' }, NOW);
  for (const userId of [id, other.id]) {
    await stores.tiers.grant({ userId, tier: 'pro', actor: 'test', reason: 'r', expiresAtMs: null }, NOW);
    await stores.userInstruments.add(userId, 1, NOW);
    await stores.watchlist.add(userId, 2, NOW);
    await stores.preferences.save(userId, { theme: 'dark' });
  }
  await stores.sessionStore.insert({
    idHash: 'hash',
    publicId: 'public',
    userId: id,
    createdAtMs: NOW,
    lastSeenAtMs: NOW,
    device: 'Chrome on Windows',
    authAtMs: NOW,
  });

  const exported = await exportPersonalData(database.orm, id);
  expect(exported['users']).toHaveLength(1);
  expect(exported['user_instruments']).toHaveLength(1);
  expect(JSON.stringify(exported)).toContain(CANARY);
  expect(JSON.stringify(exported)).not.toContain('Other');

  await erasePersonalData(database.orm, id);
  for (const name of (await columnsOfDatabase()).keys()) {
    if (name === 'audit_log') continue;
    const rows = await rowsOf(database.orm, sql`SELECT * FROM ${sql.identifier(name)}`);
    expect(JSON.stringify(rows), name).not.toMatch(new RegExp(`${CANARY}|canary-sub|${id}`));
  }
  expect(await stores.users.find(other.id)).toBeDefined();
  expect(await stores.userInstruments.list(other.id)).toHaveLength(1);
});
