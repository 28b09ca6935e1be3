/** Records that are no market events, as objects: each field from its place, in every version, and undefined as null. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SOME_TIME_NS } from '#testing/dbn-bytes.ts';
import {
  definitionRecord,
  errorRecord,
  mappingRecord,
  NO_NANOS,
  statisticRecord,
  statusRecord,
  systemRecord,
} from '#testing/dbn-records.ts';
import {
  decodeDefinition,
  decodeErrorMessage,
  decodeStatistic,
  decodeStatus,
  decodeSymbolMapping,
  decodeSystemMessage,
} from './decode-records.ts';

/** The record behind others, where nothing is aligned. */
function decoded<T>(record: Buffer, decode: (view: DataView, at: number) => T): T {
  const bytes = new Uint8Array(record.length + 10).fill(0x5a);
  bytes.set(record, 5);
  return decode(new DataView(bytes.buffer), 5);
}

test.each([1, 2, 3] as const)('a definition of version %i has the same fields', (version) => {
  const fields = { symbol: 'ESH4', tickNanos: 250_000_000n, expirationNs: 1_710_509_400_000_000_000n };
  expect(
    decoded(definitionRecord(version, { ...fields, instrumentId: 3_000_000_000 }), decodeDefinition),
  ).toEqual({
    // Ids have 32 bits without a sign
    instrumentId: 3_000_000_000,
    rawSymbol: 'ESH4',
    asset: 'ES',
    exchange: 'XCME',
    currency: 'USD',
    tickNanos: 250_000_000n,
    unitOfMeasureNanos: 50_000_000_000n,
    expirationNs: 1_710_509_400_000_000_000n,
    instrumentClass: 'F',
    matchAlgorithm: 'K',
  });
});

test('a definition may leave tick, size and expiration undefined', () => {
  const record = definitionRecord(3, { tickNanos: NO_NANOS, unitNanos: NO_NANOS });
  expect(decoded(record, decodeDefinition)).toMatchObject({
    ...{ tickNanos: null, unitOfMeasureNanos: null, expirationNs: null },
  });
  // Some records carry zero in place of an undefined time
  expect(decoded(definitionRecord(3, { expirationNs: 0n }), decodeDefinition).expirationNs).toBeNull();
});

test.each([
  [2, 71],
  [3, 71],
  [1, 22],
] as const)('a symbol of version %i may fill its %i bytes', (version, bytes) => {
  const record = definitionRecord(version, { symbol: 'A'.repeat(bytes) });
  // What follows the symbol is not part of it, even where no zero ends it
  expect(decoded(record, decodeDefinition).rawSymbol).toBe('A'.repeat(bytes));
});

test('a statistic has its figure, or none', () => {
  const fields = { instrumentId: 7, priceNanos: -37_630_000_000n, referenceNs: 1_704_153_600_000_000_000n };
  expect(decoded(statisticRecord(3, { ...fields, quantity: 5_000_000_000n }), decodeStatistic)).toEqual({
    instrumentId: 7,
    timeNs: SOME_TIME_NS,
    statType: 3,
    referenceNs: 1_704_153_600_000_000_000n,
    priceNanos: -37_630_000_000n,
    quantity: 5_000_000_000n,
  });
  expect(decoded(statisticRecord(9), decodeStatistic)).toMatchObject({
    ...{ statType: 9, referenceNs: null, priceNanos: null, quantity: null },
  });
});

test.each([
  [0x7fff_ffff, null],
  [0x7fff_fffe, 2_147_483_646n],
  [0, 0n],
  [-5, -5n],
])('the quantity %i of a statistic of version 1 or 2 is %s', (written, quantity) => {
  const record = Buffer.alloc(64);
  record.writeUInt8(16, 0);
  record.writeInt32LE(written, 40);
  record.writeUInt16LE(6, 52);
  expect(decoded(record, decodeStatistic)).toMatchObject({ statType: 6, quantity, referenceNs: null });
});

test('a mapping has both symbols and, where it is stated, its beginning', () => {
  expect(
    decoded(mappingRecord('ES.v.0', 'ESZ6', { instrumentId: 7, startNs: 5n }), decodeSymbolMapping),
  ).toEqual({
    ...{ instrumentId: 7, inSymbol: 'ES.v.0', outSymbol: 'ESZ6', startNs: 5n },
  });
  expect(decoded(mappingRecord('ES.v.0', 'ESZ6'), decodeSymbolMapping).startNs).toBeNull();
  const short = Buffer.alloc(80, 'x');
  short.writeUInt8(20, 0);
  short.writeUInt32LE(8, 4);
  short.write('NQ.FUT\0', 16, 'latin1');
  short.write('Z'.repeat(22), 38, 'latin1');
  short.writeBigUInt64LE(6n, 64);
  expect(decoded(short, decodeSymbolMapping)).toEqual({
    ...{ instrumentId: 8, inSymbol: 'NQ.FUT', outSymbol: 'Z'.repeat(22), startNs: 6n },
  });
});

test('messages end at their first zero or at the end of their field, whichever comes first', () => {
  const long = 'x'.repeat(400);
  expect(decoded(errorRecord(4, long), decodeErrorMessage)).toEqual({ text: 'x'.repeat(302), code: 4 });
  expect(decoded(systemRecord(2, long), decodeSystemMessage)).toEqual({ text: 'x'.repeat(303), code: 2 });
  expect(decoded(errorRecord(5), decodeErrorMessage)).toEqual({ text: '', code: 5 });
});

test('a sending time at the end changes nothing of a record', () => {
  for (const [record, withTime, decode] of [
    [definitionRecord(3), definitionRecord(3, { tsOut: true }), decodeDefinition],
    [
      statisticRecord(3, { quantity: 1n }),
      statisticRecord(3, { quantity: 1n, tsOut: true }),
      decodeStatistic,
    ],
    [mappingRecord('A', 'B'), mappingRecord('A', 'B', { tsOut: true }), decodeSymbolMapping],
    [systemRecord(3, 'm'), systemRecord(3, 'm', { tsOut: true }), decodeSystemMessage],
    [errorRecord(3, 'm'), errorRecord(3, 'm', { tsOut: true }), decodeErrorMessage],
  ] as const) {
    expect(withTime.length).toBe(record.length + 8);
    expect(decoded<unknown>(withTime, decode)).toEqual(decoded<unknown>(record, decode));
  }
});

test.each([
  [0, null, 'none'],
  [1, 'preopen', 'pre-open'],
  [2, 'preopen', 'pre-cross'],
  [3, 'preopen', 'quoting'],
  [4, 'preopen', 'cross'],
  [5, 'preopen', 'rotation'],
  [6, 'preopen', 'new price indication'],
  [7, 'open', 'trading'],
  [8, 'halt', 'halt'],
  [9, 'halt', 'pause'],
  [10, 'halt', 'suspend'],
  // Orders still match before the close
  [11, null, 'pre-close'],
  [12, 'close', 'close'],
  [13, 'close', 'post-close'],
  [14, null, 'short-sale restriction'],
  [15, 'close', 'not available'],
  [16, null, 'unknown'],
  [65_535, null, 'unknown'],
] as const)('the action %i is the status %s (%s)', (action, status, _) => {
  expect(decoded(statusRecord(action), decodeStatus)).toBe(status);
});

test('prices and quantities of any value come out as they were written', () => {
  const signed = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 2n });
  fc.assert(
    fc.property(
      signed,
      signed,
      fc.bigInt({ min: 1n, max: 2n ** 64n - 2n }),
      (priceNanos, quantity, referenceNs) => {
        const statistic = statisticRecord(1, { priceNanos, quantity, referenceNs, timeNs: referenceNs });
        expect(decoded(statistic, decodeStatistic)).toMatchObject({
          ...{ priceNanos, quantity, referenceNs, timeNs: referenceNs },
        });
      },
    ),
  );
});
