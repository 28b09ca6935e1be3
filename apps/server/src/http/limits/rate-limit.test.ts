/** What is counted, for whom, and that it is counted before any lookup. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { issuerOf, openTestApp, TEST_ORIGIN, TEST_PERSON, type TestApp } from '#testing/app.ts';

const identity = issuerOf(() => TEST_PERSON);
const OWN = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** Cookies of the right form that belong to no session. */
const randomCookie = () => ({ cookie: `sid=${randomBytes(32).toString('base64url')}` });

/** How often a session was looked up in the database. */
function countLookups({ stores }: TestApp): { count: number } {
  const lookups = { count: 0 };
  const { find } = stores.sessionStore;
  stores.sessionStore.find = (id) => {
    lookups.count += 1;
    return find(id);
  };
  return lookups;
}

test('random cookies of one address are refused beyond its limit, before a session is looked up', async () => {
  app = await openTestApp({ rateLimits: { visitorPerMinute: 5 } });
  const lookups = countLookups(app);
  const statuses: number[] = [];
  for (let sent = 0; sent < 8; sent += 1) {
    const response = await app.http.inject({ url: '/api/instruments', headers: randomCookie() });
    statuses.push(response.statusCode);
    if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  expect(lookups.count).toBe(5);
  const elsewhere = { url: '/api/instruments', headers: randomCookie(), remoteAddress: '203.0.113.9' };
  expect((await app.http.inject(elsewhere)).statusCode).toBe(401);
});

test('a signed-in user is answered while their address is beyond the limit of visitors', async () => {
  app = await openTestApp({ rateLimits: { visitorPerMinute: 2 } });
  const { headers } = await app.newUser('pro');
  const status = async (with_: Record<string, string>) =>
    (await app?.http.inject({ url: '/api/instruments', headers: with_ }))?.statusCode;
  expect(await status(headers)).toBe(200);
  expect([await status({}), await status({})]).toEqual([401, 429]);
  expect(await status(headers)).toBe(200);
});

test('requests that are refused for their role, origin, type or length are counted too', async () => {
  app = await openTestApp({ rateLimits: { perMinute: 4 } });
  const { headers } = await app.newUser('pro');
  const http = app.http;
  const post = async (more: Record<string, string>, payload = '{}') => {
    const sent = { ...OWN, ...headers, 'content-type': 'application/json', ...more };
    const response = await http.inject({ method: 'POST', url: '/api/watchlist', headers: sent, payload });
    return response.statusCode;
  };
  expect((await http.inject({ url: '/api/admin/users', headers })).statusCode).toBe(403);
  expect(await post({ 'content-type': 'text/plain' })).toBe(415);
  expect(await post({}, ' '.repeat(10_000))).toBe(413);
  expect(await post({})).toBe(400);
  expect(await post({})).toBe(429);
});

test('one route of one user has its own limit, changes a smaller one than reads', async () => {
  app = await openTestApp({ rateLimits: { readsPerRoute: 3, changesPerRoute: 1 } });
  const [one, two] = [await app.newUser('pro'), await app.newUser('pro')];
  const http = app.http;
  const read = async (headers: Record<string, string>, url = '/api/instruments') =>
    (await http.inject({ url, headers })).statusCode;
  const save = async (headers: Record<string, string>) =>
    (
      await http.inject({
        ...{ method: 'PATCH', url: '/api/user/preferences', payload: { theme: 'dark' } },
        headers: { ...OWN, ...headers },
      })
    ).statusCode;
  const reads = [await read(one.headers), await read(one.headers), await read(one.headers)];
  expect([...reads, await read(one.headers)]).toEqual([200, 200, 200, 429]);
  expect(await read(one.headers, '/api/watchlist')).toBe(200);
  expect(await read(two.headers)).toBe(200);
  expect([await save(one.headers), await save(one.headers), await save(two.headers)]).toEqual([
    200, 429, 200,
  ]);
});

test('sign-in has a limit by address, with or without a session', async () => {
  app = await openTestApp({ identity, rateLimits: { signInPerMinute: 2 } });
  const { headers } = await app.newUser('pro');
  const http = app.http;
  const begin = async (with_: Record<string, string>) =>
    (await http.inject({ url: '/api/login', headers: with_ })).statusCode;
  expect([await begin({}), await begin(headers), await begin(headers), await begin({})]).toEqual([
    302, 302, 429, 429,
  ]);
});

test('upgrades with random cookies are refused beyond the limit, before a session is looked up', async () => {
  app = await openTestApp({ rateLimits: { visitorPerMinute: 2 } });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const lookups = countLookups(app);
  const upgrade = (): Promise<number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
        headers: { origin: TEST_ORIGIN, ...randomCookie() },
      });
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
  expect([await upgrade(), await upgrade(), await upgrade()]).toEqual([401, 401, 429]);
  expect(lookups.count).toBe(2);
});
