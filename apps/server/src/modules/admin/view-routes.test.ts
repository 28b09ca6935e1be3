/** An administrator who views as a user reads what the user may read, writes nothing, and is returned automatically. */
import { getCurrentUser, listViews, ROUTES, VIEW_MINUTES, VIEW_READS } from '@undertow/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#adapters/storage/database/orm.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';
import { TEST_BODIES } from '#testing/bodies.ts';

let app: TestApp;
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.orm.execute(sql`DELETE FROM users`);
  admin = await app.newUser('free');
  await app.promote(admin);
  user = await app.newUser('pro', [1, 2]);
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function call(method: Method, url: string, payload?: object, by: TestUser = admin) {
  const headers = { ...by.headers, origin: TEST_ORIGIN };
  return app.http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}
const begin = (of: TestUser = user) =>
  call('POST', `/api/admin/users/${of.id}/view`, { reason: 'The chart stays empty' });
const me = async () => getCurrentUser.response.parse((await call('GET', '/api/auth/user')).json());

async function actions(): Promise<readonly string[]> {
  const { rows } = (await app.orm.execute(
    sql`SELECT action FROM audit_log WHERE subject = ${user.id} AND action LIKE 'view.%' ORDER BY number`,
  )) as unknown as { rows: { action: string }[] };
  return rows.map(({ action }) => action);
}

test('a view shows the product as the user sees it, with its reason and its end time', async () => {
  expect((await begin()).statusCode).toBe(200);
  expect(await me()).toMatchObject({
    id: user.id,
    role: 'user',
    subscriptionTier: 'pro',
    view: {
      reason: 'The chart stays empty',
      until: new Date(app.parts.clock.nowMs() + VIEW_MINUTES * 60_000).toISOString(),
    },
  });
  expect((await call('GET', '/api/order-book?instrumentId=2')).statusCode).toBe(200);
  expect((await call('POST', '/api/view/end')).statusCode).toBe(200);
  expect(await me()).toMatchObject({ id: admin.id, role: 'admin', view: null });
  expect(await actions()).toEqual(['view.started', 'view.ended']);
});

test('in a view every route is refused that is not known to be harmless', async () => {
  await begin();
  for (const { id, method, path, access } of ROUTES) {
    if (access === 'webhook' || ['login', 'loginCallback', 'logout', 'postLogout', 'endView'].includes(id))
      continue;
    const response = await call(
      method,
      path.replaceAll(/:[A-Za-z]+/g, '1'),
      method === 'GET' ? undefined : TEST_BODIES[id],
    );
    const code =
      response.headers['content-type']?.toString().includes('json') === true
        ? response.json().code
        : undefined;
    const refused = response.statusCode === 403 && code === 'VIEW_READS_ONLY';
    expect([id, refused]).toEqual([id, !VIEW_READS.has(id)]);
  }
  expect(await me()).toMatchObject({ id: user.id });
});

test('harmless routes are allowed, and downloads and administration are not', () => {
  for (const { id, method, access } of ROUTES) {
    if (VIEW_READS.has(id)) expect([id, method]).toEqual([id, 'GET']);
    if (access === 'admin') expect([id, VIEW_READS.has(id)]).toEqual([id, false]);
  }
  for (const id of ['exportAccount', 'exportTrades', 'exportHistory', 'quoteSubscription', 'listInvoices'])
    expect([id, VIEW_READS.has(id)]).toEqual([id, false]);
});

test('it ends with its time, and the session is the administrator again', async () => {
  await begin();
  app.advance(VIEW_MINUTES * 60_000 - 1);
  expect((await me()).id).toBe(user.id);
  app.advance(1);
  expect(await me()).toMatchObject({ id: admin.id, view: null });
  await app.stores.adminViews.sweep(app.parts.clock.nowMs());
  expect(await actions()).toEqual(['view.started', 'view.ended']);
});

test('it ends with the role of the administrator', async () => {
  await begin();
  await app.orm.execute(sql`UPDATE users SET role = 'user' WHERE id = ${admin.id}`);
  expect(await me()).toMatchObject({ id: admin.id, role: 'user', view: null });
});

test('it ends with the account of the user', async () => {
  await begin();
  await app.orm.execute(sql`DELETE FROM users WHERE id = ${user.id}`);
  expect(await me()).toMatchObject({ id: admin.id, view: null });
});

test('signing out ends it, too', async () => {
  await begin();
  expect((await call('POST', '/api/logout')).statusCode).toBe(200);
  expect(await actions()).toEqual(['view.started', 'view.ended']);
  expect((await call('GET', '/api/auth/user')).statusCode).toBe(401);
});

test('one view at a time, and no view as an administrator', async () => {
  const other = await app.newUser('free');
  await app.promote(other);
  expect((await begin(other)).json().code).toBe('VIEW_OF_ADMIN');
  const responses = await Promise.all([begin(), begin()]);
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).not.toEqual([200, 200]);
  expect((await app.stores.adminViews.listOf(user.id)).length).toBe(1);
});

test('the user sees when and why it happened, and it is not listed as their device', async () => {
  await begin();
  await call('POST', '/api/view/end');
  const views = listViews.response.parse((await call('GET', '/api/account/views', undefined, user)).json());
  expect(views).toEqual([
    { from: expect.any(String), until: expect.any(String), reason: 'The chart stays empty' },
  ]);
  const devices = (await call('GET', '/api/account/sessions', undefined, user)).json().devices;
  expect(devices).toHaveLength(1);
});

test('a session that views as a user is no fresh sign-in of the user', async () => {
  await begin();
  const { cookie } = admin.headers;
  const found = await app.parts.sessions.find(cookie.slice(cookie.indexOf('=') + 1));
  expect(found).toMatchObject({ userId: user.id, authAtMs: 0, view: { administratorId: admin.id } });
});
