/** What a listener gets of one instrument: a book first, then what follows it. */
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_NONE,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_RECV_LO,
  COL_SEQUENCE,
  type EventBatch,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { batch, bid, OPEN, type RowFields, status } from '#testing/synced-book.ts';
import { LiveFlow } from './live-flow.ts';

interface Fields extends RowFields {
  readonly number?: number;
  /** When the vendor received it, in the low half of the time. */
  readonly received?: number;
}

function world() {
  const rows: Int32Array[] = [];
  const snapshots: string[] = [];
  let holes = 0;
  const listener = {
    onBatch: ({ rows: given, count }: EventBatch) => {
      for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) rows.push(given.slice(at, at + ROW_LENGTH));
    },
    onTransport: () => undefined,
    onEnd: () => undefined,
  };
  const flow = new LiveFlow(9, listener, {
    reach: () => undefined,
    onSnapshot: (_id, state) => snapshots.push(state),
    onHole: () => {
      holes += 1;
    },
  });
  const take = (...fields: Fields[]): void => {
    for (const field of fields) {
      const { rows: made } = batch(field);
      made[COL_SEQUENCE] = field.number ?? 0;
      made[COL_RECV_LO] = field.received ?? 0;
      flow.take(made, 0);
    }
    flow.flush();
  };
  const column = (name: number): number[] => rows.splice(0).map((row) => row[name] ?? 0);
  return { flow, rows, snapshots, take, column, holes: () => holes };
}

const clear: Fields = { action: ACTION_CLEAR, flags: FLAG_SNAPSHOT };
const resting = (id: number, isLast = false): Fields => ({
  ...bid(id, 100),
  flags: FLAG_SNAPSHOT | (isLast ? FLAG_LAST : 0),
});
const book = [clear, resting(1), resting(2, true)];

test('nothing passes before the book, and everything with the number of the product', () => {
  const { take, column } = world();
  take(bid(5, 99), ...book, bid(6, 98));
  expect(column(COL_ORDER_LO)).toEqual([0, 1, 2, 6]);
  take(bid(7, 97));
  expect(column(COL_INSTRUMENT)).toEqual([9]);
});

test('a snapshot that does not begin with a clear gets one', () => {
  const { take, column } = world();
  take(resting(1), resting(2, true));
  expect(column(COL_ACTION)[0]).toBe(ACTION_CLEAR);
});

test('rows within a snapshot wait for its end, and those that it holds already are left out', () => {
  const { take, column } = world();
  take(...book);
  column(COL_ORDER_LO);
  const made = { received: 50 };
  take({ ...clear, ...made }, { ...resting(1), ...made }, { ...bid(7, 99), received: 40 });
  take({ ...bid(8, 99), received: 60 }, { ...resting(2, true), ...made });
  expect(column(COL_ORDER_LO)).toEqual([0, 1, 2, 8]);
});

test('a clear alone is an empty book once nothing follows, any other beginning is not', () => {
  const { flow, take, column, snapshots } = world();
  take(clear);
  expect(flow.endEmptySnapshot()).toBe(true);
  expect(column(COL_FLAGS).at(-1)).toBe(FLAG_SNAPSHOT | FLAG_LAST);
  expect(snapshots.at(-1)).toBe('whole');
  take(clear, resting(1));
  expect(flow.endEmptySnapshot()).toBe(false);
});

test('the status of before the book follows it, and one of the past that comes late holds from now on', () => {
  const { take, rows } = world();
  take({ ...status(OPEN), timeMs: 5 }, ...book);
  expect(rows.map((row) => rowTimeMs(row, 0)).at(-1)).toBe(5);
  take({ ...bid(6, 98), timeMs: 20 }, { ...status(OPEN), timeMs: 10 });
  expect(rows.map((row) => rowTimeMs(row, 0)).slice(-2)).toEqual([20, 20]);
});

test('a number of the venue that goes back is a hole, unless it begins again with a clear', () => {
  const { take, column, holes } = world();
  take(...book, { ...bid(6, 98), number: 10 }, { ...bid(7, 98), number: 10 }, { ...bid(8, 98), number: 9 });
  expect(column(COL_FLAGS).at(-1)).toBe(FLAG_LAST | FLAG_MAYBE_BAD_BOOK);
  expect(holes()).toBe(1);
  take({ action: ACTION_CLEAR, number: 1 }, { ...bid(9, 98), number: 2 });
  expect(column(COL_FLAGS)).toEqual([FLAG_LAST, FLAG_LAST]);
});

test('numbers of the venue wrap at 32 bits', () => {
  const { take, holes } = world();
  take(...book, { ...bid(6, 98), number: -1 }, { ...bid(7, 98), number: 1 });
  expect(holes()).toBe(0);
});

test('a row that comes twice counts once', () => {
  const { take, column } = world();
  const trade = { action: ACTION_TRADE, price: 100, size: 1, number: 4 };
  take(...book, trade, trade, { ...trade, number: 5 });
  expect(column(COL_SEQUENCE)).toEqual([0, 0, 0, 4, 5]);
});

test('a hole that no row shows is a row that says so, at the latest instant', () => {
  const { flow, take, rows, holes } = world();
  flow.markHole();
  expect(rows).toEqual([]);
  take(...book, { ...bid(6, 98), timeMs: 20 });
  flow.markHole();
  const last = rows.at(-1) ?? new Int32Array(ROW_LENGTH);
  expect([last[COL_ACTION], last[COL_FLAGS]]).toEqual([ACTION_NONE, FLAG_MAYBE_BAD_BOOK | FLAG_LAST]);
  expect([rowTimeMs(last, 0), holes()]).toEqual([20, 1]);
});

test('a heartbeat comes only where no row came since the last one', () => {
  const { flow, take, column } = world();
  flow.heartbeat(1000);
  take(...book);
  flow.heartbeat(2000);
  expect(column(COL_ACTION)).not.toContain(ACTION_HEARTBEAT);
  flow.heartbeat(3000);
  expect(column(COL_ACTION)).toEqual([ACTION_HEARTBEAT]);
});

test('another session begins without a book', () => {
  const { flow, take, rows } = world();
  take(...book);
  rows.length = 0;
  flow.restart();
  take(bid(5, 99));
  expect(rows).toEqual([]);
});
