/** A mail is written once for a user and key, with what causes it or not at all. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { createOutbox } from './outbox.ts';

const NOW = Date.UTC(2026, 10, 20);
let database: Database;
let stores: Stores;
beforeAll(async () => {
  database = await openMemoryDatabase();
  stores = createStores(database.orm);
});
afterAll(() => database.close());

let people = 0;
async function newUser(): Promise<string> {
  people += 1;
  const identity = { issuer: 'https://id.example', sub: `sub-${people}`, email: null, firstName: null };
  return (await stores.users.signIn(identity, NOW)).id;
}

function mailsOf(userId: string) {
  return rowsOf(
    database.orm,
    sql`SELECT template, facts, attempts, sent_at_ms FROM mail_outbox WHERE user_id = ${userId}`,
  );
}

const facts = { amountPence: 4950, card: 'visa 4242' };

test('one key is one mail, however often and however many at once it is written', async () => {
  const userId = await newUser();
  const other = await newUser();
  const mail = { userId, key: 'refund:re_1', template: 'refunded', facts } as const;
  await Promise.all(Array.from({ length: 20 }, () => stores.outbox.put(mail, NOW)));
  await stores.outbox.put({ ...mail, facts: { amountPence: 1, card: null } }, NOW);
  expect(await mailsOf(userId)).toEqual([{ template: 'refunded', facts, attempts: 0, sent_at_ms: null }]);
  await stores.outbox.put({ ...mail, key: 'refund:re_2' }, NOW);
  await stores.outbox.put({ ...mail, userId: other }, NOW);
  expect(await mailsOf(userId)).toHaveLength(2);
  expect(await mailsOf(other)).toHaveLength(1);
});

test('a rolled-back transaction writes no mail', async () => {
  const userId = await newUser();
  const failed = database.orm.transaction(async (tx) => {
    await createOutbox(tx).put({ userId, key: 'k', template: 'refunded', facts }, NOW);
    throw new Error('the change failed');
  });
  await expect(failed).rejects.toThrow('the change failed');
  expect(await mailsOf(userId)).toEqual([]);
});

test('a mail to an erased person is not written, and is no error', async () => {
  await stores.outbox.put({ userId: 'nobody', key: 'k', template: 'refunded', facts }, NOW);
  expect(await mailsOf('nobody')).toEqual([]);
});
