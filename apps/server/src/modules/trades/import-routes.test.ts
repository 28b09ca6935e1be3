/** Files by the import route: bytes in, trades out, all of them or none. */

import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { TradeDto } from '@undertow/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const HEADERS = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };

/** Made-up rows of Tradovate's performance file. */
function performance(count: number, first = 0): string {
  const head =
    'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration';
  const rows = Array.from({ length: count }, (_, at) => {
    const place = first + at;
    const day = String(2 + (place % 20)).padStart(2, '0');
    const minute = String(Math.floor(place / 20) % 60).padStart(2, '0');
    const hour = String(9 + Math.floor(place / 1200)).padStart(2, '0');
    return `MNQH6,-2,0,0.25,${7000 + 2 * place},${7001 + 2 * place},1,20950.50,20958.00,$15.00,03/${day}/2026 ${hour}:${minute}:05,03/${day}/2026 ${hour}:${minute}:45,40sec`;
  });
  return [head, ...rows, ''].join('\r\n');
}

const ANSWERS = { zone: 'America/Chicago', account: 'DEMO-1' };

const compare = (user: TestUser, bytes: string) => importFile(user, bytes, ANSWERS, app, '/compare');

async function importFile(
  user: TestUser,
  bytes: string | Buffer,
  answers: object | string = ANSWERS,
  on: TestApp = app,
  path = '',
) {
  const query = new URLSearchParams({
    fileName: 'Performance.csv',
    answers: typeof answers === 'string' ? answers : JSON.stringify(answers),
  });
  const response = await on.http.inject({
    method: 'POST',
    url: `/api/trades/imports${path}?${query}`,
    headers: { ...HEADERS, ...user.headers, 'content-type': 'application/octet-stream' },
    payload: bytes,
  });
  return { status: response.statusCode, body: response.json() };
}

async function get(user: TestUser, url: string) {
  return (await app.http.inject({ url: `/api/trades${url}`, headers: user.headers })).json();
}

async function send(user: TestUser, method: 'DELETE' | 'POST' | 'PUT', url: string, body?: object) {
  const response = await app.http.inject({
    method,
    url: `/api/trades${url}`,
    headers: { ...HEADERS, ...user.headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

describe('a file', () => {
  test('is stored once, however often it comes, and undone as a whole', async () => {
    const user = await app.newUser('free');
    const first = await importFile(user, performance(300));
    expect(first.status).toBe(201);
    const facts = { imported: 300, duplicates: 0, rejected: 0, net: '4500.00', undoneAt: null };
    expect(first.body).toMatchObject({ ...facts, platform: 'tradovate', fileName: 'Performance.csv' });
    expect((await importFile(user, performance(300))).body).toMatchObject({ imported: 0, duplicates: 300 });
    const more = await importFile(user, performance(310));
    expect(more.body).toMatchObject({ imported: 10, duplicates: 300, net: '150.00' });
    const trades: TradeDto[] = await get(user, '');
    expect(trades).toHaveLength(310);
    expect(trades[0]).toMatchObject({ platform: 'tradovate', account: 'DEMO-1', root: 'MNQ', net: '15.00' });
    expect((await get(user, `/search?importId=${more.body.id}`)).total).toBe(10);
    expect((await send(user, 'DELETE', `/imports/${first.body.id}`)).body).toEqual({ removed: 300 });
    expect((await send(user, 'DELETE', `/imports/${first.body.id}`)).body).toEqual({ removed: 0 });
    expect(await get(user, '')).toHaveLength(10);
    const listed = await get(user, '/imports');
    expect(listed.map((row: { undoneAt: string | null }) => row.undoneAt !== null)).toEqual([
      false,
      false,
      true,
    ]);
    expect((await importFile(user, performance(300))).body).toMatchObject({ imported: 300, duplicates: 0 });
  });

  test('of another user can be neither undone nor seen', async () => {
    const [owner, other] = [await app.newUser('free'), await app.newUser('free')];
    const { body } = await importFile(owner, performance(3));
    expect((await send(other, 'DELETE', `/imports/${body.id}`)).status).toBe(404);
    expect(await get(other, '/imports')).toEqual([]);
    expect(await get(other, '')).toEqual([]);
    expect((await compare(other, performance(3))).body).toEqual({ known: [], completing: [], fresh: 3 });
    const known = await compare(owner, performance(4));
    expect(known.body).toMatchObject({ completing: [], fresh: 1 });
    expect(known.body.known.toSorted()).toEqual(await keysOf(owner));
    expect(await get(owner, '/imports')).toHaveLength(1);
  });

  test('with an open question is refused with its text, and nothing is stored', async () => {
    const user = await app.newUser('free');
    const { status, body } = await importFile(user, performance(3), {});
    expect([status, body.code]).toEqual([422, 'IMPORT_QUESTIONS']);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain('zone');
    expect(body.issues[0].message.length).toBeGreaterThan(10);
    expect(await get(user, '/imports')).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['other columns', 'colour,taste\nred,sweet\n'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])],
    ['a broken archive', Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(500, 7)])],
  ])('with %s is refused with what it seems to be', async (_what, bytes) => {
    const user = await app.newUser('free');
    const { status, body } = await importFile(user, bytes);
    expect([status, body.code]).toEqual([422, 'IMPORT_REFUSED']);
    expect(body.issues[0].message.length).toBeGreaterThan(10);
    expect(await get(user, '/imports')).toEqual([]);
  });

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['an unknown answer', '{"admin":true}'],
    ['a wrong kind', '{"zone":7}'],
  ])('with answers that are %s is refused', async (_what, answers) => {
    const user = await app.newUser('free');
    expect((await importFile(user, performance(3), answers)).status).toBe(400);
  });

  test('with a declared length over 64 MB is refused before it is read', async () => {
    const user = await app.newUser('free');
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.http.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const response = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.write(
      [
        'POST /api/trades/imports?fileName=a.csv HTTP/1.1',
        'Host: x',
        `Origin: ${TEST_ORIGIN}`,
        `Cookie: ${user.headers.cookie}`,
        'Content-Type: application/octet-stream',
        `Content-Length: ${2 * 1024 ** 3}`,
        '',
        'x',
      ].join('\r\n'),
    );
    expect(await response).toMatch(/^HTTP\/1\.1 413/);
    socket.destroy();
  });

  async function keysOf(user: TestUser): Promise<string[]> {
    const keys: string[] = [];
    for await (const rows of app.stores.trades.pages(user.id, {})) keys.push(...rows.map(({ key }) => key));
    return keys.toSorted();
  }
});

describe('an import whose thread ends in the middle', () => {
  test('because it takes too long stores nothing, and reports that', async () => {
    const journalWork = createJournalWork({ readMs: 5 });
    const hurried = await openTestApp({ journalWork });
    const user = await hurried.newUser('free');
    const { status, body } = await importFile(user, performance(1_000), ANSWERS, hurried);
    expect([status, body.code]).toEqual([422, 'IMPORT_TOO_HEAVY']);
    expect(await hurried.stores.tradeImports.list(user.id)).toEqual([]);
    expect(await hurried.stores.trades.count(user.id, {})).toBe(0);
    await hurried.close();
  });

  test('after some of its trades were stored leaves none of them, and the next import is complete', async () => {
    const user = await app.newUser('free');
    const { tradeImports, trades } = app.stores;
    const facts = { fileName: 'f', platform: 'p', layout: 'l', currency: 'USD', rejected: 0 };
    const writer = await tradeImports.begin(user.id, facts, 2, app.parts.clock.nowMs());
    if (typeof writer === 'string') throw new Error(writer);
    await importFile(user, performance(1));
    const kept = await trades.count(user.id, {});
    expect(kept).toBe(0);
    expect((await importFile(user, performance(1))).body.code).toBe('IMPORT_UNDER_WAY');
    // Its process is gone: two minutes later the next import removes it
    app.advance(121_000);
    expect((await importFile(user, performance(5))).body).toMatchObject({ imported: 5 });
    await expect(writer.finish(app.parts.clock.nowMs())).rejects.toThrow('taken away');
    expect(await trades.count(user.id, {})).toBe(5);
    expect(await tradeImports.list(user.id)).toHaveLength(1);
  });
});

test('two files of one user at once are imported in turn: the second request has to wait', async () => {
  const user = await app.newUser('free');
  const responses = await Promise.all([
    importFile(user, performance(50)),
    importFile(user, performance(50, 100)),
  ]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('an import beside a comparison of the same person is not refused', async () => {
  const user = await app.newUser('free');
  // Cut off where its body is still on the way
  const comparison = compare(user, performance(50)).catch(() => 'cut');
  const { status, body } = await importFile(user, performance(50));
  expect([status, body.imported]).toEqual([201, 50]);
  await comparison;
  expect((await compare(user, performance(50))).body).toMatchObject({ completing: [], fresh: 0 });
});

test('accounts keep their settings, and mappings the newest answers', async () => {
  const user = await app.newUser('free');
  await importFile(user, performance(2));
  const unsaid = { account: 'DEMO-1', zone: null, currency: 'USD', startBalance: null, rules: null };
  expect(await get(user, '/accounts')).toEqual([unsaid]);
  const said = { ...unsaid, zone: 'America/Chicago', startBalance: '50000.00' };
  expect((await send(user, 'PUT', '/accounts', said)).body).toEqual(said);
  expect(await get(user, '/accounts')).toEqual([said]);
  for (const zone of ['Europe/London', 'America/Chicago'])
    await send(user, 'PUT', '/mappings', { layoutKey: 'a|b', answers: { zone } });
  expect(await get(user, '/mappings')).toEqual([{ layoutKey: 'a|b', answers: { zone: 'America/Chicago' } }]);
  expect((await send(user, 'PUT', '/mappings', { layoutKey: 'a', answers: { what: 1 } })).status).toBe(400);
});
