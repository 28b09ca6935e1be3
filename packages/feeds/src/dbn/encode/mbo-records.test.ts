/** Rows as records: each field where the format has it, what a record cannot hold left out, and back again the same. */
import {
  ACTION_ADD,
  ACTION_BLOCK,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_HEARTBEAT,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_NONE,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  LevelBook,
  NO_PRICE,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMbo } from '#dbn/decode/decode-mbo.ts';
import { SOME_TIME_NS } from '#testing/dbn-bytes.ts';
import { encodeMboRecords, isMboRow } from './mbo-records.ts';
import { NO_TIME_NS, startRecord, writeText } from './record-bytes.ts';
import { LevelRecords } from './write-levels.ts';

const OPTIONS = { instrumentId: 4_000_000_000, tickNanos: 250_000_000 };

function rowOf(fields: Readonly<Record<number, number>>): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_TIME_HI] = nsHi(SOME_TIME_NS);
  row[COL_TIME_LO] = nsLo(SOME_TIME_NS);
  row[COL_FLAGS] = FLAG_LAST;
  for (const [column, value] of Object.entries(fields)) row[Number(column)] = value;
  return row;
}

function batchOf(...rows: readonly Int32Array[]) {
  const all = new Int32Array(rows.length * ROW_LENGTH);
  rows.forEach((row, at) => {
    all.set(row, at * ROW_LENGTH);
  });
  return { rows: all, count: rows.length };
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

test('a record has every field in its place', () => {
  const row = rowOf({
    ...{ [COL_ACTION]: ACTION_MODIFY, [COL_SIDE]: SIDE_ASK, [COL_PRICE_TICKS]: 19_201, [COL_SIZE]: 12 },
    ...{ [COL_ORDER_HI]: 1, [COL_ORDER_LO]: -1, [COL_FLAGS]: 0x82, [COL_SEQUENCE]: -2 },
    ...{ [COL_RECV_HI]: nsHi(SOME_TIME_NS), [COL_RECV_LO]: nsLo(SOME_TIME_NS) + 9 },
  });
  const record = bufferOf(encodeMboRecords(batchOf(row), { ...OPTIONS, publisherId: 1 }));
  expect([record.length, record[0], record[1], record.readUInt16LE(2)]).toEqual([56, 14, 0xa0, 1]);
  expect(record.readUInt32LE(4)).toBe(4_000_000_000);
  expect(record.readBigUInt64LE(8)).toBe(SOME_TIME_NS);
  expect(record.readBigUInt64LE(16)).toBe(2n ** 33n - 1n);
  expect(record.readBigInt64LE(24)).toBe(4_800_250_000_000n);
  expect([record.readUInt32LE(32), record[36], record[37]]).toEqual([12, 0x82, 0]);
  expect(record.toString('latin1', 38, 40)).toBe('MA');
  expect(record.readBigUInt64LE(40)).toBe(SOME_TIME_NS + 9n);
  expect([record.readInt32LE(48), record.readUInt32LE(52)]).toEqual([0, 0xffff_fffe]);
});

test('a sending time makes every record eight bytes longer', () => {
  const bytes = bufferOf(
    encodeMboRecords(batchOf(rowOf({ [COL_ACTION]: ACTION_ADD }), rowOf({ [COL_ACTION]: ACTION_ADD })), {
      ...OPTIONS,
      tsOutNs: 77n,
    }),
  );
  expect([bytes.length, bytes[0], bytes.readUInt16LE(2)]).toEqual([128, 16, 0]);
  expect([bytes.readBigUInt64LE(56), bytes.readBigUInt64LE(120)]).toEqual([77n, 77n]);
});

test('a row that was never received carries its own time as that of its receipt', () => {
  const record = bufferOf(encodeMboRecords(batchOf(rowOf({ [COL_ACTION]: ACTION_ADD })), OPTIONS));
  expect(record.readBigUInt64LE(40)).toBe(SOME_TIME_NS);
});

const LETTERS: readonly (readonly [number, string | null])[] = [
  [ACTION_NONE, 'N'],
  [ACTION_ADD, 'A'],
  [ACTION_MODIFY, 'M'],
  [ACTION_CANCEL, 'C'],
  [ACTION_TRADE, 'T'],
  [ACTION_FILL, 'F'],
  [ACTION_CLEAR, 'R'],
  [ACTION_LEVEL, null],
  [ACTION_STATUS, null],
  [ACTION_BLOCK, null],
  [ACTION_HEARTBEAT, null],
];

test.each(LETTERS)('the row action %i is the letter %s', (action, letter) => {
  const row = rowOf({ [COL_ACTION]: action });
  expect(isMboRow(row, 0)).toBe(letter !== null);
  const record = bufferOf(encodeMboRecords(batchOf(row), OPTIONS));
  expect(letter === null ? record.length : record.toString('latin1', 38, 39)).toBe(letter ?? 0);
});

test('what no record can hold leaves no hole between the others', () => {
  const rows = [ACTION_HEARTBEAT, ACTION_ADD, ACTION_STATUS, ACTION_CANCEL, ACTION_LEVEL].map((action, at) =>
    rowOf({ [COL_ACTION]: action, [COL_SEQUENCE]: at }),
  );
  const bytes = bufferOf(encodeMboRecords(batchOf(...rows), OPTIONS));
  expect([bytes.length, bytes.readUInt32LE(52), bytes.readUInt32LE(108)]).toEqual([112, 1, 3]);
});

test('rows beyond the count of a batch are not written', () => {
  const { rows } = batchOf(rowOf({ [COL_ACTION]: ACTION_ADD }), rowOf({ [COL_ACTION]: ACTION_ADD }));
  expect(encodeMboRecords({ rows, count: 1 }, OPTIONS)).toHaveLength(56);
  expect(encodeMboRecords({ rows, count: 0 }, OPTIONS)).toHaveLength(0);
});

test('rows come back as they were, column by column', () => {
  const int = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff });
  const row = fc.record({
    [COL_ACTION]: fc.constantFrom(
      ...LETTERS.filter(([, letter]) => letter !== null).map(([action]) => action),
    ),
    [COL_SIDE]: fc.integer({ min: 0, max: 2 }),
    [COL_PRICE_TICKS]: fc.oneof(fc.constant(NO_PRICE), fc.integer({ min: -9_000_000, max: 9_000_000 })),
    ...{ [COL_SIZE]: int, [COL_ORDER_HI]: int, [COL_ORDER_LO]: int, [COL_SEQUENCE]: int },
    ...{ [COL_TIME_HI]: int, [COL_TIME_LO]: int, [COL_RECV_LO]: int },
    [COL_RECV_HI]: fc.integer({ min: 1, max: 0x7fff_ffff }),
    [COL_FLAGS]: fc.integer({ min: 0, max: 255 }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (fields) => {
      const rows = fields.map((one) => rowOf({ ...one, [COL_INSTRUMENT]: 17 }));
      const bytes = encodeMboRecords(batchOf(...rows), { ...OPTIONS, instrumentId: 17 });
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      rows.forEach((expected, at) => {
        const decoded = new Int32Array(ROW_LENGTH);
        decodeMbo(view, at * 56, decoded, 0, OPTIONS.tickNanos);
        expect([...decoded]).toEqual([...expected]);
      });
    }),
    { numRuns: 60 },
  );
});

/** A level row: its side, price, contracts and orders. */
const level = (side: number, price: number, size: number, flags = FLAG_LAST): Int32Array =>
  rowOf({
    ...{ [COL_ACTION]: ACTION_LEVEL, [COL_SIDE]: side, [COL_PRICE_TICKS]: price },
    [COL_SIZE]: size,
    [COL_FLAGS]: flags,
    11: size,
  });

test('the levels of an event are one record at its end, a trade within it one of its own', () => {
  const records = new LevelRecords(1, { instrumentId: 7, tickNanos: 250_000_000 });
  const trade = rowOf({
    [COL_ACTION]: ACTION_TRADE,
    [COL_SIDE]: SIDE_BID,
    [COL_PRICE_TICKS]: 101,
    [COL_SIZE]: 3,
    [COL_FLAGS]: 0,
  });
  const bytes = bufferOf(
    records.of(batchOf(level(SIDE_BID, 100, 5, 0), level(SIDE_ASK, 101, 4), trade, level(SIDE_ASK, 101, 1))),
  );
  expect(bytes.length).toBe(3 * 80);
  const at = [0, 80, 160];
  expect(at.map((from) => bytes.toString('latin1', from + 28, from + 29))).toEqual(['M', 'T', 'M']);
  // Contracts of bid and ask: those of the trade are the ones before it
  expect(at.map((from) => [bytes.readUInt32LE(from + 64), bytes.readUInt32LE(from + 68)])).toEqual([
    [5, 4],
    [5, 4],
    [5, 1],
  ]);
  expect(at.map((from) => bytes[from + 1])).toEqual([1, 1, 1]);
});

test('levels beyond the depth of a record come back when those before them are gone', () => {
  const records = new LevelRecords(10, { instrumentId: 7, tickNanos: 250_000_000 });
  const book = new LevelBook();
  const rows = Array.from({ length: 12 }, (_, at) => level(SIDE_BID, 100 - at, at + 1));
  for (const row of rows) book.applyRow(row, 0);
  const last = bufferOf(records.of(batchOf(...rows))).subarray(-368);
  const sizes = (record: Buffer): number[] =>
    Array.from({ length: 10 }, (_, at) => record.readUInt32LE(48 + 32 * at + 16));
  expect(sizes(last)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const next = bufferOf(records.of(batchOf(level(SIDE_BID, 100, 0), level(SIDE_BID, 99, 0)))).subarray(-368);
  expect(sizes(next)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  // There are no asks
  expect(next.readBigInt64LE(56)).toBe(2n ** 63n - 1n);
});

test('a clear at the end of an event is a record without levels, one within an event is none', () => {
  const records = new LevelRecords(1, { instrumentId: 7, tickNanos: 250_000_000 });
  records.of(batchOf(level(SIDE_BID, 100, 5)));
  const clear = (flags: number): Int32Array =>
    rowOf({ [COL_ACTION]: ACTION_CLEAR, [COL_PRICE_TICKS]: NO_PRICE, [COL_FLAGS]: flags });
  expect(records.of(batchOf(clear(0)))).toHaveLength(0);
  const bytes = bufferOf(records.of(batchOf(clear(FLAG_LAST))));
  expect([bytes.length, bytes.toString('latin1', 28, 29), bytes.readUInt32LE(64)]).toEqual([80, 'R', 0]);
});

test('a record begins with its header, its body zero, and its sending time at the end', () => {
  const header = { rtype: 0x12, publisherId: 3, instrumentId: 4_000_000_000, timeNs: NO_TIME_NS };
  const record = startRecord(header, { tsOutNs: 5n });
  expect([record[0], record[1], record.readUInt16LE(2), record.readUInt32LE(4)]).toEqual([
    12, 0x12, 3, 4_000_000_000,
  ]);
  expect([record.readBigUInt64LE(8), record.readBigUInt64LE(40)]).toEqual([NO_TIME_NS, 5n]);
  expect(record.subarray(16, 40).every((byte) => byte === 0)).toBe(true);
  expect(startRecord(header, {})).toHaveLength(40);
  expect(() => startRecord({ ...header, rtype: 0x77 }, {})).toThrow(
    new RangeError('expected a known type of record, got 119'),
  );
});

test('a text is cut to leave a zero after it', () => {
  const record = Buffer.alloc(8, 0);
  writeText(record, 'abcdefgh', 1, 5);
  expect(record.toString('latin1')).toBe('\0abcd\0\0\0');
});
