import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRun, type OpenedInstant, type RunSummary } from '@undertow/feeds';
import { COL_FLAGS, COL_SEQUENCE, FLAG_SNAPSHOT, OrderBook, ROW_LENGTH } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordingsOf } from '#ports/recordings.ts';
import { EVENING_MS, HandSession, openedRecordings } from '#testing/recordings/recorded-session.ts';
import type { FileRecordingsInput } from './file-recordings.ts';

let root = '';
beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'undertow-recordings-')), 'recordings');
});
afterEach(() => rmSync(join(root, '..'), { recursive: true }));

const opened = (more: Partial<FileRecordingsInput> = {}) => openedRecordings(root, more);
const HOUSE: RecordingsOf = { owner: null, source: 'databento', product: 'ES' };

const ordersOf = (instant: OpenedInstant | null): number | null =>
  instant?.book instanceof OrderBook ? instant.book.liveOrders : null;

const shown = (runs: readonly RunSummary[]) =>
  runs.map(({ tradingDay, run, state, records, gaps, header }) => ({
    ...{ tradingDay, run, state, records, gaps },
    contract: header?.contract,
    continues: header?.continues,
  }));

test('a session rolls into a file of the next trading day that begins with the book, and nothing is lost between', async () => {
  const { recordings } = opened();
  const session = new HandSession(recordings);
  session.snapshot(EVENING_MS - 1000);
  for (let second = 0; second < 120; second += 1) session.add(EVENING_MS + second * 1000);
  await recordings.close();
  const whole = { run: 'databento-1', state: 'ended', gaps: 0, contract: 'ESH6' };
  expect(shown(await recordings.list())).toEqual([
    { ...whole, tradingDay: '2026-03-02', records: 61, continues: false },
    { ...whole, tradingDay: '2026-03-03', records: 121, continues: true },
  ]);
  for (const { path } of await recordings.list()) expect((await checkRun(path)).faults).toEqual([]);
  const before = await recordings.openInstant(HOUSE, EVENING_MS + 59_500);
  const after = await recordings.openInstant(HOUSE, EVENING_MS + 60_000);
  expect([before?.header.tradingDay, after?.header.tradingDay]).toEqual(['2026-03-02', '2026-03-03']);
  expect([before, after].map(ordersOf)).toEqual([60, 61]);
  await Promise.all([before?.close(), after?.close()]);
  const sequences: number[] = [];
  for await (const { rows, count } of recordings.stream(HOUSE, EVENING_MS + 50_000, EVENING_MS + 70_000))
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH)
      if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0) sequences.push(rows[at + COL_SEQUENCE]!);
  expect(sequences).toEqual(Array.from({ length: 20 }, (_, row) => 52 + row));
});

test('another contract begins a run of its own', async () => {
  const { recordings } = opened();
  const session = new HandSession(recordings);
  session.snapshot(EVENING_MS);
  session.add(EVENING_MS + 1);
  session.contract = 'ESM6';
  session.snapshot(EVENING_MS + 2);
  session.add(EVENING_MS + 3);
  await recordings.close();
  const runs = shown(await recordings.list()).map(({ run, contract }) => [run, contract]);
  expect(runs.sort()).toEqual([
    ['databento-1', 'ESH6'],
    ['databento-1.2', 'ESM6'],
  ]);
});

test('a gap of the feed is in the recording; a book is known again after the snapshot', async () => {
  const { recordings } = opened();
  const session = new HandSession(recordings);
  session.snapshot(EVENING_MS);
  session.add(EVENING_MS + 10);
  session.recording.gap(EVENING_MS + 1000);
  session.snapshot(EVENING_MS + 2000);
  session.add(EVENING_MS + 3000);
  await recordings.close();
  expect(shown(await recordings.list())).toMatchObject([{ gaps: 1 }]);
  const instant = await recordings.openInstant(HOUSE, EVENING_MS + 3000);
  expect(instant).toMatchObject({ isBookKnown: true });
  await instant?.close();
});

test('a second process records the same product into files of its own', async () => {
  const [one, other] = [opened().recordings, opened().recordings];
  for (const recordings of [one, other]) {
    const session = new HandSession(recordings);
    session.snapshot(EVENING_MS);
    session.add(EVENING_MS + 1);
    await recordings.close();
  }
  expect((await one.list()).map(({ run }) => run).sort()).toEqual(['databento-1', 'databento-1.2']);
});

test('a folder that cannot be written ends the recording with the reason, and it begins again when it can', async () => {
  let nowMs = 0;
  mkdirSync(join(root, '..', 'blocked'), { recursive: true });
  writeFileSync(root, 'a file in place of the folder');
  const { recordings, logged } = opened({ monotonicMs: () => nowMs });
  const session = new HandSession(recordings);
  session.snapshot(EVENING_MS);
  session.add(EVENING_MS + 1);
  await expect.poll(() => recordings.status().sessions[0]?.state).toBe('failed');
  expect(recordings.status().sessions[0]?.error).toMatch(/ENOTDIR|EEXIST/);
  expect(recordings.status().failures).toBe(1);
  expect(logged).toMatchObject([{ level: 'error', message: expect.stringContaining('the feed goes on') }]);
  rmSync(root);
  session.add(EVENING_MS + 2);
  expect(recordings.status().sessions[0]?.state).toBe('failed');
  nowMs = 61_000;
  session.add(EVENING_MS + 3);
  expect(recordings.status().sessions[0]).toMatchObject({ state: 'recording', error: null });
  await recordings.close();
  const instant = await recordings.openInstant(HOUSE, EVENING_MS + 3);
  expect(ordersOf(instant)).toBe(3);
  await instant?.close();
});

test('a disk that is nearly full is left to the database', async () => {
  const { recordings } = opened({ freeBytes: () => 100 * 2 ** 20 });
  const session = new HandSession(recordings);
  session.snapshot(EVENING_MS);
  session.add(EVENING_MS + 1);
  expect(recordings.status().sessions[0]).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('has 100 MB left, expected at least 256 MB'),
  });
  await recordings.close();
  expect(existsSync(root)).toBe(false);
});

test('of an exchange that is simulated the history that was made at the start is not recorded', async () => {
  const { recordings } = opened();
  const session = new HandSession(recordings, 'simulated');
  session.add(EVENING_MS - 3_600_000);
  expect(recordings.status().sessions[0]).toMatchObject({ state: 'waiting', records: 0 });
  session.add(EVENING_MS);
  expect(recordings.status().sessions[0]).toMatchObject({ state: 'recording' });
  await recordings.close();
  expect(shown(await recordings.list())).toMatchObject([{ run: 'simulated-1', records: 3 }]);
});

test('replays are not recorded again, and nothing is where recording is off', async () => {
  const { recordings } = opened();
  expect(() => new HandSession(recordings, 'replay')).toThrow('not recorded');
  const off = opened({ isOn: false }).recordings;
  expect(() => new HandSession(off)).toThrow('not recorded');
  expect(off.status()).toMatchObject({ isOn: false, sessions: [] });
  await Promise.all([recordings.close(), off.close()]);
});

const isReady = { value: true };
const sealing = {
  isReady: () => isReady.value,
  seal: (bytes: Uint8Array) => Buffer.from(bytes).map((byte) => byte ^ 0x55),
  open: (bytes: Uint8Array) => Buffer.from(bytes).map((byte) => byte ^ 0x55),
};
const OWN = { ...HOUSE, owner: 'user-7' };

test('recordings of an account are in the folder of their owner, sealed, and are erased with it', async () => {
  const { recordings } = opened();
  const house = new HandSession(recordings);
  const own = recordings.ofOwner('user-7', sealing);
  const session = new HandSession(own);
  for (const one of [house, session]) {
    one.snapshot(EVENING_MS);
    one.add(EVENING_MS + 1);
  }
  await own.end();
  expect(readdirSync(join(root, 'accounts', 'user-7', 'databento', 'ES', '2026-03-02'))).toContain(
    'databento-1.dbn.zst.sealed',
  );
  await expect(recordings.openInstant(OWN, EVENING_MS + 1)).rejects.toThrow('the recording is sealed');
  const instant = await recordings.openInstant({ ...OWN, seal: sealing }, EVENING_MS + 1);
  expect(instant?.sequence).toBe(1);
  await instant?.close();
  expect(recordings.status().sessions).toMatchObject([{ owner: null, state: 'recording' }]);
  const before = await recordings.list({ owner: 'user-7' });
  expect(before).toMatchObject([{ records: 2, header: { isSealed: true } }]);
  expect(await recordings.eraseOwner('user-8')).toEqual({ count: 0, bytes: 0 });
  expect(await recordings.eraseOwner('user-7')).toEqual({ count: 1, bytes: before[0]?.bytes });
  await recordings.close();
  expect((await recordings.list()).map(({ owner }) => owner)).toEqual([null]);
  expect(readdirSync(root)).not.toContain('erased');
  await expect(recordings.eraseOwner('../..')).rejects.toThrow('expected letters, digits');
});

test('an erasure ends what is being recorded, and what a killed one left is found by nobody and removed', async () => {
  const { recordings } = opened();
  const session = new HandSession(recordings.ofOwner('user-7', sealing));
  session.snapshot(EVENING_MS);
  session.add(EVENING_MS + 1);
  expect(await recordings.eraseOwner('user-7')).toMatchObject({ count: 1 });
  session.add(EVENING_MS + 2);
  expect(recordings.status().sessions).toEqual([]);
  for (const owner of ['user-8', 'user-9']) {
    const own = recordings.ofOwner(owner, sealing);
    const other = new HandSession(own);
    other.snapshot(EVENING_MS);
    other.add(EVENING_MS + 1);
    await own.end();
  }
  mkdirSync(join(root, 'erased'));
  renameSync(join(root, 'accounts', 'user-8'), join(root, 'erased', 'killed'));
  expect((await recordings.list()).map(({ owner }) => owner)).toEqual(['user-9']);
  await recordings.prune(EVENING_MS);
  expect(existsSync(join(root, 'erased'))).toBe(false);
  await recordings.eraseOwners(['user-8', 'user-9', 'user-of-another-server']);
  expect(await recordings.list()).toEqual([]);
  await recordings.close();
});

test('until the key of their owner is there sessions wait, and then begin with the book', async () => {
  isReady.value = false;
  const { recordings, logged } = opened();
  const own = recordings.ofOwner('user-7', sealing);
  const session = new HandSession(own);
  session.snapshot(EVENING_MS);
  session.add(EVENING_MS + 1);
  expect(recordings.status().sessions).toMatchObject([{ owner: 'user-7', state: 'waiting', error: null }]);
  isReady.value = true;
  session.add(EVENING_MS + 2);
  await own.end();
  const instant = await recordings.openInstant({ ...OWN, seal: sealing }, EVENING_MS + 2);
  expect(ordersOf(instant)).toBe(2);
  await instant?.close();
  expect(logged).toEqual([]);
  await recordings.close();
});

test('a seal that fails ends the recording with the reason, and the session goes on', async () => {
  const { recordings } = opened();
  const failing = {
    ...sealing,
    seal: () => {
      throw new Error('expected the key of the owner');
    },
  };
  const session = new HandSession(recordings.ofOwner('user-7', failing));
  session.snapshot(EVENING_MS);
  session.add(EVENING_MS + 1);
  await expect.poll(() => recordings.status().sessions[0]?.state).toBe('failed');
  session.add(EVENING_MS + 2);
  session.recording.gap(EVENING_MS + 3);
  expect(recordings.status().sessions[0]?.error).toBe('expected the key of the owner');
  await recordings.close();
});
