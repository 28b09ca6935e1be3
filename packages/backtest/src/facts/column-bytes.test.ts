/** Columns as bytes: any 32-bit integers come out as they went in, and what is cut is refused. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ColumnReader, ColumnWriter } from './column-bytes.ts';

const EDGES = [0, 1, -1, 63, 64, -64, -65, 0x7fff_ffff, -0x8000_0000];
const anyInt = fc.oneof(
  fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
  fc.constantFrom(...EDGES),
  fc.integer({ min: -70, max: 70 }),
);
const anyColumn = fc.array(anyInt, { maxLength: 60 }).map((values) => Int32Array.from(values));

test('columns and bytes come out as they went in, one after the other', () => {
  const anyBytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(anyColumn, anyBytes, anyColumn, fc.integer({ min: 1, max: 12 }), (one, raw, two, stride) => {
      const writer = new ColumnWriter();
      writer.ints(one);
      writer.raw(raw);
      writer.ints(two, stride);
      expect(writer.take()).toHaveLength(writer.length);
      const reader = new ColumnReader(writer.take());
      expect(reader.ints(one.length)).toEqual(one);
      expect(reader.raw()).toEqual(raw);
      expect(reader.ints(two.length, stride)).toEqual(two);
      expect(() => reader.ints(1)).toThrow(RangeError);
    }),
  );
});

test('differences of less than 64 take a byte each', () => {
  const writer = new ColumnWriter();
  writer.ints(Int32Array.of(20_000, 20_063, 19_999, 19_999));
  expect(writer.length).toBe(3 + 2 - 1 + 1 + 1);
});

test('a column that does not fit the first room grows it', () => {
  const values = Int32Array.from({ length: 40_000 }, (_, at) => (at % 2 === 0 ? 0x7fff_ffff : -5));
  const writer = new ColumnWriter();
  writer.ints(values);
  writer.raw(new Uint8Array(100_000).fill(7));
  const reader = new ColumnReader(writer.take());
  expect(reader.ints(values.length)).toEqual(values);
  expect(reader.raw()).toEqual(new Uint8Array(100_000).fill(7));
});

test('more values than there are bytes reserve nothing and are refused', () => {
  const reader = new ColumnReader(Uint8Array.of(1, 2, 3));
  expect(() => reader.ints(4)).toThrow(new RangeError('expected 4 values after byte 0'));
  expect([...reader.ints(3)]).toEqual([-1, 0, -2]);
});

test('a value whose last byte is missing is refused, and so are bytes that end early', () => {
  expect(() => new ColumnReader(Uint8Array.of(0x80)).ints(1)).toThrow('expected more bytes after 1');
  expect(() => new ColumnReader(Uint8Array.of(3, 1, 2)).raw()).toThrow('expected 3 bytes after 1');
  expect(() => new ColumnReader(new Uint8Array(0)).raw()).toThrow(RangeError);
});
