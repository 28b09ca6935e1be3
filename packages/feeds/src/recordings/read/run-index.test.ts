/** Where a reading of a run starts: by time in its lines and books, as a search one by one would find it. */
import { ACTION_STATUS, COL_ACTION, COL_RPT_SEQ, COL_SEQUENCE, ROW_LENGTH } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DbnError } from '#dbn/files/dbn-error.ts';
import { type DbnMetadata, parseMetadata } from '#dbn/files/dbn-metadata.ts';
import type { BookEntry, EndEntry, IndexEntry, RowsEntry } from '#recordings/files/index-lines.ts';
import { sealContext } from '#recordings/files/recorded-run.ts';
import { header, orderRecord } from '#testing/dbn-bytes.ts';
import { RECORDED_HEADER } from '#testing/recorded-market.ts';
import { reversingSeal } from '#testing/reversing-seal.ts';
import { frameDecoder, recordsIn } from './frame-decoder.ts';
import { headerOfFile } from './header-of-file.ts';
import { RunIndex } from './run-index.ts';

const END: EndEntry = {
  ...{ kind: 'end', reason: 'closed', records: 30, gaps: 0, firstMs: 1, latestMs: 9, bytes: 400 },
};

/** Lines of ten records and a hundred bytes each, from byte 100 on, that reach these times. */
const linesOf = (...times: readonly (number | null)[]): RowsEntry[] =>
  times.map((latestMs, at) => ({
    ...{
      kind: 'rows',
      at: 100 + at * 100,
      to: 200 + at * 100,
      record: at * 10,
      count: 10,
      latestMs,
      sequence: at,
    },
  }));

const booksOf = (...times: readonly number[]): BookEntry[] =>
  times.map((latestMs, at) => ({
    ...{ kind: 'book', record: at * 10, rowsAt: 100 + at * 100, at: at * 5, to: at * 5 + 5, latestMs },
    ...{ sequence: at, orders: at },
  }));

const indexOf = (entries: readonly IndexEntry[], fileBytes = 100_000): RunIndex =>
  new RunIndex({ header: RECORDED_HEADER, entries, brokenAt: null }, fileBytes);

test('an index without lines has no place to start from', () => {
  const index = indexOf([]);
  expect([index.indexed, index.latestMs, index.lineAt(5), index.bookAt(5), index.end]).toEqual(
    Array(5).fill(null),
  );
});

test('a reading starts with the first line that reaches the instant, after the last one where none does', () => {
  const index = indexOf(linesOf(null, 10, 10, 20));
  const start = (timeMs: number) => index.lineAt(timeMs)?.record;
  expect([9, 10, 11, 20, 21].map(start)).toEqual([10, 10, 30, 30, 40]);
  expect([index.indexed, index.latestMs]).toEqual([{ at: 500, record: 40 }, 20]);
});

test('a book serves from its own time on, the last one of those that do', () => {
  const index = indexOf(booksOf(10, 20, 20, 30));
  expect([9, 10, 19, 20, 29, 30, 99].map((timeMs) => index.bookAt(timeMs)?.orders)).toEqual([
    ...[undefined, 0, 0, 2, 2, 3, 3],
  ]);
});

test('searches find what looking at every line finds, at any instant', () => {
  const times = fc
    .array(fc.nat(40), { maxLength: 12 })
    .map((all) => all.toSorted((one, other) => one - other));
  fc.assert(
    fc.property(times, times, fc.integer({ min: -1, max: 41 }), (rows, books, timeMs) => {
      const [lines, kept] = [linesOf(...rows), booksOf(...books)];
      const index = indexOf([...kept, ...lines]);
      const line = lines.find(({ latestMs }) => latestMs !== null && latestMs >= timeMs);
      expect(index.lineAt(timeMs)?.record).toBe(
        line?.record ?? (lines.length === 0 ? undefined : lines.length * 10),
      );
      expect(index.bookAt(timeMs)).toEqual(kept.findLast(({ latestMs }) => latestMs <= timeMs) ?? null);
    }),
  );
});

test('lines about more than the file holds are left out, and so is an end of another length', () => {
  const entries = [...linesOf(1, 2, 3), ...booksOf(1, 2, 3, 4), END];
  expect(indexOf(entries, 400)).toMatchObject({ end: END, latestMs: 3, books: { length: 4 } });
  const cut = indexOf(entries, 399);
  expect([cut.end, cut.latestMs, cut.indexed, cut.books.length]).toEqual([
    null,
    2,
    { at: 300, record: 20 },
    3,
  ]);
  expect(indexOf(entries, 401).end).toBeNull();
});

/** A status beside the records, by its sequence. */
function besideOf(record: number, number: number, isSealed: boolean): IndexEntry {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = ACTION_STATUS;
  row[COL_SEQUENCE] = number;
  row[COL_RPT_SEQ] = 77;
  const bytes = new Uint8Array(row.buffer);
  const stored = isSealed ? reversingSeal.seal(bytes, sealContext(RECORDED_HEADER, 'beside', number)) : bytes;
  return { kind: 'beside', record, number, rows: Buffer.from(stored).toString('base64') };
}

test.each([false, true])(
  'rows beside the records come from a record on, without a number of the feed (sealed: %s)',
  (isSealed) => {
    const index = indexOf([
      besideOf(0, 0, isSealed),
      besideOf(5, 1, isSealed),
      besideOf(5, 2, isSealed),
      besideOf(9, 3, isSealed),
    ]);
    const found = index.beside(5, isSealed ? reversingSeal : null);
    expect(
      found.map(({ record, row }) => [record, row[COL_ACTION], row[COL_SEQUENCE], row[COL_RPT_SEQ]]),
    ).toEqual([
      [5, ACTION_STATUS, 1, 0],
      [5, ACTION_STATUS, 2, 0],
      [9, ACTION_STATUS, 3, 0],
    ]);
    expect(index.beside(10, null)).toEqual([]);
  },
);

test('a sealed row in the place of another one is refused', () => {
  const [first] = [besideOf(0, 0, true)];
  const moved = indexOf([{ ...first, number: 1 } as IndexEntry]);
  expect(() => moved.beside(0, reversingSeal)).toThrow('the seal is broken');
});

const METADATA: DbnMetadata = parseMetadata(header());
const PATH = '/recordings/simulated/ES/2026-11-27/run-7.dbn.zst';

test('without its index a run is known by its path and its file', () => {
  expect(
    headerOfFile({ ...METADATA, startNs: 1_704_207_600_123_456_789n, dataset: 'UNDERTOW.SIM' }, PATH),
  ).toEqual({
    ...{
      version: 1,
      source: 'simulated',
      product: 'ES',
      instrumentId: 1,
      tickNanos: 250_000_000,
      tier: 'L3',
    },
    ...{ contract: 'ESH4', tradingDay: '2026-11-27', run: 'run-7', dataset: 'UNDERTOW.SIM' },
    ...{ startMs: 1_704_207_600_123, continues: false, isSealed: false },
  });
});

test.each([
  ['mbo', 'UNDERTOW.SIM', 'L3'],
  ['mbp-1', 'UNDERTOW.SIM', 'L1T'],
  ['mbp-10', 'UNDERTOW.SIM', 'L2S'],
  ['mbp-10', 'RITHMIC.L2C', 'L2C'],
])('%s of %s is a recording of %s', (schema, dataset, tier) => {
  expect(headerOfFile({ ...METADATA, schema, dataset }, PATH).tier).toBe(tier);
});

test('a file that names no contract is one of its product', () => {
  expect(headerOfFile({ ...METADATA, symbols: [] }, PATH).contract).toBe('ES');
});

test.each([
  ['in a folder of no source', METADATA, '/recordings/elsewhere/ES/2026-11-27/run.dbn.zst'],
  ['in a folder of no product', METADATA, '/recordings/simulated/QQ/2026-11-27/run.dbn.zst'],
  ['of trades', { ...METADATA, schema: 'trades' }, PATH],
  ['of several schemas', { ...METADATA, schema: null }, PATH],
  ['anywhere', METADATA, '/run.dbn.zst'],
])('a file %s is no recording', (_, metadata, path) => {
  expect(() => headerOfFile(metadata, path)).toThrow(
    'the index of the recording is missing: expected it beside the file',
  );
});

const frameOf = (content: Uint8Array, isTorn = false) => ({ at: 70, to: 99, content, isTorn });

test('a frame has whole records; half a one is left out of a torn frame only', () => {
  const two = Buffer.concat([orderRecord(), orderRecord()]);
  expect(recordsIn(frameOf(two), RECORDED_HEADER)).toBe(2);
  expect(recordsIn(frameOf(two.subarray(0, 100), true), RECORDED_HEADER)).toBe(1);
  expect(() => recordsIn(frameOf(two.subarray(0, 100)), RECORDED_HEADER)).toThrow(
    'byte 70 of the file: expected a frame of records of 56 bytes, found 100 bytes',
  );
});

test.each([
  ['is no order', (record: Buffer) => record.writeUInt8(0x00, 1), 'the header of an order'],
  ['has another length', (record: Buffer) => record.writeUInt8(16, 0), 'the header of an order'],
  [
    'is off the tick',
    (record: Buffer) => record.writeBigInt64LE(4_800_300_000_000n, 24),
    'a price on the tick',
  ],
])('an order that %s is named by its place in the frame', (_, spoil, expected) => {
  const second = orderRecord();
  spoil(second);
  const decoder = frameDecoder(RECORDED_HEADER, METADATA);
  expect(() => decoder.decode(frameOf(Buffer.concat([orderRecord(), second])))).toThrow(
    new DbnError(`expected ${expected} in record 1 of the frame`, 70, 'file'),
  );
});

test('a clear needs no price, and rows have the number of the catalogue', () => {
  const clear = orderRecord({ action: 'R', priceNanos: 2n ** 63n - 1n });
  const content = Buffer.concat([clear, orderRecord({ instrumentId: 99 })]);
  const { rows, count } = frameDecoder({ ...RECORDED_HEADER, instrumentId: 5 }, METADATA).decode(
    frameOf(content),
  );
  expect([count, rows[10], rows[ROW_LENGTH + 10]]).toEqual([2, 5, 5]);
});
