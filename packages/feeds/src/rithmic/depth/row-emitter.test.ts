/** Rows of one instrument: numbered without a hole, timed, and flagged at their end, with the book that they build; levels by the fewest of them. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_LEVEL,
  ACTION_NONE,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_RECV_HI,
  COL_RECV_LO,
  joinNs,
  LevelBook,
  NO_PRICE,
  OrderBook,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { splitMs, splitTime } from '#rithmic/wire/split-time.ts';
import { RowRecorder } from '#testing/row-recorder.ts';
import { LevelRows } from './level-rows.ts';
import { RowEmitter } from './row-emitter.ts';

const NOW_MS = 1_780_000_000_000;
const LOST_ROWS = 128;
let nowMs: number;
let reached: number[];
let recorder: RowRecorder;
let timesNs: bigint[];
let receivedNs: bigint[];
let emitter: RowEmitter;
beforeEach(() => {
  nowMs = NOW_MS;
  reached = [];
  timesNs = [];
  receivedNs = [];
  recorder = new RowRecorder();
  emitter = new RowEmitter({
    instrumentId: 7,
    nowMs: () => nowMs,
    reach: (timeMs) => reached.push(timeMs),
    deliver: (batch) => {
      timesNs.push(rowTimeNs(batch.rows, 0));
      receivedNs.push(joinNs(batch.rows[COL_RECV_HI]!, batch.rows[COL_RECV_LO]!));
      recorder.onBatch(batch);
    },
  });
});
const add = (lo: number, priceTicks: number, size = 1) =>
  emitter.row({ action: ACTION_ADD, side: SIDE_BID, priceTicks, size, id: { hi: 0, lo } });

describe('an event', () => {
  test('is one batch, whose last row alone is flagged', () => {
    for (let id = 1; id <= 3; id += 1) add(id, 100);
    expect(recorder.batches).toEqual([]);
    emitter.end();
    add(4, 101);
    emitter.end();
    expect(recorder.batches.map((rows) => rows.map(({ isLast }) => isLast))).toEqual([
      [false, false, true],
      [true],
    ]);
  });

  test('without rows is nothing', () => {
    emitter.end();
    add(1, 100);
    emitter.end();
    emitter.end();
    expect([recorder.batches.length, reached.length]).toEqual([1, 1]);
  });

  test('may have any number of rows, and each stays as it was written', () => {
    const count = 1000;
    for (let id = 1; id <= count; id += 1) add(id, 100 + id, id);
    emitter.end();
    expect(recorder.rows.map(({ id, priceTicks, size }) => [id, priceTicks, size])).toEqual(
      Array.from({ length: count }, (_, at) => [at + 1, 101 + at, at + 1]),
    );
  });

  test('has what is left out of a row as nothing', () => {
    emitter.row({ action: ACTION_TRADE });
    emitter.end();
    expect(recorder.rows[0]).toMatchObject({
      instrumentId: 7,
      side: SIDE_NONE,
      priceTicks: NO_PRICE,
      size: 0,
      id: 0,
      aux: 0,
      isSnapshot: false,
    });
  });

  test('has nothing of the one before it', () => {
    emitter.row({
      action: ACTION_LEVEL,
      side: SIDE_ASK,
      priceTicks: 5,
      size: 6,
      id: { hi: 1, lo: 2 },
      aux: 3,
    });
    emitter.end();
    emitter.row({ action: ACTION_NONE });
    emitter.end();
    expect(recorder.rows[1]).toMatchObject({ side: SIDE_NONE, priceTicks: NO_PRICE, size: 0, id: 0, aux: 0 });
  });
});

describe('times', () => {
  test.each([
    ['that are not known are the present', null, 0],
    ['of the past are their own', -5000, -5000],
    ['two seconds ahead are their own: clocks differ', 2000, 2000],
    ['more than two seconds ahead are the present: a fault', 2000.001, 0],
  ])('%s', (_, offsetMs, expectedMs) => {
    emitter.at(offsetMs === null ? null : splitMs(NOW_MS + offsetMs));
    add(1, 100);
    emitter.end();
    expect(recorder.rows[0]?.timeMs).toBe(NOW_MS + expectedMs);
    expect(reached).toEqual([NOW_MS + expectedMs]);
  });

  test('of the exchange are kept to the nanosecond, that of the receipt is when the event ended', () => {
    emitter.at(splitTime(1_779_999_999, 999_999_999));
    add(1, 100);
    nowMs = NOW_MS + 0.25;
    emitter.end();
    expect(timesNs).toEqual([1_779_999_999_999_999_999n]);
    expect(receivedNs).toEqual([BigInt(NOW_MS) * 1_000_000n + 250_000n]);
  });

  test('within an event may differ, and the present reaches the last of them', () => {
    emitter.at(splitMs(NOW_MS - 2));
    add(1, 100);
    emitter.at(splitMs(NOW_MS - 1));
    add(2, 100);
    emitter.end();
    expect(recorder.rows.map(({ timeMs }) => timeMs - NOW_MS)).toEqual([-2, -1]);
    expect(reached).toEqual([NOW_MS - 1]);
  });
});

describe('numbers', () => {
  test('count every row without a hole, over events, from two on', () => {
    add(1, 100);
    add(2, 100);
    emitter.end();
    emitter.status(1, null);
    emitter.clear(null);
    expect(recorder.rows.map(({ rptSeq }) => rptSeq)).toEqual([2, 3, 4, 5]);
  });

  test('do not advance with heartbeats or snapshots, which carry that of the row before', () => {
    emitter.replaceBook(new OrderBook());
    add(1, 100);
    emitter.end();
    emitter.heartbeat();
    emitter.snapshot();
    emitter.heartbeat();
    add(2, 100);
    emitter.end();
    const numbers = recorder.batches.map((rows) => rows[0]?.rptSeq);
    expect(numbers).toEqual([2, 2, 2, 2, 3]);
  });

  test('have a hole of more than a hundred where rows were lost', () => {
    add(1, 100);
    emitter.end();
    emitter.lost();
    const [before, after] = recorder.rows;
    expect(after).toMatchObject({ action: ACTION_NONE, rptSeq: (before?.rptSeq ?? 0) + LOST_ROWS + 1 });
  });

  test('of rounds are counted on request alone', () => {
    add(1, 100);
    emitter.nextSequence();
    add(2, 100);
    add(3, 100);
    emitter.end();
    emitter.status(2, null);
    expect(recorder.rows.map(({ sequence }) => sequence)).toEqual([0, 1, 1, 2]);
  });
});

describe('single rows', () => {
  test('state the status of trading, an empty book and that the way is open', () => {
    emitter.status(2, splitMs(NOW_MS - 3));
    emitter.clear(splitMs(NOW_MS - 2));
    emitter.heartbeat();
    expect(recorder.rows.map(({ action, aux, timeMs }) => [action, aux, timeMs - NOW_MS])).toEqual([
      [ACTION_STATUS, 2, -3],
      [ACTION_CLEAR, 0, -2],
      [ACTION_HEARTBEAT, 0, 0],
    ]);
    expect(recorder.rows.every(({ isLast }) => isLast)).toBe(true);
  });
});

describe('the book of the rows', () => {
  test('is that of a snapshot, wherever rows are only being written', () => {
    emitter.replaceBook(new OrderBook());
    add(1, 100, 5);
    add(2, 99, 6);
    emitter.row({ action: ACTION_CANCEL, side: SIDE_BID, priceTicks: 100, size: 5, id: { hi: 0, lo: 1 } });
    emitter.end();
    emitter.snapshot();
    const [, snapshot] = recorder.batches;
    expect(snapshot?.map(({ action, priceTicks, size }) => [action, priceTicks, size])).toEqual([
      [ACTION_CLEAR, NO_PRICE, 0],
      [ACTION_ADD, 99, 6],
    ]);
    expect(snapshot?.every(({ isSnapshot, instrumentId }) => isSnapshot && instrumentId === 7)).toBe(true);
  });

  test('is none before it was given: then there is no snapshot', () => {
    add(1, 100);
    emitter.end();
    emitter.snapshot();
    expect(recorder.batches).toHaveLength(1);
  });

  test('may be another, which the rows before have not built', () => {
    const [first, second] = [new OrderBook(), new OrderBook()];
    emitter.replaceBook(first);
    add(1, 100);
    emitter.replaceBook(second);
    add(2, 99);
    expect([first.liveOrders, second.liveOrders, second.bestBidTicks]).toEqual([1, 1, 99]);
  });

  test('that is only followed makes no rows', () => {
    const book = new LevelBook();
    emitter.applyTo(book, { action: ACTION_LEVEL, side: SIDE_ASK, priceTicks: 50, size: 4, aux: 2 });
    emitter.applyTo(book, { action: ACTION_LEVEL, side: SIDE_BID, priceTicks: 49, size: 3 });
    emitter.end();
    expect(recorder.batches).toEqual([]);
    expect([book.levelSize(SIDE_ASK, 50), book.levelOrders(SIDE_ASK, 50)]).toEqual([4, 2]);
    expect([book.bestBidTicks, book.levelOrders(SIDE_BID, 49)]).toEqual([49, 0]);
  });
});

describe('rows of levels', () => {
  let levels: LevelRows;
  const begin = () => {
    recorder = new RowRecorder(new LevelBook());
    levels = new LevelRows(emitter);
  };
  beforeEach(begin);
  const bid = (priceTicks: number, size: number, orders = 1) => ({
    side: SIDE_BID,
    priceTicks,
    size,
    orders,
  });
  const ask = (priceTicks: number, size: number) => ({ side: SIDE_ASK, priceTicks, size, orders: 1 });
  const sent = () =>
    recorder.takeBatches().map((rows) => rows.map(({ side, priceTicks, size }) => [side, priceTicks, size]));

  test('that stayed the same make no rows; another number of orders is a change', () => {
    levels.update([bid(99, 5), ask(101, 6)], null);
    sent();
    levels.update([bid(99, 5), ask(101, 7)], null);
    levels.update([bid(99, 5), ask(101, 7)], null);
    levels.update([bid(99, 5, 2)], null);
    expect(sent()).toEqual([[[SIDE_ASK, 101, 7]], [[SIDE_BID, 99, 5]]]);
  });

  test('become what they are given to become, whatever they were, by the fewest rows', () => {
    const side = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 });
    const book = fc.record({ bids: side, asks: side, size: fc.integer({ min: 1, max: 2 }) });
    fc.assert(
      fc.property(fc.array(book, { minLength: 2, maxLength: 5 }), (books) => {
        begin();
        let known = new Map<number, number>();
        for (const { bids, asks, size } of books) {
          const given = [...bids.map((price) => bid(-price, size)), ...asks.map((price) => ask(price, size))];
          const now = new Map(given.map(({ priceTicks }) => [priceTicks, size]));
          levels.become([SIDE_BID, SIDE_ASK], given, null);
          const changed = new Set(
            [...known.keys(), ...now.keys()].filter((price) => known.get(price) !== now.get(price)),
          );
          expect(recorder.takeBatches().flat()).toHaveLength(changed.size);
          known = now;
        }
        const shown = [...recorder.levels('bid'), ...recorder.levels('ask')];
        expect(new Map(shown)).toEqual(known);
      }),
      { numRuns: 50 },
    );
  });
});
