/** From a publisher over the wire to a reader: each update once, in order, from a beginning on that a view can be made of. */
import { CME_CALENDAR, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { ViewState } from '#live/views/view-state.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Lease } from '#ports/cluster/leases.ts';
import { LeaseTable, leasesOf } from '#testing/cluster/memory-leases.ts';
import { MemoryWire } from '#testing/cluster/memory-wire.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { makeBar, makeEvent, makeUpdate } from '#testing/views.ts';
import { WirePublisher } from './wire-publisher.ts';
import { WireReader } from './wire-reader.ts';

const T = Date.UTC(2026, 10, 20, 16);
let nowMs = T;

beforeEach(() => {
  nowMs = T;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 100) {
    const stepMs = Math.min(100, left);
    nowMs += stepMs;
    await vi.advanceTimersByTimeAsync(stepMs);
  }
}

class Owner {
  readonly bus = createInProcessBus(() => undefined);
  readonly publisher: WirePublisher;
  lease: Lease | undefined;

  constructor(wire: MemoryWire) {
    this.publisher = new WirePublisher({
      ...{ bus: this.bus, wire, log: silentLog, leaseOf: () => this.lease, monotonicMs: () => nowMs },
      describe: (instrumentId) => ({
        ...{ instrumentId, source: 'simulated', tier: 'L3', run: 'tape', contract: 'ESZ6', expiry: null },
      }),
    });
  }

  async acquire(table: LeaseTable, process: string): Promise<void> {
    this.lease = (await leasesOf(table, process).acquire('instrument.1')) ?? undefined;
  }

  publish(update: InstrumentUpdate): void {
    this.bus.publish('instrument', update);
  }
}

async function openOwner(wire: MemoryWire, table = new LeaseTable(), process = 'one'): Promise<Owner> {
  const owner = new Owner(wire);
  await owner.acquire(table, process);
  return owner;
}

class Reader {
  readonly past: InstrumentUpdate[] = [];
  readonly live: InstrumentUpdate[] = [];
  readonly reader: WireReader;
  alive = 0;

  constructor(wire: MemoryWire) {
    this.reader = new WireReader({
      ...{ wire, log: silentLog },
      onPast: (update) => this.past.push(update),
      onUpdate: (update) => this.live.push(update),
      onAlive: () => {
        this.alive += 1;
      },
    });
  }

  get sequences(): readonly number[] {
    return [...this.past, ...this.live].map(({ sequence }) => sequence);
  }
}

async function openReader(wire: MemoryWire, sinceMs = T): Promise<Reader> {
  const reader = new Reader(wire);
  await reader.reader.start(sinceMs);
  return reader;
}

const depthOf = (size: number, isWhole: boolean) => ({
  isWhole,
  levels: Int32Array.from([SIDE_BID, 100, size, 1]),
});

/** The updates of a session: the first contains the whole book, each its sequence as a size. */
function session(count: number, from = 1): readonly InstrumentUpdate[] {
  return Array.from({ length: count }, (_, at) => {
    const sequence = from + at;
    const { priceTicks, ...rest } = { priceTicks: 100, size: sequence, orders: 1 };
    return makeUpdate(T + sequence, {
      sequence,
      depth: depthOf(sequence, sequence === 1),
      book: { bids: [{ priceTicks, ...rest }], asks: [] },
      closedBars: sequence % 3 === 0 ? [makeBar(T + sequence * 60_000, sequence)] : [],
      events: sequence % 4 === 0 ? [{ event: makeEvent(`e${sequence}`, T + sequence), change: 'new' }] : [],
    });
  });
}

function stateOf(updates: readonly InstrumentUpdate[]): unknown {
  const state = new ViewState((timeMs) => CME_CALENDAR.tradingDayOf(timeMs));
  for (const update of updates) state.fold(update);
  const { book, depth, closedBars, asOfMs } = state;
  return { book, depth: depth.whole(), closedBars, asOfMs, events: state.events.list(['iceberg'], null) };
}

test('a reader receives what was published, in order and once, and no keyframe', async () => {
  const wire = new MemoryWire(() => nowMs);
  const owner = await openOwner(wire);
  const reader = await openReader(wire);
  for (const update of session(5)) {
    owner.publish(update);
    await pass(100);
  }
  expect(reader.sequences).toEqual([1, 2, 3, 4, 5]);
  expect(reader.past).toEqual([]);
  expect(stateOf(reader.live)).toEqual(stateOf(session(5)));
  expect(wire.stored.filter(({ update }) => update.isKeyframe)).toHaveLength(1);
});

test('what is served is described before the first update of an owner', async () => {
  const wire = new MemoryWire(() => nowMs);
  const owner = await openOwner(wire);
  owner.publish(session(1)[0]!);
  await pass(0);
  expect(wire.described).toMatchObject([{ instrumentId: 1, contract: 'ESZ6' }]);
});

test('a reader that begins in the middle begins with a keyframe, whose state is that of the others', async () => {
  const wire = new MemoryWire(() => nowMs);
  const owner = await openOwner(wire);
  const updates = session(150);
  for (const update of updates) {
    owner.publish(update);
    await pass(100);
  }
  const late = await openReader(wire, T + 5_000);
  const [first] = late.past;
  expect(first?.sequence).toBeGreaterThan(90);
  expect(first?.depth).toEqual(depthOf(first?.sequence ?? 0, true));
  expect(late.sequences.at(-1)).toBe(150);
  const { book, depth, asOfMs } = stateOf(updates) as { book: unknown; depth: unknown; asOfMs: number };
  expect(stateOf(late.past)).toMatchObject({ book, depth, asOfMs });
});

test('what a reader finds at its start arrived when the wire stored it', async () => {
  const wire = new MemoryWire(() => nowMs);
  const owner = await openOwner(wire);
  await pass(700);
  owner.publish(makeUpdate(T + 1, { sequence: 1 }));
  await pass(0);
  const reader = await openReader(wire);
  expect(reader.past.map(({ heldFromMs }) => heldFromMs)).toEqual([T + 700]);
});

test('updates of an outage are joined and published once it is over, without a hole', async () => {
  const wire = new MemoryWire(() => nowMs);
  const owner = await openOwner(wire);
  const reader = await openReader(wire);
  const updates = session(40);
  for (const update of updates) {
    wire.isAway = update.sequence > 10 && update.sequence < 30;
    owner.publish(update);
    await pass(100);
  }
  await pass(1_000);
  expect(reader.reader.holes).toBe(0);
  expect(reader.sequences.length).toBeLessThan(40);
  expect(stateOf(reader.live)).toEqual(stateOf(updates));
});

test('an update whose answer was lost is published again and delivered once', async () => {
  const wire = new MemoryWire(() => nowMs);
  const owner = await openOwner(wire);
  const reader = await openReader(wire);
  wire.lostAnswers = 1;
  for (const update of session(2)) {
    owner.publish(update);
    await pass(1_000);
  }
  expect(reader.sequences).toEqual([1, 2]);
});

test('a process that lost its lease publishes nothing more, whatever waits', async () => {
  const wire = new MemoryWire(() => nowMs);
  const table = new LeaseTable();
  const owner = await openOwner(wire, table);
  wire.isAway = true;
  for (const update of session(3)) owner.publish(update);
  await pass(100);
  table.end('instrument.1');
  wire.isAway = false;
  await pass(5_000);
  owner.publish(makeUpdate(T + 4, { sequence: 4 }));
  await pass(5_000);
  expect(wire.stored).toEqual([]);
});

test('the next owner continues, and the earlier one is refused although it believes in its lease', async () => {
  const wire = new MemoryWire(() => nowMs);
  const table = new LeaseTable();
  const one = await openOwner(wire, table);
  const reader = await openReader(wire);
  for (const update of session(3)) one.publish(update);
  await pass(100);
  const { lease } = one;
  const released: string[] = [];
  // Suspended: its clock did not notice
  one.lease = lease && { ...lease, isHeld: () => true, release: async () => void released.push('one') };
  table.end('instrument.1');
  const two = await openOwner(wire, table, 'two');
  for (const update of session(4)) two.publish({ ...update, run: 'second' });
  await pass(100);
  one.publish(makeUpdate(T + 4, { sequence: 4 }));
  await pass(100);
  const runs = reader.live.map(({ run }) => run);
  expect(runs.indexOf('second')).toBeGreaterThan(0);
  expect(runs.lastIndexOf('tape')).toBeLessThan(runs.indexOf('second'));
  expect(reader.live.at(-1)).toMatchObject({ run: 'second', sequence: 4 });
  expect(released).toContain('one');
});

test('the owner of a quiet instrument shows that it lives', async () => {
  const wire = new MemoryWire(() => nowMs);
  const owner = await openOwner(wire);
  const reader = await openReader(wire);
  owner.publish(session(1)[0]!);
  await pass(100);
  const before = reader.alive;
  await pass(10_000);
  expect(reader.alive - before).toBeGreaterThanOrEqual(4);
  expect(reader.sequences).toEqual([1]);
});

test('a hole is not passed over: the reader waits for a keyframe', async () => {
  const wire = new MemoryWire(() => nowMs);
  const owner = await openOwner(wire);
  const updates = session(200);
  for (const update of updates) {
    owner.publish(update);
    await pass(100);
  }
  const at = wire.stored.findIndex(({ update }) => !update.isKeyframe && update.sequences[0] >= 20);
  wire.stored.splice(at, 1);
  const reader = await openReader(wire);
  expect(reader.reader.holes).toBe(1);
  const after = reader.sequences.findIndex((sequence) => sequence > 20);
  expect(reader.past[after]?.depth?.isWhole).toBe(true);
  const { book, depth } = stateOf(updates) as { book: unknown; depth: unknown };
  expect(stateOf(reader.past)).toMatchObject({ book, depth });
});

test('whatever the wire does, a view of the wire is the view of the owner', async () => {
  const step = fc.record({
    isAway: fc.boolean(),
    lostAnswers: fc.integer({ min: 0, max: 2 }),
    waitMs: fc.integer({ min: 0, max: 900 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const wire = new MemoryWire(() => nowMs);
      const owner = await openOwner(wire);
      const reader = await openReader(wire, nowMs);
      const updates = session(steps.length);
      for (const [at, { isAway, lostAnswers, waitMs }] of steps.entries()) {
        Object.assign(wire, { isAway, lostAnswers });
        owner.publish(updates[at]!);
        await pass(waitMs);
      }
      Object.assign(wire, { isAway: false, lostAnswers: 0 });
      await pass(2_000);
      expect(stateOf(reader.live)).toEqual(stateOf(updates));
      await owner.publisher.close();
    }),
    { numRuns: 60 },
  );
});
