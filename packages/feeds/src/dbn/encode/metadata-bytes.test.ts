/** Headers of files and streams as bytes: read back as they were written, padded and bounded as the format requires. */
import { DAY_MS } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCHEMA_NAMES } from '#dbn/files/dbn-layout.ts';
import { parseMetadata, parsePrelude } from '#dbn/files/dbn-metadata.ts';
import { fileMetadata, sideChar, writePrice } from './dbn-file-writer.ts';
import { encodeLiveMetadata } from './live-metadata.ts';
import { cstr, metadataBytes, uint32 } from './metadata-bytes.ts';

const SYMBOL_BYTES = { 1: 22, 2: 71, 3: 71 } as const;
const NOON_MS = Date.UTC(2026, 10, 27, 12);
const HEADER = {
  ...{ dataset: 'UNDERTOW.SIM', symbol: 'ESZ6', instrumentId: 7, tickNanos: 250_000_000 },
  ...{ startMs: NOON_MS, endMs: NOON_MS + 1000 },
};

test.each(SCHEMA_NAMES)('a file of %s says so, and maps its contract to the id of its records', (schema) => {
  expect(parseMetadata(fileMetadata(schema, HEADER))).toEqual({
    ...{ version: 3, dataset: 'UNDERTOW.SIM', schema, stypeIn: 1, stypeOut: 0, tsOut: false },
    ...{ startNs: BigInt(NOON_MS) * 1_000_000n, endNs: BigInt(NOON_MS + 1000) * 1_000_000n },
    ...{ symbols: ['ESZ6'], partial: [], notFound: [] },
    mappings: [
      { rawSymbol: 'ESZ6', intervals: [{ startDate: 20_261_127, endDate: 20_261_128, symbol: '7' }] },
    ],
  });
});

test.each([
  ['within a day', NOON_MS, NOON_MS + 1, 20_261_127, 20_261_128],
  ['across midnight', NOON_MS, NOON_MS + DAY_MS, 20_261_127, 20_261_129],
  ['across a year', Date.UTC(2026, 11, 31, 23), Date.UTC(2026, 11, 31, 23, 30), 20_261_231, 20_270_101],
  // A session whose end is not known is over within a week
  ['without an end', NOON_MS, null, 20_261_127, 20_261_205],
])('the mapping covers the days of a session %s', (_, startMs, endMs, startDate, endDate) => {
  const { mappings, endNs } = parseMetadata(fileMetadata('mbo', { ...HEADER, startMs, endMs }));
  expect(mappings[0]?.intervals).toEqual([{ startDate, endDate, symbol: '7' }]);
  expect(endNs === null).toBe(endMs === null);
});

test('fractions of a millisecond widen the span of a file, never narrow it', () => {
  const { startNs, endNs } = parseMetadata(
    fileMetadata('mbo', { ...HEADER, startMs: NOON_MS + 0.6, endMs: NOON_MS + 1.4 }),
  );
  expect([startNs, endNs]).toEqual([BigInt(NOON_MS) * 1_000_000n, BigInt(NOON_MS + 2) * 1_000_000n]);
});

test('a dataset may have sixteen characters, a symbol seventy', () => {
  const dataset = 'D'.repeat(16);
  const symbol = 'S'.repeat(70);
  expect(parseMetadata(fileMetadata('mbo', { ...HEADER, dataset, symbol }))).toMatchObject({
    ...{ dataset, symbols: [symbol] },
  });
  expect(() => fileMetadata('mbo', { ...HEADER, dataset: `${dataset}D` })).toThrow(
    new RangeError(`expected at most 16 characters, got ${dataset}D`),
  );
  expect(() => fileMetadata('mbo', { ...HEADER, symbol: `${symbol}S` })).toThrow(
    'expected at most 70 characters',
  );
});

test('a text is followed by zeros up to its length, and needs one of them', () => {
  expect([...cstr('ab', 4)]).toEqual([97, 98, 0, 0]);
  expect(cstr('abc', 4).at(-1)).toBe(0);
  expect(() => cstr('abcd', 4)).toThrow(new RangeError('expected at most 3 characters, got abcd'));
});

test.each([1, 2, 3] as const)(
  'a live stream of version %i has its start, no end and no symbols',
  (version) => {
    const bytes = encodeLiveMetadata({ version, dataset: 'GLBX.MDP3', startNs: 5n, tsOut: true });
    expect(parseMetadata(bytes)).toEqual({
      ...{ version, dataset: 'GLBX.MDP3', schema: null, startNs: 5n, endNs: null, stypeIn: 255, stypeOut: 0 },
      ...{ tsOut: true, symbols: [], partial: [], notFound: [], mappings: [] },
    });
  },
);

const NO_PRICE = -0x8000_0000;

test('prices are ticks times the tick, below zero too, and undefined where there is none', () => {
  const view = new DataView(new ArrayBuffer(12));
  const ticks = fc.integer({ min: -2_000_000, max: 36_000_000 });
  fc.assert(
    fc.property(ticks, fc.constantFrom(500, 3_906_250, 10_000_000, 250_000_000), (price, tickNanos) => {
      writePrice(view, 3, price, tickNanos);
      expect(view.getBigInt64(3, true)).toBe(BigInt(price) * BigInt(tickNanos));
    }),
  );
  writePrice(view, 3, NO_PRICE, 250_000_000);
  expect(view.getBigInt64(3, true)).toBe(2n ** 63n - 1n);
});

test('sides have the letters of the format', () => {
  expect([0, 1, 2].map((side) => String.fromCharCode(sideChar(side)))).toEqual(['N', 'B', 'A']);
});

const symbol = fc.string({ unit: fc.constantFrom(...'ABCEST.0123456789'), maxLength: 21 });
const date = fc.integer({ min: 20_000_101, max: 20_991_231 });
const interval = fc.record({ startDate: date, endDate: date, symbol });
const list = fc.array(symbol, { maxLength: 4 });

test('lists of symbols and mappings come back as they were written, in every version', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      fc.record({ symbols: list, partial: list, notFound: list }),
      fc.array(fc.record({ rawSymbol: symbol, intervals: fc.array(interval, { maxLength: 3 }) }), {
        maxLength: 3,
      }),
      fc.boolean(),
      (version, lists, mappings, tsOut) => {
        const text = (value: string): Buffer => cstr(value, SYMBOL_BYTES[version]);
        const listed = (values: readonly string[]): Buffer =>
          Buffer.concat([uint32(values.length), ...values.map(text)]);
        const variable = Buffer.concat([
          ...[listed(lists.symbols), listed(lists.partial), listed(lists.notFound), uint32(mappings.length)],
          ...mappings.flatMap(({ rawSymbol, intervals }) => [
            ...[text(rawSymbol), uint32(intervals.length)],
            ...intervals.flatMap((one) => [uint32(one.startDate), uint32(one.endDate), text(one.symbol)]),
          ]),
        ]);
        const fields = { version, dataset: 'X', schema: 0, startNs: 1n, endNs: null, stypeIn: 3, tsOut };
        const bytes = metadataBytes(fields, variable);
        expect(parseMetadata(bytes)).toMatchObject({
          ...lists,
          mappings,
          tsOut,
          version,
          stypeIn: 3,
          endNs: null,
        });
        // Records of version 3 begin at a multiple of eight
        if (version === 3) expect(bytes.length % 8).toBe(0);
        expect(parsePrelude(bytes).headerBytes).toBe(bytes.length);
      },
    ),
    { numRuns: 60 },
  );
});
