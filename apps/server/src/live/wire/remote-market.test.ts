/** A market that other processes run: its past fills the views, its present is on the bus, and its silence is stated. */
import type { FeedStatus } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { encodeFrame } from '#live/record/frame-codec.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { WireUpdate } from '#ports/cluster/wire.ts';
import { MemoryWire } from '#testing/cluster/memory-wire.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { makeUpdate } from '#testing/views.ts';
import { RemoteFeed } from './remote-feed.ts';
import { RemoteMarket } from './remote-market.ts';

const T = Date.UTC(2026, 10, 20, 16);
const ES = { instrumentId: 1, source: 'simulated', tier: 'L3', run: 'tape', contract: 'ESZ6' } as const;
const LIVE = { instrumentId: 1, state: 'live', source: 'simulated' } as FeedStatus;
let nowMs = T;

beforeEach(() => {
  nowMs = T;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  nowMs += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

function messageOf(sequence: number, changes: Partial<InstrumentUpdate> = {}): WireUpdate {
  const fence = { name: 'instrument.1', epoch: 1, revision: 1 };
  const update = makeUpdate(T + sequence, { sequence, ...changes });
  const id = `1/tape/ESZ6/1-1/${sequence}`;
  return {
    ...{ instrumentId: 1, fence, id, isKeyframe: false },
    ...{ sequences: [sequence, sequence], frame: encodeFrame(update) },
  };
}

async function open(wire: MemoryWire) {
  const [past, present, filled]: [InstrumentUpdate[], InstrumentUpdate[], string[]] = [[], [], []];
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  bus.subscribe('instrument', (update) => void present.push(update));
  const market = new RemoteMarket({
    ...{ wire, bus, log: silentLog, feed: new RemoteFeed({ ...ES, expiry: null }, () => epochMs(nowMs)) },
    monotonicMs: () => nowMs,
    makeViews: ({ symbol }) => void filled.push(`made ${symbol}`),
    fillViews: async ({ symbol }) => void filled.push(`filled ${symbol}`),
    onPast: (update) => void past.push(update),
    afterTick: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(0);
  return { market, past, present, filled };
}

test('views are made and filled from storage before the past of the wire, and are ready after it', async () => {
  const wire = new MemoryWire(() => nowMs);
  await wire.publish(messageOf(1));
  const { market, past, present, filled } = await open(wire);
  expect(filled.slice(0, 2)).toEqual(['made ES', 'filled ES']);
  expect([past.map(({ sequence }) => sequence), present, market.isReady]).toEqual([[1], [], true]);
  await market.settle();
});

test('what follows is on the bus, and the statuses are those of the owners', async () => {
  const wire = new MemoryWire(() => nowMs);
  const { market, present } = await open(wire);
  await wire.publish(messageOf(1, { status: LIVE }));
  expect(present.map(({ sequence }) => sequence)).toEqual([1]);
  expect([market.published, market.statuses()]).toEqual([1, [LIVE]]);
  await market.settle();
});

test('five seconds without an owner are stated once, as no other change of the market', async () => {
  const wire = new MemoryWire(() => nowMs);
  const { market, present } = await open(wire);
  await wire.publish(messageOf(1, { status: LIVE, endsContract: true }));
  await pass(4_900);
  expect(present).toHaveLength(1);
  await pass(1_000);
  await pass(10_000);
  expect(present).toHaveLength(2);
  expect(present[1]).toMatchObject({ status: { state: 'stale' }, book: null, closedBars: [], events: [] });
  expect(present[1]).not.toHaveProperty('endsContract');
  await market.settle();
});

test('a market that comes back is what its owner stated last', async () => {
  const wire = new MemoryWire(() => nowMs);
  const { market, present } = await open(wire);
  await wire.publish(messageOf(1, { status: LIVE }));
  await pass(6_000);
  expect(market.statuses()).toMatchObject([{ state: 'stale' }]);
  // Nothing changed for the owner: its status does not come again
  await wire.publish(messageOf(2));
  await pass(100);
  expect(market.statuses()).toEqual([LIVE]);
  expect(present.at(-1)?.status).toEqual(LIVE);
  await market.settle();
});
