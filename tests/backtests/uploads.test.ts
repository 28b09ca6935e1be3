/** Uploads from the first piece to a backtest on their sessions: whole or not at all, and nobody else's. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { captured } from '@undertow/cli/testing/recorded-data.ts';
import {
  type BacktestDto,
  getBacktestResult,
  listBacktestSessions,
  listBacktests,
  listUploads,
  UPLOAD_PIECE_BYTES,
  type UploadDto,
  upload,
} from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import { openUploadFiles } from '@undertow/server/src/adapters/backtests/upload-files.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { startJobWorker } from '@undertow/server/src/assembly/jobs/start-job-worker.ts';
import { sweepErasures } from '@undertow/server/src/modules/account/erasure-sweep.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { headerOf, ranksIn } from './own-upload.ts';

const POLLED = { timeout: 150_000, interval: 100 };
let app: TestApp;
let root: string;
/** A simulated recording of a few minutes. */
let market: Buffer;
/** The example of the command line, with fast fills. */
let rule: string;
let freeBytes = 1e12;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'undertow-uploads-'));
  const out = join(root, 'simulated');
  const size = ['--minutes', '3', '--seed', '3', '--scenario', 'dense'];
  expect((await captured('simulate', ...size, '--out', out)).code).toBe(0);
  const { data } = await captured('backtest', '--example');
  rule = data.join('\n').replace('model: queue', 'model: fast');
  market = readFileSync(join(out, 'market.dbn.zst'));
  const uploadFiles = openUploadFiles(join(root, 'uploads'), async () => freeBytes);
  app = await openTestApp({ uploadFiles });
}, 120_000);
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

function work() {
  const worker = startJobWorker({ ...app.parts, log: app.parts.log as never });
  onTestFinished(() => worker.stop());
  return worker;
}

async function call(
  user: TestUser,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const bytes = payload instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {};
  const headers = { ...user.headers, ...bytes, origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
  const sent = payload === undefined ? {} : { payload };
  const response = await app.http.inject({ method, url: `/api/backtests${url}`, headers, ...sent });
  return { status: response.statusCode, body: () => response.json() };
}

async function begin(user: TestUser, bytes: number, fileName = 'ES.mbo.dbn.zst'): Promise<UploadDto> {
  const { status, body } = await call(user, 'POST', '/uploads', { fileName, bytes });
  expect(status).toBe(201);
  return upload.parse(body());
}

const piece = (user: TestUser, id: string, offset: number, bytes: Uint8Array) =>
  call(user, 'PUT', `/uploads/${id}/content?offset=${offset}`, Buffer.from(bytes));

/** In as many pieces as are needed. */
async function send(user: TestUser, file: Uint8Array, size = UPLOAD_PIECE_BYTES): Promise<UploadDto> {
  const { id } = await begin(user, file.length);
  for (let at = 0; at < file.length; at += size)
    expect((await piece(user, id, at, file.subarray(at, at + size))).status).toBe(200);
  return uploadOf(user, id);
}

const uploadsOf = async (user: TestUser) =>
  listUploads.response.parse((await call(user, 'GET', '/uploads')).body());

async function uploadOf(user: TestUser, id: string): Promise<UploadDto> {
  const found = (await uploadsOf(user)).uploads.find((one) => one.id === id);
  if (found === undefined) throw new Error(`expected the upload ${id}`);
  return found;
}

const ended = (user: TestUser, id: string) =>
  expect
    .poll(async () => (await uploadOf(user, id)).state, POLLED)
    .toMatch(/^(ready|refused|failed)$/)
    .then(() => uploadOf(user, id));

const sessionsOf = async (user: TestUser) =>
  listBacktestSessions.response.parse((await call(user, 'GET', '/sessions?product=ES&data=uploads')).body())
    .sessions;

const storedSessions = (id: string) =>
  rowsOf<{ tradingDay: string }>(
    app.orm,
    sql`SELECT trading_day AS "tradingDay" FROM upload_sessions WHERE upload_id = ${id}`,
  );

const filesNow = () => readdirSync(join(root, 'uploads'));

/** As every hour. */
async function sweep(nowMs: number): Promise<void> {
  const { uploads, uploadFiles } = app.parts;
  await uploads.sweep(nowMs);
  await uploadFiles.removeOthers(uploads.known);
}

async function backtest(user: TestUser) {
  const body = { text: rule, zone: 'UTC', data: 'uploads' };
  const { status, body: answer } = await call(user, 'POST', '', body);
  expect(status).toBe(201);
  const { id }: BacktestDto = answer();
  const state = async () => {
    const { backtests } = listBacktests.response.parse((await call(user, 'GET', '')).body());
    const one = backtests.find((candidate) => candidate.id === id);
    return one?.error ?? one?.state;
  };
  await expect.poll(state, POLLED).toBe('done');
  return getBacktestResult.response.parse((await call(user, 'GET', `/${id}/result`)).body());
}

test('a file that comes in pieces is read in the background, and a rule is tested on its sessions, by nobody else', async () => {
  const [user, stranger] = [await app.newUser('elite', [1]), await app.newUser('elite', [1])];
  const sent = await send(user, market, Math.ceil(market.length / 3));
  expect(sent).toMatchObject({ state: 'waiting', received: market.length, sessions: [], error: null });
  work();
  const ready = await ended(user, sent.id);
  expect(ready).toMatchObject({ state: 'ready', error: null, sessions: [{ product: 'ES' }] });
  const [session] = ready.sessions;
  expect(Math.min(...(await ranksIn(app, sent.id)))).toBeGreaterThan(0);
  expect(await sessionsOf(user)).toMatchObject([
    { tradingDay: session?.tradingDay, contract: session?.contract, isReady: true },
  ]);
  const result = await backtest(user);
  expect(result.testedOn.sessions).toBe(1);
  expect(result.counts.trades).toBeGreaterThan(0);
  expect((await backtest(user)).resultHash).toBe(result.resultHash);
  expect((await uploadsOf(stranger)).uploads).toEqual([]);
  expect(await sessionsOf(stranger)).toEqual([]);
  const none = { text: rule, zone: 'UTC', data: 'uploads' };
  expect((await call(stranger, 'POST', '', none)).status).toBe(422);
  expect((await piece(stranger, sent.id, 0, market)).status).toBe(404);
  expect((await call(stranger, 'DELETE', `/uploads/${sent.id}`)).status).toBe(404);
  expect((await call(user, 'DELETE', `/uploads/${sent.id}`)).status).toBe(200);
  expect([await sessionsOf(user), filesNow()]).toEqual([[], []]);
}, 300_000);

test.each<[what: string, file: () => Uint8Array, error: RegExp]>([
  ['a text', () => Buffer.from('date,price\n2026-11-20,4567.25\n'.repeat(20)), /byte 0 .*expected/],
  ['zstd that is cut', () => market.subarray(0, Math.floor(market.length * 0.7)), /expected/],
  ['records that are cut', () => zstdDecompressSync(market).subarray(0, -7), /it is truncated/],
  ['bars of a minute', () => zstdCompressSync(headerOf(market, 6)), /order flow .*ohlcv-1m/],
  ['a schema that nobody knows', () => headerOf(market, 999), /expected order flow/],
])(
  '%s is refused with the reason, and leaves no session',
  async (_what, file, error) => {
    const user = await app.newUser('elite', [1]);
    const { id } = await send(user, file());
    work();
    const refused = await ended(user, id);
    expect(refused).toMatchObject({ state: 'refused', sessions: [] });
    expect(refused.error).toMatch(error);
    expect(await storedSessions(id)).toEqual([]);
    // It is no matter for an administrator
    expect((await app.stores.jobDeadLetters.list(50)).filter(({ userId }) => userId === user.id)).toEqual([]);
  },
  300_000,
);

test('an upload goes on where it was left, takes no piece twice, and none beyond its announced size', async () => {
  const user = await app.newUser('elite', [1]);
  const { id } = await begin(user, 10);
  expect((await piece(user, id, 0, Buffer.from('DBN1'))).status).toBe(200);
  expect((await piece(user, id, 0, Buffer.from('DBN1'))).status).toBe(409);
  expect((await piece(user, id, 8, Buffer.from('xx'))).status).toBe(409);
  expect((await piece(user, id, 4, Buffer.from('1234567'))).status).toBe(400);
  expect((await piece(user, id, 4, new Uint8Array(0))).status).toBe(400);
  expect(await uploadOf(user, id)).toMatchObject({ state: 'receiving', received: 4 });
  const both = await Promise.all([4, 4].map(() => piece(user, id, 4, Buffer.from('123456'))));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await uploadOf(user, id)).toMatchObject({ state: 'waiting', received: 10 });
});

test('a full disk refuses a piece, which is sent again when there is room', async () => {
  const user = await app.newUser('elite', [1]);
  const { id } = await begin(user, 8);
  expect((await piece(user, id, 0, Buffer.from('DBN1'))).status).toBe(200);
  freeBytes = 1e6;
  const refused = await piece(user, id, 4, Buffer.from('2345'));
  freeBytes = 1e12;
  expect([refused.status, refused.body().code]).toEqual([503, 'STORAGE_FULL']);
  expect(await uploadOf(user, id)).toMatchObject({ state: 'receiving', received: 4 });
  expect((await piece(user, id, 4, Buffer.from('2345'))).status).toBe(200);
});

test('what the plan has no room for is refused before any byte', async () => {
  const user = await app.newUser('elite', [1]);
  const { mostBytes, most } = await uploadsOf(user);
  await begin(user, mostBytes - 5);
  const codeOf = async (bytes: number) => {
    const { status, body } = await call(user, 'POST', '/uploads', { fileName: 'a.dbn', bytes });
    return status === 201 ? status : body().code;
  };
  expect(await codeOf(6)).toBe('UPLOAD_NO_ROOM');
  for (let held = 1; held < most; held += 1)
    await app.orm.execute(sql`INSERT INTO uploads (id, user_id, file_name, bytes, received, created_ms, expires_ms)
      VALUES (${crypto.randomUUID()}, ${user.id}, 'a.dbn', 0, 0, 1, 2)`);
  expect(await codeOf(1)).toBe('UPLOAD_LIMIT');
});

test('a file whose process ends in the middle is read again by the next one, and each session is stored once', async () => {
  const user = await app.newUser('elite', [1]);
  const { id } = await send(user, market);
  work();
  await expect.poll(async () => (await uploadOf(user, id)).state, POLLED).toBe('reading');
  // As after a kill: the lease ran out. What the process before it still has to store is refused
  await app.orm.execute(
    sql`UPDATE jobs SET state = 'waiting', held_until_ms = NULL, due_ms = 0 WHERE key LIKE ${`${id}/%`}`,
  );
  expect(await storedSessions(id)).toEqual([]);
  expect(await ended(user, id)).toMatchObject({ state: 'ready' });
  expect(await storedSessions(id)).toHaveLength(1);
  const [job] = await rowsOf<{ attempts: number }>(
    app.orm,
    sql`SELECT attempts FROM jobs WHERE key LIKE ${`${id}/%`}`,
  );
  expect(job).toEqual({ attempts: 2 });
}, 300_000);

test('sessions of earlier detectors are read again before a rule is tested on them', async () => {
  const user = await app.newUser('elite', [1]);
  const { id } = await send(user, market);
  const worker = work();
  await ended(user, id);
  await worker.stop();
  await app.orm.execute(sql`UPDATE upload_sessions SET detectors = '0.0.1' WHERE upload_id = ${id}`);
  await app.orm.execute(sql`UPDATE jobs SET key = 'earlier' WHERE key LIKE ${`${id}/%`}`);
  expect(await uploadOf(user, id)).toMatchObject({ state: 'outdated' });
  expect(await sessionsOf(user)).toMatchObject([{ isReady: false }]);
  work();
  expect((await backtest(user)).testedOn.sessions).toBe(1);
  expect(await uploadOf(user, id)).toMatchObject({ state: 'ready' });
}, 300_000);

test('a file that is gone from the disk is refused as that', async () => {
  const user = await app.newUser('elite', [1]);
  const { id } = await send(user, market);
  await app.parts.uploadFiles.remove(id);
  work();
  expect(await ended(user, id)).toMatchObject({
    state: 'refused',
    error: expect.stringContaining('on the server'),
  });
}, 300_000);

test('what expired is removed with its file, and so is a file without an upload', async () => {
  const user = await app.newUser('elite', [1]);
  const kept = await begin(user, 8);
  await send(user, Buffer.from('not DBN'));
  const stray = crypto.randomUUID();
  writeFileSync(app.parts.uploadFiles.pathOf(stray), 'x');
  const nowMs = app.parts.clock.nowMs();
  await sweep(nowMs);
  expect((await uploadsOf(user)).uploads).toHaveLength(2);
  expect(filesNow()).not.toContain(`${stray}.dbn`);
  await sweep(nowMs + 2 * DAY_MS);
  expect(filesNow()).not.toContain(`${kept.id}.dbn`);
  expect((await uploadsOf(user)).uploads).toMatchObject([{ fileName: 'ES.mbo.dbn.zst', received: 7 }]);
  await sweep(nowMs + 91 * DAY_MS);
  expect((await uploadsOf(user)).uploads).toEqual([]);
});

test('an erased account leaves no upload behind, on the disk neither', async () => {
  const user = await app.newUser('elite', [1]);
  const { id } = await begin(user, 8);
  await app.stores.erasures.request(user.id, app.parts.clock.nowMs() - 30 * DAY_MS, 'request');
  await app.orm.execute(sql`UPDATE mail_outbox SET sent_at_ms = 1`);
  await sweepErasures({ ...app.parts, endSubscription: async () => false });
  expect(filesNow()).not.toContain(`${id}.dbn`);
  expect(await rowsOf(app.orm, sql`SELECT 1 FROM uploads WHERE id = ${id}`)).toEqual([]);
});
