/** What a run holds by its index and tail: while it is written, after its end, and where either is missing or damaged. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROW_LENGTH } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FrameSeal } from '#recordings/files/recorded-run.ts';
import { listRuns, pathsOfRows } from '#recordings/files/run-paths.ts';
import type { RunWriter } from '#recordings/write/run-writer.ts';
import { createRun, marketRows, pushAll, RECORDED_HEADER } from '#testing/recorded-market.ts';
import { reversingSeal } from '#testing/reversing-seal.ts';
import { rowsOf } from '#testing/rows-of-run.ts';
import { summarizeRun } from './summarize-run.ts';

const START_MS = RECORDED_HEADER.startMs;
const ROWS = marketRows(300, 9);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'undertow-summary-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A run of 200 records in frames and 100 in the tail, still being written. */
async function openRunOf(seal: FrameSeal | null = null): Promise<{ writer: RunWriter; path: string }> {
  const run = await createRun(root, { ...RECORDED_HEADER, isSealed: seal !== null }, seal);
  pushAll(run.writer, ROWS.subarray(0, 200 * ROW_LENGTH));
  run.writer.markGap(START_MS + 200);
  pushAll(run.writer, ROWS.subarray(200 * ROW_LENGTH));
  run.writer.tick();
  await expect.poll(() => run.writer.waiting).toBe(0);
  return run;
}

async function summary(seal: FrameSeal | null = null) {
  const [file] = await listRuns(root);
  if (file === undefined) throw new Error('not listed');
  return await summarizeRun(file, seal);
}

test('a run that is written is open, and holds what its tail does', async () => {
  const { writer } = await openRunOf();
  // A millisecond a row; the gap is a record of its own
  expect(await summary()).toMatchObject({
    ...{ state: 'open', records: 301, gaps: 1, firstMs: START_MS, latestMs: START_MS + 300 },
    header: RECORDED_HEADER,
  });
  // A seal is of no use to frames that are plain
  expect(await summary(reversingSeal)).toMatchObject({ records: 301 });
  await writer.end('closed');
});

test('a run that was ended holds what its end says', async () => {
  const { writer } = await openRunOf();
  await writer.end('closed');
  expect(await summary()).toMatchObject({
    ...{ state: 'ended', records: 301, gaps: 1, firstMs: START_MS + 1, latestMs: START_MS + 300 },
  });
});

test('an open run that lost its tail holds what its lines say', async () => {
  const { writer, path } = await openRunOf();
  const tail = readFileSync(pathsOfRows(path).tail);
  truncateSync(pathsOfRows(path).tail, 0);
  // Two frames are no line yet
  expect(await summary()).toMatchObject({ state: 'open', records: 0, gaps: 1, latestMs: null });
  writeFileSync(pathsOfRows(path).tail, tail);
  await writer.end('closed');
});

test.each([
  ['without its index', (index: string) => rmSync(index)],
  ['whose index has no whole line', (index: string) => writeFileSync(index, 'torn')],
])('a run %s is not counted here', async (_, spoil) => {
  const { writer, path } = await openRunOf();
  await writer.end('closed');
  spoil(pathsOfRows(path).index);
  expect(await summary()).toMatchObject({
    ...{ state: 'without index', header: null, records: 0, gaps: 0, firstMs: null, latestMs: null },
  });
});

test('the tail of a sealed run counts with its seal only, and a broken one counts as none', async () => {
  const { writer } = await openRunOf(reversingSeal);
  expect(await summary(reversingSeal)).toMatchObject({
    state: 'open',
    records: 301,
    latestMs: START_MS + 300,
  });
  expect(await summary()).toMatchObject({ state: 'open', records: 0, latestMs: null });
  const broken: FrameSeal = {
    ...reversingSeal,
    open: () => {
      throw new Error('of another key');
    },
  };
  expect(await summary(broken)).toMatchObject({ state: 'open', records: 0, latestMs: null });
  await writer.end('closed');
});

test('rows are counted as a reading of the run counts them, whenever it is looked at', async () => {
  const { writer, path } = await createRun(root);
  for (let from = 0; from < 300; from += 75) {
    pushAll(writer, ROWS.subarray(from * ROW_LENGTH, (from + 75) * ROW_LENGTH));
    writer.tick();
    await expect.poll(() => writer.waiting).toBe(0);
    const read = await rowsOf(path);
    expect([read.length / ROW_LENGTH, (await summary()).records]).toEqual([from + 75, from + 75]);
  }
  await writer.end('closed');
});
