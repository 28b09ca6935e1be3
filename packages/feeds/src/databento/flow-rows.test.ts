/** Rows on their way to a listener: its number on each, times that never go back, and any count of them. */
import {
  ACTION_ADD,
  ACTION_HEARTBEAT,
  ACTION_NONE,
  ACTION_STATUS,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIZE,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  NO_PRICE,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { beforeEach, expect, test } from 'vitest';
import { batch, bid, status } from '#testing/synced-book.ts';
import { FlowRows } from './flow-rows.ts';
import { databentoSource, isDatabentoKey, pairsOf, subscriptionLines } from './gateway-lines.ts';
import { RowOrder } from './row-order.ts';

const NUMBER = 42;

let flow: FlowRows;
beforeEach(() => {
  flow = new FlowRows(NUMBER);
});

/** A row of this order and time. */
const rowAt = (id: number, timeMs: number): Int32Array => batch({ ...bid(id, 100), timeMs }).rows;
const statusAt = (timeMs: number): Int32Array => batch({ ...status(1), timeMs }).rows;
const times = (): number[] =>
  Array.from({ length: flow.count }, (_, row) => rowTimeMs(flow.rows, row * ROW_LENGTH));
const column = (at: number): (number | undefined)[] =>
  Array.from({ length: flow.count }, (_, row) => flow.rows[row * ROW_LENGTH + at]);

test('rows are copied with the number of the listener, and the source stays as it is', () => {
  const source = rowAt(7, 5);
  const before = source.slice();
  flow.add(source, 0);
  flow.addSnapshot(source, 0);
  flow.addStatus(statusAt(6), 0);
  flow.addNone(FLAG_LAST);
  flow.addHeartbeat(9);
  expect([...source]).toEqual([...before]);
  expect(column(COL_INSTRUMENT)).toEqual(Array(5).fill(NUMBER));
  expect(column(COL_ACTION)).toEqual([ACTION_ADD, ACTION_ADD, ACTION_STATUS, ACTION_NONE, ACTION_HEARTBEAT]);
  expect(column(COL_ORDER_LO).slice(0, 2)).toEqual([7, 7]);
});

test('any number of rows has room, and after a clear the room is used again', () => {
  for (let id = 0; id < 1000; id += 1) flow.add(rowAt(id, id), 0);
  expect(column(COL_ORDER_LO)).toEqual(Array.from({ length: 1000 }, (_, id) => id));
  flow.clear();
  expect(flow.count).toBe(0);
  flow.addNone(FLAG_LAST);
  // Nothing of the row that was there before shows through
  expect([column(COL_ORDER_LO), column(COL_SIZE), column(COL_PRICE_TICKS)]).toEqual([[0], [0], [NO_PRICE]]);
});

test('the latest time is that of live rows: no snapshot moves it, and no earlier row moves it back', () => {
  expect(flow.latestMs).toBe(Number.NEGATIVE_INFINITY);
  flow.addSnapshot(rowAt(1, 900), 0);
  expect(flow.latestMs).toBe(Number.NEGATIVE_INFINITY);
  flow.add(rowAt(2, 50), 0);
  flow.add(rowAt(3, 40), 0);
  expect(flow.latestMs).toBe(50);
  // Rows themselves keep the time that they have
  expect(times()).toEqual([900, 50, 40]);
});

test('a status of the past holds from the latest row on, one of now has its own time', () => {
  flow.add(rowAt(1, 50), 0);
  flow.addStatus(statusAt(20), 0);
  flow.addStatus(statusAt(50), 0);
  flow.addStatus(statusAt(60), 0);
  flow.addStatus(statusAt(55), 0);
  expect(times()).toEqual([50, 50, 50, 60, 60]);
  expect(flow.latestMs).toBe(60);
});

test('a row without prices is at the latest instant and says what its flags say', () => {
  flow.add(rowAt(1, 50), 0);
  flow.addNone(FLAG_MAYBE_BAD_BOOK | FLAG_LAST);
  expect([times(), column(COL_FLAGS)[1]]).toEqual([[50, 50], FLAG_MAYBE_BAD_BOOK | FLAG_LAST]);
});

test('a heartbeat has the time that it is given, to the microsecond, and moves nothing', () => {
  flow.add(rowAt(1, 50), 0);
  flow.addHeartbeat(1234.5678);
  expect(times()[1]).toBeCloseTo(1234.567, 6);
  expect([flow.latestMs, column(COL_FLAGS)[1]]).toEqual([50, 0]);
});

test('after a reset rows have no order with what came before', () => {
  const order = new RowOrder();
  const judged = (id: number, sequence: number): string => {
    const row = rowAt(id, 1);
    row[9] = sequence;
    return order.judge(row, 0);
  };
  expect([judged(1, 9), judged(2, 8), judged(2, 8)]).toEqual(['follows', 'out-of-order', 'repeated']);
  order.reset();
  expect([judged(2, 8), judged(3, 7)]).toEqual(['follows', 'out-of-order']);
});

test('a subscription of the past names its first instant, all of it where there is none, and no snapshot', () => {
  const lineOf = (extras: object) =>
    subscriptionLines({ schema: 'trades', stypeIn: 'raw_symbol', symbols: ['ESZ6'], ...extras }, 9).map(
      pairsOf,
    )[0];
  expect(lineOf({ replay: true, startNs: 5n })?.get('start')).toBe('5');
  expect(lineOf({ replay: true })?.get('start')).toBe('0');
  // Without a replay there is no start, whatever instant is given
  expect(lineOf({ startNs: 5n })?.has('start')).toBe(false);
  expect([lineOf({})?.get('snapshot'), lineOf({ snapshot: true })?.get('snapshot')]).toEqual(['0', '1']);
});

test.each([
  [undefined, 'databento'],
  [{ host: 'glbx-mdp3.lsg.databento.com' }, 'databento'],
  [{ host: 'xnas-itch.lsg.databento.com' }, 'databento-stand-in'],
  [{ host: '127.0.0.1' }, 'databento-stand-in'],
])('what comes from the gateway %j is data of %s', (place, source) => {
  expect(databentoSource('GLBX.MDP3', place)).toBe(source);
});

test.each([
  [`db-${'a'.repeat(29)}`, true],
  [`db-${'-_'.repeat(14)}9`, true],
  [`db-${'a'.repeat(28)}`, false],
  [`db-${'a'.repeat(28)} `, false],
  [`db-${'a'.repeat(28)}ä`, false],
  [` db-${'a'.repeat(29)}`, false],
  [`db-${'a'.repeat(29)}\n`, false],
])('%j is a key: %s', (text, expected) => {
  expect(isDatabentoKey(text)).toBe(expected);
});
