/** What detectors learnt, on PostgreSQL's engine: the newest of a contract, of this version, by its owner. */
import { epochMs } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { FencedOff } from '#ports/ownership/fence.ts';
import { createDetectorCheckpoints } from './detector-checkpoints.ts';

const T = Date.UTC(2026, 10, 20, 16);
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ dataDir: null, onError: () => undefined });
});
afterAll(() => database.close());

const of = (instrumentId: number, contract = 'ESZ6') => ({
  ...{ source: 'databento' as const, instrumentId, contract },
});
const checkpoint = (atMs: number) => ({ atMs: epochMs(atMs), state: Uint8Array.of(1, 2, atMs & 0xff) });
const fence = (revision: number) => ({ name: 'instrument.7', epoch: 1, revision });

test('the newest one is read, of its instrument and contract', async () => {
  const store = createDetectorCheckpoints(database.orm, '1.0.0');
  expect(await store.latest(of(1))).toBeUndefined();
  await store.save(of(1), checkpoint(T));
  await store.save(of(2), checkpoint(T + 5));
  await store.save(of(1), checkpoint(T + 60_000));
  const found = await store.latest(of(1));
  expect([found?.atMs, [...(found?.state ?? [])]]).toEqual([T + 60_000, [1, 2, (T + 60_000) & 0xff]]);
  expect(await store.latest(of(1, 'ESH7'))).toBeUndefined();
  expect(await store.latest({ ...of(1), source: 'databento-stand-in' })).toBeUndefined();
});

test('what another version learnt is not read: its detectors may be others', async () => {
  await createDetectorCheckpoints(database.orm, '1.0.0').save(of(3), checkpoint(T));
  expect(await createDetectorCheckpoints(database.orm, '1.1.0').latest(of(3))).toBeUndefined();
});

test('an owner that was replaced stores nothing', async () => {
  const store = createDetectorCheckpoints(database.orm, '1.0.0');
  await store.save(of(7), checkpoint(T), fence(4));
  await store.save(of(7), checkpoint(T + 1), fence(5));
  await expect(store.save(of(7), checkpoint(T + 2), fence(4))).rejects.toThrow(FencedOff);
  expect((await store.latest(of(7)))?.atMs).toBe(T + 1);
});
