/** Lengths of records: those of the format's tables, by version, and what is refused for having another one. */
import { expect, test } from 'vitest';
import { header, orderRecord, unknownRecord } from '#testing/dbn-bytes.ts';
import {
  definitionRecord,
  priceRecord,
  statisticRecord,
  statusRecord,
  systemRecord,
} from '#testing/dbn-records.ts';
import { DbnError } from './dbn-error.ts';
import { recordBytes, versionOfRecord } from './dbn-layout.ts';
import { parseMetadata } from './dbn-metadata.ts';
import { definitionLayout, definitionLayoutOf } from './definition-layout.ts';
import { FragmentCheck, VersionCheck } from './record-check.ts';

/** Sizes as the format states them, of versions 1, 2 and 3. */
const SIZES: readonly (readonly [name: string, rtype: number, sizes: readonly [number, number, number]])[] = [
  ['trades', 0x00, [48, 48, 48]],
  ['mbp-1', 0x01, [80, 80, 80]],
  ['mbp-10', 0x0a, [368, 368, 368]],
  ['old ohlcv', 0x11, [56, 56, 56]],
  ['status', 0x12, [40, 40, 40]],
  ['definition', 0x13, [360, 400, 520]],
  ['imbalance', 0x14, [112, 112, 112]],
  ['error', 0x15, [80, 320, 320]],
  ['symbol mapping', 0x16, [80, 176, 176]],
  ['system', 0x17, [80, 320, 320]],
  ['statistics', 0x18, [64, 64, 80]],
  ['ohlcv-1s', 0x20, [56, 56, 56]],
  ['ohlcv-1m', 0x21, [56, 56, 56]],
  ['ohlcv-1h', 0x22, [56, 56, 56]],
  ['ohlcv-1d', 0x23, [56, 56, 56]],
  ['ohlcv-eod', 0x24, [56, 56, 56]],
  ['mbo', 0xa0, [56, 56, 56]],
  ['cmbp-1', 0xb1, [80, 80, 80]],
  ['cbbo-1s', 0xc0, [80, 80, 80]],
  ['cbbo-1m', 0xc1, [80, 80, 80]],
  ['tcbbo', 0xc2, [80, 80, 80]],
  ['bbo-1s', 0xc3, [80, 80, 80]],
  ['bbo-1m', 0xc4, [80, 80, 80]],
];

/** A record of any type and length, in bytes. */
function record(rtype: number, bytes: number): Buffer {
  const made = Buffer.alloc(bytes);
  made.writeUInt8(bytes / 4, 0);
  made.writeUInt8(rtype, 1);
  return made;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const checkOf = (version: number, tsOut = false): VersionCheck =>
  new VersionCheck(parseMetadata(header({ version, tsOut })));

test.each(SIZES)('a record of %s has the size of each version', (_, rtype, sizes) => {
  expect(([1, 2, 3] as const).map((version) => recordBytes(rtype, version))).toEqual(sizes);
});

test('no other type is known', () => {
  const known = new Set(SIZES.map(([, rtype]) => rtype));
  for (let rtype = 0; rtype < 256; rtype += 1)
    if (!known.has(rtype)) expect(recordBytes(rtype, 3)).toBeUndefined();
});

test.each(SIZES)(
  'the size of a %s record names the oldest version that has it, with or without its sending time',
  (_, rtype, sizes) => {
    for (const bytes of sizes) {
      const version = sizes.indexOf(bytes) + 1;
      expect(versionOfRecord(rtype, bytes)).toEqual({ version, tsOut: false });
      expect(versionOfRecord(rtype, bytes + 8)).toEqual({ version, tsOut: true });
      expect(versionOfRecord(rtype, bytes + 4)).toBeUndefined();
    }
  },
);

test.each(SIZES)(
  'a %s record that is shorter than its version has it is refused, a longer one is taken',
  (_, rtype, sizes) => {
    for (const [at, bytes] of sizes.entries()) {
      for (const tsOut of [false, true]) {
        const least = bytes + (tsOut ? 8 : 0);
        const check = checkOf(at + 1, tsOut);
        expect(check.recordLength(viewOf(record(rtype, least)), 0, 0)).toBe(least);
        expect(check.recordLength(viewOf(record(rtype, least + 4)), 0, 0)).toBe(least + 4);
        expect(() => check.recordLength(viewOf(record(rtype, least - 4)), 0, 90)).toThrow(
          `byte 90 of the decompressed data: expected ${least} bytes in a record of type ` +
            `0x${rtype.toString(16).padStart(2, '0')}, found ${least - 4}`,
        );
      }
    }
  },
);

test.each([
  ['with metadata', () => checkOf(3)],
  ['without', () => new FragmentCheck()],
])('a record that is not whole yet has no length, %s', (_, make) => {
  const whole = orderRecord();
  for (let length = 0; length < whole.length; length += 1)
    expect(make().recordLength(viewOf(whole.subarray(0, length)), 0, 0)).toBe(0);
  expect(make().recordLength(viewOf(whole), 0, 0)).toBe(56);
});

test.each([0, 1, 3])('a length of %i words is shorter than any header', (words) => {
  const bytes = record(0x77, 16);
  bytes.writeUInt8(words, 0);
  expect(() => checkOf(3).recordLength(viewOf(bytes), 0, 4)).toThrow(
    `byte 4 of the decompressed data: expected a record of at least 16 bytes, its length says ${words * 4}`,
  );
});

test('types that nobody knows are skipped by their length', () => {
  for (const words of [4, 5, 255]) {
    const bytes = Buffer.concat([Buffer.alloc(3), unknownRecord(words)]);
    expect(checkOf(3).recordLength(viewOf(bytes), 3, 0)).toBe(words * 4);
  }
});

test('without metadata the first record has to be a known one of a known size', () => {
  for (const first of [
    orderRecord(),
    priceRecord('trades'),
    definitionRecord(1),
    systemRecord(0),
    record(0x18, 72),
  ])
    expect(new FragmentCheck().recordLength(viewOf(first), 0, 0)).toBe(first.length);
  for (const first of [unknownRecord(14), record(0xa0, 60), Buffer.from('<html> and so on, and so on')])
    expect(() => new FragmentCheck().recordLength(viewOf(first), 0, 0)).toThrow(
      /expected "DBN", zstd data or a bare DBN record, found ([\da-f]{2} ?){4}$/,
    );
});

test('later records of a fragment may be unknown, but a known type has a size of its own', () => {
  const check = new FragmentCheck();
  expect(check.recordLength(viewOf(statusRecord(7)), 0, 0)).toBe(40);
  expect(check.recordLength(viewOf(unknownRecord(9)), 0, 0)).toBe(36);
  expect(check.recordLength(viewOf(statisticRecord(3)), 0, 0)).toBe(80);
  expect(() => check.recordLength(viewOf(record(0x12, 44)), 0, 76)).toThrow(
    'byte 76 of the decompressed data: expected a size of DBN 1 to 3 for type 0x12, found 44',
  );
});

test.each([
  [360, 1],
  [368, 1],
  [400, 2],
  [408, 2],
  [520, 3],
  [528, 3],
] as const)('a definition of %i bytes is one of version %i', (bytes, version) => {
  expect(definitionLayoutOf(bytes)).toBe(definitionLayout(version));
});

test.each([1, 2, 3] as const)(
  'the fields of a definition of version %i lie within it and apart from each other',
  (version) => {
    const layout = definitionLayout(version);
    const { bytes, symbolBytes, assetBytes, ...places } = layout;
    const lengths: Partial<Record<keyof typeof places, number>> = {
      ...{ unit: 8, tickValue: 8, strike: 8, maturityYear: 2, channel: 2, currency: 4, symbol: symbolBytes },
      ...{ group: 21, exchange: 5, asset: assetBytes, cfi: 7, securityType: 7 },
    };
    const taken = new Set<number>();
    for (const [name, from] of Object.entries(places)) {
      for (let at = from; at < from + (lengths[name as keyof typeof places] ?? 1); at += 1) {
        expect([name, at, taken.has(at) || at >= bytes || at < 64]).toEqual([name, at, false]);
        taken.add(at);
      }
    }
  },
);

test('a refusal names the byte, the place and the reason', () => {
  expect(new DbnError('expected more', 7)).toMatchObject({
    ...{ name: 'DbnError', offset: 7, place: 'decompressed data' },
    message: 'byte 7 of the decompressed data: expected more',
  });
  expect(new DbnError('expected more', 0, 'file').message).toBe('byte 0 of the file: expected more');
});
