/** A user's page explains what they see, in the words of the gate itself. */

import { adminUserPageFacts, ENTITLEMENT_SUBJECTS, explainEntitlement } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#adapters/storage/database/orm.ts';
import { openTestApp, TEST_NOW, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.orm.execute(sql`DELETE FROM users`);
  admin = await app.newUser('free');
  await app.promote(admin);
});

async function get(url: string) {
  const response = await app.http.inject({ url: `/api/admin/users/${url}`, headers: admin.headers });
  return response.json();
}
const pageOf = async ({ id }: TestUser) => adminUserPageFacts.parse(await get(id));
const explained = async ({ id }: TestUser, query: string) =>
  explainEntitlement.response.parse(await get(`${id}/entitlement?${query}`));

test('the page names what gives the tier, what is active and what is paused', async () => {
  const user = await app.newUser('pro', [1, 2, 3]);
  const grant = { userId: user.id, tier: 'basic', actor: 'ada', reason: 'goodwill' } as const;
  await app.stores.tiers.grant({ ...grant, expiresAtMs: TEST_NOW + DAY_MS }, TEST_NOW);
  app.parts.bus.publish('userChanged', { userId: user.id });
  expect((await pageOf(user)).entitlement).toMatchObject({
    tier: 'basic',
    source: 'grant',
    until: '2026-11-21T15:00:00.000Z',
    grant: { tier: 'basic', actor: 'ada', reason: 'goodwill' },
    subscription: null,
    delaySeconds: 900,
    activeSymbols: ['ES'],
    pausedSymbols: ['NQ', 'YM'],
  });
});

test('the explained entitlements match what the routes return', async () => {
  const users = [
    await app.newUser('free'),
    await app.newUser('basic', [1]),
    await app.newUser('pro', [1, 2]),
    await app.newSubscriber({ tier: 'elite', status: 'active' }, [2]),
    await app.newSubscriber({ tier: 'elite', status: 'unpaid' }, [1]),
  ];
  for (const user of users) {
    for (const instrumentId of [1, 2, 3]) {
      const { answer, delaySeconds } = await explained(user, `what=live_data&instrumentId=${instrumentId}`);
      const url = `/api/order-book?instrumentId=${instrumentId}`;
      const { statusCode } = await app.http.inject({ url, headers: user.headers });
      expect([answer.because, answer.allowed]).toEqual([answer.because, statusCode === 200]);
      expect(delaySeconds === null).toBe(!answer.allowed);
    }
  }
});

test('a subscription and a trial are distinguished, and payments and devices are listed', async () => {
  const trial = await app.newSubscriber({
    tier: 'pro',
    status: 'trialing',
    trialEndsAtMs: TEST_NOW + DAY_MS,
  });
  const page = await pageOf(trial);
  expect(page.entitlement).toMatchObject({ source: 'trial', tier: 'pro', grant: null });
  expect(page.devices).toMatchObject({ liveLimit: 2, list: [{ live: false }] });
  expect(page.entitlement.answers).toHaveLength(ENTITLEMENT_SUBJECTS.length);
});

test('a past instant uses the grant of that time, and names what was not kept', async () => {
  const user = await app.newSubscriber(
    { tier: 'basic', status: 'active', createdAtMs: TEST_NOW - 9 * DAY_MS },
    [1],
  );
  const grant = { userId: user.id, tier: 'elite', actor: 'ada', reason: 'week' } as const;
  await app.stores.tiers.grant({ ...grant, expiresAtMs: TEST_NOW - DAY_MS }, TEST_NOW - 3 * DAY_MS);
  const at = (ms: number) => `what=events&instrumentId=1&at=${new Date(ms).toISOString()}`;
  const during = await explained(user, at(TEST_NOW - 2 * DAY_MS));
  expect(during.answer.restsOn).toContain('Grant of elite by ada');
  expect(during.delaySeconds).toBe(0);
  const before = await explained(user, at(TEST_NOW - 5 * DAY_MS));
  expect(before.answer.restsOn).toContain('was not kept');
  expect(before.delaySeconds).toBe(900);
  expect((await explained(user, at(TEST_NOW - 20 * DAY_MS))).answer.allowed).toBe(false);
});

test('every read is a row of the audit log', async () => {
  const user = await app.newUser('pro');
  await pageOf(user);
  await explained(user, 'what=alerts&instrumentId=1');
  const { rows } = (await app.orm.execute(
    sql`SELECT actor, action FROM audit_log WHERE subject = ${user.id} AND action LIKE 'user.%' ORDER BY number`,
  )) as unknown as { rows: { actor: string; action: string }[] };
  expect(rows).toEqual([
    { actor: admin.id, action: 'user.page-opened' },
    { actor: admin.id, action: 'user.explained' },
  ]);
});
