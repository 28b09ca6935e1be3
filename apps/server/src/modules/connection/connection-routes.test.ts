/** A user's own trading platform over HTTP: what is stored, returned, tested and ended, and what is never returned. */
import { Socket } from 'node:net';
import { ERRORS } from '@undertow/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

const OWN = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
const URL = '/api/rithmic-connection';
const LOG = `${URL}/log`;
const DISCONNECT = '/api/user/rithmic-connection/disconnect';
const DETAILS = { username: 'trader', password: 'correct horse', server: 'rithmic_live_server' };

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.newUser('pro', [1]);
  Object.assign(app.rithmic, { fault: null, right: null });
});

async function send(method: 'GET' | 'POST', url: string, payload?: object, who = user, on = app) {
  const headers = { ...OWN, ...who.headers };
  const body = payload === undefined ? {} : { payload };
  const response = await on.http.inject({ method, url, headers, ...body });
  return { status: response.statusCode, body: response.json(), text: response.body };
}

const save = (details: object = DETAILS) => send('POST', URL, details);
const state = async () => (await send('GET', URL)).body;
const actions = async (): Promise<readonly string[]> =>
  (
    await rowsOf<{ action: string }>(
      app.orm,
      sql`SELECT action FROM audit_log WHERE subject = ${user.id} AND action LIKE 'connection.%' ORDER BY number`,
    )
  ).map(({ action }) => action);

test('an unset connection has no status', async () => {
  expect(await state()).toEqual({});
});

test('a save answers at once, connects in the background, and returns no secret', async () => {
  expect(await save()).toMatchObject({ status: 200, body: { ok: true } });
  await expect.poll(state).toEqual({
    status: 'connected',
    username: 'trader',
    server: 'rithmic_live_server',
    domain: 'rithmic_paper_domain',
    system: null,
    account: null,
    canResume: false,
    isDataStored: false,
    lastConnected: '2026-11-20T15:00:00.000Z',
    errorMessage: null,
  });
  expect(app.rithmic.places.at(-1)).toBe('rithmic_live_server rithmic_paper_domain');
  expect((await send('GET', URL)).text).not.toMatch(/horse|v1\.k1|password/);
  expect(await actions()).toEqual(['connection.saved']);
});

test('a username of blanks is missing, and blanks around one are left out', async () => {
  expect(await save({ ...DETAILS, username: '  \t' })).toMatchObject({ status: 400 });
  expect(await state()).toEqual({});
  await save({ ...DETAILS, username: ' trader\n' });
  expect(await state()).toMatchObject({ username: 'trader' });
});

test('while the gateway takes its time the status is connecting', async () => {
  let open = (): void => undefined;
  app.rithmic.gate = new Promise((resolve) => {
    open = resolve;
  });
  await save();
  expect(await state()).toMatchObject({ status: 'connecting', lastConnected: null, errorMessage: null });
  open();
  await expect.poll(state).toMatchObject({ status: 'connected' });
});

test.each([
  ['wrong_password', 'RITHMIC_WRONG_PASSWORD'],
  ['no_entitlement', 'RITHMIC_NO_ENTITLEMENT'],
  ['session_limit', 'RITHMIC_SESSION_LIMIT'],
  ['unknown_system', 'RITHMIC_UNKNOWN_SYSTEM'],
  ['certificate', 'RITHMIC_CERTIFICATE'],
] as const)('%s is an error with its text, as state and as response of a test', async (fault, code) => {
  app.rithmic.fault = fault;
  await save();
  await expect.poll(state).toMatchObject({ status: 'error', errorMessage: ERRORS[code].message });
  const tested = await send('POST', `${URL}/test`);
  expect(tested).toMatchObject({ status: ERRORS[code].status, body: { code } });
});

test.each(['gateway_down', 'maintenance', 'protocol'] as const)(
  '%s is retried automatically, and the status shows it',
  async (fault) => {
    app.rithmic.fault = fault;
    await save();
    const errorMessage = expect.stringContaining('retried automatically');
    await expect.poll(state).toMatchObject({ status: 'connecting', errorMessage });
    app.rithmic.fault = null;
    await expect.poll(state).toMatchObject({ status: 'connected', errorMessage: null });
  },
);

describe('a test', () => {
  test('logs in with the saved credentials and returns the result', async () => {
    app.rithmic.fault = 'session_limit';
    await save();
    await expect.poll(state).toMatchObject({ status: 'error' });
    app.rithmic.fault = null;
    expect(await send('POST', `${URL}/test`)).toMatchObject({
      status: 200,
      body: { ok: true, message: 'Rithmic answered and the login was accepted.' },
    });
    // It proves the login and changes nothing
    expect(await state()).toMatchObject({ status: 'error' });
  });

  test('takes no second session while the connection is up', async () => {
    await save();
    await expect.poll(state).toMatchObject({ status: 'connected' });
    const before = app.rithmic.tests;
    expect(await send('POST', `${URL}/test`)).toMatchObject({ status: 200, body: { ok: true } });
    expect(app.rithmic.tests).toBe(before);
    expect(await state()).toMatchObject({ status: 'connected' });
  });

  test('needs something saved, and comes five times a minute', async () => {
    expect(await send('POST', `${URL}/test`)).toMatchObject({
      status: 409,
      body: { code: 'RITHMIC_NOT_SAVED' },
    });
    await save();
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await send('POST', `${URL}/test`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const other = await app.newUser('free');
    await send('POST', URL, DETAILS, other);
    expect((await send('POST', `${URL}/test`, undefined, other)).status).toBe(200);
    app.advance(60_000);
    expect((await send('POST', `${URL}/test`)).status).toBe(200);
  });
});

test('saves come thirty times a minute', async () => {
  const statuses = new Set<number>();
  for (let count = 0; count < 30; count += 1) statuses.add((await save()).status);
  expect([...statuses]).toEqual([200]);
  expect((await save()).status).toBe(429);
});

test('a disconnect ends the line and deletes the password, however often it is requested', async () => {
  await save();
  await expect.poll(state).toMatchObject({ status: 'connected' });
  for (let count = 0; count < 3; count += 1)
    expect(await send('POST', DISCONNECT)).toMatchObject({ status: 200, body: { ok: true } });
  expect(app.rithmic.owners).not.toContain(user.id);
  expect(await state()).toMatchObject({ status: 'disconnected', username: 'trader', errorMessage: null });
  expect(
    await rowsOf(app.orm, sql`SELECT 1 FROM broker_credentials WHERE user_id = ${user.id}`),
  ).toHaveLength(0);
  expect(await send('POST', `${URL}/test`)).toMatchObject({ body: { code: 'RITHMIC_NOT_SAVED' } });
  expect(await actions()).toEqual(['connection.saved', 'connection.disconnected']);
});

test.each([
  ['no username', { ...DETAILS, username: undefined }],
  ['no password', { ...DETAILS, password: undefined }],
  ['an empty password', { ...DETAILS, password: '' }],
  ['a username of 201 letters', { ...DETAILS, username: 'x'.repeat(201) }],
  ['a NUL', { ...DETAILS, username: 'a\0b' }],
  ['half a letter', { ...DETAILS, username: '\ud800' }],
  ['a field of ours', { ...DETAILS, status: 'connected' }],
  ['a list', [DETAILS]],
])('%s is refused, and nothing is kept', async (_what, body) => {
  expect((await save(body)).status).toBe(400);
  expect(await state()).toEqual({});
});

const HOSTILE = [
  'http://169.254.169.254',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'wss://[::1]:443',
  'ws://127.0.0.1:22',
  'wss://rebind.example@10.0.0.1',
  'rithmic_paper_server.evil.example',
  'RITHMIC_PAPER_SERVER',
  ' rithmic_paper_server',
  'rithmic_paper_server\0',
  '__proto__',
  'constructor',
  'toString',
  '',
  ['rithmic_paper_server'],
  { toString: 'rithmic_paper_server' },
  0,
  null,
];

test('T27 only the four options exist: anything else is 400, and no gateway is called', async () => {
  const before = app.rithmic.places.length;
  const sockets = vi.spyOn(Socket.prototype, 'connect');
  for (const value of HOSTILE)
    for (const name of ['server', 'domain']) {
      const { status } = await save({ ...DETAILS, [name]: value });
      expect({ name, value, status }).toEqual({ name, value, status: 400 });
    }
  expect(await state()).toEqual({});
  expect(app.rithmic.places).toHaveLength(before);
  expect(sockets).not.toHaveBeenCalled();
  sockets.mockRestore();
});

test('no user can reach the connection of another', async () => {
  await save();
  const other = await app.newUser('elite', [1]);
  expect((await send('GET', URL, undefined, other)).body).toEqual({});
  await send('POST', DISCONNECT, undefined, other);
  await expect.poll(state).toMatchObject({ status: 'connected' });
});

test('T28 the log is visible to its user only, and contains only steps and figures', async () => {
  expect((await send('GET', LOG)).body).toEqual([]);
  await save();
  const steps = async () => (await send('GET', LOG)).body.map(({ step }: { step: string }) => step);
  await expect.poll(steps).toEqual(['connected', 'connecting']);
  expect((await send('GET', LOG)).text).not.toMatch(/trader|horse|v1\.k1/);
  const other = await app.newUser('elite', [1]);
  expect((await send('GET', LOG, undefined, other)).body).toEqual([]);
  expect((await send('GET', `${LOG}?userId=${user.id}`, undefined, other)).text).not.toContain('connected');
});

test('an administrator sees the state of a user, and never the password', async () => {
  await save();
  await expect.poll(state).toMatchObject({ status: 'connected' });
  const admin = await app.newUser('free');
  await app.promote(admin);
  const page = await send('GET', `/api/admin/users/${user.id}`, undefined, admin);
  expect(page.body.connection).toMatchObject({ status: 'connected', username: 'trader' });
  expect(page.text).not.toMatch(/horse|v1\.k1/);
});

test('without gateways nothing can be saved, and the state is empty', async () => {
  const off = await openTestApp({ rithmic: null });
  const someone = await off.newUser('pro');
  expect((await send('GET', URL, undefined, someone, off)).body).toEqual({});
  expect((await send('GET', LOG, undefined, someone, off)).body).toEqual([]);
  for (const [url, body] of [[URL, DETAILS], [`${URL}/test`], [DISCONNECT]] as const)
    expect(await send('POST', url, body, someone, off)).toMatchObject({
      status: 503,
      body: { code: 'RITHMIC_OFF' },
    });
  await off.close();
});

test('a connection that lost its seat is connected again by one call; one without a password is not', async () => {
  const resume = () => send('POST', `${URL}/resume`);
  expect(await resume()).toMatchObject({ status: 409, body: { code: 'RITHMIC_NOT_SAVED' } });
  await save({ ...DETAILS, system: 'TopstepTrader' });
  await expect.poll(state).toMatchObject({ status: 'connected' });
  app.rithmic.emitState('trader', { kind: 'ended', fault: 'session_limit' });
  await expect.poll(state).toMatchObject({ status: 'error', canResume: true });
  expect(await resume()).toMatchObject({ status: 200 });
  await expect.poll(state).toMatchObject({ status: 'connected', canResume: false, system: 'TopstepTrader' });
  expect(app.rithmic.places.at(-1)).toBe('rithmic_live_server rithmic_paper_domain TopstepTrader');
  expect(await actions()).toEqual(['connection.saved', 'connection.resumed']);
});

test('the systems of a server come from its gateway, and an unreachable gateway is reported', async () => {
  const systems = () => send('GET', `${URL}/systems`);
  expect(await systems()).toMatchObject({
    status: 200,
    body: {
      systems: ['Rithmic Paper Trading', 'TopstepTrader'],
      ofDomain: { rithmic_paper_domain: 'Rithmic Paper Trading' },
    },
  });
  app.rithmic.fault = 'gateway_down';
  expect(await systems()).toMatchObject({ status: 503, body: { code: 'RITHMIC_GATEWAY_DOWN' } });
});
