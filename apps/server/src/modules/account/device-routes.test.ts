/** Signed-in devices are listed to their user, and only that user signs them out. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
const live = new Set<string>();
const ended: string[] = [];
beforeAll(async () => {
  app = await openTestApp({ liveSessionsOf: () => live });
  app.parts.bus.subscribe('sessionEnded', ({ sessionIds }) => ended.push(...sessionIds));
});
afterAll(() => app.close());

interface Listed {
  readonly liveLimit: number;
  readonly devices: readonly { id: string; name: string; current: boolean; live: boolean }[];
}

async function list(headers: TestUser['headers']): Promise<Listed> {
  return (await app.http.inject({ url: '/api/account/sessions', headers })).json();
}

async function anotherDevice(user: TestUser, device = 'Safari on iPhone') {
  const { sessions, clock } = app.parts;
  const cookie = await sessions.start(user.id, { device, authAtMs: clock.nowMs() });
  const sessionId = (await sessions.find(cookie))?.sessionId ?? '';
  return { headers: { cookie: `${sessions.cookieName}=${cookie}` }, sessionId, cookie };
}

test('every device is listed once, this one and the live ones are marked, the last used first', async () => {
  const user = await app.newUser('pro', [1]);
  app.advance(60_000);
  const phone = await anotherDevice(user);
  live.add(phone.sessionId);
  const { liveLimit, devices } = await list(user.headers);
  expect(liveLimit).toBe(2);
  expect(devices).toMatchObject([
    { name: 'Safari on iPhone', current: false, live: true },
    { name: 'Unknown device', current: true, live: false },
  ]);
});

test('T31 the id of a device is no part of the session, its hash or its cookie', async () => {
  const user = await app.newUser('pro', [1]);
  const phone = await anotherDevice(user);
  const { devices } = await list(user.headers);
  const stored = JSON.stringify(
    await rowsOf(app.orm, sql`SELECT id_hash FROM sessions WHERE user_id = ${user.id}`),
  );
  for (const { id } of devices) {
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    for (const secret of [stored, phone.sessionId, phone.cookie]) {
      expect(secret.replaceAll('-', '')).not.toContain(id.replaceAll('-', '').slice(0, 12));
    }
    expect(await app.parts.sessions.find(id)).toBeUndefined();
  }
});

test('T16 a signed-out device loses access at once, its sockets are closed, and the audit log counts it', async () => {
  const user = await app.newUser('pro', [1]);
  const phone = await anotherDevice(user);
  const { devices } = await list(user.headers);
  const id = devices.find((device) => !device.current)?.id;
  const url = `/api/account/sessions/${id}`;
  const response = await app.http.inject({ method: 'DELETE', url, headers: user.headers });
  expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
  expect(ended).toContain(phone.sessionId);
  expect((await app.http.inject({ url: '/api/auth/user', headers: phone.headers })).statusCode).toBe(401);
  expect((await app.http.inject({ method: 'DELETE', url, headers: user.headers })).statusCode).toBe(404);
  const audited = await rowsOf(
    app.orm,
    sql`SELECT details::json FROM audit_log JOIN audit_values USING (number)
      WHERE action = 'session.revoked' AND subject = ${user.id}`,
  );
  expect(audited).toEqual([{ details: { count: 1 } }]);
});

test('every other device is signed out at once, this one stays', async () => {
  const user = await app.newUser('elite', [1]);
  const others = [await anotherDevice(user), await anotherDevice(user), await anotherDevice(user)];
  const url = '/api/account/sessions/revoke-others';
  const response = await app.http.inject({ method: 'POST', url, headers: user.headers });
  expect(response.json()).toEqual({ ok: true, revoked: 3 });
  for (const { headers } of others) {
    expect((await app.http.inject({ url: '/api/auth/user', headers })).statusCode).toBe(401);
  }
  expect((await list(user.headers)).devices).toHaveLength(1);
  const again = await app.http.inject({ method: 'POST', url, headers: user.headers });
  expect(again.json()).toEqual({ ok: true, revoked: 0 });
});

test("T28 another user's device and an unknown one get the same response, and nothing is signed out", async () => {
  const user = await app.newUser('pro', [1]);
  const other = await app.newUser('pro', [1]);
  const [theirs] = (await list(other.headers)).devices;
  const signOut = (id: string | undefined) =>
    app.http.inject({ method: 'DELETE', url: `/api/account/sessions/${id}`, headers: user.headers });
  const [foreign, unknown] = [await signOut(theirs?.id), await signOut('3f2a')];
  const without = ({ requestId: _, ...body }: { requestId: string }) => body;
  expect(foreign.statusCode).toBe(404);
  expect(without(foreign.json())).toEqual(without(unknown.json()));
  expect((await list(other.headers)).devices).toHaveLength(1);
});

test('an expired session is no device any more', async () => {
  const user = await app.newUser('pro', [1]);
  app.advance(13 * 3_600_000);
  const now = await anotherDevice(user);
  expect((await list(now.headers)).devices).toMatchObject([{ name: 'Safari on iPhone', current: true }]);
});
