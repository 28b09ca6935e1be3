/** An owner whose session ran before it owned the instrument: viewers of the one before see each thing once, and nothing is missing. */
import { MINUTE_MS, PRINT_STRIDE, type PrintRows, SIDE_BID } from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { LeaseTable, leasesOf } from '#testing/cluster/memory-leases.ts';
import { MemoryWire } from '#testing/cluster/memory-wire.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { makeBar, makeEvent, makeUpdate } from '#testing/views.ts';
import { WirePublisher } from './wire-publisher.ts';
import { WireReader } from './wire-reader.ts';

/** The start of a minute. */
const T = Date.UTC(2026, 10, 20, 16);
let wire: MemoryWire;
let table: LeaseTable;
let nowMs: number;

beforeEach(() => {
  nowMs = T;
  wire = new MemoryWire(() => nowMs);
  table = new LeaseTable();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openOwner(run: string) {
  const lease = (await leasesOf(table, run).acquire('instrument.1')) ?? undefined;
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  // Subscribes to the bus
  new WirePublisher({
    ...{ bus, wire, log: silentLog, leaseOf: () => lease, monotonicMs: () => nowMs },
    describe: (instrumentId) => ({
      ...{ instrumentId, source: 'simulated', tier: 'L3', run, contract: 'ESZ6', expiry: null },
    }),
  });
  return {
    async publish(atMs: number, changes: Partial<InstrumentUpdate>) {
      nowMs = atMs;
      bus.publish('instrument', makeUpdate(atMs, { run, ...changes }));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

async function openReader() {
  const live: InstrumentUpdate[] = [];
  const reader = new WireReader({
    ...{ wire, log: silentLog },
    onPast: (update) => live.push(update),
    onUpdate: (update) => live.push(update),
    onAlive: () => undefined,
  });
  await reader.start(0);
  return { reader, live };
}

const prints = (...times: number[]): PrintRows => ({
  times: Float64Array.from(times),
  rows: Int32Array.from({ length: times.length * PRINT_STRIDE }, (_, at) => at + times.length),
});
const depth = { isWhole: true, levels: Int32Array.from([SIDE_BID, 100, 7, 1]) };
const raised = (id: string, atMs: number) => ({ event: makeEvent(id, atMs), change: 'new' as const });

/** The owner before published up to eight seconds into the minute and is gone; the next one knows all of it and more. */
async function takeOver(changes: Partial<InstrumentUpdate> = {}) {
  const before = await openOwner('before');
  const seen = await openReader();
  const formingBar = makeBar(T, 20_000, 30);
  await before.publish(T + 7_000, { sequence: 1, depth, events: [raised('old', T + 6_900)] });
  await before.publish(T + 8_000, {
    ...{ sequence: 2, formingBar, prints: prints(T + 7_500, T + 7_990, T + 7_990) },
    events: [raised('known', T + 7_950)],
  });
  table.end('instrument.1');
  const after = await openOwner('after');
  await after.publish(T + 70_000, {
    ...{ sequence: 900, takesOver: true, depth, formingBar: makeBar(T + MINUTE_MS, 20_001, 5) },
    closedBars: [makeBar(T - MINUTE_MS, 19_990, 80), makeBar(T, 20_000, 90)],
    prints: prints(T + 7_500, T + 7_990, T + 7_990, T + 7_990, T + 65_000),
    traded: { lowTicks: 1, highTicks: 99, lastTicks: 28 },
    events: [
      ...[raised('before', T - 60_000), raised('old', T + 6_900), raised('known', T + 7_950)],
      raised('missed', T + 8_050),
    ],
    ...changes,
  });
  await after.publish(T + 70_100, { sequence: 901 });
  return { ...seen, taken: seen.live.find(({ run }) => run === 'after') };
}

test('readers of the owner before go on without a hole, with everything of the next one', async () => {
  const { reader, live, taken } = await takeOver();
  expect(live.map(({ run, sequence }) => `${run} ${sequence}`)).toEqual([
    ...['before 1', 'before 2', 'after 900', 'after 901'],
  ]);
  expect(taken).toMatchObject({ depth, backfill: false, formingBar: { startMs: T + MINUTE_MS, volume: 5 } });
  expect(taken).not.toHaveProperty('takesOver');
  expect(reader.holes).toBe(0);
});

test('what the owner before published is not published again, and what it did not is', async () => {
  const { taken } = await takeOver();
  expect(taken?.events.map(({ event }) => event.id)).toEqual(['missed']);
  expect(taken?.closedBars.map(({ startMs, volume }) => [startMs, volume])).toEqual([[T, 90]]);
  // Three of one millisecond, of which the wire has two
  expect([...(taken?.prints?.times ?? [])]).toEqual([T + 7_990, T + 65_000]);
  expect(taken?.prints?.rows).toHaveLength(2 * PRINT_STRIDE);
  // A price that was traded before fires no rule again
  expect(taken?.traded).toEqual({ lowTicks: 23, highTicks: 28, lastTicks: 28 });
});

test('a later state of an event that is known is published', async () => {
  const grown = makeEvent('known', T + 7_950, { updatedNs: BigInt(T + 9_000) * 1_000_000n, size: 60 });
  const { taken } = await takeOver({ events: [{ event: grown, change: 'update' }] });
  expect(taken?.events.map(({ event }) => event.size)).toEqual([60]);
});

test('a process that begins later begins with it', async () => {
  await takeOver();
  const { live } = await openReader();
  expect(live.at(-1)).toMatchObject({ run: 'after', sequence: 901 });
});

test('where the owner before was still reading history everything is news', async () => {
  const before = await openOwner('before');
  await before.publish(T, { sequence: 1, asOfMs: makeUpdate(T - 3_600_000).asOfMs, backfill: true });
  table.end('instrument.1');
  const after = await openOwner('after');
  const { live } = await openReader();
  const closedBars = [makeBar(T - 2 * MINUTE_MS, 1), makeBar(T - MINUTE_MS, 1)];
  await after.publish(T + 5_000, { sequence: 50, takesOver: true, depth, closedBars });
  expect(live.at(-1)?.closedBars).toEqual(closedBars);
});

test('it waits for a wire that is away', async () => {
  const after = await openOwner('after');
  wire.isAway = true;
  await after.publish(T, { sequence: 50, takesOver: true, depth });
  await after.publish(T + 100, { sequence: 51, events: [raised('next', T + 90)] });
  wire.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  const { live } = await openReader();
  expect(live.map(({ sequence }) => sequence)).toEqual([50, 51]);
});
