/** Switches and the notice: who may change them, what is written of it, and what follows at the doors. */
import type { Controls, SiteState } from '@undertow/contracts';
import { SWITCH_KEYS } from '@undertow/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  issuerOf,
  openTestApp,
  TEST_NOW,
  TEST_ORIGIN,
  TEST_PERSON,
  type TestApp,
  type TestUser,
} from '#testing/app.ts';

let app: TestApp;
let admin: TestUser;
let person = TEST_PERSON;
const REASON = 'False alarms since the roll';

/** A session that began with a proof at the issuer now. */
async function freshly(user: TestUser): Promise<TestUser['headers']> {
  const { sessions, clock } = app.parts;
  const id = await sessions.start(user.id, { device: 'test', authAtMs: clock.nowMs() });
  return { cookie: `${sessions.cookieName}=${id}` };
}

beforeEach(async () => {
  person = TEST_PERSON;
  app = await openTestApp({ identity: issuerOf(() => person) });
  admin = await app.newUser('free');
  await app.stores.users.bootstrapAdmin(admin.id, TEST_NOW);
});
afterEach(() => app.close());

async function put(url: string, payload: object, headers?: TestUser['headers']) {
  const all = { origin: TEST_ORIGIN, ...(headers ?? (await freshly(admin))) };
  return app.http.inject({ method: 'PUT', url: `/api/admin/${url}`, headers: all, payload });
}
const turn = (key: string, off: boolean, reason = REASON) => put(`controls/${key}`, { off, reason });

async function list(): Promise<Controls> {
  return (await app.http.inject({ url: '/api/admin/controls', headers: admin.headers })).json();
}
async function siteState(): Promise<SiteState> {
  return (await app.http.inject({ url: '/api/site-state' })).json();
}
const audited = async (action: string) =>
  (await app.stores.auditHistory.search({ action, limit: 50 })).map(({ subject, actor, details }) => ({
    subject,
    actor,
    details,
  }));

test('every switch is listed, and on by default', async () => {
  const { switches, notice } = await list();
  expect(switches).toHaveLength(Object.values(SWITCH_KEYS).flat().length);
  expect(switches).toContainEqual({ kind: 'detector', key: 'iceberg', off: false, changed: null });
  expect(switches).toContainEqual({ kind: 'registrations', key: 'new', off: false, changed: null });
  expect(notice).toBeNull();
});

test('a switch records who turned it off or on, when and why, and its state is public', async () => {
  expect((await turn('detector/iceberg', true)).json()).toEqual({ ok: true });
  expect((await siteState()).off).toEqual([{ kind: 'detector', key: 'iceberg' }]);
  expect((await list()).switches).toContainEqual({
    kind: 'detector',
    key: 'iceberg',
    off: true,
    changed: { at: '2026-11-20T15:00:00.000Z', by: admin.id, reason: REASON },
  });
  await turn('detector/iceberg', false, 'It is fixed again');
  expect((await siteState()).off).toEqual([]);
  expect(await audited('detector.switched')).toEqual([
    {
      subject: 'detector/iceberg',
      actor: admin.id,
      details: { before: 'off', after: 'on', reason: 'It is fixed again' },
    },
    { subject: 'detector/iceberg', actor: admin.id, details: { before: 'on', after: 'off', reason: REASON } },
  ]);
});

test('concurrent clicks are one change and one row, and turning on what is on is none', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => turn('feed/simulated', true)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  await turn('pattern/volume_spike', false);
  expect(await audited('feed.switched')).toHaveLength(1);
  expect(await audited('pattern.switched')).toEqual([]);
});

test.each([
  ['an unknown key', 'controls/detector/nonsense', { off: true, reason: REASON }, 404, 'SWITCH_UNKNOWN'],
  ['a key of another kind', 'controls/feed/iceberg', { off: true, reason: REASON }, 404, 'SWITCH_UNKNOWN'],
  ['an unknown kind', 'controls/server/all', { off: true, reason: REASON }, 400, 'BAD_REQUEST'],
  ['a reason too short', 'controls/detector/iceberg', { off: true, reason: 'why not' }, 400, 'BAD_REQUEST'],
  ['no reason', 'controls/detector/iceberg', { off: true }, 400, 'BAD_REQUEST'],
  [
    'a notice without words',
    'notice',
    { notice: { level: 'info', text: ' ', until: null } },
    400,
    'BAD_REQUEST',
  ],
  [
    'a notice of no level',
    'notice',
    { notice: { level: 'loud', text: 'x', until: null } },
    400,
    'BAD_REQUEST',
  ],
  [
    'a notice that would be over already',
    'notice',
    { notice: { level: 'info', text: 'x', until: new Date(TEST_NOW).toISOString() } },
    400,
    'NOTICE_OVER',
  ],
])('%s is refused and nothing is written', async (_what, url, body, status, code) => {
  const response = await put(url, body);
  expect([response.statusCode, response.json().code]).toEqual([status, code]);
  expect(await app.stores.controlStore.read()).toMatchObject({ switches: [], notice: null });
});

test('T09 changes require a sign-in of the last fifteen minutes', async () => {
  const headers = await freshly(admin);
  app.advance(15 * 60_000 + 1);
  for (const [url, body] of [
    ['controls/detector/iceberg', { off: true, reason: REASON }],
    ['notice', { notice: null }],
  ] as const) {
    const response = await put(url, body, headers);
    expect([response.statusCode, response.json().code]).toEqual([403, 'REAUTH_REQUIRED']);
  }
  expect((await list()).switches.some(({ off }) => off)).toBe(false);
});

test('a notice is shown until it expires, and an identical one is not written again', async () => {
  const notice = { level: 'warning', text: 'Late data from CME', until: '2026-11-20T16:00:00.000Z' };
  expect((await put('notice', { notice })).json()).toEqual({ ok: true });
  await put('notice', { notice });
  expect((await siteState()).notice).toEqual({ id: expect.any(String), ...notice });
  expect((await list()).notice).toMatchObject(notice);
  app.advance(60 * 60_000);
  expect((await siteState()).notice).toBeNull();
  await put('notice', { notice: null });
  expect((await list()).notice).toBeNull();
  expect((await audited('notice.changed')).map(({ details }) => details)).toMatchObject([
    { before: 'Late data from CME', after: null },
    { before: null, after: 'Late data from CME', afterLevel: 'warning', afterUntilMs: TEST_NOW + 3_600_000 },
  ]);
});

test('the browser caches the site state briefly, and it is sent again only when it changed', async () => {
  const first = await app.http.inject({ url: '/api/site-state' });
  expect(first.headers['cache-control']).toBe('public, max-age=5');
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect((await app.http.inject({ url: '/api/site-state', headers })).statusCode).toBe(304);
  await turn('pattern/volume_spike', true);
  expect((await app.http.inject({ url: '/api/site-state', headers })).statusCode).toBe(200);
});

async function signIn() {
  const begun = await app.http.inject({ url: '/api/login' });
  const [cookie = ''] = [begun.headers['set-cookie']].flat().map((one) => String(one).split(';', 1)[0]);
  return app.http.inject({ url: '/api/callback?code=c&state=s', headers: { cookie } });
}

test('while registrations are closed a new person gets no account, and existing users sign in', async () => {
  expect((await signIn()).statusCode).toBe(302);
  await turn('registrations/new', true);
  expect((await signIn()).statusCode).toBe(302);
  person = { ...TEST_PERSON, sub: 'stranger' };
  const refused = await signIn();
  expect(refused.statusCode).toBe(503);
  expect(refused.body).toContain(
    'New accounts cannot be created right now. Existing accounts sign in as usual.',
  );
  expect(await app.stores.users.isKnown(person.issuer, person.sub)).toBe(false);
  await turn('registrations/new', false);
  expect((await signIn()).statusCode).toBe(302);
  expect(await app.stores.users.isKnown(person.issuer, person.sub)).toBe(true);
});

test('while registrations are closed nobody registers for the first time', async () => {
  await turn('registrations/new', true);
  const user = await app.newUser('free');
  const { TEST_BODIES } = await import('#testing/bodies.ts');
  const payload = TEST_BODIES['register'] ?? {};
  const headers = { ...user.headers, origin: TEST_ORIGIN };
  const response = await app.http.inject({ method: 'POST', url: '/api/registration', headers, payload });
  expect([response.statusCode, response.json().code]).toEqual([503, 'REGISTRATIONS_CLOSED']);
});
