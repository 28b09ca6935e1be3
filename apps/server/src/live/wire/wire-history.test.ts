/** History that an owner reads at its start, on its way to a process that begins later: as old as it is, and in parts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { LeaseTable, leasesOf } from '#testing/cluster/memory-leases.ts';
import { MemoryWire } from '#testing/cluster/memory-wire.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { makeUpdate } from '#testing/views.ts';
import { WirePublisher } from './wire-publisher.ts';
import { WireReader } from './wire-reader.ts';

const T = Date.UTC(2026, 10, 20, 16);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Publishes as an owner; `pastAfter` is what a reader finds that begins after it. */
async function openHistory() {
  const wire = new MemoryWire(() => T);
  const bus = createInProcessBus(() => undefined);
  const lease = (await leasesOf(new LeaseTable(), 'one').acquire('instrument.1')) ?? undefined;
  // Subscribes to the bus
  new WirePublisher({
    ...{ bus, wire, log: silentLog, leaseOf: () => lease, monotonicMs: () => T },
    describe: (instrumentId) => ({
      ...{ instrumentId, source: 'simulated', tier: 'L3', run: 'tape', contract: 'ESZ6', expiry: null },
    }),
  });
  return {
    publish: (update: InstrumentUpdate) => bus.publish('instrument', update),
    async pastAfter(ms: number): Promise<readonly InstrumentUpdate[]> {
      await vi.advanceTimersByTimeAsync(ms);
      const past: InstrumentUpdate[] = [];
      const reader = new WireReader({
        ...{ wire, log: silentLog },
        onPast: (update) => past.push(update),
        onUpdate: () => undefined,
        onAlive: () => undefined,
      });
      await reader.start(0);
      expect(reader.holes).toBe(0);
      return past;
    },
  };
}

test('history that was old when it was stored counts from its own time, what had just happened from its arrival', async () => {
  const { publish, pastAfter } = await openHistory();
  publish(makeUpdate(T - 60_000, { sequence: 1, backfill: true }));
  publish(makeUpdate(T - 1_000, { sequence: 2, backfill: true }));
  const past = await pastAfter(1_000);
  expect(past.map(({ heldFromMs }) => heldFromMs)).toEqual([T - 60_000, T]);
});

test('history is joined by parts, so that a delayed view can show the older ones', async () => {
  const { publish, pastAfter } = await openHistory();
  for (let at = 0; at < 120; at += 1)
    publish(makeUpdate(T - 3_600_000 + at * 1_000, { sequence: at + 1, backfill: true }));
  const times = (await pastAfter(1_000)).map(({ asOfMs }) => asOfMs);
  expect(times.at(-1)).toBe(T - 3_600_000 + 119_000);
  for (const [at, asOfMs] of times.entries()) expect(asOfMs - (times[at - 1] ?? asOfMs)).toBeLessThan(20_000);
});
