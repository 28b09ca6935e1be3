/** The monthly report lists who was actually shown which market data, and contains no formula. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.newUser('free');
  await app.promote(admin);
});
afterAll(() => app.close());

async function reportOf(month: string): Promise<string[]> {
  const url = `/api/admin/entitlement-report?month=${month}`;
  const response = await app.http.inject({ url, headers: admin.headers });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  return response.body.trimEnd().split('\r\n').slice(1);
}

const bars = (user: TestUser, instrumentId: number) =>
  app.http.inject({ url: `/api/market-data?instrumentId=${instrumentId}`, headers: user.headers });

test('a user who was shown data is listed with delay, exchanges and instruments', async () => {
  const pro = await app.newUser('pro', [1, 4]);
  const basic = await app.newUser('basic', [1]);
  await bars(pro, 1);
  await bars(pro, 4);
  await bars(basic, 1);
  const rows = await reportOf('2026-11');
  expect(rows).toHaveLength(2);
  expect(rows.find((row) => row.includes(pro.id))).toBe(
    `"2026-11-20","${pro.id}","unknown","simulated","real-time",0,"CME NYMEX","CL ES",1,"2026-11-20T15:00:00.000Z","2026-11-20T15:00:00.000Z"`,
  );
  expect(rows.find((row) => row.includes(basic.id))).toContain('"delayed",15,"CME","ES",1,');
});

test('refused users, users who opened nothing and other months are not listed', async () => {
  const free = await app.newUser('free');
  const idle = await app.newUser('elite', [1]);
  const refused = await app.newUser('pro', [2]);
  expect((await bars(free, 1)).statusCode).toBe(403);
  expect((await bars(refused, 1)).statusCode).toBe(403);
  const rows = (await reportOf('2026-11')).join('\n');
  for (const { id } of [free, idle, refused]) expect(rows).not.toContain(id);
  expect(await reportOf('2026-10')).toEqual([]);
});

test('users with real-time data are counted by venue, for administrators only', async () => {
  const pro = await app.newUser('pro', [1, 4]);
  const url = '/api/admin/real-time-users?month=2026-11';
  const countsOf = async () => (await app.http.inject({ url, headers: admin.headers })).json();
  const unknownOf = (rows: { venue: string; unknown: number }[], venue: string): number =>
    rows.find((row) => row.venue === venue)?.unknown ?? 0;
  const before = await countsOf();
  await bars(pro, 1);
  await bars(pro, 4);
  const after = await countsOf();
  for (const venue of ['CME', 'NYMEX']) expect(unknownOf(after, venue)).toBe(unknownOf(before, venue) + 1);
  expect((await app.http.inject({ url, headers: pro.headers })).statusCode).toBe(403);
});

test('two devices of a user are counted as two', async () => {
  const user = await app.newUser('elite', [1]);
  const { sessions } = app.parts;
  const second = { cookie: `${sessions.cookieName}=${await sessions.start(user.id)}` };
  await bars(user, 1);
  await bars({ ...user, headers: second }, 1);
  expect((await reportOf('2026-11')).find((row) => row.includes(user.id))).toContain(',2,"2026');
});

test('an erased person stays in the report under a pseudonym', async () => {
  const user = await app.newUser('pro', [3]);
  await bars(user, 3);
  expect((await reportOf('2026-11')).join()).toContain(user.id);
  await app.stores.erasures.request(user.id, app.parts.clock.nowMs(), 'request');
  const { withdraw } = app.stores.tiers;
  await withdraw({ userId: user.id, actor: 'test', reason: 'test' }, app.parts.clock.nowMs());
  const dueMs = app.parts.clock.nowMs() + 8 * 86_400_000;
  expect(await app.stores.erasures.carryOut(user.id, dueMs)).toMatchObject({ kind: 'erased' });
  const rows = await reportOf('2026-11');
  expect(rows.join()).not.toContain(user.id);
  expect(rows.filter((row) => row.includes('"YM"'))).toHaveLength(1);
});
