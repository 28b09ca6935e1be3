/** What detectors learnt is stored once a minute by whoever owns the instrument, and read where it is of use. */
import { createPipeline } from '@undertow/detection';
import {
  epochMs,
  type Instrument,
  InstrumentMarket,
  instrumentBySymbol,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CheckpointOf, DetectorCheckpoint } from '#ports/cluster/checkpoints.ts';
import { type Fence, FencedOff } from '#ports/ownership/fence.ts';
import { Checkpoints } from './checkpoints.ts';

const T = Date.UTC(2026, 10, 20, 16);
const OF: CheckpointOf = { source: 'databento', instrumentId: 1, contract: 'ESZ6' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function openRig() {
  const instrument = instrumentBySymbol('ES') as Instrument;
  const market = new InstrumentMarket({ instrument, tier: 'L3', calendar: SIMULATED_CALENDAR });
  const baselines = createPipeline({ instrument, tier: 'L3', market, emit: () => undefined }).baselines();
  const stored = new Map<number, DetectorCheckpoint & { fence: Fence | undefined }>();
  const warned: unknown[] = [];
  const state = { fence: undefined as Fence | undefined, failure: null as Error | null };
  const checkpoints = new Checkpoints({
    store: {
      async save({ instrumentId }, checkpoint, fence) {
        if (state.failure !== null) throw state.failure;
        stored.set(instrumentId, { ...checkpoint, fence });
      },
      async latest({ instrumentId }) {
        if (state.failure !== null) throw state.failure;
        return stored.get(instrumentId);
      },
    },
    log: { info: () => undefined, warn: (one) => warned.push(one), error: (one) => warned.push(one) },
    fenceOf: () => state.fence,
    learnt: () => [{ ...OF, atMs: epochMs(T), baselines }],
  });
  return { checkpoints, stored, warned, state, baselines };
}

const fence = { name: 'instrument.1', epoch: 1, revision: 3 };

test('it is stored behind the fence of its owner, and read as it was', async () => {
  const { checkpoints, stored, state, baselines } = openRig();
  await vi.advanceTimersByTimeAsync(60_000);
  // Another process owns it
  expect(stored.size).toBe(0);
  state.fence = fence;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored.get(1)?.fence).toEqual(fence);
  expect(await checkpoints.latest(OF, T + 60_000)).toEqual({ atMs: T, baselines });
});

test('what is hours old is of another market', async () => {
  const { checkpoints, state } = openRig();
  state.fence = fence;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await checkpoints.latest(OF, T + 5 * 3_600_000)).toBeUndefined();
  expect(await checkpoints.latest({ ...OF, instrumentId: 2 }, T)).toBeUndefined();
});

test('a store that is away, or damaged bytes, are reported, and detectors begin anew', async () => {
  const { checkpoints, state, stored, warned } = openRig();
  state.fence = fence;
  state.failure = new Error('storage is away');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await checkpoints.latest(OF, T)).toBeUndefined();
  expect(warned).toHaveLength(2);
  state.failure = null;
  stored.set(1, { atMs: epochMs(T), state: Uint8Array.of(1, 2, 3), fence });
  expect(await checkpoints.latest(OF, T)).toBeUndefined();
  expect(warned).toHaveLength(3);
});

test('an owner that was replaced is no fault', async () => {
  const { state, warned } = openRig();
  state.fence = fence;
  state.failure = new FencedOff('replaced');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(warned).toEqual([]);
});
