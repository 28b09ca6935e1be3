/** What a run's writer makes of rows: records or lines beside them, and an index that counts exactly what is there. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_HEARTBEAT,
  ACTION_LEVEL,
  ACTION_NONE,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type FeedTier,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
} from '@undertow/market';
import { beforeEach, expect, test } from 'vitest';
import { parseMetadata } from '#dbn/files/dbn-metadata.ts';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import { frameAt } from '#recordings/files/frame-bounds.ts';
import { type IndexEntry, parseIndex } from '#recordings/files/index-lines.ts';
import { MemoryDisk } from '#testing/memory-disk.ts';
import { makeStatus, marketRows, pushAll, RECORDED_HEADER } from '#testing/recorded-market.ts';
import { reversingSeal } from '#testing/reversing-seal.ts';
import { recordEncoder, runMetadata } from './record-encoder.ts';
import { RunWriter } from './run-writer.ts';

const START_MS = RECORDED_HEADER.startMs;

let disk: MemoryDisk;
beforeEach(() => {
  disk = new MemoryDisk();
});

function writerOf(tier: FeedTier = 'L3', seal: typeof reversingSeal | null = null): RunWriter {
  const onFailure = (error: Error): never => {
    throw error;
  };
  const header = { ...RECORDED_HEADER, tier, isSealed: seal !== null };
  return new RunWriter({ header, files: disk.files, seal, onFailure });
}

/** A row so many milliseconds after the start. */
function row(action: number, ms: number, flags = FLAG_LAST): Int32Array {
  const made = new Int32Array(ROW_LENGTH);
  const timeNs = BigInt(START_MS + ms) * 1_000_000n;
  made[COL_ACTION] = action;
  made[COL_FLAGS] = flags;
  made[COL_SEQUENCE] = ms;
  made[COL_TIME_HI] = nsHi(timeNs);
  made[COL_TIME_LO] = nsLo(timeNs);
  return made;
}

const entries = (): readonly IndexEntry[] => parseIndex(disk.bytesOf('index').toString()).entries;
const last = (): IndexEntry | undefined => entries().at(-1);

test('a run without a row has its header, its metadata and its end', async () => {
  await writerOf().end('day');
  const { header, entries: lines, brokenAt } = parseIndex(disk.bytesOf('index').toString());
  expect([header, brokenAt]).toEqual([RECORDED_HEADER, null]);
  const bytes = disk.bytesOf('rows').length;
  expect(bytes).toBeGreaterThan(0);
  expect(lines).toEqual([
    { kind: 'end', reason: 'day', records: 0, gaps: 0, firstMs: null, latestMs: null, bytes },
  ]);
});

test('the file says what it holds: contract, schema and start, its end open', () => {
  expect(parseMetadata(runMetadata(RECORDED_HEADER))).toMatchObject({
    ...{ dataset: 'UNDERTOW.SIM', schema: 'mbo', symbols: ['ESH4'], endNs: null },
    startNs: BigInt(START_MS) * 1_000_000n,
  });
  expect(parseMetadata(runMetadata({ ...RECORDED_HEADER, tier: 'L2C' })).schema).toBe('mbp-10');
  expect(parseMetadata(runMetadata({ ...RECORDED_HEADER, tier: 'L1T' })).schema).toBe('mbp-1');
});

test.each<[FeedTier, readonly number[]]>([
  ['L3', [ACTION_NONE, ACTION_ADD, ACTION_TRADE, ACTION_FILL, ACTION_CLEAR]],
  ['L2S', [ACTION_LEVEL, ACTION_TRADE, ACTION_CLEAR]],
  ['L2C', [ACTION_LEVEL, ACTION_TRADE, ACTION_CLEAR]],
  ['L1T', [ACTION_LEVEL, ACTION_TRADE, ACTION_CLEAR]],
])('a recording of %s has records for what its schema can hold', (tier, held) => {
  const encoder = recordEncoder({ ...RECORDED_HEADER, tier });
  const all = [ACTION_NONE, ACTION_ADD, ACTION_TRADE, ACTION_FILL, ACTION_LEVEL, ACTION_CLEAR, ACTION_STATUS];
  expect(all.filter((action) => encoder.holds(row(action, 0), 0)).toSorted()).toEqual(held.toSorted());
});

test('the end counts records and gaps, and knows the first and the latest time', async () => {
  const writer = writerOf();
  for (const one of [row(ACTION_ADD, 5), row(ACTION_ADD, 9), row(ACTION_ADD, 7)]) writer.push(one, 0);
  expect([writer.records, writer.latestMs]).toEqual([3, null]);
  writer.markGap(START_MS + 20.7);
  expect([writer.records, writer.gaps, writer.latestMs]).toEqual([4, 1, START_MS + 9]);
  await writer.end('roll');
  expect(entries().find(({ kind }) => kind === 'gap')).toEqual({
    ...{ kind: 'gap', record: 4, sinceMs: START_MS + 9, noticedMs: START_MS + 20 },
  });
  expect(last()).toMatchObject({
    ...{ kind: 'end', reason: 'roll', records: 4, gaps: 1, firstMs: START_MS + 5, latestMs: START_MS + 9 },
  });
});

test('rows of snapshots move no time: they may be days old', async () => {
  const writer = writerOf();
  writer.push(row(ACTION_ADD, -86_400_000, FLAG_SNAPSHOT), 0);
  writer.push(row(ACTION_ADD, 90_000, FLAG_SNAPSHOT | FLAG_LAST), 0);
  writer.push(row(ACTION_ADD, 3), 0);
  await writer.end('closed');
  expect(last()).toMatchObject({ records: 3, firstMs: START_MS + 3, latestMs: START_MS + 3 });
});

test('before the first live row there is nothing that a gap or a book could follow', async () => {
  const writer = writerOf();
  writer.push(row(ACTION_ADD, 0, FLAG_SNAPSHOT | FLAG_LAST), 0);
  writer.markGap(START_MS);
  writer.keepBook(
    snapshotRows(new OrderBook(), { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: 0, rptSeq: 0 }),
  );
  await writer.end('closed');
  expect(entries().map(({ kind }) => kind)).toEqual(['rows', 'end']);
  expect(disk.bytesOf('books')).toHaveLength(0);
});

test('heartbeats are left out, and do not end an event', () => {
  const writer = writerOf();
  writer.push(row(ACTION_ADD, 1, 0), 0);
  expect(writer.isBetweenEvents).toBe(false);
  writer.push(row(ACTION_HEARTBEAT, 2), 0);
  expect([writer.isBetweenEvents, writer.records]).toEqual([false, 1]);
  writer.push(row(ACTION_ADD, 3), 0);
  expect([writer.isBetweenEvents, writer.records]).toEqual([true, 2]);
});

test('fills among levels are left out without a line of their own', async () => {
  const writer = writerOf('L2S');
  writer.push(row(ACTION_FILL, 1), 0);
  writer.push(row(ACTION_LEVEL, 2), 0);
  await writer.end('closed');
  expect(entries().map(({ kind }) => kind)).toEqual(['rows', 'end']);
  expect(last()).toMatchObject({ records: 1 });
});

test.each([null, reversingSeal])(
  'a status lies beside the records, numbered, before the ones that follow it (%#)',
  async (seal) => {
    const writer = writerOf('L3', seal);
    const rows = marketRows(3, 1);
    writer.push(rows, 0);
    for (const status of [1, 2]) {
      const made = row(ACTION_STATUS, status);
      makeStatus(made, 0, status);
      writer.push(made, 0);
    }
    writer.push(rows, ROW_LENGTH);
    await writer.end('closed');
    const beside = entries().filter((entry) => entry.kind === 'beside');
    expect(beside.map(({ record, number }) => [record, number])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    // 16 columns of four bytes, and the checksum of the seal
    expect(beside.map((entry) => Buffer.from(entry.rows, 'base64').length)).toEqual(
      Array(2).fill(seal === null ? 64 : 68),
    );
  },
);

test('lines of rows lie back to back, in bytes and in records, up to the end of the file', async () => {
  const writer = writerOf();
  const rows = marketRows(40_000, 2);
  pushAll(writer, rows);
  await writer.end('closed');
  const lines = entries().filter((entry) => entry.kind === 'rows');
  expect(lines.length).toBeGreaterThan(1);
  // The first frame is the metadata
  expect(lines[0]?.at).toBe(frameAt(disk.bytesOf('rows'), 0, 0, false)?.end);
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    expect(line.record).toBe(before === undefined ? 0 : before.record + before.count);
    if (before !== undefined) expect(line.at).toBe(before.to);
    expect([line.to > line.at, line.count > 0]).toEqual([true, true]);
    // A row a millisecond, numbered from one
    expect(line.sequence).toBe(line.record + line.count);
    expect(line.latestMs).toBe(START_MS + line.record + line.count);
  });
  expect(lines.at(-1)?.to).toBe(disk.bytesOf('rows').length);
  expect(last()).toMatchObject({ records: 40_000, bytes: disk.bytesOf('rows').length });
});

test('a line is due after four frames, however small they are', async () => {
  const writer = writerOf();
  for (let frame = 0; frame < 9; frame += 1) {
    writer.push(row(ACTION_ADD, frame), 0);
    for (let tick = 0; tick < 60; tick += 1) writer.tick();
  }
  await writer.end('closed');
  const counts = entries().flatMap((entry) => (entry.kind === 'rows' ? [entry.count] : []));
  expect(counts).toEqual([4, 4, 1]);
});

test('ticks without rows write nothing', async () => {
  const writer = writerOf();
  for (let tick = 0; tick < 200; tick += 1) writer.tick();
  await writer.end('closed');
  expect(disk.steps.filter((step) => step.startsWith('tail'))).toEqual(['tail closed', 'tail removed']);
  expect(entries().map(({ kind }) => kind)).toEqual(['end']);
});

test('a row that comes after a long silence waits in the tail like any other', async () => {
  const writer = writerOf();
  for (let tick = 0; tick < 59; tick += 1) writer.tick();
  writer.push(row(ACTION_ADD, 1), 0);
  writer.tick();
  await expect.poll(() => disk.bytesOf('tail').length).toBe(16 + 56);
  await writer.end('closed');
});

test.each<[FeedTier, number]>([
  ['L3', 56],
  ['L2S', 368],
  ['L1T', 80],
])('a trade of %s is one record of %i bytes', (tier, bytes) => {
  const trade = { rows: row(ACTION_TRADE, 1), count: 1 };
  expect(recordEncoder({ ...RECORDED_HEADER, tier }).encode(trade)).toHaveLength(bytes);
});

test('a book starts where the rows after it do, and levels need none', async () => {
  const writer = writerOf();
  const book = new OrderBook();
  const rows = marketRows(100, 3);
  pushAll(writer, rows);
  for (let at = 0; at < rows.length; at += ROW_LENGTH) book.applyRow(rows, at);
  const stamp = { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: 0, rptSeq: 0 };
  writer.keepBook(snapshotRows(book, stamp));
  writer.push(row(ACTION_ADD, 500), 0);
  await writer.end('closed');
  const kept = entries().find((entry) => entry.kind === 'book');
  const lines = entries().filter((entry) => entry.kind === 'rows');
  expect(kept).toMatchObject({ record: 100, rowsAt: lines[0]?.to, at: 0, to: disk.bytesOf('books').length });
  expect(kept).toMatchObject({
    latestMs: START_MS + 100,
    sequence: 100,
    orders: snapshotRows(book, stamp).count - 1,
  });
  expect(lines[1]).toMatchObject({ at: kept?.rowsAt, record: 100, count: 1 });
  const levels = writerOf('L2S');
  expect(levels.isBookDue(0)).toBe(false);
});
