/** The data set is the same at every run. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { SEED_MS, SEED_PEOPLE, sandboxSub, seedAll } from './seed.ts';
import { SEED_SUBSCRIBERS } from './seed-subscribers.ts';

const ISSUER = 'http://localhost:3001';
let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

async function everything() {
  const tables = [
    'users',
    'tier_overrides',
    'user_instruments',
    'watchlist',
    'alerts',
    'audit_log',
    'registrations',
    'consents',
    'billing_customers',
    'subscriptions',
    'invoices',
    'trial_uses',
    'mail_outbox',
  ];
  const rows = tables.map((name) =>
    rowsOf(database.orm, sql`SELECT * FROM ${sql.identifier(name)} ORDER BY 1, 2`),
  );
  return Promise.all(rows);
}

test('a second run changes nothing', async () => {
  await seedAll(database.orm, ISSUER);
  const first = await everything();
  await seedAll(database.orm, ISSUER);
  expect(await everything()).toEqual(first);
});

test('there is a user of every tier with their instruments', async () => {
  const stores = createStores(database.orm);
  for (const person of SEED_PEOPLE) {
    const { id } = await stores.users.ensure(ISSUER, person.sub, 0);
    expect((await stores.tiers.current(id, Date.UTC(2026, 10, 20))).tier).toBe(person.tier);
    const chosen = await stores.userInstruments.list(id);
    expect(chosen.map((row) => row.instrumentId)).toEqual(person.instrumentIds);
  }
});

test('there is a subscriber in every state, registered, with their invoices and the resulting tier', async () => {
  const stores = createStores(database.orm);
  const found: Record<string, unknown> = {};
  for (const { name, status } of SEED_SUBSCRIBERS) {
    const sub = sandboxSub(`${name}@undertow.local`);
    const { id } = await stores.users.ensure(ISSUER, sub, 0);
    expect(await stores.registrations.isComplete(id)).toBe(true);
    const kept = await stores.billingStore.latest(id);
    expect(kept?.snapshot.status).toBe(status);
    const invoices = await stores.invoices.list(id);
    found[name] = [(await stores.tiers.current(id, SEED_MS)).tier, invoices.map((invoice) => invoice.status)];
  }
  expect(found).toEqual({
    trialing: ['pro', []],
    active: ['pro', ['paid', 'paid', 'paid']],
    'past-due': ['pro', ['open', 'paid', 'paid']],
    'past-due-late': ['free', ['open', 'paid', 'paid']],
    canceled: ['free', ['paid']],
    incomplete: ['free', []],
  });
});

test('no mail about the data set waits to be sent', async () => {
  const waiting = await rowsOf(database.orm, sql`SELECT 1 FROM mail_outbox WHERE sent_at_ms IS NULL`);
  expect(waiting).toEqual([]);
});
