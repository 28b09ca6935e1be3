/** Drawings over HTTP: stored, refused, met of two devices, and the alerts on their lines. */
import { type Drawing, MAX_DRAWINGS, type StoredDrawings } from '@undertow/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#adapters/storage/database/orm.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

const OWN = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
const ES = '/api/workspace/drawings/1';
const RULES = '/api/alert-configurations';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function send(
  user: TestUser,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const headers = { ...OWN, ...user.headers };
  const response = await app.http.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const level = (id: string, price = '4600.00'): Drawing => ({
  id,
  kind: 'horizontal',
  points: [{ at: '2026-11-20T14:00:00.000Z', price }],
  text: '',
  contract: null,
});
const save = (user: TestUser, basedOn: number, put: readonly Drawing[], removed: readonly string[] = []) =>
  send(user, 'PUT', ES, { basedOn, put, removed });
const stored = async (user: TestUser): Promise<StoredDrawings> => (await send(user, 'GET', ES)).body;

const rule = (drawingId: string, part = 'line') => ({
  name: 'On my line',
  notificationMethod: 'in_app',
  isEnabled: true,
  instrumentIds: [1],
  condition: {
    kind: 'price_line',
    test: 'crosses',
    drawingId,
    part,
    line: {
      name: 'Whatever was sent',
      from: { at: '2026-11-20T14:00:00.000Z', price: '1.00' },
      to: { at: '2026-11-20T14:00:00.000Z', price: '1.00' },
      extent: 'both',
      contract: null,
    },
  },
  sessionHours: 'any',
  coolDownSeconds: 60,
  quietHours: null,
  expiresAt: null,
});
/** Rules of the user on lines. */
const rulesOf = async (user: TestUser) =>
  (await send(user, 'GET', RULES)).body.filter(
    ({ condition }: { condition: { kind: string } }) => condition.kind === 'price_line',
  );

test('drawings are stored as they were sent, and each change raises the version', async () => {
  const user = await app.newUser('pro', [1]);
  expect(await stored(user)).toEqual({ version: 0, drawings: [], unreadable: 0 });
  await save(user, 0, [level('a'), level('b')]);
  const { body } = await save(user, 1, [level('c')], ['a']);
  expect(body).toMatchObject({ version: 2, kept: [], endedRules: 0 });
  expect(await stored(user)).toEqual({ version: 2, drawings: [level('b'), level('c')], unreadable: 0 });
  expect((await send(user, 'DELETE', ES)).body).toEqual({ ok: true });
  expect((await stored(user)).drawings).toEqual([]);
});

test('changes of two devices meet, and of the same drawing both versions are kept', async () => {
  const user = await app.newUser('pro', [1]);
  await save(user, 0, [level('a'), level('b')]);
  await save(user, 1, [level('a', '4610.00')]);
  const { body } = await save(user, 1, [level('a', '4620.00'), level('c')], ['b']);
  const [copy] = body.kept;
  expect(body.drawings).toEqual([level(copy, '4610.00'), level('a', '4620.00'), level('c')]);
  await save(user, 3, [level('c', '4601.00')]);
  const late = await save(user, 3, [], ['c', 'a']);
  expect(late.body.kept).toEqual(['c']);
  expect(late.body.drawings.map(({ id }: Drawing) => id)).toEqual([copy, 'c']);
});

test('the same change that is sent twice keeps no copy', async () => {
  const user = await app.newUser('pro', [1]);
  await save(user, 0, [level('a')]);
  expect((await save(user, 0, [level('a')])).body).toMatchObject({ version: 2, kept: [] });
});

test('what cannot be read is kept, and what is no drawing is refused', async () => {
  const user = await app.newUser('pro', [1]);
  await save(user, 0, [level('a')]);
  const newer = JSON.stringify([{ version: 1, drawing: { id: 'new', kind: 'spiral' } }]);
  await app.orm.execute(
    sql`UPDATE workspace_drawings SET items = items || ${newer}::jsonb WHERE user_id = ${user.id}`,
  );
  expect((await save(user, 1, [level('b')])).body).toMatchObject({ unreadable: 1 });
  expect(await stored(user)).toMatchObject({ drawings: [{ id: 'a' }, { id: 'b' }], unreadable: 1 });
  expect((await save(user, 2, [{ ...level('c'), points: [] }])).status).toBe(400);
  const { status, body } = await save(user, 2, [level('c', '4600.10')]);
  expect(status).toBe(422);
  expect(body.issues).toEqual([
    { path: 'body.put.0.points.0.price', message: 'ES moves in 0.25. Try 4600.00.' },
  ]);
});

test('there are no more than can be stored, and with that many others can still change', async () => {
  const user = await app.newUser('pro', [1]);
  const all = Array.from({ length: MAX_DRAWINGS }, (_, at) => level(`d${at}`));
  expect((await save(user, 0, all)).status).toBe(200);
  expect((await save(user, 1, [level('more')])).body.code).toBe('DRAWING_LIMIT');
  expect((await save(user, 1, [level('d7', '4601.00')])).status).toBe(200);
});

test('drawings of an instrument that is no longer the own one can be read and removed, not added', async () => {
  const user = await app.newUser('pro', [1]);
  await save(user, 0, [level('a')]);
  await app.stores.userInstruments.remove(user.id, 1);
  expect((await save(user, 1, [level('b')])).body.code).toBe('INSTRUMENT_NOT_ENTITLED');
  expect((await save(user, 1, [], ['a'])).body.drawings).toEqual([]);
});

test('a rule on a line has the line as it is stored, follows it, and ends with it', async () => {
  const user = await app.newUser('pro', [1]);
  const changes: string[] = [];
  app.parts.bus.subscribe('alertRulesChanged', ({ userId }) => void changes.push(userId));
  await save(user, 0, [level('a')]);
  const made = await send(user, 'POST', RULES, rule('a'));
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ alertType: 'price', paused: null });
  expect(made.body.condition.line).toMatchObject({ name: 'Horizontal line', from: { price: '4600.00' } });
  await save(user, 1, [{ ...level('a', '4612.25'), text: 'My level' }]);
  const [moved] = await rulesOf(user);
  expect(moved.condition.line).toMatchObject({ name: 'My level', to: { price: '4612.25' }, extent: 'both' });
  expect((await save(user, 2, [], ['a'])).body.endedRules).toBe(1);
  expect(await rulesOf(user)).toEqual([]);
  expect(changes.filter((id) => id === user.id)).toHaveLength(3);
});

test('a rule on a drawing that is not there, not of the caller, over, or without that line is refused', async () => {
  const [user, other] = [await app.newUser('pro', [1]), await app.newUser('pro', [1])];
  await save(other, 0, [level('theirs')]);
  const [from] = level('x').points;
  const over = {
    ...level('over'),
    kind: 'trend_line',
    points: [from, { ...from, at: '2026-11-20T14:30:00.000Z' }],
  };
  await save(user, 0, [level('a'), over as Drawing]);
  const refused = async (drawingId: string, part?: string): Promise<string> => {
    const { status, body } = await send(user, 'POST', RULES, rule(drawingId, part));
    expect(status).toBe(422);
    return body.issues[0].message;
  };
  expect(await refused('none')).toBe('This drawing no longer exists.');
  expect(await refused('theirs')).toBe('This drawing no longer exists.');
  expect(await refused('a', 'top')).toBe('This drawing has no such line.');
  expect(await refused('over')).toMatch(/ends before now/);
});
