import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COL_RPT_SEQ, ROW_LENGTH } from '@undertow/market';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDbn } from '#dbn/decode/read-dbn.ts';
import { listRuns, pathsOfRows } from '#recordings/files/run-paths.ts';
import {
  createRun,
  emptySnapshot,
  makeStatus,
  makeTrade,
  marketRows,
  pushAll,
  RECORDED_HEADER,
} from '#testing/recorded-market.ts';
import { reversingSeal } from '#testing/reversing-seal.ts';
import { expectSame, rowsOf } from '#testing/rows-of-run.ts';
import { openRun } from './run-reader.ts';
import { summarizeRun } from './summarize-run.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-recording-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

let runs = 0;
function nextHeader(): typeof RECORDED_HEADER {
  runs += 1;
  return { ...RECORDED_HEADER, run: `run-${runs}` };
}

test('a status of a feed that numbers its rows is read without its number, as the records are', async () => {
  const rows = marketRows(20, 3);
  makeStatus(rows, 9 * ROW_LENGTH, 1);
  rows[9 * ROW_LENGTH + COL_RPT_SEQ] = 70_000;
  const { writer, path } = await createRun(scratch, nextHeader());
  pushAll(writer, emptySnapshot());
  pushAll(writer, rows);
  await writer.end('closed');
  const read = await rowsOf(path);
  const numbers = read.filter((_, at) => at % ROW_LENGTH === COL_RPT_SEQ);
  expect([numbers.length, Math.max(...numbers)]).toEqual([21, 0]);
});

test('what is recorded is read back row by row, trades and statuses in their places', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6000 }),
      fc.integer({ min: 1, max: 1e6 }),
      fc.uniqueArray(fc.nat(5999), { maxLength: 8 }),
      async (count, seed, special) => {
        const rows = marketRows(count, seed);
        special
          .filter((row) => row < count)
          .forEach((row, number) => {
            if (number % 2 === 0) makeStatus(rows, row * ROW_LENGTH, number % 4);
            else makeTrade(rows, row * ROW_LENGTH);
          });
        const { writer, path } = await createRun(scratch, nextHeader());
        for (let at = 0; at < rows.length; at += ROW_LENGTH) {
          writer.push(rows, at);
          if (at % (97 * ROW_LENGTH) === 0) writer.tick();
        }
        await writer.end('closed');
        expectSame(await rowsOf(path), rows);
      },
    ),
    { numRuns: 12 },
  );
});

test.each([null, reversingSeal])(
  'a run of many megabytes is read back row by row, plain and sealed (case %#)',
  async (seal) => {
    const rows = marketRows(120_000, 21);
    const { writer, path } = await createRun(scratch, { ...nextHeader(), isSealed: seal !== null }, seal);
    pushAll(writer, rows);
    await writer.end('closed');
    // Several times what is read at once
    expect(statSync(path).size).toBeGreaterThan(1024 * 1024);
    expectSame(await rowsOf(path, seal), rows);
  },
);

test('a file that is cut at any byte is read up to its last whole record', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  const rows = marketRows(9000, 5);
  pushAll(writer, rows);
  await writer.end('closed');
  const whole = readFileSync(path);
  const reader = await openRun(path);
  const first = reader.start.at;
  await reader.close();
  const lengths: number[] = [];
  const cuts = Array.from(
    { length: 25 },
    (_, cut) => first + Math.floor(((whole.length - first) * cut) / 24),
  );
  for (const cut of cuts) {
    writeFileSync(path, whole.subarray(0, cut));
    const read = await rowsOf(path);
    expectSame(read, rows.subarray(0, read.length));
    lengths.push(read.length / ROW_LENGTH);
  }
  expect(lengths).toEqual([...lengths].sort((one, other) => one - other));
  // The frame is several blocks: the first ones of a torn frame are read too
  expect(lengths.some((length) => length > 0 && length < 9000)).toBe(true);
  expect(lengths.at(-1)).toBe(9000);
});

test('a run is read while it is written, up to what is on disk', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  const rows = marketRows(5000, 6);
  const readSoFar = async () => (await rowsOf(path).catch(() => [])).length / ROW_LENGTH;
  pushAll(writer, rows.subarray(0, 2000 * ROW_LENGTH));
  writer.tick();
  await expect.poll(readSoFar).toBe(2000);
  pushAll(writer, rows.subarray(2000 * ROW_LENGTH, 3000 * ROW_LENGTH));
  writer.tick();
  await expect.poll(readSoFar).toBe(3000);
  expectSame(await rowsOf(path), rows.subarray(0, 3000 * ROW_LENGTH));
  const file = (await listRuns(scratch)).find((one) => one.path === path);
  if (file === undefined) throw new Error('not listed');
  const latestMs = RECORDED_HEADER.startMs + 3000;
  expect(await summarizeRun(file)).toMatchObject({ state: 'open', records: 3000, latestMs });
  pushAll(writer, rows.subarray(3000 * ROW_LENGTH));
  await writer.end('closed');
  expect(existsSync(pathsOfRows(path).tail)).toBe(false);
  expectSame(await rowsOf(path), rows);
});

test('any reader of DBN reads the file of rows', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  const rows = marketRows(5000, 7);
  pushAll(writer, rows);
  await writer.end('closed');
  const reading = await readDbn(path);
  let records = 0;
  for await (const { count } of reading.batches) records += count;
  expect(records).toBe(5000);
  expect(reading.metadata).toMatchObject({ version: 3, schema: 'mbo', dataset: 'UNDERTOW.SIM', endNs: null });
  expect(reading.instruments[0]).toMatchObject({ symbol: 'ESH4', isCatalogued: true });
});

test('a run without its index is read as well, without what only the index holds', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  const rows = marketRows(300, 8);
  makeStatus(rows, 100 * ROW_LENGTH, 1);
  pushAll(writer, rows);
  await writer.end('closed');
  rmSync(pathsOfRows(path).index);
  const read = await rowsOf(path);
  expect(read.length / ROW_LENGTH).toBe(299);
  expectSame(read.subarray(0, 100 * ROW_LENGTH), rows.subarray(0, 100 * ROW_LENGTH));
});

test('lines of the index after a damaged one are not believed, the rows are', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  const rows = marketRows(40_000, 9);
  pushAll(writer, rows);
  await writer.end('closed');
  const { index } = pathsOfRows(path);
  const lines = readFileSync(index, 'utf8').split('\n');
  writeFileSync(index, lines.with(2, lines[2]!.replace('"count":16384', '"count":16385')).join('\n'));
  const reader = await openRun(path);
  expect(reader.index.indexed?.record).toBe(16_384);
  expect(reader.index.end).toBeNull();
  await reader.close();
  expectSame(await rowsOf(path), rows);
});

test('a damaged frame is an error that names its byte', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  pushAll(writer, marketRows(9000, 10));
  await writer.end('closed');
  const bytes = readFileSync(path);
  const reader = await openRun(path);
  const second = reader.index.lineAt(1_704_207_600_000 + 5000)?.at ?? 0;
  await reader.close();
  bytes.writeUInt32LE(7, second);
  writeFileSync(path, bytes);
  await expect(rowsOf(path)).rejects.toThrow(`byte ${second} of the file: expected a zstd frame`);
});

test('zeros after the last line of a run that was not ended are its torn end, not damage', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  const rows = marketRows(20_000, 13);
  pushAll(writer, rows);
  await writer.end('closed');
  const { index } = pathsOfRows(path);
  const lines = readFileSync(index, 'utf8').split('\n');
  writeFileSync(
    index,
    lines.filter((line) => !line.includes('"end"') && !line.includes('"count":3616')).join('\n'),
  );
  const reader = await openRun(path);
  const { at } = reader.index.indexed ?? { at: 0 };
  writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, at), Buffer.alloc(500)]));
  expectSame(await rowsOf(path), rows.subarray(0, 16_384 * ROW_LENGTH));
  await reader.close();
});

test('the gap of a feed is in the rows and in the index', async () => {
  const { writer, path } = await createRun(scratch, nextHeader());
  const rows = marketRows(100, 11);
  pushAll(writer, emptySnapshot());
  writer.markGap(1);
  pushAll(writer, rows);
  writer.markGap(1_704_207_605_000);
  await writer.end('closed');
  const read = await rowsOf(path);
  expect(read.length / ROW_LENGTH).toBe(102);
  const gap = read.subarray(101 * ROW_LENGTH);
  expect([...gap.subarray(0, 4), gap[8]]).toEqual([7, 0, -0x8000_0000, 0, 0x84]);
  const reader = await openRun(path);
  expect(reader.index.gaps).toEqual([
    { kind: 'gap', record: 102, sinceMs: 1_704_207_600_100, noticedMs: 1_704_207_605_000 },
  ]);
  await reader.close();
});

test('a sealed run is read with its seal, and moved or changed frames are refused', async () => {
  const header = { ...nextHeader(), isSealed: true };
  const { writer, path } = await createRun(scratch, header, reversingSeal);
  const rows = marketRows(9000, 12);
  makeStatus(rows, 50 * ROW_LENGTH, 2);
  pushAll(writer, rows);
  await writer.end('closed');
  expect(path.endsWith('.dbn.zst.sealed')).toBe(true);
  expect(readFileSync(path).includes(Buffer.from('28b52ffd', 'hex'))).toBe(false);
  expectSame(await rowsOf(path, reversingSeal), rows);
  await expect(openRun(path)).rejects.toThrow('the recording is sealed: expected its index, and the key');
  const bytes = readFileSync(path);
  bytes[bytes.length - 20]! ^= 1;
  writeFileSync(path, bytes);
  await expect(rowsOf(path, reversingSeal)).rejects.toThrow('it cannot be opened');
  truncateSync(path, bytes.length - 30);
  const left = await rowsOf(path, reversingSeal);
  expectSame(left, rows.subarray(0, left.length));
});

test.each([
  ['an empty file', Buffer.alloc(0), 'its first frame is not whole'],
  ['text', Buffer.from('records, many of them'), 'expected a zstd frame (28 b5 2f fd), found 72 65 63 6f'],
])('%s is no recording', async (_what, bytes, reason) => {
  const { writer, path } = await createRun(scratch, nextHeader());
  await writer.end('closed');
  writeFileSync(path, bytes);
  await expect(openRun(path)).rejects.toThrow(reason);
});
