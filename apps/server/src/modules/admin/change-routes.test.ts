/** Roles and tiers change one step at a time, by who may, and whatever is clicked at once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#adapters/storage/database/orm.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.orm.execute(sql`DELETE FROM users`);
  ada = await app.newUser('free');
  ben = await app.newUser('free');
  for (const one of [ada, ben]) await app.promote(one);
});

async function post(by: TestUser, path: string, payload: object) {
  const headers = { ...by.headers, origin: TEST_ORIGIN };
  const response = await app.http.inject({ method: 'POST', url: `/api/admin/${path}`, headers, payload });
  return [response.statusCode, response.json().code ?? 'OK'] as const;
}

const setRole = (by: TestUser, of: TestUser, role: 'user' | 'admin') =>
  post(by, `users/${of.id}/role`, { role });
const promote = (of: TestUser, newTier: string, instrumentsLimit: number) =>
  post(ada, 'promote-subscription', { userId: of.id, newTier, instrumentsLimit });
const demote = (of: TestUser, newTier: string, instrumentsLimit: number) =>
  post(ada, 'demote-subscription', { userId: of.id, newTier, instrumentsLimit });
const tierOf = async ({ id }: TestUser) => (await app.stores.tiers.current(id, app.parts.clock.nowMs())).tier;
const roleOf = async ({ id }: TestUser) => (await app.stores.users.find(id))?.role;

async function audited(subject: TestUser): Promise<readonly string[]> {
  const { rows } = (await app.orm.execute(
    sql`SELECT action FROM audit_log WHERE subject = ${subject.id} ORDER BY number`,
  )) as unknown as { rows: { action: string }[] };
  return rows.map(({ action }) => action).filter((action) => action !== 'tier.granted');
}

test('T09 two administrators who demote each other at once: exactly one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const responses = await Promise.all([setRole(ada, ben, 'user'), setRole(ben, ada, 'user')]);
    expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
    const roles = [await roleOf(ada), await roleOf(ben)].toSorted();
    expect(roles).toEqual(['admin', 'user']);
    ada = await app.newUser('free');
    ben = await app.newUser('free');
    await app.orm.execute(
      sql`UPDATE users SET role = CASE WHEN id IN (${ada.id}, ${ben.id}) THEN 'admin' ELSE 'user' END`,
    );
  }
});

test('T09 a request of a demoted administrator changes nothing, whatever their role when they sent it', async () => {
  const carl = await app.newUser('free');
  const act = { actorId: carl.id, userId: ben.id, requestId: 'r1' };
  expect(await app.stores.roles.change(act, 'user', app.parts.clock.nowMs())).toEqual({ kind: 'not-admin' });
  expect(await roleOf(ben)).toBe('admin');
});

test('a change of one’s own role, of an unknown user’s role or to the same role is refused', async () => {
  expect(await setRole(ada, ada, 'user')).toEqual([409, 'OWN_ROLE']);
  expect(await setRole(ada, ben, 'admin')).toEqual([409, 'SAME_ROLE']);
  expect(await setRole(ada, { id: 'nobody', headers: ada.headers }, 'admin')).toEqual([404, 'NOT_FOUND']);
});

test('T31 a user whose role changed is signed out, and every administrator is notified by mail', async () => {
  const carl = await app.newUser('free');
  expect(await setRole(ada, carl, 'admin')).toEqual([200, 'OK']);
  expect(await app.parts.sessions.listOf(carl.id)).toEqual([]);
  const me = await app.http.inject({ url: '/api/auth/user', headers: carl.headers });
  expect(me.statusCode).toBe(401);
  const { rows } = (await app.orm.execute(
    sql`SELECT user_id FROM mail_outbox WHERE template = 'role_changed' ORDER BY user_id`,
  )) as unknown as { rows: { user_id: string }[] };
  expect(rows.map(({ user_id }) => user_id)).toEqual([ada.id, ben.id, carl.id].toSorted());
  expect(await audited(carl)).toEqual(['role.changed']);
});

test('T09 an old sign-in changes nothing', async () => {
  const carl = await app.newUser('pro');
  app.advance(15 * 60_000 + 1);
  expect(await setRole(ada, carl, 'admin')).toEqual([403, 'REAUTH_REQUIRED']);
  expect(await promote(carl, 'elite', -1)).toEqual([403, 'REAUTH_REQUIRED']);
  expect(await demote(carl, 'basic', 1)).toEqual([403, 'REAUTH_REQUIRED']);
  expect(await post(ada, 'delete-subscription', { userId: carl.id })).toEqual([403, 'REAUTH_REQUIRED']);
  expect([await roleOf(carl), await tierOf(carl)]).toEqual(['user', 'pro']);
});

test('a tier goes up step by step to elite, and down to free', async () => {
  const carl = await app.newUser('free');
  expect(await promote(carl, 'basic', 1)).toEqual([200, 'OK']);
  expect(await promote(carl, 'pro', 3)).toEqual([200, 'OK']);
  expect(await promote(carl, 'elite', -1)).toEqual([200, 'OK']);
  expect(await promote(carl, 'elite', -1)).toEqual([409, 'TIER_STEP_REFUSED']);
  expect(await tierOf(carl)).toBe('elite');
  expect(await demote(carl, 'pro', 3)).toEqual([200, 'OK']);
  expect(await demote(carl, 'basic', 1)).toEqual([200, 'OK']);
  expect(await demote(carl, 'free', 0)).toEqual([200, 'OK']);
  expect(await demote(carl, 'free', 0)).toEqual([409, 'TIER_STEP_REFUSED']);
  expect(await audited(carl)).toEqual([
    ...['tier.promoted', 'tier.promoted', 'tier.promoted'],
    ...['tier.demoted', 'tier.demoted', 'tier.demoted'],
  ]);
});

test('a double click is one step', async () => {
  const carl = await app.newUser('basic');
  const responses = await Promise.all(Array.from({ length: 5 }, () => promote(carl, 'pro', 3)));
  expect(responses.map(([status]) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(await tierOf(carl)).toBe('pro');
});

test('a grant overrides a subscription; a cancellation ends both, with the refund, once', async () => {
  const carl = await app.newSubscriber({ tier: 'pro', status: 'active' });
  expect(await promote(carl, 'elite', -1)).toEqual([200, 'OK']);
  const responses = await Promise.all(
    Array.from({ length: 3 }, () => post(ada, 'delete-subscription', { userId: carl.id })),
  );
  expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
  expect(responses.filter(([, code]) => code === 'NO_TIER')).toHaveLength(2);
  expect(await tierOf(carl)).toBe('free');
  const [snapshot] = [...app.provider.subscriptions.values()].slice(-1);
  expect(snapshot?.status).toBe('canceled');
  expect(await audited(carl)).toContain('subscription.deleted');
});

test('a paid subscription of a user demoted to free can be cancelled too', async () => {
  const carl = await app.newSubscriber({ tier: 'basic', status: 'active' });
  expect(await demote(carl, 'free', 0)).toEqual([200, 'OK']);
  expect(await post(ada, 'delete-subscription', { userId: carl.id })).toEqual([200, 'OK']);
  expect(await app.stores.billingStore.current(carl.id)).toBeUndefined();
  expect(await post(ada, 'delete-subscription', { userId: carl.id })).toEqual([409, 'NO_TIER']);
});

test('a change reaches the gate at once', async () => {
  const carl = await app.newUser('basic', [1]);
  expect((await app.parts.entitlements.of(carl.id)).tier).toBe('basic');
  await promote(carl, 'pro', 3);
  expect((await app.parts.entitlements.of(carl.id)).tier).toBe('pro');
});
