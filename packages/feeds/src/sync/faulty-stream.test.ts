import { COL_RPT_SEQ, OrderBook, SIDE_ASK, SIDE_BID, seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import { type Faults, FaultyChannel, OrderStream } from '#testing/faulty-stream.ts';
import { SyncedBook } from '#testing/synced-book.ts';
import type { BookSync } from './book-sync.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const MESSAGES = IS_LONG ? 1_000_000 : 60_000;
/** Simulated milliseconds between two messages, and until a snapshot that was requested is there. */
const STEP_MS = 1;
const SNAPSHOT_AFTER_MS = 40;

interface Outcome {
  readonly sync: BookSync;
  readonly book: OrderBook;
  readonly oracle: OrderBook;
  /** Sequences of accepted rows outside snapshots, in order. */
  readonly accepted: number[];
  /** Rows that were handed out for detection though the state was not live. */
  readonly acceptedBlind: number;
  readonly snapshots: number;
}

function run(messages: number, seed: number, faults: Faults): Outcome {
  const random = seededDraws(seed);
  const stream = new OrderStream(random);
  const book = new OrderBook();
  const accepted: number[] = [];
  let acceptedBlind = 0;
  let nowMs = 0;
  let requestedAtMs: number | null = null;
  let snapshots = 0;
  let isSnapshot = false;
  let isLive = false;
  const synced = new SyncedBook(book, {
    onRow: (rows, at) => {
      if (isSnapshot) return;
      accepted.push(rows[at + COL_RPT_SEQ]!);
      if (!isLive) acceptedBlind += 1;
    },
    onState: ({ state }) => {
      isLive = state === 'live';
      if (isLive) isSnapshot = false;
    },
    requestSnapshot: () => {
      requestedAtMs = nowMs;
    },
  });
  const channel = new FaultyChannel(faults, random, (row) => synced.take({ rows: row, count: 1 }, nowMs));
  const answerSnapshot = (): void => {
    if (requestedAtMs === null || nowMs - requestedAtMs < SNAPSHOT_AFTER_MS) return;
    requestedAtMs = null;
    snapshots += 1;
    isSnapshot = true;
    synced.take(
      snapshotRows(stream.book, {
        instrumentId: 1,
        timeHi: 0,
        timeLo: 0,
        sequence: stream.sequence,
        rptSeq: stream.sequence,
      }),
      nowMs,
    );
  };
  const pass = (): void => {
    nowMs += STEP_MS;
    answerSnapshot();
    if (nowMs % 50 === 0) synced.settle(nowMs);
  };
  for (let message = 0; message < messages; message += 1) {
    stream.next();
    channel.send(stream.row);
    pass();
  }
  channel.drain();
  // Quiet at the end: what is missing is given up and a last snapshot comes.
  for (let ms = 0; ms < 6000; ms += 1) pass();
  return { sync: synced.sync, book, oracle: stream.book, accepted, acceptedBlind, snapshots };
}

function queues(book: OrderBook): number[][] {
  const depth = 256;
  const prices = new Int32Array(depth);
  const all: number[][] = [];
  for (const side of [SIDE_BID, SIDE_ASK]) {
    const count = book.copyTop(side, depth, prices, new Int32Array(depth), new Int32Array(depth));
    for (let level = 0; level < count; level += 1) {
      const price = prices[level]!;
      const queue = [side, price];
      for (let slot = book.firstOrder(side, price); slot >= 0; slot = book.nextOrder(slot))
        queue.push(book.orderLo(slot), book.orderSize(slot));
      all.push(queue);
    }
  }
  return all;
}

test(`${MESSAGES} messages with 10 % faults end in the oracle's book, order by order`, () => {
  const faults = { drop: 0.02, duplicate: 0.03, reorder: 0.04, late: 0.01, window: 64, lateBy: 400 };
  const { sync, book, oracle, acceptedBlind, snapshots } = run(MESSAGES, 7, faults);
  expect(sync.state).toBe('live');
  expect(snapshots).toBeGreaterThan(10);
  expect(sync.counts.duplicates).toBeGreaterThan(MESSAGES / 100);
  expect(sync.counts.reordered).toBeGreaterThan(MESSAGES / 100);
  expect(acceptedBlind).toBe(0);
  expect(queues(book)).toEqual(queues(oracle));
});

test.each([1, 2, 3])(
  'rare drops are healed and nothing is accepted twice or out of order (seed %i)',
  (seed) => {
    const faults = { drop: 0.001, duplicate: 0.05, reorder: 0.05, late: 0.001, window: 32, lateBy: 300 };
    const { sync, book, oracle, accepted } = run(20_000, seed, faults);
    expect(sync.state).toBe('live');
    expect(sync.counts.gaps).toBeGreaterThan(0);
    for (let i = 1; i < accepted.length; i += 1) expect(accepted[i]!).toBeGreaterThan(accepted[i - 1]!);
    expect(queues(book)).toEqual(queues(oracle));
  },
);

test.each([1, 8, 32, 63])(
  'duplicates and a shuffle of %i messages give exactly the events that were sent',
  (window) => {
    const faults = { drop: 0, duplicate: 0.2, reorder: 0.1, late: 0, window, lateBy: 1 };
    const { sync, book, oracle, accepted, snapshots } = run(20_000, window, faults);
    expect(snapshots).toBe(0);
    expect(sync.counts.gaps).toBe(0);
    expect(accepted).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
    expect(queues(book)).toEqual(queues(oracle));
  },
);
