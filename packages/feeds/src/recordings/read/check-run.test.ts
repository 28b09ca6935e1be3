import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrderBook, ROW_LENGTH } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import { listRuns, pathsOfRows } from '#recordings/files/run-paths.ts';
import { createRun, emptySnapshot, marketRows, pushAll, RECORDED_HEADER } from '#testing/recorded-market.ts';
import { checkRun } from './check-run.ts';
import { openRun } from './run-reader.ts';
import { summarizeRun } from './summarize-run.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-check-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

const STAMP = { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: 0, rptSeq: 0 };

/** A run of 6001 records with a book in the middle, which `spoil` may change. */
async function run(name: string, spoil: (book: OrderBook) => void = () => undefined): Promise<string> {
  const rows = marketRows(6000, 41);
  const { writer, path } = await createRun(scratch, { ...RECORDED_HEADER, run: name });
  const book = new OrderBook();
  pushAll(writer, emptySnapshot());
  for (let at = 0; at < rows.length; at += ROW_LENGTH) {
    if (at === 3000 * ROW_LENGTH) {
      spoil(book);
      writer.keepBook(snapshotRows(book, STAMP));
    }
    writer.push(rows, at);
    book.applyRow(rows, at);
  }
  await writer.end('closed');
  return path;
}

test('a run that was ended in order is whole', async () => {
  const whole = { records: 6001, books: 1, gaps: 0, isEnded: true, hasIndex: true, tornAt: null, faults: [] };
  expect(await checkRun(await run('whole'))).toEqual(whole);
});

test('after a kill the run is torn at a byte, and that is no fault', async () => {
  const path = await run('killed');
  const { index } = pathsOfRows(path);
  const lines = readFileSync(index, 'utf8').split('\n');
  writeFileSync(index, `${lines.slice(0, 3).join('\n')}\n${lines[3]!.slice(0, 20)}`);
  const bytes = readFileSync(path).length;
  truncateSync(path, bytes - 10);
  const checked = await checkRun(path);
  expect(checked).toMatchObject({ isEnded: false, hasIndex: true, faults: [] });
  expect(checked.tornAt).toBeGreaterThan(0);
  expect(checked.records).toBeGreaterThan(3000);
});

test('a damaged frame is named with its file and byte, and what is before it is counted', async () => {
  const path = await run('damaged');
  const bytes = readFileSync(path);
  bytes.fill(0, bytes.length - 200, bytes.length - 100);
  writeFileSync(path, bytes);
  const { faults, records } = await checkRun(path);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/damaged\.dbn\.zst: byte \d+ of the file: expected/);
  expect(records).toBeGreaterThanOrEqual(3001);
});

test('a damaged frame near the start costs only what comes after it', async () => {
  const path = await run('damaged-early');
  const reader = await openRun(path);
  const { at } = reader.index.lineAt(RECORDED_HEADER.startMs + 3500) ?? { at: 0 };
  await reader.close();
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(0, at);
  writeFileSync(path, bytes);
  const { faults, records } = await checkRun(path);
  expect(faults).toEqual([
    `${path}: byte ${at} of the file: expected a zstd frame (28 b5 2f fd), found 00 00 00 00`,
  ]);
  expect(records).toBe(3001);
});

test('a stored book that the rows do not lead to is a fault', async () => {
  const { faults } = await checkRun(await run('other-book', (book) => book.clear()));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('lead to another book than the one stored there');
});

test('a file that lost its end is reported by the count of its index', async () => {
  const path = await run('short');
  truncateSync(path, 1500);
  const { faults, isEnded } = await checkRun(path);
  expect(isEnded).toBe(false);
  expect(faults).toEqual([]);
});

test('a folder of runs is listed with what each holds, strange files left out', async () => {
  writeFileSync(join(scratch, 'note.dbn.zst'), 'of somebody');
  const files = await listRuns(scratch);
  expect(files.map(({ run: name }) => name)).not.toContain('note');
  const whole = files.find(({ run: name }) => name === 'whole');
  expect(whole).toMatchObject({ owner: null, source: 'simulated', product: 'ES', tradingDay: '2024-01-02' });
  if (whole === undefined) throw new Error('not listed');
  expect(await summarizeRun(whole)).toMatchObject({ state: 'ended', records: 6001, gaps: 0 });
  expect(await listRuns(join(scratch, 'nowhere'))).toEqual([]);
});
