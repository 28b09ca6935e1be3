/** Layouts over HTTP: what is stored, refused, kept of two devices, exported and erased. */
import {
  type Layout,
  layoutOfTemplate,
  MAX_LAYOUT_COPIES,
  MAX_LAYOUTS,
  panesOf,
  type StoredLayout,
} from '@undertow/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

const OWN = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
const LAYOUTS = '/api/workspace/layouts';
const TWO = layoutOfTemplate('charts', 1, 'ES flow');

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function send(user: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const headers = { ...OWN, ...user.headers };
  const response = await app.http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: response.statusCode, body: response.json() };
}

async function created(user: TestUser, layout: Layout = TWO): Promise<StoredLayout> {
  const { status, body } = await send(user, 'POST', LAYOUTS, { layout });
  expect(status).toBe(201);
  return body;
}

const save = (user: TestUser, id: string, basedOn: number, layout: Layout) =>
  send(user, 'PUT', `${LAYOUTS}/${id}`, { basedOn, layout });
const named = (name: string): Layout => ({ ...TWO, name });
const listed = async (user: TestUser): Promise<readonly StoredLayout[]> => (await send(user, 'GET', LAYOUTS)).body;

test('a layout is stored as it was sent, and each change raises its version', async () => {
  const user = await app.newUser('pro', [1]);
  const row = await created(user);
  expect(row).toMatchObject({ version: 1, layout: TWO, refused: null, copyOf: null });
  const { body } = await save(user, row.id, 1, named('Morning'));
  expect(body).toMatchObject({ saved: { id: row.id, version: 2, layout: named('Morning') }, replaced: null });
  expect(await listed(user)).toEqual([body.saved]);
});

test('of two devices the last one wins, and what it replaced is kept as a copy', async () => {
  const user = await app.newUser('pro', [1]);
  const { id } = await created(user);
  await save(user, id, 1, named('From the desk'));
  const { status, body } = await save(user, id, 1, named('From the phone'));
  expect(status).toBe(200);
  expect(body.saved).toMatchObject({ id, version: 3, layout: named('From the phone') });
  expect(body.replaced).toMatchObject({ copyOf: id, layout: named('From the desk (other device)') });
  expect((await listed(user)).map((row) => row.layout?.name)).toEqual([
    'From the phone',
    'From the desk (other device)',
  ]);
});

test('the same change of both devices, or sent twice, is no conflict', async () => {
  const user = await app.newUser('pro', [1]);
  const { id } = await created(user);
  await save(user, id, 1, named('Same'));
  const { body } = await save(user, id, 1, named('Same'));
  expect(body).toMatchObject({ saved: { version: 2 }, replaced: null });
});

test('changes that race from two devices lose neither', async () => {
  const user = await app.newUser('pro', [1]);
  const { id } = await created(user);
  const answers = await Promise.all([save(user, id, 1, named('One')), save(user, id, 1, named('Other'))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const names = (await listed(user)).map((row) => row.layout?.name ?? '');
  expect(names.some((name) => name.startsWith('One'))).toBe(true);
  expect(names.some((name) => name.startsWith('Other'))).toBe(true);
});

test('copies have a limit of their own, and one that its user changes is theirs', async () => {
  const user = await app.newUser('pro', [1]);
  const { id } = await created(user);
  for (let at = 0; at <= MAX_LAYOUT_COPIES + 1; at += 1) await save(user, id, 1, named(`Change ${at}`));
  const copies = (await listed(user)).filter(({ copyOf }) => copyOf !== null);
  expect(copies).toHaveLength(MAX_LAYOUT_COPIES);
  const [first] = copies;
  if (first === undefined) throw new Error('expected a copy');
  const { body } = await save(user, first.id, 1, named('Mine'));
  expect(body.saved.copyOf).toBeNull();
});

test(`a user has at most ${MAX_LAYOUTS} layouts`, async () => {
  const user = await app.newUser('pro', [1]);
  for (let at = 0; at < MAX_LAYOUTS; at += 1) await app.stores.layouts.add(user.id, TWO, at);
  expect(await send(user, 'POST', LAYOUTS, { layout: TWO })).toMatchObject({
    status: 403,
    body: { code: 'LAYOUT_LIMIT' },
  });
});

test('a smaller plan keeps the panes that there are and takes no more', async () => {
  const user = await app.newUser('basic', [1]);
  const four = layoutOfTemplate('evidence', 1);
  const row = await app.stores.layouts.add(user.id, four, app.parts.clock.nowMs());
  if (row === undefined) throw new Error('expected a layout');
  expect((await save(user, row.id, 1, { ...four, name: 'Renamed' })).status).toBe(200);
  const more = layoutOfTemplate('flow', 1);
  expect(panesOf(more.root).length).toBeGreaterThan(panesOf(four.root).length);
  expect(await save(user, row.id, 2, more)).toMatchObject({ status: 403, body: { code: 'LAYOUT_PANES' } });
});

test('a layout that a newer release stored is listed with the reason, and a change of it loses nothing', async () => {
  const user = await app.newUser('pro', [1]);
  const { id } = await created(user);
  const future = { ...TWO, version: 9, holograms: true };
  await app.stores.layouts.save(user.id, id, { basedOn: 1, layout: future as unknown as Layout }, 5);
  const [row] = await listed(user);
  expect(row).toMatchObject({ id, layout: null, refused: expect.stringContaining('newer release (version 9') });
  const { body } = await save(user, id, 1, named('Old page'));
  expect(body.replaced).toMatchObject({ copyOf: id, layout: null });
});

test('too much at once is refused before it is read', async () => {
  const user = await app.newUser('pro', [1]);
  const settings = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`setting${at}`, 'x'.repeat(64)]));
  const pane = { id: 'p1', kind: 'chart', instrumentId: 1, timeframe: '10m', link: null, settings } as const;
  expect((await send(user, 'POST', LAYOUTS, { layout: { ...TWO, root: { pane } } })).status).toBe(201);
  const heavy = { ...TWO, name: 'x'.repeat(17 * 1024) };
  expect((await send(user, 'POST', LAYOUTS, { layout: heavy })).status).toBe(413);
});

test('layouts are part of the export', async () => {
  const user = await app.newUser('pro', [1]);
  await created(user, named('Exported'));
  const rows: unknown[] = [];
  for await (const page of app.stores.personalData.pages(user.id, 'layouts')) rows.push(...page);
  expect(rows).toMatchObject([{ version: 1, body: { name: 'Exported' } }]);
});
