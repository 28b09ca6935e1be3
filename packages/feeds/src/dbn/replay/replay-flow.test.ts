/** A recording as a flow of rows: order, pace, snapshots on request, gaps that it states, and its end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_SEQUENCE,
  type EventBatch,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Feed, FeedListener, FeedSubscription } from '#feed/feed.ts';
import { header, type Order, orderRecord, SOME_TIME_NS } from '#testing/dbn-bytes.ts';
import { mappingRecord } from '#testing/dbn-records.ts';
import { type DbnReplayOptions, openDbnReplay } from './replay-feed.ts';

const START_MS = Number(SOME_TIME_NS / 1_000_000n);
const [ES, NQ] = [1, 2];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-flow-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let calls: string[];
let batches: number[];
beforeEach(() => {
  [calls, batches] = [[], []];
});

const at = (ms: number, order: Order = {}): Buffer =>
  orderRecord({ orderId: BigInt(ms), timeNs: SOME_TIME_NS + BigInt(ms) * 1_000_000n, ...order });

async function open(records: readonly Buffer[], options: Partial<DbnReplayOptions> = {}): Promise<Feed> {
  const path = join(folder, 'recording.dbn');
  writeFileSync(path, Buffer.concat([header(), ...records]));
  return await openDbnReplay({ path, speed: 'max', from: 'first-row', ...options });
}

/** Rows by the number of their order, `S` before those of a snapshot, `H` for a heartbeat, `R` for a clear. */
function wordOf(rows: Int32Array, from: number): string {
  const action = rows[from + COL_ACTION]!;
  if (action === ACTION_HEARTBEAT) return 'H';
  const isSnapshot = (rows[from + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0;
  return `${isSnapshot ? 'S' : ''}${action === ACTION_CLEAR ? 'R' : rows[from + COL_ORDER_LO]!}`;
}

/** Listens until the end; `onCall` sees each row, and each state of the transport, before the next one. */
async function listen(
  feed: Feed,
  instrumentId = ES,
  onCall: (word: string, subscription: FeedSubscription) => void = () => undefined,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const listener: FeedListener = {
      onBatch: ({ rows, count }: EventBatch) => {
        batches.push(count);
        for (let row = 0; row < count; row += 1) {
          calls.push(wordOf(rows, row * ROW_LENGTH));
          onCall(calls.at(-1) ?? '', subscription);
        }
      },
      onTransport: (state, reason) => {
        calls.push(reason === null ? state : `${state}: ${reason}`);
        onCall(state, subscription);
      },
      onEnd: () => {
        calls.push('end');
        resolve();
      },
    };
    const subscription = feed.open(instrumentId, listener);
  });
}

test('it is up, sends every row in order, and ends at the last instant', async () => {
  const feed = await open([at(1), at(2), at(3)]);
  await listen(feed);
  expect(calls).toEqual(['up', '1', '2', '3', 'end']);
  expect(feed.nowMs()).toBe(START_MS + 3);
  await feed.close();
});

test('rows carry the number of the catalogue and their own time and sequence', async () => {
  const feed = await open([
    mappingRecord('NQ.c.0', 'NQH4', { instrumentId: 9 }),
    at(4, { instrumentId: 9, sequence: 77 }),
    at(5),
  ]);
  const seen: number[][] = [];
  await new Promise<void>((resolve) => {
    feed.open(NQ, {
      onBatch: ({ rows }) =>
        seen.push([rows[COL_INSTRUMENT]!, rows[COL_SEQUENCE]!, rowTimeMs(rows, 0) - START_MS]),
      onTransport: () => undefined,
      onEnd: resolve,
    });
  });
  expect(seen).toEqual([[NQ, 77, 4]]);
  await feed.close();
});

test('a long recording comes in calls of at most 2048 rows, none lost', async () => {
  const feed = await open(Array.from({ length: 5000 }, (_, n) => at(n + 1)));
  await listen(feed);
  expect(calls.slice(1, -1)).toEqual(Array.from({ length: 5000 }, (_, n) => String(n + 1)));
  expect(Math.max(...batches)).toBe(2048);
  await feed.close();
});

test('a snapshot is sent at the end of the event in which it is requested, and rows follow it', async () => {
  const feed = await open([at(1, { flags: 0 }), at(2), at(3)]);
  let requests = 0;
  await listen(feed, ES, (word, subscription) => {
    if (word !== 'up' && word !== 'S2') return;
    requests += 1;
    if (requests <= 2) subscription.requestSnapshot();
  });
  expect(calls).toEqual(['up', '1', '2', 'SR', 'S1', 'S2', '3', 'SR', 'S1', 'S2', 'S3', 'end']);
  await feed.close();
});

test('a recording that is cut plays to the cut, says why, and ends', async () => {
  const feed = await open([at(1, { action: 'T' }), at(2), at(3).subarray(0, 40)]);
  await listen(feed);
  expect(calls.slice(0, 3)).toEqual(['up', '1', '2']);
  expect(calls[3]).toMatch(/^down: byte \d+ of the decompressed data: .*truncated$/);
  expect(calls[4]).toBe('end');
  await feed.close();
});

test('records with impossible prices are left out', async () => {
  const feed = await open([at(1), at(2, { priceNanos: 4_800_300_000_000n }), at(3)]);
  await listen(feed);
  expect(calls).toEqual(['up', '1', '3', 'end']);
  await feed.close();
});

test('an instrument has one listener, and another one once it was closed', async () => {
  const feed = await open([at(1)]);
  const listener: FeedListener = {
    onBatch: () => undefined,
    onTransport: () => undefined,
    onEnd: () => undefined,
  };
  const first = feed.open(ES, listener);
  expect(() => feed.open(ES, listener)).toThrow('ES has a listener already: expected one a feed');
  first.close();
  const second = feed.open(ES, listener);
  // Closed twice, it does not free the place of the one that followed
  first.close();
  expect(() => feed.open(ES, listener)).toThrow('ES has a listener already');
  second.close();
  await feed.close();
});

test('a flow that is closed by its listener says nothing more', async () => {
  const feed = await open(Array.from({ length: 5000 }, (_, n) => at(n + 1)));
  await new Promise<void>((resolve) => {
    const subscription = feed.open(ES, {
      onBatch: ({ count }) => {
        calls.push(`${count}`);
        subscription.close();
        resolve();
      },
      onTransport: (state) => calls.push(state),
      onEnd: () => calls.push('end'),
    });
  });
  await feed.close();
  expect(calls).toEqual(['up', '2048']);
});

/** Real time that passes by a step whenever somebody looks at it. */
function steppingClock(stepMs: number) {
  let nowMs = 0;
  return {
    nowMs: () => {
      nowMs += stepMs;
      return nowMs;
    },
  };
}

test('with a speed rows come when their time has come, heartbeats each second of silence, snapshots in between', async () => {
  const feed = await open([at(0), at(5000), at(5001)], { speed: 1000, clock: steppingClock(0.06) });
  let isRequested = false;
  const times: number[] = [];
  await listen(feed, ES, (word, subscription) => {
    if (word === '5000') times.push(feed.nowMs());
    if (word !== 'H' || isRequested) return;
    isRequested = true;
    subscription.requestSnapshot();
  });
  const words = calls.filter((word) => word !== 'H');
  expect(words).toEqual(['up', '0', 'SR', 'S0', '5000', '5001', 'end']);
  const heartbeats = calls.filter((word) => word === 'H').length;
  expect(heartbeats).toBeGreaterThan(1);
  expect(heartbeats).toBeLessThanOrEqual(5);
  expect(times[0]).toBeGreaterThanOrEqual(START_MS + 5000);
  await feed.close();
});

test('a gap that the recording states is ended by its own snapshot, not by one on request', async () => {
  const gap = { action: 'R', side: 'N', flags: 0x80 | 0x04, priceNanos: 2n ** 63n - 1n };
  const records = [
    at(0),
    at(10, gap),
    at(3000),
    at(3001, { action: 'R', side: 'N', flags: 0x20 }),
    at(3002, { flags: 0xa0 }),
    at(6000),
  ];
  const feed = await open(records, { speed: 1000, clock: steppingClock(0.06) });
  const phases = new Map([
    ['R', 'gap'],
    ['S3002', 'after'],
  ]);
  let phase = 'before';
  await listen(feed, ES, (word, subscription) => {
    phase = phases.get(word) ?? phase;
    phases.delete(word);
    // In the silence of the gap nobody knows the book; after it one request is enough
    if (word !== 'H' || phase === 'before' || phase === 'done') return;
    subscription.requestSnapshot();
    if (phase === 'after') phase = 'done';
  });
  const words = calls.filter((word) => word !== 'H');
  expect(words).toEqual(['up', '0', 'R', '3000', 'SR', 'S3002', 'SR', 'S3002', '6000', 'end']);
  await feed.close();
});
