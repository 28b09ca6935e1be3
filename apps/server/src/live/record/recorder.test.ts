/** Updates of the bus are stored, in order, once, and not lost while storage is down. */

import {
  type Bar,
  type Instrument,
  InstrumentMarket,
  instrumentById,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { SessionTape } from '#live/tape/session-tape.ts';
import type { Bus, BusMessages, InstrumentUpdate } from '#ports/bus.ts';
import type { MarketStore, RecordStore, TopOfBookSecond } from '#ports/market-store.ts';
import { type Fence, FencedOff } from '#ports/ownership/fence.ts';
import { makeBar, makeEvent, makeUpdate } from '#testing/views.ts';
import { decodeFrame } from './frame-codec.ts';
import { Recorder } from './recorder.ts';

const T = Date.UTC(2026, 10, 20, 16);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function makeRecorder() {
  const bars = new Map<number, Bar>();
  const events = new Map<string, number>();
  const seconds: TopOfBookSecond[] = [];
  const frames: InstrumentUpdate[] = [];
  const gaps = new Map<number, number | null>();
  const windows: { id: string; fromMs: number; toMs: number }[] = [];
  const away = { isAway: false, slowMs: 0, calls: 0 };
  const calls: string[] = [];
  const guard = async (kind: string) => {
    away.calls += 1;
    calls.push(kind);
    if (away.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, away.slowMs));
    if (away.isAway) throw new Error('storage is away');
  };
  const store: MarketStore = {
    saveBars: async (_origin, rows) => {
      await guard('bars');
      for (const bar of rows) bars.set(bar.startMs, bar);
    },
    saveEvents: async (_source, _run, rows) => {
      await guard('events');
      for (const event of rows) events.set(event.id, event.size);
    },
    savePatterns: () => guard('patterns'),
    listPatterns: async () => [],
    saveTopOfBook: async (_origin, rows) => {
      await guard('seconds');
      seconds.push(...rows);
    },
    listTopOfBook: async () => [],
    saveFrames: async (_origin, rows) => {
      await guard('frames');
      frames.push(...rows.map(({ frame }) => decodeFrame(frame)));
    },
    saveEventWindow: async (id, { fromMs, toMs }) => {
      await guard('windows');
      windows.push({ id, fromMs, toMs });
    },
    saveGaps: async (_origin, rows) => {
      await guard('gaps');
      for (const gap of rows) gaps.set(gap.fromMs, gap.toMs);
    },
    listGaps: async () => [],
    listBars: async () => [],
    findEvent: async () => undefined,
    listEvents: async () => [],
    findEventWindow: async () => undefined,
    listFrames: async () => [],
    lastBar: async () => undefined,
    prune: async () => undefined,
  };
  let deliver: ((update: InstrumentUpdate) => void) | undefined;
  const bus: Bus = {
    publish: () => undefined,
    subscribe: (_topic, listener) => {
      deliver = listener as (message: BusMessages['instrument']) => void;
      return () => undefined;
    },
    close: async () => undefined,
  };
  const now = { ms: T };
  const instrument = instrumentById(1) as Instrument;
  const tape = new SessionTape(
    new InstrumentMarket({ instrument, tier: 'L3', calendar: SIMULATED_CALENDAR }),
  );
  const recorder = new Recorder({ bus, store, log: silent, feedNowMs: () => now.ms, tape: () => tape });
  const update = (asOfMs: number, changes: Partial<InstrumentUpdate> = {}): void => {
    now.ms = asOfMs;
    deliver?.(makeUpdate(asOfMs, changes));
  };
  return { recorder, update, bars, events, seconds, frames, gaps, windows, away, calls };
}

test('closed bars, events and the forming bar of a clean end are stored', async () => {
  const { recorder, update, bars, events } = makeRecorder();
  update(T, { closedBars: [makeBar(T - 60_000, 20_000)], formingBar: makeBar(T, 20_001, 1) });
  update(T + 1000, {
    formingBar: makeBar(T, 20_002, 7),
    events: [{ event: makeEvent('e', T), change: 'new' }],
  });
  await recorder.close();
  expect([...bars.values()].map((bar) => bar.volume)).toEqual([10, 7]);
  expect([...events.keys()]).toEqual(['e']);
});

test('nothing is lost while storage is down, and the newest state wins', async () => {
  const { recorder, update, events, bars, away } = makeRecorder();
  away.isAway = true;
  update(T, {
    closedBars: [makeBar(T - 60_000, 20_000)],
    events: [{ event: makeEvent('e', T), change: 'new' }],
  });
  await expect.poll(() => away.calls).toBeGreaterThan(1);
  update(T + 500, { events: [{ event: makeEvent('e', T, { size: 99 }), change: 'update' }] });
  expect(recorder.status()).toMatchObject({ lastError: 'storage is away' });
  away.isAway = false;
  await recorder.close();
  expect(events.get('e')).toBe(99);
  expect(bars.size).toBe(1);
  expect(recorder.status().waiting).toBe(0);
});

test('each second has its best prices and its volume', async () => {
  const { recorder, update, seconds } = makeRecorder();
  const book = {
    bids: [{ priceTicks: 5, size: 3, orders: 1 }],
    asks: [{ priceTicks: 6, size: 4, orders: 1 }],
  };
  update(T, { book, formingBar: makeBar(T, 20_000, 4) });
  update(T + 900, { formingBar: makeBar(T, 20_000, 6) });
  update(T + 1100, { formingBar: makeBar(T, 20_000, 9) });
  update(T + 60_000, { closedBars: [makeBar(T, 20_000, 12)], formingBar: makeBar(T + 60_000, 20_000, 5) });
  await recorder.close();
  expect(seconds.map(({ secondMs, volume }) => [secondMs - T, volume])).toEqual([
    [0, 6],
    [1000, 3],
    [60_000, 8],
  ]);
  expect(seconds[1]).toMatchObject({ bidTicks: 5, bidSize: 3, askTicks: 6, askSize: 4 });
});

test('what an owner knows of before it took over is in the seconds of the owner before', async () => {
  const { recorder, update, bars, seconds } = makeRecorder();
  const closedBars = [makeBar(T - 60_000, 20_000, 80)];
  update(T + 500, { takesOver: true, closedBars, formingBar: makeBar(T, 20_000, 40) });
  update(T + 1_000, { formingBar: makeBar(T, 20_000, 43) });
  await recorder.close();
  expect(seconds.map(({ secondMs, volume }) => [secondMs - T, volume])).toEqual([
    [0, 0],
    [1_000, 3],
  ]);
  expect([...bars.values()].map(({ volume }) => volume)).toEqual([80, 43]);
});

test('the seconds of a minute are stored together once it is over, those of the last one when the server closes', async () => {
  const { recorder, update, seconds, calls } = makeRecorder();
  const minutes = (): number => calls.filter((call) => call === 'seconds').length;
  for (let second = 0; second <= 60; second += 1) update(T + second * 1000);
  await expect.poll(() => recorder.status().waiting).toBe(0);
  expect(minutes()).toBe(0);
  update(T + 61_000);
  await expect.poll(minutes).toBe(1);
  expect(seconds).toHaveLength(60);
  await recorder.close();
  expect(minutes()).toBe(2);
  expect(seconds).toHaveLength(62);
});

test('a window reaches from 30 s before an event to 60 s after it, or to the end of the run', async () => {
  const { recorder, update, windows } = makeRecorder();
  update(T, { events: [{ event: makeEvent('a', T), change: 'new' }] });
  update(T + 50_000, { events: [{ event: makeEvent('b', T + 50_000), change: 'new' }] });
  update(T + 59_999);
  update(T + 60_000);
  await recorder.close();
  expect(windows).toEqual([
    { id: 'a', fromMs: T - 30_000, toMs: T + 60_000 },
    { id: 'b', fromMs: T + 20_000, toMs: T + 60_000 },
  ]);
});

test('a window can be read from the moment it is over until storage contains it', async () => {
  const { recorder, update, windows, away } = makeRecorder();
  away.isAway = true;
  update(T, { events: [{ event: makeEvent('a', T), change: 'new' }] });
  expect(recorder.waitingWindow('a')).toBeUndefined();
  update(T + 60_000);
  expect(recorder.waitingWindow('a')).toMatchObject({ fromMs: T - 30_000, toMs: T + 60_000 });
  away.isAway = false;
  await recorder.close();
  expect(windows.map(({ id }) => id)).toEqual(['a']);
  expect(recorder.waitingWindow('a')).toBeUndefined();
});

test('a replay stores no frames: its tape starts from the beginning', async () => {
  const { recorder, update, frames } = makeRecorder();
  update(T, { source: 'replay' });
  await recorder.close();
  expect(frames).toEqual([]);
});

test('a closing server stores the events and bars of every instrument before the seconds and frames of any', async () => {
  const { recorder, update, calls } = makeRecorder();
  for (const instrumentId of [1, 2]) {
    update(T, {
      instrumentId,
      closedBars: [makeBar(T - 60_000, 20_000)],
      events: [{ event: makeEvent(`e-${instrumentId}`, T), change: 'new' }],
    });
    update(T + 2_000, { instrumentId });
  }
  await recorder.close();
  expect(calls).toEqual([
    ...['events', 'bars', 'events', 'bars'],
    ...['windows', 'frames', 'seconds', 'windows', 'frames', 'seconds'],
  ]);
});

test('a store that is slower than what waits is given up after five seconds, between two statements', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { recorder, update, away, events, seconds } = makeRecorder();
  away.slowMs = 2_000;
  update(T, { events: [{ event: makeEvent('e', T), change: 'new' }] });
  for (let second = 0; second < 2_000; second += 1) update(T + second * 1_000);
  const closed = recorder.close();
  await vi.advanceTimersByTimeAsync(7_000);
  await closed;
  vi.useRealTimers();
  expect([...events.keys()]).toEqual(['e']);
  expect(seconds.length).toBeLessThan(1_000);
  expect(recorder.status().waiting).toBeGreaterThan(1_000);
});

test('a gap is stored when it begins, and with its end', async () => {
  const { recorder, update, gaps } = makeRecorder();
  update(T, { gaps: [{ fromMs: T - 500, toMs: null }] });
  await expect.poll(() => [...gaps]).toEqual([[T - 500, null]]);
  update(T + 1000, { gaps: [{ fromMs: T - 500, toMs: T + 900 }] });
  await recorder.close();
  expect([...gaps]).toEqual([[T - 500, T + 900]]);
});

test('what is collected under a fence that storage refuses is dropped with one warning, and not tried again', async () => {
  const warned: object[] = [];
  const written: string[] = [];
  const owners = { revision: 1 as number | null, newest: 1 };
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const behind = ({ revision }: Fence): RecordStore => {
    const write = async (rows: readonly Bar[]): Promise<void> => {
      if (revision < owners.newest) throw new FencedOff(`expected ${owners.newest}`);
      written.push(...rows.map(({ startMs }) => `${revision}:${startMs - T}`));
    };
    const nothing = async (): Promise<void> => undefined;
    const others = { saveEvents: nothing, savePatterns: nothing, saveEventWindow: nothing };
    return { saveBars: (_origin, rows) => write(rows), ...others };
  };
  const fail = async (): Promise<void> => {
    throw new Error('written without its fence');
  };
  const store: RecordStore = {
    ...{ saveBars: fail, saveEvents: fail, savePatterns: fail, saveEventWindow: fail },
    fenced: behind as never,
  };
  const log = { ...silent, warn: (facts: object) => warned.push(facts) };
  const fenceOf = (id: number): Fence | undefined =>
    owners.revision === null ? undefined : { name: `instrument.${id}`, epoch: 1, revision: owners.revision };
  const recorder = new Recorder({ bus, store, log, feedNowMs: () => T, tape: () => undefined, fenceOf });
  const close = (startMs: number): void =>
    bus.publish('instrument', makeUpdate(T, { closedBars: [makeBar(T + startMs, 1)] }));
  close(1);
  await expect.poll(() => written).toEqual(['1:1']);
  // Suspended meanwhile: another process wrote, and then this one owned the instrument again
  owners.newest = 2;
  close(2);
  owners.revision = 3;
  owners.newest = 3;
  close(3);
  await expect.poll(() => written).toEqual(['1:1', '3:3']);
  owners.revision = 1;
  close(4);
  owners.revision = null;
  close(5);
  await expect.poll(() => recorder.status().waiting).toBe(0);
  await recorder.close();
  expect(written).toEqual(['1:1', '3:3']);
  expect(warned).toMatchObject([{ rows: 1 }]);
});
