/** The header of a file: each field from its place in every version, and no count or length that is believed unchecked. */
import { expect, test } from 'vitest';
import { header } from '#testing/dbn-bytes.ts';
import { DbnError } from './dbn-error.ts';
import { SCHEMA_NAMES } from './dbn-layout.ts';
import { parseMetadata, parsePrelude } from './dbn-metadata.ts';

const NO_TIME = 0xffff_ffff_ffff_ffffn;
const SYMBOL_BYTES = { 1: 22, 2: 71, 3: 71 } as const;

const patched = (change: (bytes: Buffer) => void, version = 3): Buffer => {
  const bytes = header({ version });
  change(bytes);
  return bytes;
};

test.each([1, 2, 3])('a header of version %i says what is in the file', (version) => {
  const bytes = patched((whole) => {
    whole.writeBigUInt64LE(1_704_067_200_000_000_000n, 26);
    whole.writeBigUInt64LE(1_704_153_600_000_000_000n, 34);
  }, version);
  expect(parseMetadata(bytes)).toEqual({
    version,
    dataset: 'GLBX.MDP3',
    schema: 'mbo',
    startNs: 1_704_067_200_000_000_000n,
    endNs: 1_704_153_600_000_000_000n,
    stypeIn: 1,
    stypeOut: 0,
    tsOut: false,
    symbols: ['ESH4'],
    partial: [],
    notFound: [],
    mappings: [
      { rawSymbol: 'ESH4', intervals: [{ startDate: 20_240_101, endDate: 20_250_101, symbol: '17077' }] },
    ],
  });
});

test('the largest time is no end at all, and one less is an end', () => {
  expect(parseMetadata(patched((bytes) => bytes.writeBigUInt64LE(NO_TIME, 34))).endNs).toBeNull();
  expect(parseMetadata(patched((bytes) => bytes.writeBigUInt64LE(NO_TIME - 1n, 34))).endNs).toBe(
    NO_TIME - 1n,
  );
});

test('schemas have the names of the format, and a number that is none of them has no name', () => {
  const names = [...SCHEMA_NAMES.keys(), SCHEMA_NAMES.length, 0xffff].map(
    (schema) => parseMetadata(header({ schema })).schema,
  );
  expect(names).toEqual([...SCHEMA_NAMES, null, null]);
  expect([0, 1, 2, 4, 9, 19].map((schema) => SCHEMA_NAMES[schema])).toEqual([
    ...['mbo', 'mbp-1', 'mbp-10', 'trades', 'definition', 'bbo-1m'],
  ]);
});

test('a dataset may fill its sixteen characters', () => {
  const bytes = header({ schema: 0x4142 });
  bytes.write('ABCDEFGHIJKLMNOP', 8, 'latin1');
  // What follows it is not part of it, even where no zero ends it
  expect(parseMetadata(bytes).dataset).toBe('ABCDEFGHIJKLMNOP');
});

test.each([0, 4, 255])('a version of %i is refused', (version) => {
  expect(() => parsePrelude(patched((bytes) => bytes.writeUInt8(version, 3)))).toThrow(
    `byte 3 of the decompressed data: expected DBN version 1, 2 or 3, found version ${version}`,
  );
});

test.each([
  [119, 'expected at least 120 bytes of metadata, the header claims 119'],
  [64 * 1024 * 1024 + 1, 'expected at most 67108864 bytes of metadata, the header claims 67108865'],
])('a length of %i is refused before anything is read', (length, text) => {
  expect(() => parsePrelude(patched((bytes) => bytes.writeUInt32LE(length, 4)))).toThrow(text);
});

test.each([120, 64 * 1024 * 1024])('a length of %i is taken, the prelude on top of it', (length) => {
  expect(parsePrelude(patched((bytes) => bytes.writeUInt32LE(length, 4)))).toEqual({
    ...{ version: 3, headerBytes: length + 8 },
  });
});

test('symbols without a length, and a schema definition, are refused at their place', () => {
  const noSymbols = patched((bytes) => bytes.writeUInt16LE(0, 53));
  expect(() => parseMetadata(noSymbols)).toThrow(
    'byte 53 of the decompressed data: expected a symbol length of at least 1, found 0',
  );
  const defined = patched((bytes) => bytes.writeUInt32LE(5, 108));
  expect(() => parseMetadata(defined)).toThrow(
    'byte 108 of the decompressed data: expected an empty schema definition, found a length of 5',
  );
});

/** Where the counts of a header with one symbol and one mapping are, by the bytes of a symbol. */
const COUNTS: readonly (readonly [
  what: string,
  at: (symbol: number) => number,
  bytes: (symbol: number) => number,
])[] = [
  ['symbols', () => 112, (symbol) => symbol],
  ['partial symbols', (symbol) => 116 + symbol, (symbol) => symbol],
  ['symbols not found', (symbol) => 120 + symbol, (symbol) => symbol],
  ['symbol mappings', (symbol) => 124 + symbol, (symbol) => symbol + 4],
  ['mapping intervals', (symbol) => 128 + 2 * symbol, (symbol) => symbol + 8],
];

test.each(COUNTS)('more %s than the header holds are refused, in every version', (what, at, itemBytes) => {
  for (const version of [1, 2, 3] as const) {
    const symbol = SYMBOL_BYTES[version];
    const bytes = patched((whole) => whole.writeUInt32LE(1_000_000, at(symbol)), version);
    expect(() => parseMetadata(bytes)).toThrow(
      `byte ${at(symbol) + 4} of the decompressed data: expected ${itemBytes(symbol) * 1_000_000} bytes for 1000000 ${what}`,
    );
  }
});

test('a header that is cut anywhere after its fixed part is refused, never half read', () => {
  const bytes = header({ version: 1 });
  for (let length = 112; length < bytes.length; length += 1)
    expect(() => parseMetadata(bytes.subarray(0, length))).toThrow(DbnError);
  expect(parseMetadata(bytes).symbols).toEqual(['ESH4']);
});
