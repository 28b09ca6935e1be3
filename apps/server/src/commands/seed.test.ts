/** The data set is the same at every run. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#adapters/storage/database.ts';
import { rowsOf } from '#adapters/storage/orm.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { SEED_PEOPLE, seedAll } from './seed.ts';

const ISSUER = 'http://localhost:3001';
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: null });
});
afterAll(() => database.close());

async function everything() {
  const tables = ['users', 'tier_overrides', 'user_instruments', 'watchlist', 'alerts', 'audit_log'];
  const rows = tables.map((name) =>
    rowsOf(database.orm, sql`SELECT * FROM ${sql.identifier(name)} ORDER BY 1, 2`),
  );
  return Promise.all(rows);
}

test('a second run changes nothing', async () => {
  const stores = createStores(database.orm);
  await seedAll(stores, ISSUER);
  const first = await everything();
  await seedAll(stores, ISSUER);
  expect(await everything()).toEqual(first);
});

test('there is a user of every tier with his instruments', async () => {
  const stores = createStores(database.orm);
  for (const person of SEED_PEOPLE) {
    const { id } = await stores.users.ensure(ISSUER, person.sub, 0);
    expect((await stores.tiers.current(id, Date.UTC(2026, 10, 20))).tier).toBe(person.tier);
    const chosen = await stores.userInstruments.list(id);
    expect(chosen.map((row) => row.instrumentId)).toEqual(person.instrumentIds);
  }
});
