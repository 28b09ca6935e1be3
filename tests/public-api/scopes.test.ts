/** Who may call what: every public route with every scope, and keys that must not open anything. */
import { readFileSync } from 'node:fs';
import { API_ROUTES, API_SCOPES, type ApiRoute } from '@undertow/contracts';
import { openTestApp, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { createJournalWorkInProcess } from '@undertow/server/testing/journal-in-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiCaller, apiCaller } from './api-caller.ts';

const FOLDER = new URL('../../packages/contracts/testing/golden/routes/', import.meta.url);
const QUERIES: Readonly<Record<string, string>> = {
  listBars: '?instrument=ES',
  getBook: '?instrument=ES',
  listTape: '?instrument=ES&from=2026-11-20T14:00:00.000Z&to=2026-11-20T14:05:00.000Z',
  getProfile: '?instrument=ES',
  listPatterns: '?instrument=ES',
  getLevels: '?instrument=ES',
  importTrades: '?fileName=trades.csv',
  listReleases: '?instrument=ES',
  listTradingDays: '?instrument=ES&from=2026-11-20&to=2026-11-20',
  listBacktestSessions: '?instrument=ES',
};

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await openTestApp({ journalWork: createJournalWorkInProcess() });
  user = await app.newUser('elite', [1]);
});
afterAll(() => app.close());

/** The golden request of the product's route, in the words of the public one. */
function requestOf({ id, path, of }: ApiRoute) {
  const golden = JSON.parse(readFileSync(new URL(`${of.id}.json`, FOLDER), 'utf8'));
  const named = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(golden.params[name]));
  return { url: `${named}${QUERIES[id] ?? ''}`.replace('/api/v1', ''), body: golden.body };
}

function call(caller: ApiCaller, route: ApiRoute) {
  const { url, body } = requestOf(route);
  return route.of.method === 'GET' ? caller.get(url) : caller.send(route.of.method, url, body);
}

const named = API_ROUTES.map((route) => ({ name: route.id, route }));

test.each(API_SCOPES)('a key with the scope %s alone opens its routes and no other', async (scope) => {
  const caller = await apiCaller(app, user, [scope]);
  for (const route of API_ROUTES) {
    const response = await call(caller, route);
    const isOpen = ![401, 500].includes(response.statusCode) && response.json().code !== 'API_SCOPE_MISSING';
    expect([route.id, response.statusCode, isOpen]).toEqual([
      ...[route.id, response.statusCode],
      route.scope === scope,
    ]);
  }
});

test.each(named)(
  '$name is refused to keys that ended, of other plans, and from elsewhere',
  async ({ route }) => {
    const refusalOf = async (caller: ApiCaller) => (await call(caller, route)).json().code;
    const revoked = await apiCaller(app, user);
    await app.stores.apiKeyStore.revoke(user.id, revoked.keyId, app.parts.clock.nowMs(), 'r');
    app.parts.bus.publish('userChanged', { userId: user.id });
    expect(await refusalOf(revoked)).toBe('API_KEY_REFUSED');
    const elsewhere = await apiCaller(app, user, API_SCOPES, ['198.51.100.0/24']);
    expect(await refusalOf(elsewhere)).toBe('API_ADDRESS_REFUSED');
    await app.stores.apiKeyStore.revoke(user.id, elsewhere.keyId, app.parts.clock.nowMs(), 'r');
    const former = await app.newUser('elite', [1]);
    const downgraded = await apiCaller(app, former);
    app.advance(1);
    const grant = {
      userId: former.id,
      tier: 'pro',
      actor: 'test',
      reason: 'test',
      expiresAtMs: null,
    } as const;
    await app.stores.tiers.grant(grant, app.parts.clock.nowMs());
    app.parts.bus.publish('userChanged', { userId: former.id });
    expect(await refusalOf(downgraded)).toBe('API_NOT_IN_PLAN');
    const other = await app.http.inject({ method: route.of.method, url: `/api/v1${requestOf(route).url}` });
    expect(other.statusCode).toBe(401);
  },
);

test('rows of another user are not found by any key', async () => {
  const theirs = await apiCaller(app, await app.newUser('elite', [1]));
  const trade = { platform: 'Manual', instrumentSymbol: 'ESZ6', tradeType: 'BUY', entryPrice: '4567.00' };
  const time = { entryTime: '2026-11-20T14:00:00.000Z', quantity: '1' };
  const { data } = (await theirs.send('POST', '/journal/trades', { ...trade, ...time })).json();
  const mine = await apiCaller(app, user);
  expect((await mine.send('PATCH', `/journal/trades/${data.id}`, { notes: 'x' })).statusCode).toBe(404);
  expect((await mine.send('DELETE', `/journal/trades/${data.id}`)).statusCode).toBe(404);
  expect((await mine.get(`/journal/trades?id=${data.id}`)).json().data).toEqual([]);
  expect((await theirs.get(`/journal/trades?id=${data.id}`)).json().data).toHaveLength(1);
});

test('a public route is served by a route of the product, once, below the prefix, with a scope that fits its method', () => {
  const places = API_ROUTES.map(({ of, path }) => `${of.method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(API_ROUTES.map(({ id }) => id)).size).toBe(places.length);
  for (const { id, path, scope, of } of API_ROUTES) {
    expect(path).toMatch(/^\/api\/v1\/[a-z0-9/:-]+$/i);
    if (of.method !== 'GET') expect([id, scope.endsWith(':read')]).toEqual([id, false]);
  }
});
