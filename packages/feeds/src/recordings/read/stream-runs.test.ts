import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  COL_FLAGS,
  COL_SEQUENCE,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  OrderBook,
  ROW_LENGTH,
} from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import { createRun, emptySnapshot, marketRows, pushAll, RECORDED_HEADER } from '#testing/recorded-market.ts';
import { openRun } from './run-reader.ts';
import { streamRuns } from './stream-runs.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-stream-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

const START_MS = RECORDED_HEADER.startMs;
const rows = marketRows(3000, 31);
const STAMP = { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: 0, rptSeq: 0 };

/** A run of the rows between the two, which begins with the book before them. */
async function part(run: string, from: number, to: number, continues = false): Promise<string> {
  const tradingDay = continues ? '2024-01-03' : '2024-01-02';
  const startMs = START_MS + from;
  const { writer, path } = await createRun(scratch, {
    ...RECORDED_HEADER,
    run,
    startMs,
    continues,
    tradingDay,
  });
  const book = new OrderBook();
  for (let at = 0; at < from * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows, at);
  const snapshot = snapshotRows(book, STAMP);
  pushAll(writer, from === 0 ? emptySnapshot() : snapshot.rows.subarray(0, snapshot.count * ROW_LENGTH));
  pushAll(writer, rows.subarray(from * ROW_LENGTH, to * ROW_LENGTH));
  await writer.end('closed');
  return path;
}

/** What comes: the sequence of a row, `gap`, or `book` for a snapshot. */
async function streamed(
  paths: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<(number | string)[]> {
  const seen: (number | string)[] = [];
  const runs = paths.map((path) => () => openRun(path));
  for await (const batch of streamRuns(runs, START_MS + fromMs, START_MS + toMs)) {
    for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH) {
      const flags = batch.rows[at + COL_FLAGS]!;
      if ((flags & FLAG_MAYBE_BAD_BOOK) !== 0) seen.push('gap');
      else if ((flags & FLAG_SNAPSHOT) === 0) seen.push(batch.rows[at + COL_SEQUENCE]!);
      else if (seen.at(-1) !== 'book') seen.push('book');
    }
  }
  return seen;
}

/** The events of the test are of one row or more: the first of the range, and how many. */
function shape(seen: readonly (number | string)[]) {
  const numbers = seen.filter((one) => typeof one === 'number');
  const isContiguous = numbers.every((one, at) => at === 0 || one === (numbers[at - 1] ?? 0) + 1);
  return { begins: seen[0], first: numbers[0], last: numbers.at(-1), isContiguous };
}

test('a range begins with the book, and days that continue are joined without a seam', async () => {
  const paths = [await part('a', 0, 1500), await part('a', 1500, 3000, true)];
  const seen = await streamed(paths, 1000, 2000);
  expect(shape(seen)).toMatchObject({ begins: 'book', isContiguous: true });
  expect(seen.filter((one) => typeof one === 'string')).toEqual(['book']);
  expect(Math.abs(seen.length - 1001)).toBeLessThan(20);
});

test('a run that another process began states the gap before it and brings its book', async () => {
  const paths = [await part('b', 0, 1000), await part('c', 1200, 3000)];
  const seen = await streamed(paths, 900, 1300);
  expect(seen.filter((one) => typeof one === 'string')).toEqual(['book', 'gap', 'book']);
  expect(shape(seen)).toMatchObject({ begins: 'book', isContiguous: false });
});

test('of runs that overlap no row comes twice', async () => {
  const paths = [await part('d', 0, 2000), await part('e', 100, 1500), await part('f', 1000, 3000)];
  const seen = await streamed(paths, 0, 3000);
  expect(shape(seen)).toMatchObject({ begins: 'book', isContiguous: true });
  expect(shape(seen).last).toBe(3000);
  expect(seen.filter((one) => typeof one === 'string')).toEqual(['book', 'gap', 'book']);
});

test('a range that no run reaches is empty', async () => {
  expect(await streamed([await part('g', 1000, 1100)], 0, 500)).toEqual([]);
});
