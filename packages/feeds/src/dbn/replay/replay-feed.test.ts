import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import {
  ACTION_HEARTBEAT,
  ACTION_TRADE,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  type EventBatch,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  OrderBook,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DbnError } from '#dbn/files/dbn-error.ts';
import type { Feed, FeedSubscription } from '#feed/feed.ts';
import { header, orderRecord } from '#testing/dbn-bytes.ts';
import { feedConformance } from '#testing/feed-conformance.ts';
import { ES_RECORDING, HAS_RECORDED_DATA, RECORDED_DATA } from '#testing/recorded-data.ts';
import { SyncedBook } from '#testing/synced-book.ts';
import { openDbnReplay } from './replay-feed.ts';

const ES = 1;
const MBP1_RECORDING = `${RECORDED_DATA}es-nq-mbp1-trades-ohlcv-20240701/futures_mbp-1_2024-07-01T23-58_2024-07-02T00-02.dbn.zst`;
const FIRST_TRADE = '2023-12-25T23:00:00.000Z';
const LAST_ROW = '2023-12-25T23:29:59.181Z';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-replay-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

interface Received {
  rows: number;
  heartbeats: number;
  firstTradeMs: number;
  liveBeforeStart: number;
  transport: [string, string | null][];
}

/** Listens to ES until the recording ends. */
async function listenToEnd(feed: Feed, startMs: number): Promise<Received> {
  const received: Received = {
    rows: 0,
    heartbeats: 0,
    firstTradeMs: Number.NaN,
    liveBeforeStart: 0,
    transport: [],
  };
  const onBatch = ({ rows, count }: EventBatch): void => {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      if (rows[at + COL_ACTION] === ACTION_HEARTBEAT) {
        received.heartbeats += 1;
        continue;
      }
      received.rows += 1;
      if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) continue;
      const timeMs = rowTimeMs(rows, at);
      if (timeMs < startMs) received.liveBeforeStart += 1;
      if (rows[at + COL_ACTION] === ACTION_TRADE && Number.isNaN(received.firstTradeMs))
        received.firstTradeMs = timeMs;
    }
  };
  await new Promise<void>((resolve) => {
    feed.open(ES, {
      onBatch,
      onTransport: (state, reason) => received.transport.push([state, reason]),
      onEnd: () => resolve(),
    });
  });
  return received;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

test.skipIf(!HAS_RECORDED_DATA)(
  'the recording is ES under its contract, and starts a minute before its first trade',
  async () => {
    const feed = await openDbnReplay({ path: ES_RECORDING, speed: 10 });
    expect(feed.instrumentIds).toEqual([ES]);
    expect(feed.contractOf(ES)).toEqual({ instrumentId: ES, code: 'ESH4', expiry: '2024-03-15' });
    expect(feed).toMatchObject({ source: 'replay', tier: 'L3', replaySpeed: 10 });
    expect(iso(feed.nowMs())).toBe('2023-12-25T22:59:00.000Z');
    await feed.close();
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'as fast as possible it delivers every row and stays at the last instant',
  async () => {
    const feed = await openDbnReplay({ path: ES_RECORDING, speed: 'max' });
    const received = await listenToEnd(feed, feed.nowMs());
    expect(received.rows).toBe(44_371);
    expect(received.heartbeats).toBe(0);
    expect(iso(received.firstTradeMs)).toBe(FIRST_TRADE);
    expect(received.transport).toEqual([['up', null]]);
    expect(iso(feed.nowMs())).toBe(LAST_ROW);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(iso(feed.nowMs())).toBe(LAST_ROW);
    await feed.close();
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'the pre-open comes at once as history, the snapshot never moves the clock',
  async () => {
    const feed = await openDbnReplay({ path: ES_RECORDING, speed: 1, clock: { nowMs: () => 0 } });
    const startMs = feed.nowMs();
    let rows = 0;
    const subscription = feed.open(ES, {
      onBatch: (batch) => {
        rows += batch.count;
      },
      onTransport: () => undefined,
      onEnd: () => undefined,
    });
    while (rows < 9000) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(feed.nowMs()).toBe(startMs);
    subscription.close();
    await feed.close();
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'at many times real speed rows come by exchange time, with heartbeats in silence',
  async () => {
    let realMs = 0;
    const feed = await openDbnReplay({
      path: ES_RECORDING,
      speed: 60_000,
      from: 'first-row',
      clock: { nowMs: () => (realMs += 0.1) },
    });
    expect(iso(feed.nowMs())).toBe('2023-12-25T22:00:00.180Z');
    const received = await listenToEnd(feed, feed.nowMs());
    expect(received.rows).toBe(44_371);
    expect(received.heartbeats).toBeGreaterThan(100);
    expect(received.liveBeforeStart).toBe(0);
    await feed.close();
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'a recording that is cut plays to the cut, then reports the error and ends',
  async () => {
    const path = join(scratch, 'cut.dbn');
    const whole = zstdDecompressSync(readFileSync(ES_RECORDING));
    writeFileSync(path, whole.subarray(0, whole.length - 100));
    const feed = await openDbnReplay({ path, speed: 'max' });
    const received = await listenToEnd(feed, feed.nowMs());
    expect(received.rows).toBe(44_369);
    expect(received.transport[1]?.[0]).toBe('down');
    expect(received.transport[1]?.[1]).toContain('it is truncated');
    await feed.close();
  },
);

test('a file without market data of the catalogue cannot be replayed', async () => {
  const path = join(scratch, 'foreign.dbn');
  writeFileSync(path, Buffer.concat([header({ symbol: 'XYZ' }), orderRecord()]));
  const refusal = await openDbnReplay({ path, speed: 1 }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DbnError);
  expect(String(refusal)).toContain('expected market data of a product in the catalogue, found XYZ');
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a speed of %d is refused', async (speed) => {
  await expect(openDbnReplay({ path: ES_RECORDING, speed })).rejects.toThrow(RangeError);
});

test.skipIf(!HAS_RECORDED_DATA)(
  'behind its guard the recording is live from its first row, and a forced gap heals',
  async () => {
    const feed = await openDbnReplay({ path: ES_RECORDING, speed: 'max' });
    const book = new OrderBook();
    const states: string[] = [];
    let rows = 0;
    let subscription: FeedSubscription | null = null;
    const synced = new SyncedBook(book, {
      hours: CME_CALENDAR,
      onState: ({ state }) => states.push(state),
      requestSnapshot: () => subscription?.requestSnapshot(),
    });
    await new Promise<void>((resolve) => {
      subscription = feed.open(ES, {
        onBatch: (batch) => {
          rows += batch.count;
          const isTurn = states.length === 1 && rows > 30_000;
          if (isTurn) batch.rows[COL_FLAGS]! |= FLAG_MAYBE_BAD_BOOK;
          synced.take(batch, feed.nowMs());
        },
        onTransport: () => undefined,
        onEnd: () => resolve(),
      });
    });
    expect(states).toEqual(['live', 'gap', 'resync', 'live']);
    expect(book.liveOrders).toBe(10_877);
    expect([book.bestBidTicks, book.bestAskTicks]).toEqual([19_241, 19_242]);
    expect(book.unknownOrderEvents).toBe(0);
    await feed.close();
  },
);

if (HAS_RECORDED_DATA) {
  feedConformance('a replayed recording of best prices', {
    open: () => openDbnReplay({ path: MBP1_RECORDING, speed: 100 }),
  });
  feedConformance('a replayed recording', {
    open: () => openDbnReplay({ path: ES_RECORDING, speed: 100 }),
  });
}
