/** The owner of a key is notified once, a week before it ends, and the settings show what programs have open. */
import { DAY_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { openTestApp, TEST_NOW, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await openTestApp();
  user = await app.newUser('elite', [1]);
});
afterAll(() => app.close());

async function keyOf(id: string, expiresAtMs: number): Promise<void> {
  const row = {
    ...{ id, userId: user.id, name: `Key ${id}`, keyHash: `hash of ${id}`, lastFour: 'Js5U' },
    ...{ scopes: [], addresses: [], createdAtMs: TEST_NOW, expiresAtMs },
  };
  await app.stores.apiKeyStore.create(row, 20, 'r');
}

const mailed = () =>
  rowsOf<{ facts: { name: string } }>(
    app.orm,
    sql`SELECT facts FROM mail_outbox WHERE user_id = ${user.id} AND template = 'api_key_expiring' ORDER BY id`,
  ).then((rows) => rows.map(({ facts }) => facts.name));

test('of keys that end within a week each active one is mailed once', async () => {
  await keyOf('soon', TEST_NOW + 7 * DAY_MS);
  await keyOf('later', TEST_NOW + 8 * DAY_MS);
  await keyOf('revoked', TEST_NOW + DAY_MS);
  await app.stores.apiKeyStore.revoke(user.id, 'revoked', TEST_NOW, 'r');
  const look = (nowMs: number) => app.stores.apiKeyStore.warnExpiring(nowMs, nowMs + 7 * DAY_MS);
  await look(TEST_NOW);
  await look(TEST_NOW + 3_600_000);
  expect(await mailed()).toEqual(['Key soon']);
  // The first one has ended by then
  await look(TEST_NOW + 7 * DAY_MS);
  expect(await mailed()).toEqual(['Key later', 'Key soon']);
});

test('the use of programs has streams and deliveries beside their limits', async () => {
  const { usage } = (await app.http.inject({ url: '/api/account/api-keys', headers: user.headers })).json();
  expect(usage).toMatchObject({ streams: 0, mostStreams: 5, webhooksToday: 0, mostWebhooksToday: 10_000 });
});
