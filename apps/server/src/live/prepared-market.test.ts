/** A market that another process owns runs here too: nothing of it is published or recorded until this process owns it. */
import { type Instrument, instrumentBySymbol, SIMULATED_CALENDAR } from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { MarketStore } from '#ports/market-store.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { iceberg, quotes, TapeFeed } from '#testing/tape-feed.ts';
import { MarketLine } from './market-line.ts';

const START = Date.UTC(2026, 10, 20, 16);
const ES = (instrumentBySymbol('ES') as Instrument).id;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openLine() {
  const feed = new TapeFeed({ nowMs: START });
  const published: InstrumentUpdate[] = [];
  const recordings: string[] = [];
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  bus.subscribe('instrument', (update) => void published.push(update));
  const store = {
    lastBar: async () => undefined,
    ...{ saveBars: async () => undefined, saveEvents: async () => undefined },
    ...{ savePatterns: async () => undefined, saveEventWindow: async () => undefined },
  };
  const line = new MarketLine({
    ...{ feed, bus, calendar: SIMULATED_CALENDAR, log: silentLog },
    controls: { isOff: () => false } as never,
    marketStore: { ...store, fenced: () => store } as unknown as MarketStore,
    trackStore: { append: async () => undefined, latestOutcomes: async () => undefined } as never,
    recordings: {
      open() {
        recordings.push('opened');
        return { take: () => undefined, gap: () => undefined, close: () => void recordings.push('closed') };
      },
    } as never,
    fenceOf: () => ({ name: 'instrument.1', epoch: 1, revision: 1 }),
    beforeOpen: async () => undefined,
    afterTick: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  const pass = async (ms: number): Promise<void> => {
    feed.presentMs += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { feed, line, published, recordings, pass };
}

type Rig = ReturnType<typeof openLine>;

/** A prepared session of ten seconds in which an iceberg was raised. */
async function prepare({ feed, line, pass }: Rig): Promise<void> {
  line.prepare(ES);
  await pass(100);
  feed.push(ES, feed.presentMs, [...quotes(20_000, 1, null), ...iceberg(20_000, 3, 10, 6)]);
  for (let second = 1; second <= 10; second += 1) {
    for (let at = 0; at < 10; at += 1) await pass(100);
    feed.push(ES, feed.presentMs, quotes(20_000, 1000 + 2 * second, second === 1 ? null : 998 + 2 * second));
  }
}

test('a prepared session publishes and records nothing, and is ready once it has its book', async () => {
  const rig = openLine();
  rig.line.prepare(ES);
  await rig.pass(100);
  expect(rig.line.isPrepared(ES)).toBe(false);
  await prepare(rig);
  expect([rig.line.isPrepared(ES), rig.published, rig.recordings]).toEqual([true, [], []]);
  expect(rig.line.statuses()).toEqual([]);
});

test('once this process owns the instrument everything is published at once, with what happened before', async () => {
  const rig = openLine();
  await prepare(rig);
  rig.line.own(ES);
  await rig.pass(100);
  const [first, ...others] = rig.published;
  expect(others).toEqual([]);
  expect(first).toMatchObject({ takesOver: true, backfill: false, depth: { isWhole: true } });
  expect(first?.book?.bids).not.toEqual([]);
  expect(first?.status).toMatchObject({ state: 'live' });
  expect(first?.facts).not.toBeNull();
  expect(first?.formingBar?.volume).toBe(30);
  expect(first?.events[0]).toMatchObject({ change: 'new', event: { type: 'iceberg' } });
  expect(first?.prints?.times.length).toBeGreaterThan(0);
  expect(rig.recordings).toEqual(['opened']);
  expect(rig.line.statuses()).toHaveLength(1);
});

test('an instrument that another process owns goes on as prepared, and is published again when it is owned again', async () => {
  const rig = openLine();
  await prepare(rig);
  rig.line.own(ES);
  await rig.pass(100);
  const given = rig.line.disown(ES);
  rig.published.length = 0;
  rig.feed.push(ES, rig.feed.presentMs, quotes(20_001, 2_000, 1_020));
  await rig.pass(1_000);
  await given;
  expect([rig.published, rig.recordings]).toEqual([[], ['opened', 'closed']]);
  rig.line.own(ES);
  await rig.pass(100);
  expect(rig.published).toMatchObject([
    { takesOver: true, book: { bids: [{ priceTicks: 20_000 }, { priceTicks: 19_999 }] } },
  ]);
});

test('a prepared session that missed rows begins again, and is not ready meanwhile', async () => {
  const rig = openLine();
  await prepare(rig);
  rig.feed.reconnect(ES);
  await rig.pass(100);
  rig.feed.pushSnapshot(ES, rig.feed.presentMs, quotes(20_000, 90, null));
  await rig.pass(100);
  expect(rig.line.isPrepared(ES)).toBe(false);
  rig.line.renewPrepared();
  await rig.pass(100);
  rig.feed.push(ES, rig.feed.presentMs, quotes(20_000, 91, null));
  await rig.pass(100);
  expect([rig.line.isPrepared(ES), rig.published]).toEqual([true, []]);
});

test('an instrument that was not prepared in time begins anew', async () => {
  const rig = openLine();
  rig.line.prepare(ES);
  await rig.pass(100);
  rig.line.own(ES);
  await rig.pass(100);
  rig.feed.push(ES, rig.feed.presentMs, quotes(20_000, 1, null));
  await rig.pass(100);
  expect(rig.published).toMatchObject([{ sequence: 1, depth: { isWhole: true } }]);
  expect(rig.published[0]).not.toHaveProperty('takesOver');
});
