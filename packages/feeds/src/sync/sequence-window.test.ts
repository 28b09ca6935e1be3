/** Rows ahead of their turn are held once each, and come out in their order with what they held. */
import {
  ACTION_ADD,
  ACTION_BLOCK,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_RPT_SEQ,
  COL_SIZE,
  ROW_LENGTH,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecoveryBuffer } from './recovery-buffer.ts';
import { SequenceWindow, WINDOW_ROWS } from './sequence-window.ts';

/** A row whose size names it. */
function rowOf(size: number, action = ACTION_ADD, sequence = 0): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_SIZE] = size;
  row[COL_ACTION] = action;
  row[COL_RPT_SEQ] = sequence;
  return row;
}

test('a row is held once', () => {
  const window = new SequenceWindow();
  expect([window.hold(7, rowOf(1), 0), window.hold(7, rowOf(2), 0), window.count]).toEqual([true, false, 1]);
  const at = window.take(7);
  expect(window.rows[at + COL_SIZE]).toBe(1);
  expect([window.take(7), window.count]).toEqual([-1, 0]);
});

test('what is held does not change with the batch it came in', () => {
  const window = new SequenceWindow();
  const row = rowOf(1);
  window.hold(7, row, 0);
  row[COL_SIZE] = 99;
  expect(window.rows[window.take(7) + COL_SIZE]).toBe(1);
});

test('a row is taken from the place in its batch', () => {
  const batch = new Int32Array(2 * ROW_LENGTH);
  batch.set(rowOf(5), ROW_LENGTH);
  const window = new SequenceWindow();
  window.hold(1, batch, ROW_LENGTH);
  expect(window.rows[window.take(1) + COL_SIZE]).toBe(5);
});

test('a sequence that shares the place of another is not taken for it', () => {
  const window = new SequenceWindow();
  window.hold(7, rowOf(1), 0);
  expect(window.take(7 + WINDOW_ROWS)).toBe(-1);
  expect(window.count).toBe(1);
});

test('whatever order rows of a window come in, they leave in sequence, each once', () => {
  const first = fc.integer({ min: 1, max: 2_000_000_000 });
  const ahead = fc.array(fc.nat(WINDOW_ROWS - 1), { maxLength: 120 });
  fc.assert(
    fc.property(first, ahead, (start, places) => {
      const window = new SequenceWindow();
      for (const place of places) window.hold(start + place, rowOf(place), 0);
      const distinct = [...new Set(places)].sort((one, other) => one - other);
      expect(window.count).toBe(distinct.length);
      const left: number[] = [];
      window.drain(start, (rows, at) => left.push(rows[at + COL_SIZE] ?? -1));
      expect(left).toEqual(distinct);
      expect(window.count).toBe(0);
    }),
  );
});

test('a full recovery buffer says so, and begins again with the row that did not fit', () => {
  const buffer = new RecoveryBuffer();
  const row = rowOf(1);
  let fitted = 0;
  for (let count = 0; count < 65_536; count += 1) if (buffer.push(row, 0)) fitted += 1;
  expect(fitted).toBe(65_536);
  expect(buffer.push(rowOf(2), 0)).toBe(false);
  const { rows, count } = buffer.takeAll();
  expect([count, rows[COL_SIZE]]).toEqual([1, 2]);
});

test('of what a snapshot includes only trades and announcements are kept, in sequence, each once', () => {
  const buffer = new RecoveryBuffer();
  const came = [
    [ACTION_TRADE, 4],
    [ACTION_ADD, 5],
    [ACTION_BLOCK, 6],
    [ACTION_TRADE, 6],
    [ACTION_STATUS, 7],
    [ACTION_TRADE, 8],
    [ACTION_TRADE, 9],
  ] as const;
  for (const [action, sequence] of came) buffer.push(rowOf(sequence, action, sequence), 0);
  const seen: number[] = [];
  expect(buffer.prints(4, 8, (rows, at) => seen.push(rows[at + COL_SIZE] ?? -1))).toBe(8);
  expect(seen).toEqual([6, 7, 8]);
});

test('announcements without a sequence are always kept', () => {
  const buffer = new RecoveryBuffer();
  buffer.push(rowOf(1, ACTION_STATUS, 0), 0);
  const seen: number[] = [];
  expect(buffer.prints(4, 8, (rows, at) => seen.push(rows[at + COL_SIZE] ?? -1))).toBe(4);
  expect(seen).toEqual([1]);
});

test('taken rows stay the taker’s, whatever comes later', () => {
  const buffer = new RecoveryBuffer();
  buffer.push(rowOf(1), 0);
  const { rows } = buffer.takeAll();
  buffer.push(rowOf(2), 0);
  expect(rows[COL_SIZE]).toBe(1);
  expect(buffer.takeAll().count).toBe(1);
});
