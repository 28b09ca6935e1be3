/** What every request of the public API passes: identity, limits, pages, validators, repeated writes, and refusals as problems. */
import { problem } from '@undertow/contracts';
import { openTestApp, type TestApp } from '@undertow/server/testing/app.ts';
import { testEvent } from '@undertow/server/testing/event.ts';
import { createJournalWorkInProcess } from '@undertow/server/testing/journal-in-process.ts';
import { TRADE as TRADE_FIELDS } from '@undertow/server/testing/trade-calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiCaller, apiCaller } from './api-caller.ts';

const TRADE = {
  ...TRADE_FIELDS,
  entryTime: '2026-11-20T14:00:00.000Z',
  exitTime: '2026-11-20T14:30:00.000Z',
};
const EVENTS = 5;
const TRADES = 5;

let app: TestApp;
let caller: ApiCaller;

beforeAll(async () => {
  app = await openTestApp({ journalWork: createJournalWorkInProcess() });
  caller = await apiCaller(app, await app.newUser('elite', [1]));
  const nowMs = app.parts.clock.nowMs();
  for (let place = 0; place < EVENTS; place += 1)
    await app.saveEvent(testEvent(`event-${place}`, nowMs - (place + 1) * 60_000));
  for (let place = 0; place < TRADES; place += 1) await caller.send('POST', '/journal/trades', TRADE);
});
afterAll(() => app.close());

interface Refused {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  json(): unknown;
}

function expectProblem(response: Refused, status: number, code: string): void {
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    status,
    'application/problem+json',
  ]);
  expect(problem.parse(response.json())).toMatchObject({ status, code });
}

test('an answer names its instant, delay and source, and the quota of all keys', async () => {
  const response = await caller.get('/events?instrument=ES&limit=2');
  expect(response.statusCode).toBe(200);
  expect(response.json().data[0]).toMatchObject({ id: 'event-0', instrumentSymbol: 'ES' });
  expect(response.json().meta).toEqual({
    ...{ asOf: expect.any(String), delaySeconds: 0 },
    ...{ source: 'simulated', withheld: [] },
  });
  expect(response.headers['ratelimit-policy']).toBe('"default";q=600;w=60');
  expect(response.headers['ratelimit']).toMatch(/^"default";r=\d+;t=\d+$/);
});

test('what the key does not open is a problem, also where there is no route', async () => {
  const visitor = await app.http.inject({ url: '/api/v1/instruments' });
  expectProblem(visitor, 401, 'API_KEY_REFUSED');
  expect(visitor.headers['www-authenticate']).toBe('Bearer realm="Undertow API"');
  const byCookie = await app.http.inject({ url: '/api/v1/instruments', headers: caller.user.headers });
  expectProblem(byCookie, 401, 'API_KEY_REFUSED');
  expectProblem(await caller.get('/nothing'), 404, 'NOT_FOUND');
  expectProblem(await app.http.inject({ url: '/api/v1' }), 404, 'NOT_FOUND');
  const wrongMethod = await caller.send('DELETE', '/bars');
  expectProblem(wrongMethod, 405, 'METHOD_NOT_ALLOWED');
  expect(wrongMethod.headers['allow']).toBe('GET');
  expectProblem(await caller.get('/bars?instrument=XX'), 400, 'BAD_REQUEST');
  expectProblem(await caller.get('/bars?instrument=ES&unknown=1'), 400, 'BAD_REQUEST');
  expectProblem(await caller.get('/bars?instrument=NQ'), 403, 'INSTRUMENT_NOT_ENTITLED');
  expectProblem(await caller.get('/events/unknown/evidence'), 404, 'NOT_FOUND');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const text = Buffer.from('a=b');
  expectProblem(await caller.send('POST', '/journal/trades', text, form), 415, 'UNSUPPORTED_MEDIA_TYPE');
  const json = { 'content-type': 'application/json' };
  expectProblem(await caller.send('POST', '/journal/trades', Buffer.from('{'), json), 400, 'BAD_REQUEST');
  const large = Buffer.alloc(10_000_000, 32);
  expectProblem(await caller.send('POST', '/journal/trades', large, json), 413, 'PAYLOAD_TOO_LARGE');
});

test('a key opens none of the routes of the product', async () => {
  const authorization = `Bearer ${caller.secret}`;
  for (const url of ['/api/market-data?instrumentId=1', '/api/auth/user', '/api/account/api-keys'])
    expect((await app.http.inject({ url, headers: { authorization } })).statusCode, url).not.toBe(200);
});

async function allPages(path: string, from: string | null = null): Promise<readonly { id: string }[]> {
  const found: { id: string }[] = [];
  let after = from === null ? '' : `&after=${from}`;
  do {
    const response = await caller.get(`${path}${after}`);
    expect(response.statusCode, response.body).toBe(200);
    const { data, next } = response.json<{ data: { id: string }[]; next: string | null }>();
    found.push(...data);
    after = next === null ? '' : `&after=${next}`;
  } while (after !== '');
  return found;
}

test('pages of events and of trades give each row once, in order, also while rows are added', async () => {
  const events = await allPages('/events?instrument=ES&limit=2');
  expect(events.map(({ id }) => id).filter((id) => id.startsWith('event-'))).toEqual(
    Array.from({ length: EVENTS }, (_, place) => `event-${place}`),
  );
  const first = (await caller.get('/journal/trades?limit=2')).json();
  await caller.send('POST', '/journal/trades', {
    ...TRADE,
    entryTime: '2026-11-20T14:59:00.000Z',
    exitTime: null,
  });
  const rest = await allPages('/journal/trades?limit=2', first.next);
  const ids = [...first.data, ...rest].map(({ id }: { id: string }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([TRADES, TRADES]);
});

test('a cursor that was edited, of other filters, of another route or of another user is refused', async () => {
  const { next } = (await caller.get('/events?instrument=ES&limit=1')).json<{ next: string }>();
  const [body = '', mac = ''] = next.split('.');
  const edited = `${Buffer.from('{"x":1}').toString('base64url')}.${mac}`;
  const flipped = `${body}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
  for (const [path, after] of [
    ['/events?instrument=ES&limit=1', edited],
    ['/events?instrument=ES&limit=1', flipped],
    ['/events?instrument=ES&limit=1&side=bid', next],
    ['/journal/trades?limit=1', next],
    ['/events?instrument=ES', 'nonsense'],
  ] as const)
    expectProblem(await caller.get(`${path}&after=${after}`), 400, 'BAD_REQUEST');
  const other = await apiCaller(app, await app.newUser('elite', [1]));
  expectProblem(await other.get(`/events?instrument=ES&limit=1&after=${next}`), 400, 'BAD_REQUEST');
  expect((await caller.get(`/events?instrument=ES&limit=3&after=${next}`)).statusCode).toBe(200);
});

test('what did not change is not sent again', async () => {
  const first = await caller.get('/instruments');
  const { etag } = first.headers;
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  const again = await caller.get('/instruments', { 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await caller.get('/instruments', { 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('a repeated write is carried out once, and the key of another one is refused', async () => {
  const key = { 'idempotency-key': 'one' };
  const [first, second] = await Promise.all([
    caller.send('POST', '/journal/trades', { ...TRADE, notes: 'once' }, key),
    caller.send('POST', '/journal/trades', { ...TRADE, notes: 'once' }, key),
  ]);
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([201, expect.toBeOneOf([201, 409])]);
  const repeated = await caller.send('POST', '/journal/trades', { ...TRADE, notes: 'once' }, key);
  expect([repeated.statusCode, repeated.headers['idempotency-replayed']]).toEqual([201, 'true']);
  const { data } = (await caller.get('/journal/trades?search=once')).json();
  expect(data).toEqual([repeated.json().data]);
  expectProblem(
    await caller.send('POST', '/journal/trades', { ...TRADE, notes: 'other' }, key),
    ...([422, 'IDEMPOTENCY_CONFLICT'] as const),
  );
  expectProblem(
    await caller.send('DELETE', '/journal/trades/1', undefined, key),
    422,
    'IDEMPOTENCY_CONFLICT',
  );
  expectProblem(
    await caller.send('POST', '/journal/trades', TRADE, { 'idempotency-key': 'x'.repeat(129) }),
    ...([400, 'BAD_REQUEST'] as const),
  );
});

test('a refused write leaves its key free', async () => {
  const key = { 'idempotency-key': 'refused' };
  const backwards = { ...TRADE, entryTime: TRADE.exitTime, exitTime: TRADE.entryTime };
  expectProblem(await caller.send('POST', '/journal/trades', backwards, key), 400, 'BAD_REQUEST');
  expect((await caller.send('POST', '/journal/trades', TRADE, key)).statusCode).toBe(201);
});

test('a file is imported by its bytes', async () => {
  const file = Buffer.from('Symbol,Side\nES,Buy\n');
  const refused = await caller.send('POST', '/journal/imports?fileName=a.csv', file, {
    'content-type': 'application/octet-stream',
  });
  expect(refused.headers['content-type']).toBe('application/problem+json');
  expect(refused.statusCode).toBe(422);
});

test('beyond its limit a user waits, whichever of their keys they use, and nobody else does', async () => {
  const user = await app.newUser('elite', [1]);
  const [one, two, other] = [
    await apiCaller(app, user),
    await apiCaller(app, user),
    await apiCaller(app, await app.newUser('elite', [1])),
  ];
  for (let sent = 0; sent < 599; sent += 1) await one.get('/nothing-counted/../instruments');
  const last = await two.get('/instruments');
  expect([last.statusCode, last.headers['ratelimit']]).toEqual([200, expect.stringContaining('r=0')]);
  const refused = await two.get('/instruments');
  expectProblem(refused, 429, 'RATE_LIMITED');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await other.get('/instruments')).statusCode).toBe(200);
  app.advance(60_000);
  expect((await two.get('/instruments')).statusCode).toBe(200);
});
