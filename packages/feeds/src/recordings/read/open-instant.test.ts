import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACTION_LEVEL,
  COL_ACTION,
  COL_FLAGS,
  COL_SEQUENCE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_MBP,
  type LevelBook,
  OrderBook,
  ROW_LENGTH,
  rowTimeMs,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import { pathsOfRows } from '#recordings/files/run-paths.ts';
import {
  createRun,
  emptySnapshot,
  makeStatus,
  marketRows,
  pushAll,
  RECORDED_HEADER,
} from '#testing/recorded-market.ts';
import { openInstant } from './open-instant.ts';
import { openRun } from './run-reader.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-instant-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

const START_MS = RECORDED_HEADER.startMs;
const ROWS = 9000;
let runs = 0;
function nextHeader(): typeof RECORDED_HEADER {
  runs += 1;
  return { ...RECORDED_HEADER, run: `run-${runs}` };
}

function bookRows(book: OrderBook | LevelBook): Buffer {
  const stamp = { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: 0, rptSeq: 0 };
  const { rows, count } = snapshotRows(book, stamp);
  return Buffer.from(rows.slice(0, count * ROW_LENGTH).buffer);
}

/** Rows up to the instant: whole events only. */
function upTo(rows: Int32Array, timeMs: number): number {
  let isEventOpen = false;
  let at = 0;
  for (; at < rows.length; at += ROW_LENGTH) {
    if (!isEventOpen && rowTimeMs(rows, at) > timeMs) break;
    isEventOpen = (rows[at + COL_FLAGS]! & FLAG_LAST) === 0;
  }
  return at;
}

/** A run of the rows with a book kept every thousand or so, and where it is. */
async function recorded(rows: Int32Array): Promise<string> {
  const { writer, path } = await createRun(scratch, nextHeader());
  const book = new OrderBook();
  const stamp = { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: 0, rptSeq: 0 };
  pushAll(writer, emptySnapshot());
  for (let at = 0, since = 0; at < rows.length; at += ROW_LENGTH, since += 1) {
    if (since > 1000 && writer.isBetweenEvents) {
      writer.keepBook(snapshotRows(book, stamp));
      since = 0;
    }
    writer.push(rows, at);
    book.applyRow(rows, at);
  }
  await writer.end('closed');
  return path;
}

test('an instant is the book that replaying all rows leads to, and the rows after it follow', async () => {
  const rows = marketRows(ROWS, 21);
  const path = await recorded(rows);
  const reader = await openRun(path);
  expect(reader.index.books.length).toBeGreaterThan(5);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -5, max: ROWS + 5 }), async (ms) => {
      const timeMs = START_MS + ms;
      const opened = await openInstant(reader, timeMs);
      const split = upTo(rows, timeMs);
      const expected = new OrderBook();
      for (let at = 0; at < split; at += ROW_LENGTH) expected.applyRow(rows, at);
      expect(bookRows(opened.book).equals(bookRows(expected))).toBe(true);
      expect(opened.isBookKnown).toBe(true);
      const next = await opened.after.next();
      if (split === rows.length) expect(next.done).toBe(true);
      else expect(next.value.rows.slice(0, ROW_LENGTH)).toEqual(rows.slice(split, split + ROW_LENGTH));
      await opened.close();
    }),
    { numRuns: 40 },
  );
  await reader.close();
});

test('the rows after an instant are all others, in order', async () => {
  const rows = marketRows(ROWS, 22);
  const reader = await openRun(await recorded(rows));
  const opened = await openInstant(reader, START_MS + 4321.5);
  let at = upTo(rows, START_MS + 4321.5);
  for await (const batch of opened.after)
    for (let row = 0; row < batch.count; row += 1, at += ROW_LENGTH)
      if (batch.rows[row * ROW_LENGTH + COL_SEQUENCE] !== rows[at + COL_SEQUENCE]) expect.fail(`row ${at}`);
  expect(at).toBe(rows.length);
  await reader.close();
});

test('without books an instant is found from the beginning', async () => {
  const rows = marketRows(3000, 23);
  const path = await recorded(rows);
  const { index } = pathsOfRows(path);
  const whole = await openRun(path);
  const expected = bookRows((await openInstant(whole, START_MS + 2500)).book);
  await whole.close();
  writeFileSync(index, readFileSync(index, 'utf8').split('\n')[0]!);
  rmSync(index);
  const reader = await openRun(path);
  expect(bookRows((await openInstant(reader, START_MS + 2500)).book).equals(expected)).toBe(true);
  await reader.close();
});

test('in a gap the book is not known, after the snapshot it is', async () => {
  const rows = marketRows(200, 24);
  const { writer, path } = await createRun(scratch, nextHeader());
  pushAll(writer, emptySnapshot());
  pushAll(writer, rows.subarray(0, 100 * ROW_LENGTH));
  writer.markGap(START_MS + 150);
  pushAll(writer, emptySnapshot());
  pushAll(writer, rows.subarray(180 * ROW_LENGTH));
  await writer.end('closed');
  const reader = await openRun(path);
  const at = async (ms: number) => {
    const { isBookKnown, lastMs, close } = await openInstant(reader, START_MS + ms);
    await close();
    return { isBookKnown, lastMs };
  };
  expect(await at(99)).toEqual({ isBookKnown: true, lastMs: START_MS + 99 });
  expect(await at(185)).toEqual({ isBookKnown: true, lastMs: START_MS + 185 });
  const file = readFileSync(pathsOfRows(path).index, 'utf8');
  expect(file).toContain('"kind":"gap"');
  await reader.close();
});

test('a run that ends in a gap has no book after it', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  pushAll(writer, emptySnapshot());
  pushAll(writer, marketRows(100, 25));
  writer.markGap(START_MS + 150);
  await writer.end('closed');
  const reader = await openRun(path);
  const { isBookKnown, book } = await openInstant(reader, START_MS + 200);
  expect(isBookKnown).toBe(false);
  expect(book.bestBidTicks).toBe(-0x8000_0000);
  await reader.close();
});

test('the status that the exchange announced last is known at an instant', async () => {
  const rows = marketRows(3000, 26);
  makeStatus(rows, 500 * ROW_LENGTH, 1);
  makeStatus(rows, 2500 * ROW_LENGTH, 2);
  const reader = await openRun(await recorded(rows));
  const statusAt = async (ms: number) => (await openInstant(reader, START_MS + ms)).status;
  expect(await statusAt(400)).toBeNull();
  const [first, second] = [await statusAt(2000), await statusAt(2900)];
  expect(first).not.toBeNull();
  expect(second).not.toBe(first);
  await reader.close();
});

test('levels are opened at any instant without books of their own', async () => {
  const header = { ...nextHeader(), tier: 'L2S' as const };
  const { writer, path } = await createRun(scratch, header);
  const rows = marketRows(3000, 27);
  for (let at = 0; at < rows.length; at += ROW_LENGTH) {
    // Each row an event with one of ten prices: the window of ten levels holds the whole book
    rows[at + COL_ACTION] = ACTION_LEVEL;
    rows[at + 1] = SIDE_BID;
    rows[at + 2] = 20_000 - (rows[at + COL_SEQUENCE]! % 10);
    rows[at + COL_SIZE] = rows[at + COL_SEQUENCE]! % 7;
    rows[at + COL_FLAGS] = FLAG_LAST | FLAG_MBP;
  }
  pushAll(writer, rows);
  await writer.end('closed');
  const reader = await openRun(path);
  for (const ms of [1, 500, 1024, 1500, 2999]) {
    const opened = await openInstant(reader, START_MS + ms);
    const [end] = [upTo(rows, START_MS + ms)];
    for (let price = 20_000; price > 19_990; price -= 1) {
      let size = 0;
      for (let at = 0; at < end; at += ROW_LENGTH) if (rows[at + 2] === price) size = rows[at + COL_SIZE]!;
      expect(opened.book.levelSize(SIDE_BID, price)).toBe(size);
    }
    expect(opened.isBookKnown).toBe(true);
    await opened.close();
  }
  await reader.close();
});
