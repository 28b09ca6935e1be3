/** Properties of the whole application: headers, pages, errors, limits, and what no request can do. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpMethod } from '@undertow/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issuerOf, openTestApp, TEST_ORIGIN, TEST_PERSON, type TestApp } from '#testing/app.ts';
import { TEST_BODIES, testUrl } from '#testing/bodies.ts';

const OWN = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
const SHELL =
  '<!doctype html><script>document.documentElement.className="x"</script><script src="/assets/a.js"></script>';

const identity = issuerOf(() => TEST_PERSON);

let app: TestApp;
let webDist: string;
beforeAll(async () => {
  webDist = mkdtempSync(join(tmpdir(), 'undertow-web-'));
  mkdirSync(join(webDist, 'assets'));
  writeFileSync(join(webDist, 'index.html'), SHELL);
  writeFileSync(join(webDist, 'assets/a.js'), 'let a = 1;');
  app = await openTestApp({ webDist });
});
afterAll(async () => {
  await app.close();
  rmSync(webDist, { recursive: true });
});

test('T34 every response forbids framing, sniffing and foreign content, errors included', async () => {
  const urls = [
    '/',
    '/no-such-page',
    '/assets/a.js',
    '/api/auth/user',
    '/api/nothing',
    '/healthz',
    '/api/docs',
    '/api/order-flow-events/%E0%A4%A/evidence',
    `/api/order-flow-events/${'a'.repeat(500)}/evidence`,
  ];
  for (const url of urls) {
    const { headers } = await app.http.inject({ url });
    const policy = String(headers['content-security-policy']);
    expect(policy, url).toContain("frame-ancestors 'none'");
    expect(policy, url).toContain("default-src 'none'");
    expect(headers['x-content-type-options'], url).toBe('nosniff');
    expect(headers['x-frame-options'], url).toBe('DENY');
    expect(headers['referrer-policy'], url).toBe('same-origin');
  }
});

test('T24 scripts come from this server, or are the one whose hash is in the policy', async () => {
  const { headers } = await app.http.inject({ url: '/' });
  const hash = createHash('sha256').update('document.documentElement.className="x"').digest('base64');
  const scripts = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  expect(scripts).toBe(`'self' 'sha256-${hash}'`);
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
});

test('only the payment page allows the provider, and even there no text becomes markup', async () => {
  const policyOf = async (url: string) =>
    String((await app.http.inject({ url })).headers['content-security-policy']);
  for (const url of ['/subscribe', '/subscribe/', '/subscribe?tier=pro']) {
    const policy = await policyOf(url);
    expect(policy, url).toMatch(
      /script-src 'self' [^;]*https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/,
    );
    expect(policy, url).toMatch(
      /frame-src https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com https:\/\/hooks\.stripe\.com/,
    );
    expect(policy, url).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/);
    expect(policy, url).toContain("require-trusted-types-for 'script';trusted-types default");
    expect(policy, url).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\s\*[\s;]/);
  }
  for (const url of ['/', '/settings', '/pricing', '/subscribe/more', '/api/auth/user', '/assets/a.js']) {
    const policy = await policyOf(url);
    expect(policy, url).not.toContain('stripe');
    expect(policy, url).not.toContain('frame-src');
    // Each passes the address of one worker; a second one of the same name is refused
    expect(policy, url).toMatch(/trusted-types import-worker simulation-worker(;|$)/);
  }
});

test('known pages return 200, unknown ones 404 with the same shell, assets are cached forever', async () => {
  for (const [url, status] of [
    ['/', 200],
    ['/settings', 200],
    ['/settings/', 200],
    ['/no-such-page', 404],
    ['/assets/none.js', 404],
  ] as const) {
    const response = await app.http.inject({ url });
    expect([url, response.statusCode, response.body]).toEqual([url, status, SHELL]);
  }
  const asset = await app.http.inject({ url: '/assets/a.js' });
  expect([asset.statusCode, asset.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  for (const url of ['/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd']) {
    const response = await app.http.inject({ url });
    expect(response.body, url).not.toMatch(/"name"|root:/);
  }
});

/** Routes whose body is bytes: a file, or JSON that a thread parses. */
const TAKES_BYTES = ['importTrades', 'compareTrades', 'sendUploadPiece'];

test('T07 keys that a body must not contain change nothing, on any route', async () => {
  const user = await app.newUser('pro', [1]);
  await app.promote(user);
  const { users, tiers, userInstruments, watchlist, preferences } = app.stores;
  const everything = async () =>
    JSON.stringify([
      ...[await users.find(user.id), await tiers.current(user.id, 0), await preferences.get(user.id)],
      ...[await userInstruments.list(user.id), await watchlist.list(user.id)],
    ]);
  const before = await everything();
  const send = (method: HttpMethod, path: string, payload: string) =>
    app.http.inject({
      method,
      url: testUrl(path),
      headers: { ...OWN, ...user.headers, 'content-type': 'application/json' },
      payload,
    });
  const changing = app.bound.filter(({ method }) => method !== 'GET');
  expect(changing.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(TEST_BODIES)));
  const key = fc.constantFrom(
    ...['__proto__', 'constructor', 'prototype', 'role', 'id', 'userId', 'sub', 'issuer'],
    ...['subscriptionTier', 'tier', 'newTier', 'instrumentsLimit', 'isAdmin', 'toString'],
  );
  const route = fc.constantFrom(...changing);
  await fc.assert(
    fc.asyncProperty(route, key, fc.jsonValue(), async ({ id, method, path }, name, value) => {
      const given = TEST_BODIES[id] ?? {};
      fc.pre(!Object.hasOwn(given, name));
      const body = JSON.stringify(given).slice(1, -1);
      const payload = `{${body}${body === '' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`;
      const response = await send(method, path, payload);
      const status = TAKES_BYTES.includes(id) ? 415 : 400;
      expect([id, payload, response.statusCode]).toEqual([id, payload, status]);
    }),
    { numRuns: process.env['LONG_TESTS'] === '1' ? 10_000 : 300 },
  );
  expect(await everything()).toBe(before);
  expect(({} as Record<string, unknown>)['role']).toBeUndefined();
  // Without the key the same bodies are valid
  for (const { id, method, path, access } of changing) {
    // A webhook is refused for its signature, a one-click stop without its token, whatever the body contains
    if (id === 'postLogout' || id === 'stopAlertMail' || access === 'webhook') continue;
    const response = await send(method, path, JSON.stringify(TEST_BODIES[id] ?? {}));
    expect([id, response.statusCode]).not.toEqual([id, 400]);
  }
});

test('T38 malformed, oversized, duplicate and foreign bodies each get their own refusal', async () => {
  const user = await app.newUser('pro');
  const send = async (payload: string, type = 'application/json') => {
    const headers = { ...OWN, ...user.headers, 'content-type': type };
    const url = '/api/user/instruments';
    const response = await app.http.inject({ method: 'POST', url, headers, payload });
    return [response.statusCode, response.json().code];
  };
  expect(await send('{"instrumentId":')).toEqual([400, 'BAD_REQUEST']);
  expect(await send('{"__proto__":{"x":1},"instrumentId":1}')).toEqual([400, 'BAD_REQUEST']);
  expect(await send('')).toEqual([400, 'BAD_REQUEST']);
  expect(await send(JSON.stringify({ instrumentId: 1, x: 'a'.repeat(100_000) }))).toEqual([
    413,
    'PAYLOAD_TOO_LARGE',
  ]);
  expect(await send('instrumentId=1', 'application/x-www-form-urlencoded')).toEqual([
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ]);
  expect(await send('{"instrumentId":1}', 'application/jsonp')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

test('T38 an address that cannot be decoded, is too long or contains a NUL gets our own message', async () => {
  const { headers } = await app.newUser('pro');
  const events = '/api/order-flow-events';
  for (const url of [
    `${events}/%E0%A4%A/evidence`,
    `${events}/%ED%A0%80/evidence`,
    `${events}/${'a'.repeat(8000)}/evidence`,
    `${events}/a%00b/evidence`,
    '/%c0%ae%c0%ae/x',
  ]) {
    const response = await app.http.inject({ url, headers });
    expect([url, response.statusCode, response.json().code]).toEqual([url, 400, 'BAD_REQUEST']);
    expect(response.body).not.toContain('FST_');
  }
  const read = { method: 'POST', url: '/api/alerts/a%00b/read', headers: { ...OWN, ...headers } } as const;
  expect((await app.http.inject(read)).statusCode).toBe(400);
});

test('a refusal names the field and what was expected', async () => {
  const user = await app.newUser('pro', [1]);
  const response = await app.http.inject({
    url: '/api/market-data?instrumentId=1&limit=501',
    headers: user.headers,
  });
  expect(response.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: 'limit' }] });
});

test('T39 line breaks and control characters from outside never make a second log line', async () => {
  app.logged.length = 0;
  await app.http.inject({
    url: '/api/nothing%0d%0a%7b%22level%22:%22fatal%22%7d?x=%0a',
    headers: { 'user-agent': 'a\tb' },
  });
  expect(app.logged).toHaveLength(1);
  const [line = ''] = app.logged;
  expect(line.trimEnd()).not.toMatch(/[\r\n]/);
  expect(JSON.parse(line)).toMatchObject({ status: 404 });
});

test('an internal failure has a constant body, and an outage of the database sends Retry-After', async () => {
  const broken = await openTestApp({ ping: () => Promise.reject(new Error('down')) });
  const user = await broken.newUser('pro');
  broken.parts.bus.publish('userChanged', { userId: user.id });
  const secret = new Error('SELECT secret FROM users failed');
  broken.parts.preferences.get = () => Promise.reject(secret);
  const response = await broken.http.inject({ url: '/api/user/preferences', headers: user.headers });
  expect([response.statusCode, response.json().message]).toEqual([500, 'Internal Server Error']);
  expect(response.body).not.toContain('secret');
  const outage = Object.assign(new Error('x'), {
    cause: Object.assign(new Error('y'), { code: 'ECONNREFUSED' }),
  });
  broken.parts.preferences.get = () => Promise.reject(outage);
  const later = await broken.http.inject({ url: '/api/user/preferences', headers: user.headers });
  expect([later.statusCode, later.json().code, later.headers['retry-after']]).toEqual([
    503,
    'DATABASE_AWAY',
    '5',
  ]);
  const cut = new Error('Failed query: select 1', { cause: new Error('Connection terminated unexpectedly') });
  broken.parts.preferences.get = () => Promise.reject(cut);
  const again = await broken.http.inject({ url: '/api/user/preferences', headers: user.headers });
  expect([again.statusCode, again.json().code]).toEqual([503, 'DATABASE_AWAY']);
  const full = new Error('Failed query: rollback', {
    cause: Object.assign(new Error('y'), { code: '53100' }),
  });
  broken.parts.preferences.get = () => Promise.reject(full);
  const last = await broken.http.inject({ url: '/api/user/preferences', headers: user.headers });
  expect([last.statusCode, last.json().code, last.headers['retry-after']]).toEqual([
    503,
    'STORAGE_FULL',
    '5',
  ]);
  expect((await broken.http.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect((await broken.http.inject({ url: '/readyz' })).statusCode).toBe(503);
  await broken.close();
});

test('requests beyond the limit are refused by user, and sign-in by address', async () => {
  const limited = await openTestApp({ identity, rateLimits: { perMinute: 3, signInPerMinute: 2 } });
  const [one, two] = [await limited.newUser('pro'), await limited.newUser('pro')];
  const status = async (headers: Record<string, string>, url = '/api/instruments') =>
    (await limited.http.inject({ url, headers })).statusCode;
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push(await status(one.headers));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await status(two.headers)).toBe(200);
  expect([
    await status({}, '/api/login'),
    await status({}, '/api/login'),
    await status({}, '/api/login'),
  ]).toEqual([302, 302, 429]);
  await limited.close();
});

test('metrics are for this machine only', async () => {
  expect((await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(200);
  const outside = {
    url: '/metrics',
    remoteAddress: '203.0.113.5',
    headers: { 'x-forwarded-for': '127.0.0.1' },
  };
  expect((await app.http.inject(outside)).statusCode).toBe(404);
  // A proxy on this machine forwards requests from everywhere
  const proxied = { ...outside, remoteAddress: '127.0.0.1' };
  expect((await app.http.inject(proxied)).statusCode).toBe(404);
});

test('the OpenAPI document has every bound route, and its page lists them', async () => {
  const document = (await app.http.inject({ url: '/api/openapi.json' })).json();
  const page = (await app.http.inject({ url: '/api/docs' })).body;
  for (const { method, path } of app.bound) {
    const shown = path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    expect(document.paths[shown]?.[method.toLowerCase()], shown).toBeDefined();
    expect(page).toContain(shown);
  }
  expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api'))).toEqual([]);
});
