/** Which rows reach the track record, in which order, and what happens to them while storage is down. */
import type { TrackRow } from '@undertow/detection';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Origin } from '#ports/market-store.ts';
import { FencedOff } from '#ports/ownership/fence.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { makeUpdate } from '#testing/views.ts';
import { TrackWriter } from './track-writer.ts';

const T = Date.UTC(2026, 10, 20, 16);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const row = (n: number): TrackRow => ({
  kind: 'settled',
  signalId: `signal-${n}`,
  instrumentId: 1,
  atNs: String(BigInt(T + n) * 1_000_000n),
  type: 'iceberg',
  hit: true,
});

function makeWriter() {
  const stored: { origin: Origin; ids: string[] }[] = [];
  const storage = { failures: 0, attempts: 0 };
  const store: TrackStore = {
    append: async (origin, rows) => {
      storage.attempts += 1;
      if (storage.failures > 0) {
        storage.failures -= 1;
        throw new Error('storage is away');
      }
      stored.push({ origin, ids: rows.map(({ signalId }) => signalId) });
    },
    appendHeadlines: async () => undefined,
    openHeadlines: async () => [],
    counts: async () => [],
    latestOutcomes: async () => undefined,
    latestStates: async () => [],
    outcomeOf: async () => null,
    verifyHeads: async () => [],
    verify: async () => [],
  };
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const writer = new TrackWriter(bus, store, silent);
  const raise = (n: number, changes: Partial<InstrumentUpdate> = {}): void =>
    bus.publish('instrument', makeUpdate(T + n, { trackRows: [row(n)], ...changes }));
  return { writer, raise, stored, storage, ids: () => stored.flatMap(({ ids }) => ids) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('rows of the present are stored once a second, in their order, under their instrument', async () => {
  const { raise, stored } = makeWriter();
  raise(1);
  raise(2);
  raise(3, { instrumentId: 2 });
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stored).toEqual([
    { origin: { instrumentId: 1, source: 'simulated', run: 'tape' }, ids: ['signal-1', 'signal-2'] },
    { origin: { instrumentId: 2, source: 'simulated', run: 'tape' }, ids: ['signal-3'] },
  ]);
});

test('neither generated or caught-up history nor a replay reaches the track record', async () => {
  const { writer, raise, storage, ids } = makeWriter();
  raise(1, { backfill: true });
  raise(2, { source: 'replay' });
  raise(3, { source: 'rithmic' });
  await vi.advanceTimersByTimeAsync(1000);
  await writer.close();
  expect(ids()).toEqual(['signal-3']);
  expect(storage.attempts).toBe(1);
});

test('while storage is down rows wait; afterwards each is stored once, in order', async () => {
  const { writer, raise, storage, ids } = makeWriter();
  vi.useRealTimers();
  storage.failures = 2;
  raise(1);
  await expect.poll(() => storage.attempts, { timeout: 20_000 }).toBeGreaterThan(0);
  raise(2);
  await expect.poll(ids, { timeout: 20_000 }).toEqual(['signal-1', 'signal-2']);
  expect(storage.attempts).toBeGreaterThanOrEqual(4);
  await writer.close();
  expect(ids()).toEqual(['signal-1', 'signal-2']);
});

test('what is pending at the end is stored before it ends, what arrives later is ignored', async () => {
  const { writer, raise, ids } = makeWriter();
  raise(1);
  await writer.close();
  raise(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ids()).toEqual(['signal-1']);
});

test('rows of an owner that was replaced are dropped with one warning; those of its next ownership are stored', async () => {
  const warned: object[] = [];
  const appended: string[] = [];
  const owners = { revision: 1, newest: 1 };
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const writer = new TrackWriter(
    bus,
    {
      append: async (_origin, rows, fence) => {
        if (fence === undefined) throw new Error('written without its fence');
        if (fence.revision < owners.newest) throw new FencedOff('replaced');
        appended.push(...rows.map(({ signalId }) => `${fence.revision}:${signalId}`));
      },
    },
    { ...silent, warn: (facts) => warned.push(facts) },
    (id) => ({ name: `instrument.${id}`, epoch: 1, revision: owners.revision }),
  );
  const raise = (n: number): void => bus.publish('instrument', makeUpdate(T + n, { trackRows: [row(n)] }));
  raise(1);
  await vi.advanceTimersByTimeAsync(1000);
  owners.newest = 2;
  raise(2);
  await vi.advanceTimersByTimeAsync(1000);
  raise(3);
  owners.revision = 3;
  raise(4);
  await vi.advanceTimersByTimeAsync(1000);
  await writer.close();
  expect(appended).toEqual(['1:signal-1', '3:signal-4']);
  expect(warned).toMatchObject([{ rows: 1 }]);
});
