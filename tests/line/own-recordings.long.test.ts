/** Sessions of a connected account are recorded for its owner alone: sealed on the disk, theirs to see, and theirs to delete. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeletedOwnData, RecordedBook } from '@undertow/contracts';
import { WEEK_MS } from '@undertow/market';
import { openFileRecordings } from '@undertow/server/src/adapters/recordings/file-recordings.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { startErasureSweep } from '@undertow/server/src/modules/account/erasure-sweep.ts';
import type { Recordings } from '@undertow/server/src/ports/recordings.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { uploadFolder } from '@undertow/server/testing/recordings/upload-folder.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type AccountFeedRig,
  OWN_PRICE,
  openAccountFeedRig,
  PLATFORM_PRICE,
  START,
} from './account-feed-rig.ts';
import { alertEveryEvent } from './every-event-rule.ts';
import { clearMarket, type RigUser } from './line-rig.ts';
import { closed, overReason, ReplayDesk } from './replay-desk.ts';

let database: Database;
let root: string;
let recordings: Recordings;
let rig: AccountFeedRig;
const failed: object[] = [];

beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'undertow-own-'));
  recordings = openRecordings();
  failed.length = 0;
});

function openRecordings(): Recordings {
  const log = { info: () => undefined, warn: () => undefined, error: (facts: object) => failed.push(facts) };
  const limits = { days: 30, maxBytes: 1e9 };
  return openFileRecordings({ root, isOn: true, limits, databentoDataset: '', log });
}
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
  rmSync(root, { recursive: true });
});

/** Elite, so that nothing of the platform feed is withheld: what is missing is missing because it is somebody's own. */
async function openWithOwner(options: Parameters<typeof openAccountFeedRig>[1] = {}): Promise<RigUser> {
  rig = await openAccountFeedRig(database, { recordings, ...options });
  return rig.signIn('elite', [1]);
}

async function bookAt(user: RigUser, atMs: number): Promise<RecordedBook> {
  const url = `/api/order-book/recorded?instrumentId=1&at=${new Date(atMs).toISOString()}`;
  return (await rig.read<RecordedBook>(user, url)).body;
}

const namesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

async function deleteData(user: RigUser): Promise<DeletedOwnData> {
  const { status, text } = await rig.post(user, '/api/user/own-data/delete');
  expect([status, text]).toEqual([200, expect.stringContaining('recordings')]);
  return JSON.parse(text);
}

test('the owner sees the recorded book of their market; everybody else that of the platform, the administrator too', async () => {
  const owner = await openWithOwner();
  const other = await rig.signIn('elite', [1]);
  const admin = await rig.viewAs(owner);
  await rig.connectOwn(owner, await rig.watch(owner));
  await rig.goOn(15);
  const atMs = START + 10_500;
  // Once a second what was received is on the disk
  await expect.poll(async () => (await bookAt(owner, atMs)).state).toBe('known');
  const own = await bookAt(owner, atMs);
  expect(JSON.stringify(own.rows)).toMatch(OWN_PRICE);
  expect(JSON.stringify(own.rows)).not.toMatch(PLATFORM_PRICE);
  for (const user of [other, admin]) {
    const book = await bookAt(user, atMs);
    expect(JSON.stringify(book)).not.toMatch(OWN_PRICE);
  }
  const own0 = await recordings.list({ owner: owner.id });
  expect(own0.map(({ header }) => [header?.isSealed, header?.source])).toEqual([[true, 'rithmic']]);
  expect((await recordings.list({ owner: other.id })).length).toBe(0);
  await rig.line.accountFeedLines.close(owner.id);
  expect(recordings.status().sessions.filter(({ owner: of }) => of !== null)).toEqual([]);
  // No file shows a record in clear: the same rows of the platform do
  const [file] = namesBelow(join(root, 'accounts')).filter((name) => name.endsWith('.sealed'));
  expect(readFileSync(file ?? '').includes(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))).toBe(false);
  await rig.pass(2000);
  const house = namesBelow(join(root, 'simulated')).filter((name) => name.endsWith('.zst'));
  expect(readFileSync(house[0] ?? '').includes(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))).toBe(true);
  // Connected or not, the recordings stay the owner's; now they look at the platform
  expect(JSON.stringify(await bookAt(owner, atMs))).not.toMatch(OWN_PRICE);
  expect(failed).toEqual([]);
}, 60_000);

test('where the operator forbids it nothing is recorded', async () => {
  const owner = await openWithOwner({ storesOwnData: false });
  await rig.connectOwn(owner, await rig.watch(owner));
  await rig.goOn(5);
  expect(await bookAt(owner, START + 3000)).toMatchObject({ state: 'none' });
  await rig.line.accountFeedLines.close(owner.id);
  expect((await recordings.list()).filter((run) => run.owner !== null)).toEqual([]);
}, 60_000);

test('a disk without space ends the recording, and the account goes on', async () => {
  await recordings.close();
  const log = { info: () => undefined, warn: () => undefined, error: (facts: object) => failed.push(facts) };
  const limits = { days: 30, maxBytes: 1e9 };
  const full = { root, isOn: true, limits, databentoDataset: '', log, freeBytes: () => 1 };
  recordings = openFileRecordings(full);
  const owner = await openWithOwner();
  await rig.connectOwn(owner, await rig.watch(owner));
  await rig.goOn(5);
  const state = () => recordings.status().sessions.find((one) => one.owner === owner.id)?.state;
  await expect.poll(state).toBe('failed');
  expect((await rig.get(owner, '/api/order-book?instrumentId=1')).text).toMatch(OWN_PRICE);
}, 60_000);

test('the owner deletes what is stored while connected: all of it goes, and the next data begins with another key', async () => {
  const owner = await openWithOwner();
  const other = await rig.signIn('elite', [1]);
  await alertEveryEvent(rig, owner, START);
  const watcher = await rig.watch(owner);
  await rig.connectOwn(owner, watcher);
  await rig.goOn(70);
  await rig.stores.accountMarkets?.of(other.id).recordingKey();
  const keyOf = async (user: RigUser) =>
    (
      await rowsOf<{ data_key: string }>(
        database.orm,
        sql`SELECT data_key FROM account_keys WHERE user_id = ${user.id}`,
      )
    )[0]?.data_key;
  const [before, ofOther] = [await keyOf(owner), await keyOf(other)];
  const eventsOf = async () =>
    (await rig.read<{ events: { id: string }[] }>(owner, '/api/history/events?timeframe=7d')).body.events;
  const known = (await eventsOf()).map(({ id }) => id);
  expect(known.length).toBeGreaterThan(3);
  const alertsOf = async () =>
    (await rig.read<{ market: string }[]>(owner, '/api/alerts')).body.filter(
      ({ market }) => market === 'own',
    );
  await expect.poll(async () => (await alertsOf()).length).toBeGreaterThan(0);

  const deleted = await deleteData(owner);
  expect(deleted).toMatchObject({ recordings: 1, events: expect.any(Number) });
  expect(deleted.events).toBeGreaterThan(3);
  expect(deleted.alerts).toBeGreaterThan(0);
  expect(deleted.recordingBytes).toBeGreaterThan(1000);
  expect(await recordings.list({ owner: owner.id })).toEqual([]);
  expect(await alertsOf()).toEqual([]);
  expect((await eventsOf()).filter(({ id }) => known.includes(id))).toEqual([]);
  expect((await bookAt(owner, START + 10_500)).state).toBe('none');
  expect(namesBelow(join(root)).filter((name) => name.includes(owner.id))).toEqual([]);

  // Its instruments started anew, over the same connection
  await expect.poll(() => rig.own.isOpen(1)).toBe(true);
  expect(rig.own.isClosed).toBe(false);
  watcher.texts.length = 0;
  await rig.goOn(70);
  expect(watcher.texts.join()).toMatch(OWN_PRICE);
  const after = await eventsOf();
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ id }) => known.includes(id))).toEqual([]);
  await rig.line.accountFeedLines.close(owner.id);
  expect(await keyOf(owner)).not.toBe(before);
  expect(await keyOf(other)).toBe(ofOther);
  expect((await recordings.list({ owner: owner.id })).length).toBe(1);
  // Disconnected, and a second time
  expect(await deleteData(owner)).toMatchObject({ recordings: 1 });
  expect(await deleteData(owner)).toMatchObject({ recordings: 0, events: 0, bars: 0, alerts: 0 });
  expect(failed).toEqual([]);
}, 60_000);

test('an erasure of the account removes the recordings, also where the process was killed before it could', async () => {
  const owner = await openWithOwner();
  await rig.connectOwn(owner, await rig.watch(owner));
  await rig.goOn(5);
  await rig.line.accountFeedLines.close(owner.id);
  expect((await recordings.list({ owner: owner.id })).length).toBe(1);
  await rig.stores.erasures.request(owner.id, START - WEEK_MS, 'request');
  await database.orm.execute(sql`UPDATE mail_outbox SET sent_at_ms = 1`);
  // Killed after the transaction: the key is gone, the files are not
  expect(await rig.stores.erasures.carryOut(owner.id, START)).toMatchObject({ kind: 'erased' });
  expect((await recordings.list({ owner: owner.id })).length).toBe(1);
  expect(await rig.stores.accountMarkets?.of(owner.id).findRecordingKey()).toBeUndefined();
  await rig.close();
  recordings = openRecordings();
  rig = await openAccountFeedRig(database, { recordings });
  vi.useRealTimers();
  const stop = startErasureSweep({
    ...rig.stores,
    sessions: { endOf: async () => undefined } as never,
    endSubscription: async () => false,
    connectionSupervisor: null,
    recordings,
    uploadFiles: uploadFolder(),
    bus: rig.bus,
    clock: { nowMs: () => START } as never,
    log: { info: () => undefined, error: (facts: object) => failed.push(facts) },
    ledger: { keep: async () => undefined },
  });
  await expect.poll(() => recordings.list({ owner: owner.id })).toEqual([]);
  await stop();
  expect(failed).toEqual([]);
}, 60_000);

test('the owner replays their own sealed recording, others the platform’s, and it ends when the data is deleted', async () => {
  const owner = await openWithOwner();
  const other = await rig.signIn('elite', [1]);
  await rig.connectOwn(owner, await rig.watch(owner));
  await rig.goOn(40);
  const desk = new ReplayDesk(rig);
  const replayOf = async (user: RigUser) => {
    // Once a second what was received is on the disk
    const { state } = await desk.until(async () => {
      const opened = await desk.open(user, START + 20_000);
      return opened.status === 201 ? opened : undefined;
    });
    const { socket, sent } = await desk.watch(user, state.id);
    await desk.reaches(sent, ['paused']);
    await desk.act(user, state.id, { act: 'step', by: 'bar', minutes: 1 });
    await desk.until(() => (sent.some(({ type }) => type === 'order_book') ? true : undefined));
    return { id: state.id, socket, sent };
  };
  const [own, platform] = [await replayOf(owner), await replayOf(other)];
  expect(JSON.stringify(own.sent)).toMatch(OWN_PRICE);
  expect(JSON.stringify(own.sent)).not.toMatch(PLATFORM_PRICE);
  expect(JSON.stringify(platform.sent)).toMatch(PLATFORM_PRICE);
  expect(JSON.stringify(platform.sent)).not.toMatch(OWN_PRICE);
  expect((await desk.act(other, own.id, { act: 'play' })).status).toBe(410);
  await deleteData(owner);
  await rig.pass(1100);
  await desk.reaches(own.sent, ['over']);
  expect(overReason(own.sent)).toBe('Your market data changed.');
  const again = await desk.open(owner, START + 20_000);
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('was not recorded at')]);
  expect((await desk.act(other, platform.id, { act: 'pause' })).status).toBe(200);
  for (const { socket } of [own, platform]) await closed(socket);
}, 120_000);
