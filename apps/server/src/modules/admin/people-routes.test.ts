/** What administrators read about people comes from the rows, whatever their names. */
import { adminUserPage, getUserGrowth, getUserStats, listUsers } from '@undertow/contracts';
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

const get = async (url: string) => (await app.http.inject({ url, headers: admin.headers })).json();
const listed = async (query: string) => adminUserPage.parse(await get(`/api/admin/users${query}`));

async function signIn(sub: string, firstName: string | null, lastName: string | null, atMs = TEST_NOW) {
  const person = { issuer: 'https://id.example', sub, email: `${sub}@example.com`, firstName, lastName };
  return (await app.stores.users.signIn(person, atMs)).id;
}

test('without a query the response is the plain array, newest first', async () => {
  const old = await signIn('old', 'Old', null, TEST_NOW - 1000);
  const young = await signIn('young', null, null, TEST_NOW + 1000);
  const users = listUsers.response.parse(await get('/api/admin/users'));
  expect(Array.isArray(users) && users.map(({ id }) => id)).toEqual([young, admin.id, old]);
});

test('pages hold every user once, in every order', async () => {
  for (let index = 0; index < 120; index += 1) await signIn(`number-${index}`, null, null);
  for (const sort of ['newest', 'oldest', 'email', 'tier', 'role']) {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(`?page=${page}&sort=${sort}`)));
    expect([sort, ...pages.map(({ users }) => users.length)]).toEqual([sort, 50, 50, 21, 0]);
    expect(new Set(pages.flatMap(({ users }) => users.map(({ id }) => id))).size).toBe(121);
    expect(pages[0]).toMatchObject({ total: 121, pages: 3 });
  }
});

test('a search matches both names and the address, and takes its text literally', async () => {
  const ids = [
    await signIn('a', 'Priya', 'Nair'),
    await signIn('b', 'Zoë', "O'Brien"),
    await signIn('c', '100%', 'Sure_thing'),
    await signIn('d', '\\', '日本'),
  ];
  const found = async (search: string) =>
    (await listed(`?search=${encodeURIComponent(search)}`)).users.map(({ id }) => ids.indexOf(id));
  expect(await found('priya nai')).toEqual([0]);
  expect(await found('NAIR a@EXAMPLE')).toEqual([0]);
  expect(await found("o'brien")).toEqual([1]);
  expect(await found('ZOË')).toEqual([1]);
  expect(await found('100%')).toEqual([2]);
  expect(await found('sure_')).toEqual([2]);
  expect(await found('\\')).toEqual([3]);
  expect(await found('日')).toEqual([3]);
  expect(await found("'; DROP TABLE users; --")).toEqual([]);
  expect((await found('%')).length).toBe(1);
});

test('hostile names are returned unchanged', async () => {
  const names = ['<script>alert(1)</script>', '=1+1', '\u202eevil', '"; --', 'a'.repeat(300)];
  for (const [index, name] of names.entries()) await signIn(`h-${index}`, name, name);
  const { users } = await listed('?search=h-&sort=email');
  expect(users.map(({ firstName }) => firstName)).toEqual(names);
});

test('each user is counted once, and revenue is at list prices and as actually paid', async () => {
  await app.newUser('elite');
  await app.newSubscriber({ tier: 'pro', status: 'active', pricePence: 8000 });
  await app.newSubscriber({ tier: 'basic', status: 'trialing', trialEndsAtMs: TEST_NOW + 1000 });
  const both = await app.newSubscriber({ tier: 'basic', status: 'active', pricePence: 5000 });
  const grant = { userId: both.id, tier: 'elite', actor: 'test', reason: 'test', expiresAtMs: null } as const;
  await app.stores.tiers.grant(grant, TEST_NOW);
  await app.newSubscriber({ tier: 'elite', status: 'canceled' });
  await app.newUser('free');
  await app.orm.execute(sql`UPDATE users SET created_at_ms = created_at_ms - 86400000 WHERE id = ${both.id}`);
  const stats = getUserStats.response.parse(await get('/api/admin/stats/users'));
  expect(stats).toEqual({
    totalUsers: 7,
    newUsersToday: 6,
    activeSubscriptions: 4,
    adminUsers: 1,
    totalRevenue: 50 + 99 + 2 * 199,
    payingRevenue: 130,
    tiers: [
      { tier: 'basic', users: 1, paying: 0, trialing: 1, granted: 0 },
      { tier: 'pro', users: 1, paying: 1, trialing: 0, granted: 0 },
      { tier: 'elite', users: 2, paying: 0, trialing: 0, granted: 2 },
    ],
  });
});

test('growth returns the counted days, and the present count of today', async () => {
  await app.orm.execute(sql`DELETE FROM people_counts`);
  await app.stores.people.keepDay(TEST_NOW - 200 * 86_400_000);
  await app.stores.people.keepDay(TEST_NOW - 2 * 86_400_000);
  await app.newUser('pro');
  const growth = getUserGrowth.response.parse(await get('/api/admin/stats/growth'));
  expect(growth.days).toEqual([
    { day: '2026-11-18', registered: 1, withTier: 0 },
    { day: '2026-11-20', registered: 2, withTier: 1 },
  ]);
});
