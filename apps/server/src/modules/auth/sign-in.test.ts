/** The round trip of sign-in: one transaction, one browser, a new session, this site only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issuerOf, openTestApp, TEST_PERSON, type TestApp } from '#testing/app.ts';

let person = TEST_PERSON;
const identity = issuerOf(() => person);

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ identity, bootstrapAdminSub: 'boss' });
});
afterAll(() => app.close());

function cookieOf(response: { cookies: readonly { name: string; value: string }[] }, name: string): string {
  return response.cookies.find((cookie) => cookie.name === name)?.value ?? '';
}

async function signIn(returnTo = '/settings', cookies: Record<string, string> = {}) {
  const away = await app.http.inject({ url: `/api/login?returnTo=${encodeURIComponent(returnTo)}`, cookies });
  const tx = cookieOf(away, 'tx');
  return app.http.inject({ url: '/api/callback?code=c&state=s', cookies: { ...cookies, tx } });
}

test('sign-in leads back to where it began and names the user', async () => {
  const back = await signIn();
  expect([back.statusCode, back.headers.location]).toEqual([302, '/settings']);
  const sid = cookieOf(back, 'sid');
  const response = await app.http.inject({ url: '/api/auth/user', cookies: { sid } });
  expect(response.json()).toMatchObject({
    firstName: 'Jane',
    email: 'jane@example.com',
    subscriptionTier: 'free',
    instrumentsLimit: 0,
    delaySeconds: 900,
    role: 'user',
  });
});

test('T26 sign-in leads to this site only', async () => {
  expect((await signIn('//evil.example')).headers.location).toBe('/');
});

test('T31 a cookie set before sign-in is not the session after it, and the earlier session ends', async () => {
  const planted = 'a'.repeat(43);
  expect(cookieOf(await signIn('/', { sid: planted }), 'sid')).not.toBe(planted);
  const first = cookieOf(await signIn(), 'sid');
  const second = cookieOf(await signIn('/', { sid: first }), 'sid');
  expect((await app.http.inject({ url: '/api/auth/user', cookies: { sid: first } })).statusCode).toBe(401);
  expect((await app.http.inject({ url: '/api/auth/user', cookies: { sid: second } })).statusCode).toBe(200);
});

test('T12 the callback needs the transaction of the same browser, within ten minutes', async () => {
  const away = await app.http.inject({ url: '/api/login' });
  const tx = cookieOf(away, 'tx');
  const callback = (cookies: Record<string, string>) =>
    app.http.inject({ url: '/api/callback?code=c&state=s', cookies });
  expect((await callback({})).statusCode).toBe(400);
  expect((await callback({ tx: `${tx.slice(0, -2)}xx` })).statusCode).toBe(400);
  expect(away.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 });
  app.advance(10 * 60_000);
  const late = await callback({ tx });
  expect(late.statusCode).toBe(400);
  expect(late.headers['content-type']).toContain('text/html');
});

test('T12 of two tabs that sign in at once the later one succeeds, whichever returns first', async () => {
  const begin = async () => cookieOf(await app.http.inject({ url: '/api/login' }), 'tx');
  const [, tx] = [await begin(), await begin()];
  const early = await app.http.inject({ url: '/api/callback?code=c&state=of-the-first', cookies: { tx } });
  expect([early.statusCode, early.cookies]).toEqual([400, []]);
  const later = await app.http.inject({ url: '/api/callback?code=c&state=s', cookies: { tx } });
  expect(later.statusCode).toBe(302);
  expect(later.cookies).toContainEqual(expect.objectContaining({ name: 'tx', value: '' }));
});

test('T12 an image on another page signs nobody out', async () => {
  const sid = cookieOf(await signIn(), 'sid');
  const attempts = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
  ];
  for (const headers of attempts) await app.http.inject({ url: '/api/logout', cookies: { sid }, headers });
  expect((await app.http.inject({ url: '/api/auth/user', cookies: { sid } })).statusCode).toBe(200);
  const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };
  const out = await app.http.inject({ url: '/api/logout', cookies: { sid }, headers: own });
  expect([out.statusCode, out.headers.location]).toEqual([302, '/']);
  expect((await app.http.inject({ url: '/api/auth/user', cookies: { sid } })).statusCode).toBe(401);
});

test('the first administrator is made by their subject at sign-in, once', async () => {
  person = { ...person, sub: 'boss' };
  const sid = cookieOf(await signIn(), 'sid');
  expect((await app.http.inject({ url: '/api/auth/user', cookies: { sid } })).json().role).toBe('admin');
  person = { ...person, sub: 'boss', issuer: 'https://other.example' };
  const other = cookieOf(await signIn(), 'sid');
  expect((await app.http.inject({ url: '/api/auth/user', cookies: { sid: other } })).json().role).toBe(
    'user',
  );
});

test('T39 codes, states and cookies are not logged', async () => {
  app.logged.length = 0;
  await app.http.inject({
    url: '/api/callback?code=canary-code&state=canary-state',
    cookies: { sid: 'canary-sid' },
  });
  expect(app.logged.join('')).not.toContain('canary');
  expect(app.logged.join('')).toContain('/api/callback');
});

test('a fresh sign-in is requested from the issuer, and its instant is in the session', async () => {
  const away = await app.http.inject({ url: '/api/login?fresh=1&returnTo=%2Fsettings' });
  expect(away.headers.location).toBe('https://id.example/auth?prompt=login');
  const nowMs = app.parts.clock.nowMs();
  const signedInAt = async (authAtMs: number | null) => {
    person = { ...TEST_PERSON, authAtMs };
    return app.parts.sessions.find(cookieOf(await signIn(), 'sid'));
  };
  expect((await signedInAt(nowMs - 5000))?.authAtMs).toBe(nowMs - 5000);
  // An issuer whose clock is ahead gives nobody more time
  expect((await signedInAt(nowMs + 3_600_000))?.authAtMs).toBe(nowMs);
  // An issuer that omits it may have reused a session
  expect((await signedInAt(null))?.authAtMs).toBe(0);
  expect((await app.http.inject({ url: '/api/login?fresh=2' })).statusCode).toBe(400);
});

test('the session stores the name of the device, never the user agent', async () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 <canary>';
  const away = await app.http.inject({ url: '/api/login' });
  const back = await app.http.inject({
    url: '/api/callback?code=c&state=s',
    cookies: { tx: cookieOf(away, 'tx') },
    headers: { 'user-agent': agent },
  });
  const cookies = { sid: cookieOf(back, 'sid') };
  const response = await app.http.inject({ url: '/api/account/sessions', cookies });
  const current = response.json().devices.find((device: { current: boolean }) => device.current);
  expect(current.name).toBe('Chrome on Windows');
  expect(response.body).not.toContain('canary');
});
